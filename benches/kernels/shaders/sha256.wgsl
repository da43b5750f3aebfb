const K = array<u32, 64>(
0x428a2f98u,0x71374491u,0xb5c0fbcfu,0xe9b5dba5u,0x3956c25bu,0x59f111f1u,0x923f82a4u,0xab1c5ed5u,0xd807aa98u,0x12835b01u,0x243185beu,0x550c7dc3u,0x72be5d74u,0x80deb1feu,0x9bdc06a7u,0xc19bf174u,
0xe49b69c1u,0xefbe4786u,0x0fc19dc6u,0x240ca1ccu,0x2de92c6fu,0x4a7484aau,0x5cb0a9dcu,0x76f988dau,0x983e5152u,0xa831c66du,0xb00327c8u,0xbf597fc7u,0xc6e00bf3u,0xd5a79147u,0x06ca6351u,0x14292967u,
0x27b70a85u,0x2e1b2138u,0x4d2c6dfcu,0x53380d13u,0x650a7354u,0x766a0abbu,0x81c2c92eu,0x92722c85u,0xa2bfe8a1u,0xa81a664bu,0xc24b8b70u,0xc76c51a3u,0xd192e819u,0xd6990624u,0xf40e3585u,0x106aa070u,
0x19a4c116u,0x1e376c08u,0x2748774cu,0x34b0bcb5u,0x391c0cb3u,0x4ed8aa4au,0x5b9cca4fu,0x682e6ff3u,0x748f82eeu,0x78a5636fu,0x84c87814u,0x8cc70208u,0x90befffau,0xa4506cebu,0xbef9a3f7u,0xc67178f2u);
@group(0) @binding(0) var<storage, read> blocks: array<u32>;
@group(0) @binding(1) var<storage, read_write> digests: array<u32>;
fn turn(x: u32, n: u32) -> u32 { return (x >> n) | (x << (32u - n)); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let base = id.x * 16u;
    if base + 15u >= arrayLength(&blocks) { return; }
    var w: array<u32, 64>;
    for (var i = 0u; i < 16u; i++) { w[i] = blocks[base + i]; }
    for (var i = 16u; i < 64u; i++) {
        let s0 = turn(w[i - 15u], 7u) ^ turn(w[i - 15u], 18u) ^ (w[i - 15u] >> 3u);
        let s1 = turn(w[i - 2u], 17u) ^ turn(w[i - 2u], 19u) ^ (w[i - 2u] >> 10u);
        w[i] = w[i - 16u] + s0 + w[i - 7u] + s1;
    }
    var h = array<u32, 8>(0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u);
    var s = h;
    for (var i = 0u; i < 64u; i++) {
        let s1 = turn(s[4], 6u) ^ turn(s[4], 11u) ^ turn(s[4], 25u);
        let ch = (s[4] & s[5]) ^ (~s[4] & s[6]);
        let t1 = s[7] + s1 + ch + K[i] + w[i];
        let s0 = turn(s[0], 2u) ^ turn(s[0], 13u) ^ turn(s[0], 22u);
        let maj = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        s[7] = s[6]; s[6] = s[5]; s[5] = s[4]; s[4] = s[3] + t1;
        s[3] = s[2]; s[2] = s[1]; s[1] = s[0]; s[0] = t1 + s0 + maj;
    }
    for (var i = 0u; i < 8u; i++) { digests[id.x * 8u + i] = h[i] + s[i]; }
}
