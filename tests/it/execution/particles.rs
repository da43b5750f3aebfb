//! Test of `examples/particles.wgsl` against the same simulation in Rust, in double precision.

use super::bytes::{Bytes, to_words};
use super::run::{example, group, targets, words};
use crate::common::vulkan::{Compute, Resource, gpu};

#[derive(Clone, Copy, Debug)]
struct Particle {
    position: [f64; 3],
    mass: f64,
    velocity: [f64; 3],
    age: u32,
}

const TIME_STEP: f64 = 0.05;
const SOFTENING: f64 = 0.1;
const DRAG: f64 = 0.01;
const HALF_EXTENT: f64 = 2.0;
const GRAVITY: [f64; 3] = [0.0, -0.5, 0.0];

/// Not a multiple of the workgroup size, so that the last tile is incomplete.
const COUNT: usize = 150;

fn particles() -> Vec<Particle> {
    // A linear congruential generator: the same particles on every machine.
    let mut state = 12_345_u32;
    let mut next = |low: f64, high: f64| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Rounded to `f32`, so that both simulations start with the same values.
        f64::from((low + (high - low) * f64::from(state >> 8) / f64::from(1 << 24)) as f32)
    };
    (0..COUNT)
        .map(|age| Particle {
            position: [next(-2.0, 2.0), next(-2.0, 2.0), next(-2.0, 2.0)],
            mass: next(0.001, 0.02),
            velocity: [next(-3.0, 3.0), next(-3.0, 3.0), next(-3.0, 3.0)],
            age: u32::try_from(age).unwrap(),
        })
        .collect()
}

fn step(before: &[Particle]) -> Vec<Particle> {
    let moved = |particle: &Particle| {
        let mut acceleration = GRAVITY;
        for body in before {
            let offset: [f64; 3] = std::array::from_fn(|i| body.position[i] - particle.position[i]);
            let squared = offset.iter().map(|x| x * x).sum::<f64>() + SOFTENING * SOFTENING;
            for (sum, part) in acceleration.iter_mut().zip(offset) {
                *sum += part * body.mass / squared.powf(1.5);
            }
        }
        let mut after = *particle;
        let mut met = false;
        for (axis, acceleration) in acceleration.into_iter().enumerate() {
            after.velocity[axis] = (particle.velocity[axis] + acceleration * TIME_STEP) * (1.0 - DRAG);
            after.position[axis] += after.velocity[axis] * TIME_STEP;
            if after.position[axis].abs() > HALF_EXTENT {
                let mirrored = 2.0 * after.position[axis].signum() * HALF_EXTENT - after.position[axis];
                after.position[axis] = mirrored.clamp(-HALF_EXTENT, HALF_EXTENT);
                after.velocity[axis] = -after.velocity[axis];
                met = true;
            }
        }
        after.age = if met { 0 } else { particle.age + 1 };
        after
    };
    before.iter().map(moved).collect()
}

fn bytes(particles: &[Particle]) -> Vec<u8> {
    let mut bytes = Bytes::default();
    for particle in particles {
        bytes
            .vec3(particle.position)
            .f32(particle.mass)
            .vec3(particle.velocity)
            .u32(particle.age);
    }
    bytes.0
}

/// The difference between the particle in `words` and `expected`.
fn error(words: &[u32], expected: &Particle) -> f64 {
    let value = |index: usize| f64::from(f32::from_bits(words[index]));
    (0..3)
        .flat_map(|i| [value(i) - expected.position[i], value(4 + i) - expected.velocity[i]])
        .chain([value(3) - expected.mass])
        .fold(0.0, |largest, difference| difference.abs().max(largest))
}

#[test]
fn particles_move_as_in_rust() {
    let Some(gpu) = gpu() else { return };
    let shader = example("particles.wgsl");
    let mut uniform = Bytes::default();
    uniform
        .floats(&[TIME_STEP, SOFTENING, DRAG, HALF_EXTENT])
        .vec3(GRAVITY)
        .align(16);
    let before = particles();
    let expected = step(&before);
    assert!(
        expected.iter().any(|particle| particle.age == 0),
        "some particle meets a wall"
    );
    assert!(
        expected.iter().any(|particle| particle.age > 1),
        "some particle does not"
    );
    for target in targets(&gpu) {
        let words = words(&shader, target, "step");
        let bindings = group([
            Resource::Uniform(uniform.0.clone()),
            Resource::Storage(bytes(&before)),
            Resource::Storage(vec![0; bytes(&before).len()]),
        ]);
        let results = gpu
            .compute(&Compute {
                words: &words,
                entry_point: "step",
                bindings: &bindings,
                push_constants: &[],
                constants: &[],
                workgroups: [u32::try_from(COUNT.div_ceil(64)).unwrap(), 1, 1],
                validate: true,
            })
            .unwrap_or_else(|error| panic!("{target}: {error}"));
        assert_eq!(results[0], bytes(&before), "{target}: what is read stays as it is");
        let after = to_words(&results[1]);
        for (index, (words, expected)) in after.chunks_exact(8).zip(&expected).enumerate() {
            let off = error(words, expected);
            assert!(off < 2e-4, "{target}: particle {index} is off by {off}: {expected:?}");
            assert_eq!(words[7], expected.age, "{target}: the age of particle {index}");
        }
    }
}
