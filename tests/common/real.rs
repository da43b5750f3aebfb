//! Real shaders from published crates.

/// The compute shaders of Vello, a renderer of 2D graphics: name and WGSL.
pub fn vello() -> Vec<(&'static str, String)> {
    let shaders = vello_shaders::SHADERS;
    [
        ("backdrop", shaders.backdrop),
        ("backdrop_dyn", shaders.backdrop_dyn),
        ("bbox_clear", shaders.bbox_clear),
        ("binning", shaders.binning),
        ("clip_leaf", shaders.clip_leaf),
        ("clip_reduce", shaders.clip_reduce),
        ("coarse", shaders.coarse),
        ("draw_leaf", shaders.draw_leaf),
        ("draw_reduce", shaders.draw_reduce),
        ("fine_area", shaders.fine_area),
        ("fine_msaa16", shaders.fine_msaa16),
        ("fine_msaa8", shaders.fine_msaa8),
        ("flatten", shaders.flatten),
        ("path_count", shaders.path_count),
        ("path_count_setup", shaders.path_count_setup),
        ("path_tiling", shaders.path_tiling),
        ("path_tiling_setup", shaders.path_tiling_setup),
        ("pathtag_reduce", shaders.pathtag_reduce),
        ("pathtag_reduce2", shaders.pathtag_reduce2),
        ("pathtag_scan1", shaders.pathtag_scan1),
        ("pathtag_scan_large", shaders.pathtag_scan_large),
        ("pathtag_scan_small", shaders.pathtag_scan_small),
        ("tile_alloc", shaders.tile_alloc),
    ]
    .map(|(name, shader)| (name, shader.wgsl.code.into_owned()))
    .into()
}
