// All arms of a selection leave, in a continue construct: its merge block leads to the back edge all the same.

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

@compute @workgroup_size(1)
fn main() {
    var i = 0u;
    loop {
        v[0] += i;
        continuing {
            while true { if i > v[1] { break; } else { i++; continue; } }
            loop { switch i { case 3u: { break; } default: { i += 2u; continue; } } break; }
            break if i > 9u;
        }
    }
}
