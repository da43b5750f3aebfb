//! The two backends behind one trait: a writer and its output buffer, both reusable.

use crate::TARGET;
use crate::common::backends;
use crate::common::parse::Shader;

pub trait Backend {
    /// Writes a module into the buffer.
    fn write(&mut self, shader: &Shader) -> Result<(), String>;

    /// Replaces the writer and the buffer by new ones.
    fn renew(&mut self);

    /// The words of the last module.
    fn words(&self) -> &[u32];
}

pub struct Ours {
    target: spirula::Target,
    options: spirula::Options,
    writer: spirula::Writer,
    output: spirula::Output,
}

impl Ours {
    pub fn new() -> Self {
        let target = backends::target(TARGET);
        Self {
            options: spirula::Options::default(),
            writer: spirula::Writer::new(target.clone()),
            target,
            output: spirula::Output::default(),
        }
    }
}

impl Backend for Ours {
    fn write(&mut self, shader: &Shader) -> Result<(), String> {
        self.writer
            .write(&shader.module, &shader.info, &self.options, &mut self.output)
            .map_err(|error| backends::reason(&error))?;
        Ok(())
    }

    fn renew(&mut self) {
        self.writer = spirula::Writer::new(self.target.clone());
        self.output = spirula::Output::default();
    }

    fn words(&self) -> &[u32] {
        &self.output.words
    }
}

pub struct Nagas {
    options: naga::back::spv::Options<'static>,
    writer: naga::back::spv::Writer,
    words: Vec<u32>,
}

impl Nagas {
    pub fn new() -> Self {
        let options = backends::naga_options(TARGET);
        Self {
            writer: naga::back::spv::Writer::new(&options).expect("naga's writer"),
            options,
            words: Vec::new(),
        }
    }
}

impl Backend for Nagas {
    fn write(&mut self, shader: &Shader) -> Result<(), String> {
        self.words.clear();
        self.writer
            .write(&shader.module, &shader.info, None, &None, &mut self.words)
            .map_err(|error| error.to_string())
    }

    fn renew(&mut self) {
        self.writer = naga::back::spv::Writer::new(&self.options).expect("naga's writer");
        self.words = Vec::new();
    }

    fn words(&self) -> &[u32] {
        &self.words
    }
}
