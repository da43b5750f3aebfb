//init 1: 0 1 2 3 0xffffffff 9 9 9
//init 2: 1065353216 1073741824 1077936128 1082130432 1084227584 1086324736 1088421888 1090519040 1091567616 1092616192 1093664768 1094713344
struct U { m: mat3x2<f32>, pad: vec2f, m2: mat2x4<f32> }
@group(0) @binding(0) var<storage, read_write> out: array<u32, 64>;
@group(0) @binding(1) var<storage, read> inp: array<u32, 8>;
@group(0) @binding(2) var<uniform> un: U;
@group(0) @binding(3) var<storage, read_write> rt: array<u32>;
@group(0) @binding(4) var<storage, read_write> at: array<atomic<u32>, 4>;
var<private> pv: array<array<u32, 3>, 3>;
fn rd(p: ptr<function, u32>) -> u32 { let v = *p; *p = 99u; return v; }
fn rp(p: ptr<private, u32>) -> u32 { let v = *p; *p = 99u; return v; }
@compute @workgroup_size(1) fn main() {
  let big = u64(inp[1]) << 32u; let b1 = big + u64(inp[1]); let neg = -i64(inp[1]); let negbig = -(i64(inp[1]) << 32u); let ok = u64(inp[2]); let oki = i64(inp[1]);
  var a = array<u32, 4>(10u, 20u, 30u, 40u);
  var v = vec3u(5u, 6u, 7u);
  let la = array<u32, 4>(11u, 21u, 31u, 41u);
  pv[0] = array(1u, 2u, 3u); pv[1] = array(4u, 5u, 6u); pv[2] = array(7u, 8u, 9u);
  for (var i = 0u; i < 64u; i++) { rt[i] = i + 100u; }
  out[0] = a[big]; //= 40|0
  out[1] = a[b1]; //= 40|0
  out[2] = a[neg]; //= 40|0
  out[3] = a[negbig]; //= 40|0
  out[4] = a[ok] + a[oki]; //= 50
  out[5] = la[big]; //= 41|0
  out[6] = la[negbig]; //= 41|0
  out[7] = la[ok]; //= 31
  out[8] = v[big]; //= 7|0
  out[9] = v[negbig]; //= 7|0
  out[10] = v[oki]; //= 6
  out[11] = pv[big][ok]; //= 9|0
  out[12] = pv[ok][big]; //= 9|0
  out[13] = rt[big]; //= 163|0
  out[14] = rt[negbig]; //= 163|0
  out[15] = rt[ok]; //= 102
  out[16] = u32(un.m[big].x); //= 5|0
  out[17] = u32(un.m[ok][oki]); //= 6
  out[18] = u32(un.m[oki][negbig]); //= 4|0
  out[19] = u32(un.m2[big][ok]); //= any
  out[20] = rp(&pv[big][ok]); //= 9|0
  out[21] = pv[0][2]; //= 3
  out[22] = rp(&pv[negbig][negbig]); //= 99|9|0
  out[23] = pv[0][0]; //= 1
  out[24] = rd(&a[big]); //= 40|0
  out[25] = a[0]; //= 10
  a[big] = 7u; a[negbig] = 7u; out[26] = a[0]; //= 10
  v[negbig] = 8u; out[27] = v.x; //= 5
  atomicAdd(&at[big], 5u); atomicAdd(&at[negbig], 5u); out[28] = atomicLoad(&at[0]); //= 0
  rt[big] = 1u; out[29] = rt[0]; //= 100
  pv[big][big] = 1000u; out[30] = pv[0][0]; //= 1
  out[31] = atomicExchange(&at[big], 4u) & 0u; //= 0
}
//init 4: 0 0 0 0
