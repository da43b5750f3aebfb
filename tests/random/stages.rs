//! Entry points of the three stages, with inputs and outputs as arguments, in structures, or both.

use super::generator::{Generator, Kind, Stage};
use super::types::{F32, Member, NUMBERS, Scalar, Ty, U32, Use, vector};

impl Generator {
    pub fn entry_point(&mut self) {
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
            Stage::Fragment => "@fragment".to_owned(),
            Stage::Any | Stage::Compute => {
                let sizes = self.random.choose(&["1", "4", "64", "8, 8", "2, 3, 4", "4, 1, 2"]);
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
        if self.wide && self.random.chance(35) {
            self.use_subgroup();
        }
        self.level = 0;
        let statements = self.random.between(1, 8);
        let nesting = self.random.between(1, 4);
        self.block(statements, nesting);
        self.finish(scope);
    }

    /// Barriers and what goes with them: all invocations come here together.
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

    /// A member or argument at a location, with how it is interpolated.
    fn located(&mut self, location: &mut u32, name: &str, interpolated: bool) -> Member {
        let scalar = self.random.choose(&NUMBERS);
        let ty = vector(self.random.between(1, 4) as u32, scalar);
        let interpolation = if !interpolated {
            ""
        } else if scalar != Scalar::F32 {
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

    fn interface(&mut self, mut members: Vec<Member>) -> Ty {
        // The order of members is free.
        if members.len() > 1 && self.random.chance(50) {
            members.reverse();
        }
        let ty = self.add_struct(members, Use::Registers, true);
        // Its attributes would be wrong inside of another structure.
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
        let ty = self.interface(members);
        (ty.wgsl(), ty)
    }

    fn fragment_output(&mut self) -> Option<(String, Ty)> {
        let mut location = 0;
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
        let builtins: &[&str] = match stage {
            Stage::Vertex => &["vertex_index", "instance_index"],
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
                let member = self.located(&mut location, &name, stage == Stage::Fragment);
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
