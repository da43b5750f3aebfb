//! Mesh and task shaders: what they ask of the device, and how large a mesh may be.

use super::Plan;
use crate::error::ErrorKind;
use crate::options::Options;
use naga::{Module, Span};
use spirv::Capability;

impl Plan {
    /// What a mesh or task shader needs by being one.
    pub(super) fn need_mesh(&mut self, module: &Module, index: usize, options: &Options, span: Span) {
        self.need(Capability::MeshShadingEXT, span);
        let Some(ref info) = module.entry_points[index].mesh_info else {
            return;
        };
        let open = [info.max_vertices_override, info.max_primitives_override];
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
        for (what, value, limit) in [
            ("vertices of a mesh", info.max_vertices, limits.max_mesh_output_vertices),
            (
                "primitives of a mesh",
                info.max_primitives,
                limits.max_mesh_output_primitives,
            ),
        ] {
            if let Some(limit) = limit.filter(|&limit| value > limit) {
                self.refuse(
                    ErrorKind::Limit {
                        what,
                        value: u64::from(value),
                        limit: u64::from(limit),
                    },
                    span,
                );
            }
        }
    }
}
