//! A compute pass and a triangle with ash, off screen. The layouts of descriptor sets, push constants, vertices and buffers are the
//! constants and structs that the build script made of the shaders.

mod gpu;

use std::error::Error;

use ash::vk;
use bytemuck::{Zeroable as _, bytes_of};

pub use gpu::{Buffer, Gpu, Layout, Picture};

// The module `shaders`.
include!(concat!(env!("OUT_DIR"), "/shaders.rs"));

use shaders::{spin, triangle};

/// Pixels of the picture along x and y.
pub const SIZE: u32 = 64;
/// Radians that the triangle is turned by.
pub const ANGLE: f32 = std::f32::consts::PI;
/// How the triangle is moved, in halves of the picture.
pub const SHIFT: [f32; 2] = [0.25, 0.125];
/// Behind the triangle, and a quarter of its own colour.
pub const BACKGROUND: [f32; 3] = [0.0, 0.0, 0.5];
/// The corners before they are turned and moved.
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

/// What was drawn, and the instance that the compute pass made.
pub struct Drawn {
    /// The picture.
    pub picture: Picture,
    /// The instance.
    pub instance: spin::Instance,
}

/// Makes the instance and draws it.
///
/// # Errors
///
/// No Vulkan device, or one of its errors.
pub fn draw(gpu: &Gpu) -> Result<Drawn, Box<dyn Error>> {
    // Both shaders have the instances, so either's struct describes them.
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
