// spec-constants
// Floats have no opcode outside functions: the default of `half` is a function that its readers call, and a private
// variable and a local computed from it are stored to where code begins. `double` stays outside.

override size: i32 = 6;
override double = size * 2;
override half = f32(size) * 0.5;

var<private> start: f32 = half + 1.0;

@group(0) @binding(0) var<storage, read_write> out: array<f32>;

fn read() -> f32 {
    return half + start;
}

@compute @workgroup_size(1)
fn main() {
    var local = half * 4.0;
    local += read();
    out[0] = local + f32(double);
}

@compute @workgroup_size(1)
fn does_not_read() {
    out[0] = f32(size);
}

// CHECK: [[DOUBLE:]] = OpSpecConstantOp %i32 IMul %spec_0 %i32_2
// CHECK: OpSpecConstantOp %i32 Select {{.*}} [[DOUBLE]]
// CHECK: %main = OpFunction
// CHECK: OpFunctionCall %f32 [[HALF:]]
// CHECK: [[HALF]] = OpFunction %f32 None %fn_f32
// CHECK: OpConvertSToF %f32 %spec_0
// CHECK: [[VALUE:]] = OpFMul %f32 {{.*}} %f32_0.5
// CHECK: OpSelect %f32 {{.*}} %spec_2 [[VALUE]]
