// A module without an entry point: `Linkage` is no capability of Vulkan's.

var<private> count: u32;

fn next() -> u32 {
    count += 1u;
    return count;
}
