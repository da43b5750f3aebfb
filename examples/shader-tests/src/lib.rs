//! The list of the shaders that a small renderer compiles.

/// The shaders that the renderer compiles when it starts, by name.
pub const SHADERS: [(&str, &str); 3] = [
    ("forward", include_str!("../shaders/lighting/forward.wgsl")),
    ("fxaa", include_str!("../shaders/post/fxaa.wgsl")),
    ("skinning", include_str!("../shaders/geometry/skinning.wgsl")),
];

/// The source of the shader `name`.
pub fn source(name: &str) -> Option<&'static str> {
    SHADERS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, source)| *source)
}
