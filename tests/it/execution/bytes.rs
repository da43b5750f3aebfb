//! Converts host values to the bytes of buffers, member by member at WGSL's offsets.

/// A buffer of bytes that is padded to a member's alignment before the member is written.
#[derive(Default)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    pub fn align(&mut self, alignment: usize) -> &mut Self {
        self.0.resize(self.0.len().next_multiple_of(alignment), 0);
        self
    }

    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.align(4).0.extend(value.to_ne_bytes());
        self
    }

    pub fn f32(&mut self, value: f64) -> &mut Self {
        self.u32((value as f32).to_bits())
    }

    pub fn vec3(&mut self, value: [f64; 3]) -> &mut Self {
        self.align(16).floats(&value)
    }

    pub fn vec4(&mut self, value: [f64; 4]) -> &mut Self {
        self.align(16).floats(&value)
    }

    pub fn mat4(&mut self, columns: [[f64; 4]; 4]) -> &mut Self {
        for column in columns {
            self.vec4(column);
        }
        self
    }

    pub fn floats(&mut self, values: &[f64]) -> &mut Self {
        for value in values {
            self.f32(*value);
        }
        self
    }
}

pub fn from_words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

pub fn to_words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

pub fn to_floats(bytes: &[u8]) -> Vec<f32> {
    to_words(bytes).into_iter().map(f32::from_bits).collect()
}
