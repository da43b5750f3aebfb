//! Tests of cases that fall through, which WGSL lacks: from GLSL and from SPIR-V.

use super::bytes::from_words;
use super::run::{dispatch_shader, group};
use crate::common::vulkan::Resource;
use crate::common::{parse, root};

/// Runs a snapshot's shader on words and compares the resulting words.
fn check(snapshot: &str, before: &[u32], after: &[u32]) {
    let path = root("snapshots").join(snapshot);
    let shader = parse::file(&path).unwrap_or_else(|error| panic!("{error}"));
    let resources = [Resource::Storage(from_words(before))];
    dispatch_shader(
        &shader,
        snapshot,
        |_| {},
        &[],
        &group(resources),
        [1, 1, 1],
        |buffers| super::atomics::equal(&buffers[0], after).map_err(|fault| format!("{before:?}: {fault}")),
    );
}

/// The statements of `snapshots/flow/fall_through.comp`.
fn glsl(v: &mut [u32; 15]) {
    for i in 0..8 {
        let chosen = v[i];
        let from = match chosen {
            1 | 2 => 2,
            3..=7 => chosen,
            _ => 45,
        };
        // The positions of the cases; the default is between 4 and 5.
        for (place, case) in [2, 3, 4, 45, 5, 6, 7].into_iter().enumerate() {
            let first = [2, 3, 4, 45, 5, 6, 7].iter().position(|case| *case == from).unwrap();
            if place < first {
                continue;
            }
            match case {
                2 => v[8] += 1,
                3 => {
                    v[9] += 10;
                    v[14] += 1;
                    break;
                }
                4 => v[10] += 100,
                45 => v[11] += 1000,
                5 => {
                    v[12] += 10_000;
                    v[14] += 1;
                    break;
                }
                6 if v[13] > 0 => {
                    v[14] += 1;
                    break;
                }
                6 => v[13] += 1,
                _ => break,
            }
        }
    }
}

#[test]
fn of_glsl() {
    for first in [
        [1, 2, 3, 4, 5, 6, 7, 8],
        [6, 6, 7, 6, 0, 1, 1, 4],
        [4, 4, 9, 5, 3, 2, 2, 2],
        [u32::MAX, 7, 7, 7, 7, 7, 7, 7],
    ] {
        let mut before = [0; 15];
        before[..8].copy_from_slice(&first);
        let mut after = before;
        glsl(&mut after);
        check("flow/fall_through.comp", &before, &after);
    }
}

#[test]
fn of_spirv() {
    for (chosen, after) in [
        (1, [2, 1, 3]),
        (2, [2, 1, 3]),
        (3, [2, 0, 3]),
        (0, [2, 0, 0]),
        (9, [2, 0, 0]),
    ] {
        check("flow/fall_through.spvasm", &[chosen, 0, 0], &after);
    }
}
