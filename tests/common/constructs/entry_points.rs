//! The constructs of an entry point and of a module as a whole: stages, interfaces, sizes, overrides.

use naga::{Binding, BuiltIn, EarlyDepthTest, EntryPoint, Handle, Module, ShaderStage, Type, TypeInner};

use super::describe;
use super::names;
use super::visit::Found;

/// Whether a stage reads or writes.
#[derive(Clone, Copy)]
enum Way {
    In,
    Out,
}

pub fn note(module: &Module, point: &EntryPoint, found: &mut Found) {
    let stage = names::shader_stage(&point.stage);
    found.insert(stage.to_owned());
    match point.early_depth_test {
        Some(ref test @ EarlyDepthTest::Allow { ref conservative }) => {
            let (test, conservative) = (names::early_depth_test(test), names::conservative_depth(conservative));
            found.insert(format!("{test} {conservative}"));
        }
        Some(ref test @ EarlyDepthTest::Force) => {
            found.insert(names::early_depth_test(test).to_owned());
        }
        None => {}
    }
    if point
        .workgroup_size_overrides
        .is_some_and(|sizes| sizes.iter().any(Option::is_some))
    {
        found.insert("an overridden workgroup size".to_owned());
    }
    if point.task_payload.is_some() {
        found.insert(format!("{stage} with a payload"));
    }
    if let Some(payload) = point.incoming_ray_payload {
        found.insert(format!("{stage} with a payload"));
        found.insert(names::address_space(&module.global_variables[payload].space).to_owned());
    }
    for argument in &point.function.arguments {
        interface(
            module,
            point.stage,
            Way::In,
            argument.ty,
            argument.binding.as_ref(),
            found,
        );
    }
    if let Some(ref result) = point.function.result {
        interface(module, point.stage, Way::Out, result.ty, result.binding.as_ref(), found);
    }
    if let Some(ref mesh) = point.mesh_info {
        found.insert(names::mesh_topology(&mesh.topology).to_owned());
        if mesh.max_vertices_override.is_some() || mesh.max_primitives_override.is_some() {
            found.insert("an overridden size of a mesh".to_owned());
        }
        for ty in [
            mesh.vertex_output_type,
            mesh.primitive_output_type,
            module.global_variables[mesh.output_variable].ty,
        ] {
            interface(module, point.stage, Way::Out, ty, None, found);
        }
    }
    for (_, over) in module.overrides.iter() {
        let ty = module.types[over.ty]
            .inner
            .scalar()
            .map(describe::scalar)
            .unwrap_or_default();
        found.insert(format!("an override of {ty}"));
        found.insert(format!(
            "an override {} a number",
            if over.id.is_some() { "with" } else { "without" }
        ));
        found.insert(format!(
            "an override {} a default",
            if over.init.is_some() { "with" } else { "without" }
        ));
    }
}

fn interface(
    module: &Module,
    stage: ShaderStage,
    way: Way,
    ty: Handle<Type>,
    binding: Option<&Binding>,
    found: &mut Found,
) {
    let inner = &module.types[ty].inner;
    let Some(binding) = binding else {
        if let TypeInner::Struct { ref members, .. } = *inner {
            for member in members.iter().filter(|member| member.binding.is_some()) {
                interface(module, stage, way, member.ty, member.binding.as_ref(), found);
            }
        }
        return;
    };
    let stage = names::shader_stage(&stage);
    let way = match way {
        Way::In => "input",
        Way::Out => "output",
    };
    found.insert(names::binding(binding).to_owned());
    match *binding {
        Binding::BuiltIn(ref built_in) => {
            found.insert(format!("{} {stage} {way}", names::built_in(built_in)));
            match *built_in {
                BuiltIn::Position { invariant: true } => {
                    found.insert(format!("BuiltIn::Position {stage} {way} invariant"));
                }
                BuiltIn::Barycentric { perspective } => {
                    let perspective = if perspective { "with" } else { "without" };
                    found.insert(format!("BuiltIn::Barycentric {perspective} perspective"));
                }
                // catch-all: the others have nothing inside
                _ => {}
            }
        }
        Binding::Location {
            ref interpolation,
            ref sampling,
            blend_src,
            per_primitive,
            ..
        } => {
            let scalar = inner.scalar().map(describe::scalar).unwrap_or_default();
            found.insert(format!("{stage} {way} of {scalar}"));
            if let Some(interpolation) = interpolation {
                found.insert(format!("{} {stage} {way}", names::interpolation(interpolation)));
            }
            if let Some(sampling) = sampling {
                found.insert(names::sampling(sampling).to_owned());
            }
            if blend_src.is_some() {
                found.insert("a second source of blending".to_owned());
            }
            if per_primitive {
                found.insert(format!("a location of primitives {stage} {way}"));
            }
        }
    }
}
