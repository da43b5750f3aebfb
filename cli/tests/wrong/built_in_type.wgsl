@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) p: vec3f) {}
