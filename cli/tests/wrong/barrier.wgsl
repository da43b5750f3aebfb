@fragment fn main(@location(0) a: f32) -> @location(0) vec4f {
    if a > 0.5 { return vec4f(); }
    let d = dpdx(a);
    workgroupBarrier();
    return vec4f(d);
}
