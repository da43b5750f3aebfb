//! Small programs on a Vulkan driver, each once as wgpu compiles it and once through Spirula: what they compute and draw is
//! equal bit for bit, and the validation layer has nothing to say of ours.
#![allow(unsafe_code, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bindings;
mod both;
mod canvas;
mod drivers;
mod gpu;
mod meshes;
mod numbers;
mod options;
mod pictures;
mod rays;
mod refusals;
mod scene;
mod shading;
mod textures;
