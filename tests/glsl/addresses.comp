#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(buffer_reference) buffer Node;
// The pointers of the structure are declared after it.
struct Link { Node node; uint weight; };
layout(buffer_reference, std430) buffer Node { uint value; };
layout(std430, set = 0, binding = 0) buffer Links { uvec2 first; Link all[]; } links;
void main() {
    Link link = links.all[1];
    links.all[0] = link;
    Node(links.first).value = link.weight;
}
