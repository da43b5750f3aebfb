//! Tests that what naga's backend writes validly is written, for shaders of this repository with wgpu's options for
//! three devices.

use crate::common::wgpu::{Adapter, Outcome, outcomes};
use crate::common::{parse, root, shaders_below};

#[test]
fn what_naga_writes_validly_is_written() {
    let files = ["snapshots", "examples"]
        .iter()
        .flat_map(|folder| shaders_below(&root(folder)));
    let (mut both, mut faults) = (0, Vec::new());
    for path in files {
        let Ok(shader) = parse::file(&path) else { continue };
        for adapter in Adapter::ALL {
            for (entry, outcome) in outcomes(&shader, adapter) {
                match outcome {
                    Outcome::Both => both += 1,
                    Outcome::NotOfNaga | Outcome::RefusedAndInvalid(_) => {}
                    Outcome::Refused(why) | Outcome::Invalid(why) => {
                        faults.push(format!("{} ({entry}) on a {adapter:?}: {why}", path.display()));
                    }
                }
            }
        }
    }
    assert!(both > 400, "{both}");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
