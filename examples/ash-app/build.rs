//! Compiles the shaders.

use spirula::Target;
use spirula::build::{Error, Shaders};

fn main() -> Result<(), Error> {
    Shaders::new(Target::vulkan(1, 1))
        .bytemuck(true)
        .input("shaders")
        .compile()
}
