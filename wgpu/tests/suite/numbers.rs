//! Arithmetic of every width, atomics, subgroups, packed dot products, overrides and workgroup memory.

use crate::both::{bytes, simple};
use crate::gpu::Gpu;
use wgpu::Features;

/// Some words without a pattern, small enough for every test's arithmetic.
fn numbers(count: u32) -> Vec<u8> {
    let next = |index: u32| index.wrapping_mul(2_654_435_761).rotate_left(index % 31) ^ 0x9e37_79b9;
    bytes(&(0..count).map(next).collect::<Vec<_>>())
}

#[test]
fn overrides() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @id(7) override threads = 8u;
        override scale: f32;
        override flip = false;
        override bias = -3i;
        override both_of = scale * f32(threads);
        var<workgroup> shared_numbers: array<u32, threads * 2u>;
        @compute @workgroup_size(threads) fn main(
            @builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3u,
        ) {
            shared_numbers[local * 2u] = local * local + u32(bias + 3);
            workgroupBarrier();
            let other = shared_numbers[(threads - 1u - local) * 2u];
            let value = f32(other) * scale + both_of;
            out[group.x * threads + local] = select(u32(value), ~u32(value), flip);
        }";
    simple(gpu, "overrides of the shader", source, &[("scale", 1.5)], None, 64, 4);
    let constants = [("7", 16.0), ("scale", 2.25), ("flip", 1.0), ("bias", 11.0)];
    simple(gpu, "overrides of the pipeline", source, &constants, None, 64, 4);
}

#[test]
fn workgroup_memory_is_zero() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        struct Block { a: array<vec3<u32>, 5>, b: atomic<i32>, c: mat3x2<f32> }
        var<workgroup> block: Block;
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) local: u32) {
            if local == 0u {
                out[0] = block.a[4].z + u32(atomicLoad(&block.b)) + u32(block.c[2].y) + 1u;
            }
            workgroupBarrier();
            block.a[local % 5u][local % 3u] = local;
            atomicAdd(&block.b, i32(local));
            workgroupBarrier();
            if local == 0u { out[1] = u32(atomicLoad(&block.b)); }
        }";
    let result = simple(gpu, "workgroup memory", source, &[], None, 4, 1);
    assert_eq!(result, bytes(&[1, 496, 0, 0]));
}

#[test]
fn subgroups() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::SUBGROUP, "subgroups") {
        return;
    }
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<vec4u>;
        @group(0) @binding(1) var<storage, read> data: array<u32>;
        @compute @workgroup_size(32) fn main(
            @builtin(local_invocation_index) local: u32, @builtin(subgroup_size) size: u32,
            @builtin(subgroup_invocation_id) lane: u32, @builtin(num_subgroups) count: u32, @builtin(subgroup_id) id: u32,
        ) {
            let x = data[local] & 0xffffu;
            let f = f32(x) * 0.25;
            var a = vec4u(subgroupAdd(x), subgroupMul(x | 1u), subgroupMin(x), subgroupMax(x));
            a ^= vec4u(subgroupAnd(x), subgroupOr(x), subgroupXor(x), subgroupExclusiveAdd(x));
            var b = subgroupBallot(x % 3u == 0u);
            b.y = subgroupInclusiveAdd(x); b.z = subgroupBroadcastFirst(x); b.w = subgroupBroadcast(x, 2u);
            var c = vec4u(subgroupShuffle(x, size - 1u - lane), subgroupShuffleXor(x, 1u),
                subgroupShuffleUp(x, 1u) * u32(lane > 0u), subgroupShuffleDown(x, 1u) * u32(lane + 1u < size));
            c += vec4u(quadBroadcast(x, 2u), quadSwapX(x), quadSwapY(x), quadSwapDiagonal(x));
            var d = vec4u(u32(subgroupAll(x > 3u)), u32(subgroupAny(x == (data[5] & 0xffffu))), u32(subgroupMax(f)), size);
            d += vec4u(count, id, lane, 0u);
            out[local * 4u] = a; out[local * 4u + 1u] = b; out[local * 4u + 2u] = c; out[local * 4u + 3u] = d;
        }";
    simple(gpu, "subgroups", source, &[], Some(&numbers(32)), 32 * 16, 1);
}

#[test]
fn halves() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::SHADER_F16, "f16") {
        return;
    }
    let source = "
        enable f16;
        struct Item { a: f16, b: vec2h, m: mat2x2h }
        @group(0) @binding(0) var<storage, read_write> out: array<Item, 32>;
        @group(0) @binding(1) var<storage, read> data: array<vec4h>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) local: u32) {
            let w = clamp(data[local], vec4h(-1.5h), vec4h(1.25h));
            out[local].a = w.x * 2.0h + 1.0h;
            out[local].b = min(w.yz, w.zw) + vec2h(f16(local));
            out[local].m = mat2x2h(w.xy, w.zw);
        }";
    // Without the highest bit of the exponent there are no infinities, and no NaN, of which WGSL says nothing.
    let finite: Vec<u8> = numbers(64)
        .into_iter()
        .enumerate()
        .map(|(at, byte)| byte & [0xff, 0xbf][at % 2])
        .collect();
    simple(gpu, "f16", source, &[], Some(&finite), 32 * 4, 1);
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var<storage, read> data: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) local: u32) {
            out[local] = pack2x16float(unpack2x16float(data[local]) * 0.5) + pack4x8unorm(unpack4x8snorm(data[local]) * 0.5 + 0.5);
        }";
    simple(gpu, "packing", source, &[], Some(&finite), 64, 1);
}

#[test]
fn integers_of_16_bits() {
    let Some(gpu) = Gpu::all() else { return };
    if !gpu.has(Features::SHADER_I16, "i16") {
        return;
    }
    let source = "
        enable wgpu_int16;
        @group(0) @binding(0) var<storage, read_write> out: array<vec4<i16>, 32>;
        @group(0) @binding(1) var<storage, read> data: array<vec4<u16>>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) local: u32) {
            let v = data[local];
            let w = (v * v.yzwx) / max(v.wxyz, vec4<u16>(u16(1))) + vec4<u16>(u16(local));
            out[local] = vec4<i16>(w) - vec4<i16>(v.zwxy);
        }";
    simple(gpu, "i16", source, &[], Some(&numbers(64)), 64, 1);
}

#[test]
fn integers_and_floats_of_64_bits() {
    let Some(gpu) = Gpu::all() else { return };
    if gpu.has(Features::SHADER_INT64, "i64") {
        let source = "
            @group(0) @binding(0) var<storage, read_write> out: array<vec2<u64>, 32>;
            @group(0) @binding(1) var<storage, read> data: array<vec2<i64>>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) local: u32) {
                let v = data[local];
                let quotient = v.x / (v.y | 1li);
                let shifted = vec2<u64>(v) >> vec2u(local % 64u);
                out[local] = vec2<u64>(u64(quotient) ^ shifted.x, shifted.y * 6364136223846793005lu + u64(v.x % (v.y | 1li)));
            }";
        simple(gpu, "i64", source, &[], Some(&numbers(128)), 128, 1);
    }
    if gpu.has(Features::SHADER_F64, "f64") {
        let source = "
            @group(0) @binding(0) var<storage, read_write> out: array<vec2<f64>, 32>;
            @group(0) @binding(1) var<storage, read> data: array<u32>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) local: u32) {
                let x = f64(data[local]) * 0.001lf;
                let y = f64(i32(data[local])) / 7.0lf;
                out[local] = vec2<f64>(x * y + sqrt(x), max(floor(y), -x) - abs(y));
            }";
        simple(gpu, "f64", source, &[], Some(&numbers(32)), 128, 1);
    }
}

#[test]
fn atomics() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        struct Sums { a: atomic<u32>, b: atomic<i32>, c: atomic<u32>, d: atomic<u32>, e: atomic<i32>, f: atomic<i32>, g: atomic<u32> }
        @group(0) @binding(0) var<storage, read_write> out: Sums;
        @group(0) @binding(1) var<storage, read> data: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
            let x = data[id.x];
            atomicAdd(&out.a, x); atomicSub(&out.b, i32(x)); atomicXor(&out.c, x); atomicOr(&out.d, x & 0xff00u);
            atomicMin(&out.e, i32(x)); atomicMax(&out.f, i32(x));
            loop {
                let old = atomicLoad(&out.g);
                if atomicCompareExchangeWeak(&out.g, old, max(old, x)).exchanged { break; }
            }
        }";
    simple(gpu, "32-bit atomics", source, &[], Some(&numbers(256)), 7, 4);
    if gpu.has(Features::SHADER_INT64_ATOMIC_ALL_OPS, "64-bit atomics") {
        let source = "
            struct Sums { a: atomic<u64>, b: atomic<i64>, c: atomic<u64>, d: atomic<i64>, e: atomic<u64>, f: atomic<u64> }
            @group(0) @binding(0) var<storage, read_write> out: Sums;
            @group(0) @binding(1) var<storage, read> data: array<vec2<u64>>;
            var<workgroup> total: atomic<u64>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
                let x = data[id.x].x ^ data[id.x].y;
                atomicAdd(&total, x);
                atomicAdd(&out.a, x); atomicSub(&out.b, i64(x)); atomicXor(&out.c, x);
                atomicMax(&out.d, i64(x)); atomicMin(&out.e, x);
                workgroupBarrier();
                if id.x % 64u == 0u { atomicAdd(&out.f, atomicLoad(&total)); }
            }";
        simple(gpu, "64-bit atomics", source, &[], Some(&numbers(512)), 12, 2);
    }
    if gpu.has(Features::SHADER_FLOAT32_ATOMIC, "float atomics") {
        let source = "
            @group(0) @binding(0) var<storage, read_write> out: array<atomic<f32>, 4>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
                atomicAdd(&out[0], f32(id.x));
                atomicSub(&out[1], f32(id.x * 2u));
                if id.x == 5u { atomicStore(&out[2], 4.5); let old = atomicExchange(&out[3], 7.25); }
            }";
        let result = simple(gpu, "float atomics", source, &[], None, 4, 2);
        let expected: Vec<u8> = [8128.0f32, -16256.0, 4.5, 7.25]
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        assert_eq!(result, expected);
    }
}

#[test]
fn packed_dot_products() {
    let Some(gpu) = Gpu::all() else { return };
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<vec4u>;
        @group(0) @binding(1) var<storage, read> data: array<vec2u>;
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) local: u32) {
            let v = data[local];
            let wide = unpack4xI8(v.x) * unpack4xI8(v.y);
            out[local] = vec4u(
                u32(dot4I8Packed(v.x, v.y)), dot4U8Packed(v.x, v.y), pack4xI8(wide), pack4xU8Clamp(unpack4xU8(v.x) + 100u));
        }";
    simple(gpu, "packed dot products", source, &[], Some(&numbers(64)), 128, 1);
}

#[test]
fn wgsl_at_the_edges() {
    let Some(gpu) = Gpu::all() else { return };
    // Integer division by zero and overflow, indices out of range, loops: what wgpu makes safe is as safe here.
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<i32, 32>;
        @group(0) @binding(1) var<storage, read> data: array<i32>;
        fn pick(index: i32) -> i32 { var table = array<i32, 4>(3, 5, 7, 11); return table[index]; }
        @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) local: u32) {
            let x = data[local];
            let zero = data[40];
            out[local] = x / zero + x % zero + pick(x & 3) + i32(arrayLength(&data)) + (-2147483647 - 1) / (zero - 1);
        }";
    let mut input = numbers(40);
    input.extend([0; 16]);
    simple(gpu, "edges", source, &[], Some(&input), 32, 1);
}
