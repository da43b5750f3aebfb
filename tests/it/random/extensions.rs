//! Generates naga's extensions of WGSL: mesh and task shaders, ray queries, ray-tracing stages, and cooperative
//! matrices (`cooperative`). The seed determines which of them a shader has. Their `enable` directives are at the start
//! of the text.

use std::rc::Rc;

use super::generator::{Generator, Kind, Space, Stage};
use super::prng::Random;
use super::types::{BOOL, F32, Member, Scalar, Ty, U32, Use};

/// The extensions of a shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extensions {
    pub mesh: bool,
    pub ray_query: bool,
    pub ray_pipeline: bool,
    /// Optional inputs and outputs of vertex and fragment shaders.
    pub interfaces: bool,
    pub binding_arrays: bool,
    pub cooperative: bool,
}

impl Extensions {
    pub fn of(seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0x0e47_e510);
        let mut chance = |percent| random.chance(percent);
        Self {
            mesh: chance(10),
            ray_query: chance(10),
            ray_pipeline: chance(8),
            interfaces: chance(30),
            binding_arrays: chance(15),
            cooperative: chance(8),
        }
    }

    fn directives(self) -> Vec<&'static str> {
        let mut found = Vec::new();
        for (wanted, names) in [
            (self.mesh, &["wgpu_mesh_shader"][..]),
            (self.ray_query, &["wgpu_ray_query"]),
            (self.ray_pipeline, &["wgpu_ray_tracing_pipeline"]),
            (
                self.interfaces,
                &[
                    "draw_index",
                    "clip_distances",
                    "dual_source_blending",
                    "wgpu_per_vertex",
                ],
            ),
            (self.interfaces || self.ray_pipeline, &["primitive_index"]),
            (self.binding_arrays, &["wgpu_binding_array"]),
            (self.cooperative, &["wgpu_cooperative_matrix"]),
        ] {
            if wanted {
                found.extend(names);
            }
        }
        found
    }
}

fn member(name: &str, ty: Ty, attributes: &str) -> Member {
    Member {
        name: name.to_owned(),
        ty,
        attributes: attributes.to_owned(),
    }
}

impl Generator {
    pub fn enable_extensions(&mut self) {
        for name in self.extensions.directives() {
            self.declarations.push(format!("enable {name};\n"));
        }
    }

    /// Adds an entry point of another stage, or several related ones. Returns whether the shader has any.
    pub fn extended_entry_point(&mut self) -> bool {
        let mut stages: Vec<fn(&mut Self)> = Vec::new();
        if self.extensions.mesh {
            stages.push(Self::mesh_stages);
        }
        if self.extensions.ray_pipeline {
            stages.push(Self::ray_stage);
        }
        if self.extensions.cooperative {
            stages.push(Self::cooperative_stage);
        }
        if stages.is_empty() {
            return false;
        }
        self.random.choose(&stages)(self);
        true
    }

    /// A global variable that only one entry point uses.
    fn global(&mut self, space: &str, ty: &Ty, prefix: &str) -> String {
        let name = self.fresh(prefix);
        self.declarations.push(format!("var<{space}> {name}: {};\n", ty.wgsl()));
        name
    }

    /// A mesh shader, sometimes with a task shader and a shared payload.
    fn mesh_stages(&mut self) {
        let payload = self.random.chance(60).then(|| {
            // At least four bytes.
            let ty = self.new_struct(Use::Storage, 2, false);
            (self.global("task_payload", &ty, "payload"), ty)
        });
        if let Some((name, ty)) = payload.clone() {
            let result = Ty::Vector(3, Scalar::U32);
            self.begin(Stage::Compute, Some(result));
            let scope = self.scope.len();
            let main = self.fresh("main");
            self.line(format!("@task @payload({name}) @workgroup_size(4)"));
            self.line(format!(
                "fn {main}(@builtin(workgroup_id) group: vec3<u32>) -> @builtin(mesh_task_size) vec3<u32> {{"
            ));
            self.level = 1;
            self.declare_shared(&name, &ty, true);
            self.declare("group", &Ty::Vector(3, Scalar::U32), Kind::Value);
            self.fill_body(scope);
        }
        self.mesh_stage(payload);
    }

    fn declare_shared(&mut self, name: &str, ty: &Ty, writable: bool) {
        let space = Space::Storage;
        self.declare(name, ty, Kind::Memory { space, writable });
    }

    fn mesh_stage(&mut self, payload: Option<(String, Ty)>) {
        let corners = self.random.between(1, 3) as u32;
        let (vertices, primitives) = (self.random.between(1, 64) as u32, self.random.between(1, 32) as u32);
        let mut location = 0;
        let mut outputs = vec![member("m0", Ty::Vector(4, Scalar::F32), "@builtin(position) ")];
        for index in 1..=self.random.below(3) {
            outputs.push(self.located(&mut location, &format!("m{index}"), true));
        }
        let vertex = self.interface(outputs);
        let (indices, ty) = match corners {
            1 => ("@builtin(point_index) ", U32),
            2 => ("@builtin(line_indices) ", Ty::Vector(2, Scalar::U32)),
            _ => ("@builtin(triangle_indices) ", Ty::Vector(3, Scalar::U32)),
        };
        let mut outputs = vec![member("indices", ty, indices)];
        if self.random.chance(40) {
            outputs.push(member("cull", BOOL, "@builtin(cull_primitive) "));
        }
        if self.random.chance(40) {
            let mut own = self.located(&mut location, "m1", false);
            own.attributes += "@interpolate(flat) @per_primitive ";
            outputs.push(own);
        }
        let primitive = self.interface(outputs);
        let output = self.interface(vec![
            member("vertices", Ty::Array(Rc::new(vertex), vertices), "@builtin(vertices) "),
            member(
                "primitives",
                Ty::Array(Rc::new(primitive), primitives),
                "@builtin(primitives) ",
            ),
            member("vertex_count", U32, "@builtin(vertex_count) "),
            member("primitive_count", U32, "@builtin(primitive_count) "),
        ]);
        let name = self.global("workgroup", &output, "mesh");
        self.begin(Stage::Compute, None);
        let scope = self.scope.len();
        let main = self.fresh("main");
        let shared = payload
            .as_ref()
            .map_or(String::new(), |(name, _)| format!("@payload({name}) "));
        let size = self.random.choose(&["1", "4", "32", "8, 2"]);
        self.line(format!("@mesh({name}) {shared}@workgroup_size({size})"));
        self.line(format!("fn {main}(@builtin(local_invocation_index) lane: u32) {{"));
        self.level = 1;
        self.declare("lane", &U32, Kind::Value);
        if let Some((name, ty)) = &payload {
            self.declare_shared(name, ty, false);
        }
        let (space, writable) = (Space::Workgroup, true);
        self.declare(&name, &output, Kind::Memory { space, writable });
        self.line(format!("{name}.vertex_count = {vertices}u;"));
        self.line(format!("{name}.primitive_count = {primitives}u;"));
        for _ in 0..self.random.between(1, 3) {
            let index = self.runtime_expression(&U32, 2);
            let position = self.expression(&Ty::Vector(4, Scalar::F32), 2);
            self.line(format!("{name}.vertices[{index} % {vertices}u].m0 = {position};"));
        }
        self.fill_body(scope);
    }

    /// The rest of an entry point.
    pub fn fill_body(&mut self, scope: usize) {
        self.level = 0;
        let statements = self.random.between(1, 5);
        let nesting = self.random.between(1, 3);
        self.block(statements, nesting);
        self.finish(scope);
    }

    /// The acceleration structure.
    fn scene(&mut self) -> String {
        if self.scene.is_empty() {
            let binding = self.next_binding();
            self.scene = self.fresh("scene");
            self.declarations
                .push(format!("{binding}var {}: acceleration_structure;\n", self.scene));
        }
        self.scene.clone()
    }

    fn ray(&mut self) -> String {
        let flags = self.random.choose(&[
            "0u",
            "1u",
            "RAY_FLAG_TERMINATE_ON_FIRST_HIT",
            "RAY_FLAG_CULL_BACK_FACING",
        ]);
        let three = Ty::Vector(3, Scalar::F32);
        let (near, far) = (self.expression(&F32, 1), self.expression(&F32, 1));
        let (origin, direction) = (self.expression(&three, 2), self.expression(&three, 2));
        format!("RayDesc({flags}, 0xffu, {near}, {far}, {origin}, {direction})")
    }

    /// A complete ray query, whose results are in scope afterwards.
    pub fn use_ray_query(&mut self) {
        let scene = self.scene();
        let query = self.fresh("query");
        let ray = self.ray();
        self.line(format!("var {query}: ray_query;"));
        self.line(format!("rayQueryInitialize(&{query}, {scene}, {ray});"));
        let proceed = self.random.choose(&["while", "if"]);
        self.line(format!("{proceed} rayQueryProceed(&{query}) {{"));
        let candidate = self.fresh("v");
        self.line(format!(
            "    let {candidate} = rayQueryGetCandidateIntersection(&{query});"
        ));
        self.line(format!("    if {candidate}.kind == RAY_QUERY_INTERSECTION_AABB {{"));
        self.line(format!("        rayQueryGenerateIntersection(&{query}, 3.0);"));
        self.line(format!(
            "    }} else if {candidate}.kind == RAY_QUERY_INTERSECTION_TRIANGLE {{"
        ));
        self.line(format!("        rayQueryConfirmIntersection(&{query});"));
        self.line("    }");
        if self.random.chance(40) {
            let condition = self.runtime_expression(&BOOL, 2);
            self.line(format!("    if {condition} {{ rayQueryTerminate(&{query}); }}"));
        }
        self.line("}");
        let which = self.random.choose(&["Committed", "Committed", "Candidate"]);
        let hit = self.fresh("hit");
        self.line(format!("let {hit} = rayQueryGet{which}Intersection(&{query});"));
        let parts = [
            ("kind", U32),
            ("t", F32),
            ("instance_custom_data", U32),
            ("instance_index", U32),
            ("sbt_record_offset", U32),
            ("geometry_index", U32),
            ("primitive_index", U32),
            ("barycentrics", Ty::Vector(2, Scalar::F32)),
            ("front_face", BOOL),
            ("object_to_world", Ty::Matrix(4, 3, Scalar::F32)),
            ("world_to_object", Ty::Matrix(4, 3, Scalar::F32)),
        ];
        for _ in 0..self.random.between(1, 4) {
            let (part, ty) = parts[self.random.below(parts.len())].clone();
            let name = self.fresh("v");
            self.line(format!("let {name} = {hit}.{part};"));
            self.declare(&name, &ty, Kind::Value);
        }
    }

    /// One stage of a ray-tracing pipeline.
    fn ray_stage(&mut self) {
        let ty = match &self.ray_payload {
            Some(ty) => ty.clone(),
            None => self.value_type(Use::Storage, 2),
        };
        // All calls of `traceRay` in a module have the same payload type.
        self.ray_payload = Some(ty.clone());
        let stage = self
            .random
            .choose(&["ray_generation", "ray_generation", "miss", "closest_hit", "any_hit"]);
        let space = if stage == "ray_generation" {
            "ray_payload"
        } else {
            "incoming_ray_payload"
        };
        let payload = self.global(space, &ty, "payload");
        let three = Ty::Vector(3, Scalar::F32);
        let matrix = Ty::Matrix(4, 3, Scalar::F32);
        let inputs = [
            ("ray_invocation_id", Ty::Vector(3, Scalar::U32)),
            ("num_ray_invocations", Ty::Vector(3, Scalar::U32)),
            ("world_ray_origin", three.clone()),
            ("world_ray_direction", three.clone()),
            ("ray_t_min", F32),
            ("ray_t_current_max", F32),
            ("instance_index", U32),
            ("instance_custom_data", U32),
            ("geometry_index", U32),
            ("primitive_index", U32),
            ("object_ray_origin", three.clone()),
            ("object_ray_direction", three),
            ("object_to_world", matrix.clone()),
            ("world_to_object", matrix),
            ("hit_kind", U32),
        ];
        let known = match stage {
            "ray_generation" => 2,
            "miss" => 6,
            _ => inputs.len(),
        };
        self.begin(Stage::Any, None);
        let scope = self.scope.len();
        let (mut texts, mut values) = (Vec::new(), Vec::new());
        for (builtin, ty) in &inputs[..known] {
            if self.random.chance(50) {
                let name = self.fresh("b");
                texts.push(format!("@builtin({builtin}) {name}: {}", ty.wgsl()));
                values.push((name, ty.clone()));
            }
        }
        let main = self.fresh("main");
        let incoming = if stage == "ray_generation" {
            String::new()
        } else {
            format!(" @incoming_payload({payload})")
        };
        self.line(format!("@{stage}{incoming} fn {main}({}) {{", texts.join(", ")));
        self.level = 1;
        for (name, ty) in values {
            self.declare(&name, &ty, Kind::Value);
        }
        self.declare_shared(&payload, &ty, true);
        if stage == "ray_generation" {
            let (scene, ray) = (self.scene(), self.ray());
            self.line(format!("traceRay({scene}, {ray}, &{payload});"));
        }
        self.fill_body(scope);
    }
}
