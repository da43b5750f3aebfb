//! Generates a shader whose functions need more instances than anyone would write.

use std::fmt::Write as _;

/// Structs `S0`, `S1` … nested `depth` levels deep, each with two members of the previous type, and for each a function
/// `f0`, `f1` … that passes pointers to its halves in `space` on: `f0` alone has two to the power of `depth - 1`
/// instances by shape.
pub fn halves(depth: u32, space: &str) -> String {
    let mut text = format!(
        "
    struct S0 {{ a: u32, b: u32 }}
    fn f0(p: ptr<{space}, S0>, seed: u32) -> u32 {{
        (*p).a += seed;
        (*p).b ^= (*p).a * 3u + 1u;
        return seed * 31u + (*p).a + (*p).b * 7u;
    }}
    "
    );
    for level in 1..depth {
        let below = level - 1;
        write!(
            text,
            "struct S{level} {{ a: S{below}, b: S{below} }}
    fn f{level}(p: ptr<{space}, S{level}>, seed: u32) -> u32 {{
        return f{below}(&(*p).b, f{below}(&(*p).a, seed));
    }}
    "
        )
        .expect("writing to a string does not fail");
    }
    text
}
