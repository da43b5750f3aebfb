//! A compute pass and a triangle with ash, drawn off screen. The layouts of descriptor sets, push constants, vertices
//! and buffers are the constants and structs that the build script generates from the shaders.

mod gpu;

use std::error::Error;

use ash::vk;
use bytemuck::{Zeroable as _, bytes_of};

pub use gpu::{Buffer, Gpu, Layout, Picture};

// Includes the generated module `shaders`.
include!(concat!(env!("OUT_DIR"), "/shaders.rs"));

use shaders::{spin, triangle};

/// The width and height of the picture in pixels.
pub const SIZE: u32 = 64;
/// The rotation of the triangle in radians.
pub const ANGLE: f32 = std::f32::consts::PI;
/// The translation of the triangle in halves of the picture.
pub const SHIFT: [f32; 2] = [0.25, 0.125];
/// The colour of the background, which is also mixed into the triangle by a quarter.
pub const BACKGROUND: [f32; 3] = [0.0, 0.0, 0.5];
/// The corners before rotation and translation.
pub const CORNERS: [triangle::VsVertex; 3] = [
    triangle::VsVertex {
        position: [0.0, -0.5],
        color: [1.0, 0.0, 0.0],
    },
    triangle::VsVertex {
        position: [0.5, 0.5],
        color: [0.0, 1.0, 0.0],
    },
    triangle::VsVertex {
        position: [-0.5, 0.5],
        color: [0.0, 0.0, 1.0],
    },
];

/// The picture, and the instance that the compute pass wrote.
pub struct Drawn {
    /// The picture.
    pub picture: Picture,
    /// The instance.
    pub instance: spin::Instance,
}

/// Computes the instance and draws it.
///
/// # Errors
///
/// If there is no Vulkan device, or on a Vulkan error.
pub fn draw(gpu: &Gpu) -> Result<Drawn, Box<dyn Error>> {
    // Both shaders declare the same struct for instances, so either Rust struct can be used.
    let instances = [spin::Instance::zeroed(); 1];
    let usage = vk::BufferUsageFlags::STORAGE_BUFFER;
    let instances = gpu.buffer(bytemuck::cast_slice(&instances), usage)?;
    let spin = spin::Spin { angle: ANGLE, count: 1 };
    gpu.compute(
        spin::WORDS,
        &spin::ENTRY_POINT_MAIN,
        &Layout {
            bindings: spin::BINDINGS,
            push_constants: spin::PUSH_CONSTANTS,
        },
        &[(spin::BINDING_INSTANCES, &instances)],
        bytes_of(&spin),
    )?;

    let scene = triangle::Scene {
        view: [[1.0, 0.0], [0.0, 1.0], SHIFT],
        background: BACKGROUND,
        ..Default::default()
    };
    let scene = gpu.buffer(bytes_of(&scene), vk::BufferUsageFlags::UNIFORM_BUFFER)?;
    let corners = gpu.buffer(bytemuck::cast_slice(&CORNERS), vk::BufferUsageFlags::VERTEX_BUFFER)?;
    let picture = gpu.draw(
        triangle::WORDS,
        [&triangle::ENTRY_POINT_VS, &triangle::ENTRY_POINT_FS],
        &Layout {
            bindings: triangle::BINDINGS,
            push_constants: triangle::PUSH_CONSTANTS,
        },
        &[
            (triangle::BINDING_INSTANCES, &instances),
            (triangle::BINDING_SCENE, &scene),
        ],
        &corners,
        SIZE,
        BACKGROUND,
    )?;
    let instance = bytemuck::pod_read_unaligned(&gpu.read(&instances)?);
    Ok(Drawn { picture, instance })
}
