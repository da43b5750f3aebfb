//! Entry points of the three stages, with inputs and outputs as arguments, in structures, or both.

use std::rc::Rc;

use super::generator::{Generator, Kind, Stage};
use super::types::{F32, Member, NUMBERS, Scalar, Ty, U32, Use, vector};

impl Generator {
    /// Adds an entry point of one of the three stages; `alone` if it is the only one.
    pub fn entry_point(&mut self, alone: bool) {
        let stage = self
            .random
            .choose(&[Stage::Vertex, Stage::Fragment, Stage::Fragment, Stage::Compute]);
        let result = match stage {
            Stage::Vertex => Some(self.vertex_output()),
            Stage::Fragment => self.fragment_output(),
            Stage::Any | Stage::Compute => None,
        };
        let inputs = self.inputs(stage);
        let attributes = match stage {
            Stage::Vertex => "@vertex".to_owned(),
            Stage::Fragment if self.extensions.interfaces && self.random.chance(30) => {
                let test = self
                    .random
                    .choose(&["force", "greater_equal", "less_equal", "unchanged"]);
                format!("@fragment @early_depth_test({test})")
            }
            Stage::Fragment => "@fragment".to_owned(),
            Stage::Any | Stage::Compute => {
                let sizes = self
                    .random
                    .choose(&["1", "4", "64", "8, 8", "2, 3, 4", "4, 1, 2"])
                    .to_owned();
                // Without LocalSizeId, a specialized workgroup size applies to the whole module.
                let sizes = if alone && self.random.chance(25) {
                    self.any_override_workgroup_size()
                } else {
                    sizes
                };
                format!("@compute @workgroup_size({sizes})")
            }
        };
        let result_type = result.as_ref().map(|(_, ty)| ty.clone());
        self.begin(stage, result_type);
        let scope = self.scope.len();
        let mut texts = Vec::new();
        self.level = 1;
        for (text, name, ty) in inputs {
            texts.push(text);
            self.declare(&name, &ty, Kind::Value);
        }
        self.level = 0;
        let arrow = result.map_or(String::new(), |(text, _)| format!(" -> {text}"));
        let name = self.fresh("main");
        self.line(format!("{attributes} fn {name}({}){arrow} {{", texts.join(", ")));
        self.level = 1;
        if stage == Stage::Compute && self.random.chance(60) {
            self.uniform_part();
        }
        if self.random.chance(if self.wide { 35 } else { 10 }) {
            self.use_subgroup();
        }
        if self.extensions.ray_query && self.random.chance(70) {
            self.use_ray_query();
        }
        if self.random.chance(70) {
            self.call_tower();
        }
        self.level = 0;
        let statements = self.random.between(1, 8);
        let nesting = self.random.between(1, 4);
        self.block(statements, nesting);
        self.finish(scope);
    }

    /// Barriers and other statements that all invocations must execute together.
    fn uniform_part(&mut self) {
        let may_return = self.context.may_return;
        self.context.may_return = false;
        for _ in 0..self.random.between(1, 2) {
            let barrier = self
                .random
                .choose(&["workgroupBarrier", "storageBarrier", "textureBarrier"]);
            self.line(format!("{barrier}();"));
            let in_workgroup = |v: &super::generator::Variable| {
                matches!(
                    v.kind,
                    Kind::Memory {
                        space: super::generator::Space::Workgroup,
                        ..
                    }
                )
            };
            if let Some(variable) = self.variable(in_workgroup) {
                if self.is_constructible(&variable.ty) {
                    let name = self.fresh("v");
                    self.line(format!("let {name} = workgroupUniformLoad(&{});", variable.text));
                    self.declare(&name, &variable.ty, Kind::Value);
                }
            }
            self.declaration();
        }
        self.context.may_return = may_return;
    }

    /// A member or argument with a location and its interpolation.
    pub fn located(&mut self, location: &mut u32, name: &str, interpolated: bool) -> Member {
        let scalar = if self.wide && self.random.chance(30) {
            self.random.choose(&[Scalar::F16, Scalar::I16, Scalar::U16])
        } else {
            self.random.choose(&NUMBERS)
        };
        let ty = vector(self.random.between(1, 4) as u32, scalar);
        let interpolation = if !interpolated {
            ""
        } else if !scalar.is_float() {
            " @interpolate(flat)"
        } else {
            self.random.choose(&[
                "",
                "",
                " @interpolate(flat)",
                " @interpolate(linear)",
                " @interpolate(perspective, centroid)",
                " @interpolate(linear, sample)",
                " @interpolate(perspective, sample)",
                " @interpolate(flat, either)",
            ])
        };
        let attributes = format!("@location({location}){interpolation} ");
        *location += self.random.choose(&[1, 1, 2]);
        let name = name.to_owned();
        Member { name, ty, attributes }
    }

    fn builtin_member(name: &str, ty: Ty, member: &str) -> Member {
        Member {
            name: member.to_owned(),
            ty,
            attributes: format!("@builtin({name}) "),
        }
    }

    pub fn interface(&mut self, mut members: Vec<Member>) -> Ty {
        // The order of members is arbitrary.
        if members.len() > 1 && self.random.chance(50) {
            members.reverse();
        }
        let ty = self.add_struct(members, Use::Registers, true);
        // Its attributes would be invalid in a nested structure.
        if let Ty::Struct(index) = ty {
            self.structs[index].size = u32::MAX / 64;
        }
        ty
    }

    fn vertex_output(&mut self) -> (String, Ty) {
        let position = Ty::Vector(4, Scalar::F32);
        if self.random.chance(25) {
            return (format!("@builtin(position) {}", position.wgsl()), position);
        }
        let mut location = 0;
        let mut members = vec![Self::builtin_member("position", position, "m0")];
        if self.random.chance(20) {
            members[0].attributes += "@invariant ";
        }
        for index in 1..=self.random.below(4) {
            members.push(self.located(&mut location, &format!("m{index}"), true));
        }
        if self.extensions.interfaces && self.random.chance(40) {
            let distances = Ty::Array(Rc::new(F32), self.random.between(1, 8) as u32);
            members.push(Self::builtin_member("clip_distances", distances, "clip"));
        }
        let ty = self.interface(members);
        (ty.wgsl(), ty)
    }

    fn fragment_output(&mut self) -> Option<(String, Ty)> {
        let mut location = 0;
        if self.extensions.interfaces && self.random.chance(30) {
            let ty = Ty::Vector(4, Scalar::F32);
            let source = |index: u32| Member {
                name: format!("m{index}"),
                ty: ty.clone(),
                attributes: format!("@location(0) @blend_src({index}) "),
            };
            let ty = self.interface(vec![source(0), source(1)]);
            return Some((ty.wgsl(), ty));
        }
        match self.random.below(5) {
            0 => None,
            1..=2 => {
                let member = self.located(&mut location, "", false);
                Some((format!("{}{}", member.attributes, member.ty.wgsl()), member.ty))
            }
            _ => {
                let mut members = Vec::new();
                for index in 0..self.random.between(1, 3) {
                    members.push(self.located(&mut location, &format!("m{index}"), false));
                }
                if self.random.chance(40) {
                    members.push(Self::builtin_member("frag_depth", F32, "depth"));
                }
                if self.random.chance(30) {
                    members.push(Self::builtin_member("sample_mask", U32, "mask"));
                }
                let ty = self.interface(members);
                Some((ty.wgsl(), ty))
            }
        }
    }

    /// The arguments: text, name, type.
    fn inputs(&mut self, stage: Stage) -> Vec<(String, String, Ty)> {
        let optional = self.extensions.interfaces;
        let builtins: &[&str] = match stage {
            Stage::Vertex if optional => &["vertex_index", "instance_index", "draw_index", "view_index"],
            Stage::Vertex => &["vertex_index", "instance_index"],
            Stage::Fragment if optional => &[
                "position",
                "front_facing",
                "sample_index",
                "sample_mask",
                "primitive_index",
                "barycentric",
                "view_index",
            ],
            Stage::Fragment => &["position", "front_facing", "sample_index", "sample_mask"],
            Stage::Any | Stage::Compute => &[
                "global_invocation_id",
                "local_invocation_id",
                "local_invocation_index",
                "workgroup_id",
                "num_workgroups",
            ],
        };
        let mut location = 0;
        let (mut arguments, mut members) = (Vec::new(), Vec::new());
        for builtin in builtins {
            if self.random.chance(55) {
                continue;
            }
            let name = self.fresh("b");
            let (text, ty) = self.builtin_input(builtin, &name);
            if self.random.chance(30) {
                members.push(Self::builtin_member(builtin, ty, &format!("m{}", members.len())));
            } else {
                arguments.push((text, name, ty));
            }
        }
        if stage != Stage::Compute {
            for _ in 0..self.random.below(4) {
                let name = format!("m{}", members.len());
                let mut member = self.located(&mut location, &name, stage == Stage::Fragment);
                if optional && stage == Stage::Fragment && self.random.chance(20) {
                    member.ty = Ty::Array(Rc::new(member.ty), 3);
                    let at = member.attributes.split(')').next().unwrap_or_default().to_owned();
                    member.attributes = format!("{at}) @interpolate(per_vertex) ");
                }
                if self.random.chance(50) {
                    members.push(member);
                } else {
                    let name = self.fresh("a");
                    let text = format!("{}{name}: {}", member.attributes, member.ty.wgsl());
                    arguments.push((text, name, member.ty));
                }
            }
        }
        if !members.is_empty() {
            let (ty, name) = (self.interface(members), self.fresh("input"));
            arguments.push((format!("{name}: {}", ty.wgsl()), name, ty));
        }
        arguments
    }
}
