// spec-constants
// What has an opcode outside functions is computed there: arithmetic with guarded divisors, shifts by a masked amount,
// comparisons, conversions between integers by an addition of zero, choices, composites and their parts.

override a: i32 = 7;
override b: i32 = 2;
override u: u32 = 3u;
override t: bool = false;

var<private> divided: vec2<i32> = vec2<i32>(a / b, a % b);
var<private> by_a_constant: u32 = u / 5u;
var<private> shifted: i32 = a << u;
var<private> compared: bool = (a < b) || !t;
var<private> converted: u32 = u32(a) + u32(t);
var<private> chosen: vec3<i32> = select(vec3<i32>(a), vec3<i32>(1, b, 3), t);
var<private> part: i32 = vec4<i32>(vec2<i32>(a, b), vec2<i32>(0)).zyx.y;
var<private> bounded: i32 = clamp(abs(a), 1, max(b, 4));

@group(0) @binding(0) var<storage, read_write> out: array<i32>;

@compute @workgroup_size(1)
fn main() {
    out[0] = divided.x + divided.y;
    out[1] = i32(by_a_constant) + shifted + i32(compared);
    out[2] = i32(converted) + chosen.x + chosen.y + chosen.z;
    out[3] = part + bounded;
}

// CHECK-DAG: [[ZERO:]] = OpSpecConstantOp %bool IEqual %spec_1 %i32_0
// CHECK-DAG: [[GUARD:]] = OpSpecConstantOp %bool LogicalOr [[ZERO]]
// CHECK-DAG: [[DIVISOR:]] = OpSpecConstantOp %i32 Select [[GUARD]] %i32_1 %spec_1
// CHECK-DAG: OpSpecConstantOp %i32 SDiv %spec_0 [[DIVISOR]]
// CHECK-DAG: OpSpecConstantOp %u32 UDiv %spec_2 %u32_5
// CHECK-DAG: [[AMOUNT:]] = OpSpecConstantOp %u32 BitwiseAnd %spec_2 %u32_31
// CHECK-DAG: OpSpecConstantOp %i32 ShiftLeftLogical %spec_0 [[AMOUNT]]
// CHECK-DAG: OpSpecConstantOp %u32 IAdd %spec_0 %u32_0
