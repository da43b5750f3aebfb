#version 450
// An empty case that falls into one that falls on, a default in the middle that is fallen into and falls on, and a
// case that ends the loop around it.
// targets: vulkan1.0 vulkan1.3
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { int v[]; };

void main() {
    for (int i = 0; i < 8; i++) {
        switch (v[i]) {
            case 1:
            case 2:
                v[8] += 1;
            case 3:
                v[9] += 10;
                break;
            case 4:
                v[10] += 100;
            default:
                v[11] += 1000;
            case 5:
                v[12] += 10000;
                break;
            case 6:
                if (v[13] > 0) break;
                v[13] += 1;
            case 7:
                continue;
        }
        v[14] += 1;
    }
}

// CHECK: OpSwitch {{.*}} [[DEFAULT:]] 1 [[TWO:]] 2 [[TWO]] 3 [[THREE:]] 4 [[FOUR:]]
// CHECK-NEXT: [[TWO]] = OpLabel
// CHECK: OpBranch [[THREE]]
// CHECK-NEXT: [[THREE]] = OpLabel
// CHECK: [[FOUR]] = OpLabel
// CHECK: OpBranch [[DEFAULT]]
// CHECK-NEXT: [[DEFAULT]] = OpLabel
