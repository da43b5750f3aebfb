#version 460
#extension GL_EXT_multiview : enable
#extension GL_ARB_shader_viewport_layer_array : enable
layout(location = 0) in vec3 position;
layout(location = 1) in uvec2 packed_normal;
layout(location = 2) in mat3 basis;
layout(location = 0) out Interface { vec3 normal; flat int material; noperspective vec2 uv[2]; } o;
layout(set = 0, binding = 0, std140) uniform Scene { mat4 view_projection; mat3x2 narrow; vec4 planes[4]; float time; } scene;
layout(set = 0, binding = 1, std430) readonly buffer Instances { mat4 transforms[]; } instances;
layout(push_constant) uniform Push { layout(offset = 16) vec2 offset; uint mask; } push;
layout(constant_id = 3) const int COUNT = 4;
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; float gl_CullDistance[1]; };

vec3 decode(uvec2 bits) { return vec3(unpackHalf2x16(bits.x), unpackSnorm2x16(bits.y).x); }

void main() {
    mat4 model = instances.transforms[gl_InstanceIndex + gl_BaseInstance];
    vec4 world = model * vec4(position, 1.0);
    for (int i = 0; i < COUNT; ++i) {
        if (dot(world, scene.planes[i & 3]) < 0.0) { world.w += 1.0; continue; }
        world.xyz = mix(world.xyz, basis * world.xyz, 0.5);
    }
    gl_Position = scene.view_projection * world;
    gl_Position.xy += scene.narrow * decode(packed_normal) + push.offset;
    gl_PointSize = 1.0 + float(gl_ViewIndex);
    gl_ClipDistance[0] = world.x;
    gl_ClipDistance[1] = world.y;
    gl_CullDistance[0] = scene.time;
    gl_Layer = gl_DrawID;
    o.normal = normalize(transpose(inverse(mat3(model))) * decode(packed_normal));
    o.material = int(push.mask) + gl_VertexIndex;
    o.uv[0] = position.xy;
    o.uv[1] = position.yz;
}
