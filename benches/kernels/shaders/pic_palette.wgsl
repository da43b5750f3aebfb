struct Palette { colors: array<vec4<f32>, 16> }
@group(0) @binding(0) var<uniform> palette: Palette;
@group(0) @binding(1) var<storage, read> tiles: array<u32>;
@fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let cell = vec2<u32>(at.xy) / 8u;
    let index = cell.y * 64u + cell.x;
    var word = 0u;
    if index < arrayLength(&tiles) { word = tiles[index]; }
    let shift = (u32(at.x) & 7u) * 4u;
    return palette.colors[(word >> shift) & 15u];
}
