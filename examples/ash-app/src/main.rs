//! Draws the triangle to `triangle.png`, or to the file given as an argument.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use ash_app::{Gpu, SIZE, draw};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| "triangle.png".into());
    let drawn = draw(&Gpu::open()?)?;
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(&path)?), SIZE, SIZE);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(drawn.picture.bytes())?;
    writer.finish()?;
    println!("{} is {SIZE} by {SIZE} pixels", path.display());
    Ok(())
}
