#import bevy_pbr::forward_io::VertexOutput
@fragment fn main() {}
