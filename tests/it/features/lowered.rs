//! A shader for each feature that has a replacement: the code that uses the feature, and the results with and without
//! it.

use spirula::Feature::{self, *};

/// A shader that is lowered differently if a feature is missing.
pub struct Lowered {
    pub feature: Feature,
    /// An environment in which the feature is optional.
    pub target: &'static str,
    pub source: &'static str,
    /// The source text of the first use; empty if no text uses it.
    pub at: &'static str,
    pub count: u32,
    /// Features that are enabled besides, or disabled, in both cases.
    pub with: &'static [Feature],
    pub without: &'static [Feature],
    /// Whether overrides become specialization constants; the memory model is Vulkan's then.
    pub spec_constants: bool,
    pub vulkan_memory_model: bool,
    /// The execution and its expected results.
    pub run: Run,
}

/// How a shader is executed.
pub enum Run {
    /// One workgroup of the entry point `main`. Binding 0 is a uniform or storage buffer with these words, binding 1
    /// has the results.
    Compute {
        uniform: bool,
        input: &'static [u32],
        output: &'static [u32],
    },
    /// A triangle over a picture of two pixels, drawn by the entry points `vs` and `fs`: the red component of each
    /// pixel.
    Draw([f32; 2]),
    /// Points of a mesh shader, on one pixel.
    Mesh(f32),
}

const PLAIN: Lowered = Lowered {
    feature: Maintenance4,
    target: "vulkan1.2",
    source: "",
    at: "",
    count: 1,
    with: &[],
    without: &[],
    spec_constants: false,
    vulkan_memory_model: false,
    run: Run::Draw([0.0; 2]),
};

const fn words(input: &'static [u32], output: &'static [u32]) -> Run {
    Run::Compute {
        uniform: false,
        input,
        output,
    }
}

const fn bits(value: f32) -> u32 {
    value.to_bits()
}

const TWO_ROWS: &str = "struct Block { first: f32, m: mat3x2<f32> }
@group(0) @binding(0) var<uniform> block: Block;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(1) fn main() {
    let m = block.m;
    for (var i = 0u; i < 3u; i++) { o[i * 2u] = m[i].x; o[i * 2u + 1u] = block.m[i].y; }
}";

/// `first`, padding to 8 bytes, three columns.
const TWO_ROWS_INPUT: &[u32] = &[
    bits(9.0), 0, bits(1.0), bits(2.0), bits(3.0), bits(4.0), bits(5.0), bits(6.0),
];
const TWO_ROWS_OUTPUT: &[u32] = &[bits(1.0), bits(2.0), bits(3.0), bits(4.0), bits(5.0), bits(6.0)];

/// The whole workgroup enters the `if` and leaves it at its end, so that its invocations reconverge in every mode.
const RECONVERGING: &str = "@group(0) @binding(0) var<storage, read> a: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    var x = a[i];
    if x > 5u { x *= 100u; }
    o[i] = quadSwapX(x);
    o[i + 4u] = quadBroadcast(x, 2u);
}";
const RECONVERGING_RUN: Run = words(&[1, 6, 7, 2], &[600, 1, 2, 700, 700, 700, 700, 700]);

pub const LOWERED: &[Lowered] = &[
    Lowered {
        feature: ShaderMaximalReconvergence,
        source: RECONVERGING,
        at: "quadSwapX(x)",
        run: RECONVERGING_RUN,
        ..PLAIN
    },
    Lowered {
        feature: ShaderSubgroupUniformControlFlow,
        source: RECONVERGING,
        at: "quadSwapX(x)",
        run: RECONVERGING_RUN,
        ..PLAIN
    },
    Lowered {
        feature: ShaderIntegerDotProduct,
        source: "@group(0) @binding(0) var<storage, read> a: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1) fn main() {
    o[0] = dot4U8Packed(a[0], a[1]);
    o[1] = bitcast<u32>(dot4I8Packed(a[0], a[1]));
    let left = vec2<u32>(a[2], a[3]);
    o[2] = dot(left, left);
}",
        at: "dot4U8Packed(a[0], a[1])",
        // DotProduct and DotProductInput4x8BitPacked twice, DotProduct and DotProductInputAll.
        count: 3,
        // 255*1 + 2*2 + 3*3 + 4*4; -1*1 + 2*2 + 3*3 + 4*4; 70000² + 5² modulo 2³².
        run: words(&[0xff02_0304, 0x0102_0304, 70_000, 5], &[284, 28, 605_032_729]),
        ..PLAIN
    },
    Lowered {
        feature: ShaderZeroInitializeWorkgroupMemory,
        source: "@group(0) @binding(0) var<storage, read> a: array<u32, 2>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
var<workgroup> kept: array<u32, 3>;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
    kept[i] += a[i];
    workgroupBarrier();
    if i == 0u { o[0] = kept[0]; o[1] = kept[1]; o[2] = kept[2]; }
}",
        at: "var<workgroup> kept",
        run: words(&[7, 8], &[7, 8, 0]),
        ..PLAIN
    },
    Lowered {
        feature: Maintenance4,
        // spirv-val supports it from this version on.
        target: "vulkan1.3",
        source: "override size: u32 = 3u;
@group(0) @binding(0) var<storage, read> a: array<u32, 1>;
@group(0) @binding(1) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(size) fn main(@builtin(local_invocation_index) i: u32) { o[i] = i + a[0]; }",
        at: "size) fn main",
        spec_constants: true,
        run: words(&[10], &[10, 11, 12, 0]),
        ..PLAIN
    },
    Lowered {
        feature: UniformBufferStandardLayout,
        target: "vulkan1.1",
        source: TWO_ROWS,
        at: "var<uniform> block",
        run: Run::Compute { uniform: true, input: TWO_ROWS_INPUT, output: TWO_ROWS_OUTPUT },
        ..PLAIN
    },
    Lowered {
        feature: ScalarBlockLayout,
        target: "vulkan1.1",
        source: TWO_ROWS,
        at: "var<uniform> block",
        without: &[UniformBufferStandardLayout],
        run: Run::Compute { uniform: true, input: TWO_ROWS_INPUT, output: TWO_ROWS_OUTPUT },
        ..PLAIN
    },
    Lowered {
        feature: VulkanMemoryModelDeviceScope,
        source: "@group(0) @binding(0) var<storage, read> a: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> o: array<atomic<u32>, 2>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    _ = atomicAdd(&o[0], a[i]);
    _ = atomicMax(&o[1], a[i]);
}",
        at: "atomicAdd(&o[0], a[i])",
        count: 2,
        with: &[VulkanMemoryModel],
        vulkan_memory_model: true,
        run: words(&[1, 20, 3, 4], &[28, 20]),
        ..PLAIN
    },
    Lowered {
        feature: ShaderDemoteToHelperInvocation,
        source: "@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    if at.x < 1.0 { discard; }
    return vec4<f32>(dpdx(at.x * 0.25));
}",
        at: "at.x < 1.0",
        // The first pixel keeps the clear value.
        run: Run::Draw([0.75, 0.25]),
        ..PLAIN
    },
    Lowered {
        feature: ShaderTerminateInvocation,
        source: "@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment fn fs(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    if at.x < 1.0 { discard; }
    return vec4<f32>(at.x / 6.0);
}",
        at: "discard;",
        // The first pixel keeps the clear value.
        run: Run::Draw([0.75, 0.25]),
        ..PLAIN
    },
    Lowered {
        feature: StorageInputOutput16,
        source: "enable f16;
struct Between { @builtin(position) at: vec4<f32>, @location(0) @interpolate(flat) half: f16 }
@vertex fn vs(@builtin(vertex_index) i: u32) -> Between {
    return Between(vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0), 0.375h);
}
@fragment fn fs(in: Between) -> @location(0) vec4<f32> { return vec4<f32>(f32(in.half) + floor(in.at.x)); }",
        at: "f32(i & 1u)",
        count: 2,
        with: &[ShaderFloat16],
        run: Run::Draw([0.375, 1.375]),
        ..PLAIN
    },
    Lowered {
        feature: Maintenance5,
        source: "enable wgpu_mesh_shader;
struct Vertex { @builtin(position) position: vec4<f32>, @location(0) tone: f32 }
struct Primitive { @builtin(point_index) index: u32 }
struct Mesh { @builtin(vertices) vertices: array<Vertex, 1>, @builtin(primitives) primitives: array<Primitive, 1>,
    @builtin(vertex_count) vertex_count: u32, @builtin(primitive_count) primitive_count: u32 }
var<workgroup> mesh: Mesh;
@mesh(mesh) @workgroup_size(1) fn main() {
    mesh.vertex_count = 1u; mesh.primitive_count = 1u;
    mesh.vertices[0] = Vertex(vec4<f32>(0.0, 0.0, 0.5, 1.0), 0.625);
    mesh.primitives[0].index = 0u;
}
@fragment fn fs(in: Vertex) -> @location(0) vec4<f32> { return vec4<f32>(in.tone); }",
        at: "mesh.vertex_count = 1u",
        with: &[MeshShader],
        run: Run::Mesh(0.625),
        ..PLAIN
    },
];
