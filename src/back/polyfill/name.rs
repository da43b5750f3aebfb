//! The debug names of helper functions.

use super::Polyfill;

impl Polyfill {
    /// The name of a helper. Helpers that differ in the parameters of their key only have the same name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Divide { .. } => "spirula_divide",
            Self::Remainder { .. } => "spirula_remainder",
            Self::LoadTexel { .. } => "spirula_load_texel",
            Self::ClampToEdge { .. } => "spirula_clamp_to_edge",
            Self::ExternalSize { .. } => "spirula_external_size",
            Self::ExternalLoad { .. } => "spirula_external_load",
            Self::ExternalSample { .. } => "spirula_external_sample",
            Self::IntegerDot { .. } => "spirula_integer_dot",
            Self::PackedDotSigned { .. } => "spirula_packed_dot_signed",
            Self::PackedDotUnsigned { .. } => "spirula_packed_dot_unsigned",
            Self::Bits { .. } => "spirula_bits",
            Self::ExtractBits { .. } => "spirula_extract_bits",
            Self::InsertBits { .. } => "spirula_insert_bits",
            Self::Pack { .. } => "spirula_pack",
            Self::PackNormalized { .. } => "spirula_pack_normalized",
            Self::Extreme { .. } => "spirula_extreme",
            Self::Sign { .. } => "spirula_sign",
            Self::SpecialTest { .. } => "spirula_special_test",
            Self::Double { .. } => "spirula_double",
            Self::DoubleDerivative { .. } => "spirula_double_derivative",
            Self::SmoothStep { .. } => "spirula_smooth_step",
            Self::Frexp { .. } => "spirula_frexp",
            Self::MatrixAdd { .. } => "spirula_matrix_add",
            Self::Relayout { .. } => "spirula_relayout",
            Self::MatrixSubtract { .. } => "spirula_matrix_subtract",
            Self::MatrixConvert { .. } => "spirula_matrix_convert",
            Self::RayIsValid { .. } => "spirula_ray_is_valid",
            Self::RayIntersection { .. } => "spirula_ray_intersection",
            Self::RayVertexPositions { .. } => "spirula_ray_vertex_positions",
            Self::TaskSize { .. } => "spirula_task_size",
            Self::RayMayConfirm { .. } => "spirula_ray_may_confirm",
            Self::RayMayGenerate { .. } => "spirula_ray_may_generate",
            Self::Kill => "spirula_kill",
        }
    }
}
