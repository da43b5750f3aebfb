//! Reflection of stage inputs and outputs: location or built-in, type, and interpolation.

use super::format::Format;
use alloc::string::String;

/// An input or output of an entry point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct InterfaceReflection {
    /// The name of the argument or member, if it has one.
    pub name: Option<String>,
    /// Its type as WGSL spells it: `vec4<f32>`.
    pub ty: String,
    /// Its location; `None` for a built-in.
    pub location: Option<u32>,
    /// The first component that it occupies in its location. Always 0 in the reflection of a naga module.
    pub component: u32,
    /// The format with the same number and type of components, for a vertex buffer or an attachment; `None` for
    /// built-ins and arrays. Any format that Vulkan converts to the type is valid too.
    pub format: Option<Format>,
    /// The interpolation between vertices, for inputs of fragment shaders and outputs to them: `perspective`, `linear`,
    /// `flat`, `per_vertex`.
    pub interpolation: Option<&'static str>,
    /// The position of the interpolation in a pixel (`center`, `centroid`, `sample`), or the vertex of a flat input
    /// (`first`, `either`).
    pub sampling: Option<&'static str>,
    /// Whether it belongs to the primitives of a mesh shader rather than to the vertices.
    pub per_primitive: bool,
    /// The `Index` of a color output with dual-source blending.
    pub blend_src: Option<u32>,
    /// The built-in, by naga's name, or by SPIR-V's where naga has none.
    pub built_in: Option<String>,
}
