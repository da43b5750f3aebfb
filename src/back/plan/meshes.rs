//! Mesh and task shaders: what they ask of the device, and how large a mesh may be.

use super::Plan;
use crate::error::ErrorKind;
use crate::options::Options;
use crate::target::Feature;
use naga::{Binding, BuiltIn, MeshOutputTopology, Module, Span, StructMember, TypeInner};
use spirv::Capability;

impl Plan {
    /// What a mesh or task shader needs by being one.
    pub(super) fn need_mesh(&mut self, module: &Module, index: usize, options: &Options, span: Span) {
        self.need(Capability::MeshShadingEXT, span);
        // VUID-VkPipelineShaderStageCreateInfo-stage-02091 and -02092.
        let feature: &'static [Feature] = match module.entry_points[index].mesh_info {
            Some(_) => &[Feature::MeshShader],
            None => &[Feature::TaskShader],
        };
        self.need_feature(feature, span);
        let Some(ref info) = module.entry_points[index].mesh_info else {
            return;
        };
        let open = [info.max_vertices_override, info.max_primitives_override];
        let sized = |members: &[StructMember]| {
            let mut bindings = members.iter().map(|member| &member.binding);
            bindings.any(|binding| matches!(binding, Some(Binding::BuiltIn(BuiltIn::PointSize))))
        };
        let is_sized = options.force_point_size
            || self.facts().points_need_size
            || matches!(module.types[info.vertex_output_type].inner, TypeInner::Struct { ref members, .. } if sized(members));
        if info.topology == MeshOutputTopology::Points && !is_sized {
            // Points without a size have that of 1.0 (VUID-RuntimeSpirv-MeshEXT-09218).
            self.need_feature(&[Feature::Maintenance5], span);
        }
        if self.overrides.is_open && open.iter().any(Option::is_some) {
            self.refuse(
                ErrorKind::Inexpressible {
                    what: "a mesh whose size is a specialization constant",
                    reason: "`OutputVertices` and `OutputPrimitivesEXT` take literal numbers",
                },
                span,
            );
        }
        let limits = options.target.limits();
        // VUID-RuntimeSpirv-MeshEXT-07115 and -07116.
        self.uses_limit(
            ("maxMeshOutputVertices", "vertices of a mesh (maxMeshOutputVertices)"),
            info.max_vertices.into(),
            limits.max_mesh_output_vertices,
            span,
        );
        self.uses_limit(
            (
                "maxMeshOutputPrimitives",
                "primitives of a mesh (maxMeshOutputPrimitives)",
            ),
            info.max_primitives.into(),
            limits.max_mesh_output_primitives,
            span,
        );
    }
}
