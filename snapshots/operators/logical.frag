#version 450
// Logical operators that evaluate both sides: those of GLSL have no effects here.
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 color;

void main() {
    bool both = a.x > 0.0 && a.y > 0.0;
    bool either = a.z > 0.0 || both;
    color = either ? a : a.wzyx;
}

// CHECK: OpLogicalAnd %bool
// CHECK: OpLogicalOr %bool
// CHECK: OpVectorShuffle %v4f32 {{.*}} 3 2 1 0
