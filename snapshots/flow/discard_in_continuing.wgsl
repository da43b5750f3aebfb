// `OpKill` ends no block of a continue construct: where nothing demotes, a function ends in it.

@fragment
fn main(@location(0) x: f32) -> @location(0) vec4f {
    var i = 0u;
    loop {
        if f32(i) > x { break; }
        continuing {
            i += 1u;
            if x > 100.0 { discard; }
        }
    }
    return vec4f(f32(i));
}
