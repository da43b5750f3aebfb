//! Tests of the program's picture and buffers on any Vulkan device, of a fresh copy that must build with one command,
//! and of builds after shaders change or become invalid.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod copy;

use ash::vk;
use ash_app::shaders::{palette, probe};
use ash_app::{ANGLE, BACKGROUND, CORNERS, Gpu, Picture, SHIFT, SIZE, draw};
use bytemuck::bytes_of;

/// The device; `None` if there is none and none is required.
fn gpu() -> Option<Gpu> {
    match Gpu::open() {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            let required = std::env::var("SPIRULA_REQUIRE_VULKAN").is_ok_and(|value| value == "1");
            assert!(!required, "no Vulkan device: {error}");
            eprintln!("skipped: no Vulkan device: {error}");
            None
        }
    }
}

/// Compares each pixel with the expected colour: the interpolated colours of the corners, tinted, mixed with a quarter
/// of the background; or the background. Pixels at the edges may be either.
fn judge(pixel: impl Fn(u32, u32) -> [f32; 4], brightness: f32) {
    let (sin, cos) = ANGLE.sin_cos();
    let corners = CORNERS.map(|corner| {
        let [x, y] = corner.position;
        [cos * x - sin * y + SHIFT[0], sin * x + cos * y + SHIFT[1]]
    });
    let area = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let whole = area(corners[0], corners[1], corners[2]);
    let mut inside = 0;
    for (x, y) in (0..SIZE * SIZE).map(|at| (at % SIZE, at / SIZE)) {
        let at = [x, y].map(|one| (one as f32 + 0.5) / SIZE as f32 * 2.0 - 1.0);
        let weights = [
            area(at, corners[1], corners[2]) / whole,
            area(corners[0], at, corners[2]) / whole,
            area(corners[0], corners[1], at) / whole,
        ];
        let nearest = weights.into_iter().fold(f32::MAX, f32::min);
        let expected = |channel: usize| match nearest > 0.0 {
            false => BACKGROUND[channel],
            true => {
                let colors = CORNERS.iter().zip(weights);
                let color: f32 = colors.map(|(corner, weight)| corner.color[channel] * weight).sum();
                let tint = [1.0, 1.0, brightness][channel];
                color * tint * 0.75 + BACKGROUND[channel] * 0.25
            }
        };
        if nearest.abs() > 0.02 {
            let found = pixel(x, y);
            for channel in 0..3 {
                let (found, expected) = (found[channel], expected(channel));
                assert!((found - expected).abs() < 0.01, "{x}, {y}: {found}, not {expected}");
            }
        }
        inside += u32::from(nearest > 0.02);
    }
    assert!(inside > 200, "{inside} pixels of a triangle");
}

fn judge_picture(picture: &Picture) {
    judge(|x, y| picture.pixel(x, y), 0.5);
}

#[test]
fn the_picture_and_the_buffer_are_right() {
    let Some(gpu) = gpu() else { return };
    let drawn = draw(&gpu).unwrap();
    judge_picture(&drawn.picture);
    // A rotation by half a turn.
    let [[a, b], [c, d]] = drawn.instance.rotation;
    for (found, expected) in [(a, -1.0), (b, 0.0), (c, 0.0), (d, -1.0)] {
        assert!((found - expected).abs() < 1e-3, "{:?}", drawn.instance);
    }
    assert_eq!(drawn.instance.tint, [1.0, 1.0, 0.5]);
}

/// A sequence of distinct numbers.
struct Numbers(f32);

impl Numbers {
    fn one(&mut self) -> f32 {
        self.0 += 1.0;
        self.0
    }

    fn some<const N: usize>(&mut self) -> [f32; N] {
        [(); N].map(|()| self.one())
    }

    /// Columns in which the shader reads `rows` numbers each.
    fn columns<const R: usize, const C: usize>(&mut self, rows: usize) -> [[f32; R]; C] {
        [(); C].map(|()| {
            let mut column = [f32::NAN; R];
            column.iter_mut().take(rows).for_each(|number| *number = self.one());
            column
        })
    }
}

/// The bits of a half-precision float, for a whole number from 1 to 2047.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    let exponent = (bits >> 23) - 127 + 15;
    u16::try_from(exponent << 10 | (bits >> 13 & 0x3ff)).unwrap()
}

/// The shader reads each number that the host writes to the members of the structs.
#[test]
fn every_member_is_where_the_shader_reads_it() {
    let Some(gpu) = gpu() else { return };
    let mut next = Numbers(0.0);
    // In the order in which the shader reads them.
    let everything = probe::Everything {
        dyn_: next.one() as i32,
        pair: next.some(),
        triple: next.some(),
        after: next.one(),
        square: next.columns(2),
        narrow: next.columns(2),
        padded: next.columns(3),
        wide: next.columns(4),
        lights: [(); 2].map(|()| probe::Light {
            position: next.some(),
            color: next.some(),
            kind: next.one() as u32,
            ..Default::default()
        }),
        vectors: [(); 2].map(|()| next.some().into()),
        kind: next.one() as u32,
        ..Default::default()
    };
    let narrow = probe::Narrow {
        half: half(next.one()),
        halves: next.some().map(half),
        matrix: next.columns(3).map(|column| column.map(half_or_zero)),
        short: next.one(),
        strided: next.some(),
        count: next.one() as u32,
        ..Default::default()
    };
    let items: [probe::NarrowItemsElement; 3] = [(); 3].map(|()| next.some().map(|number| number as u32).into());
    let mut bytes = bytes_of(&narrow).to_vec();
    bytes.extend_from_slice(bytemuck::cast_slice(&items));

    let count = next.0 as usize;
    let storage = vk::BufferUsageFlags::STORAGE_BUFFER;
    let everything = gpu.buffer(bytes_of(&everything), vk::BufferUsageFlags::UNIFORM_BUFFER);
    let (everything, narrow) = (everything.unwrap(), gpu.buffer(&bytes, storage).unwrap());
    let seen = gpu.buffer(&vec![0xff; 4 * (count + 1)], storage).unwrap();
    let buffers = [
        (probe::BINDING_EVERYTHING, &everything),
        (probe::BINDING_NARROW, &narrow),
        (probe::BINDING_SEEN, &seen),
    ];
    gpu.compute(
        probe::WORDS,
        &probe::ENTRY_POINT_MAIN,
        &ash_app::Layout {
            bindings: probe::BINDINGS,
            push_constants: probe::PUSH_CONSTANTS,
        },
        &buffers,
        &[],
    )
    .unwrap();
    let seen = gpu.read(&seen).unwrap();
    let seen: Vec<f32> = seen.chunks_exact(4).map(bytemuck::pod_read_unaligned).collect();
    let expected: Vec<f32> = (1..=count).map(|number| number as f32).collect();
    assert_eq!(seen[..count], expected);
    assert!(seen[count].is_nan(), "the shader reads more than the host wrote");
}

fn half_or_zero(number: f32) -> u16 {
    if number.is_nan() { 0 } else { half(number) }
}

/// Arrays of any length are bytes.
#[test]
fn long_arrays_are_bytes() {
    let mut palette = palette::Palette::default();
    palette.colors[99] = [0.0, 0.0, 0.0, 1.0];
    let bytes = bytes_of(&palette);
    assert_eq!(bytes.len(), 100 * 16 + 7 * 48 + 3 * 33 * 4 + 4);
    assert_eq!(bytes[99 * 16 + 12..100 * 16], 1.0_f32.to_le_bytes());
}
