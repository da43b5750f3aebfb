//init 1: 1
@group(0) @binding(0) var<storage, read_write> out: array<u32, 64>;
@group(0) @binding(1) var<storage, read> inp: array<u32, 8>;
fn f(p: ptr<function, u32>) -> u32 { let v = *p; *p = 77u; return v; }
@compute @workgroup_size(1) fn main() {
  var a = array<u32, 4>(10u, 20u, 30u, 40u);
  let i = u64(inp[0]) << 32u;
  out[0] = f(&a[i]); //= 0
  out[1] = a[0]; //= 10
}
