//! Pictures of 8-bit RGBA: saved as PNG files for people, and compared with expected ones.

use std::fs::File;
use std::io::BufWriter;

use super::root;

/// A picture, in rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<[u8; 4]>,
}

impl Picture {
    pub fn from_bytes(width: u32, height: u32, bytes: &[u8]) -> Self {
        let rgba: Vec<[u8; 4]> = bytes.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).collect();
        assert_eq!(
            rgba.len(),
            width as usize * height as usize,
            "the bytes of a picture of {width} × {height}"
        );
        Self { width, height, rgba }
    }

    /// Colors from 0 to 1, rounded to 8 bits as Vulkan does.
    pub fn from_colors(width: u32, height: u32, colors: &[[f64; 4]]) -> Self {
        let bytes: Vec<u8> = colors
            .iter()
            .flatten()
            .map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8)
            .collect();
        Self::from_bytes(width, height, &bytes)
    }

    /// Writes `artifacts/<name>.png` without alpha.
    pub fn keep(&self, name: &str) {
        let folder = root("artifacts");
        std::fs::create_dir_all(&folder).expect("the folder of artifacts");
        let file = File::create(folder.join(format!("{name}.png"))).expect("an artifact");
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("the header of a PNG");
        let rgb: Vec<u8> = self.rgba.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
        writer.write_image_data(&rgb).expect("the pixels of a PNG");
    }

    /// Compares every pixel that `counts` selects; each channel may differ by `tolerance`.
    pub fn compare(&self, expected: &Self, tolerance: u8, counts: impl Fn(u32, u32) -> bool) -> Result<(), String> {
        assert_eq!(
            (self.width, self.height),
            (expected.width, expected.height),
            "pictures of one size"
        );
        let mut wrong = Vec::new();
        for (index, (ours, theirs)) in (0..).zip(self.rgba.iter().zip(&expected.rgba)) {
            let (x, y) = (index % self.width, index / self.width);
            if counts(x, y) && ours.iter().zip(theirs).any(|(a, b)| a.abs_diff(*b) > tolerance) {
                wrong.push(format!("({x}, {y}): {ours:?}, expected {theirs:?}"));
            }
        }
        if wrong.is_empty() {
            return Ok(());
        }
        let count = wrong.len();
        wrong.truncate(8);
        Err(format!("{count} pixels differ, among them\n{}", wrong.join("\n")))
    }
}
