//! Parses source text to a validated naga module, with all of naga's capabilities: the backend must refuse what a
//! target lacks, not the front end.

use std::path::Path;

use naga::ShaderStage;
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, ValidationFlags, Validator};

/// A module and the result of naga's validator.
pub struct Shader {
    pub module: naga::Module,
    pub info: ModuleInfo,
}

/// The language of a file, denoted by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Wgsl,
    Glsl(ShaderStage),
    Spirv,
    /// SPIR-V as text.
    Assembly,
}

impl Language {
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "wgsl" => Some(Self::Wgsl),
            "vert" => Some(Self::Glsl(ShaderStage::Vertex)),
            "frag" => Some(Self::Glsl(ShaderStage::Fragment)),
            "comp" => Some(Self::Glsl(ShaderStage::Compute)),
            "spv" => Some(Self::Spirv),
            "spvasm" => Some(Self::Assembly),
            _ => None,
        }
    }
}

/// Reads and validates a file. The error is that of the front end or validator, rendered.
pub fn file(path: &Path) -> Result<Shader, String> {
    let language = Language::of(path).ok_or_else(|| format!("{}: not a shader by its name", path.display()))?;
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.display().to_string();
    match language {
        Language::Wgsl => wgsl(&text(&name, bytes)?, &name),
        Language::Glsl(stage) => glsl(&text(&name, bytes)?, &name, stage),
        Language::Spirv => spirv(&bytes, &name),
        Language::Assembly => {
            let words = spirula::words::assemble_text(&text(&name, bytes)?, 0x0001_0300);
            let words = words.map_err(|error| format!("{name}: {error}"))?;
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            spirv(&bytes, &name)
        }
    }
}

/// Parses and validates SPIR-V.
fn spirv(bytes: &[u8], name: &str) -> Result<Shader, String> {
    let options = naga::front::spv::Options {
        adjust_coordinate_space: false,
        ..Default::default()
    };
    let module = naga::front::spv::parse_u8_slice(bytes, &options).map_err(|error| format!("{name}: {error}"))?;
    validate(module, "", name)
}

/// Parses and validates WGSL.
pub fn wgsl(source: &str, name: &str) -> Result<Shader, String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string_with_path(source, name))?;
    validate(module, source, name)
}

/// Parses and validates GLSL of one stage.
pub fn glsl(source: &str, name: &str, stage: ShaderStage) -> Result<Shader, String> {
    let module = naga::front::glsl::Frontend::default()
        .parse(&stage.into(), source)
        .map_err(|e| e.emit_to_string_with_path(source, name))?;
    validate(module, source, name)
}

/// Resolves every override to its default, as naga's own backend requires.
pub fn without_overrides(shader: &Shader) -> Result<Shader, String> {
    with_values(shader, &[])
}

/// Resolves every override to the value for its key, or to its default.
pub fn with_values(shader: &Shader, values: &[(String, f64)]) -> Result<Shader, String> {
    let (module, info) = naga::back::pipeline_constants::process_overrides(
        &shader.module,
        &shader.info,
        None,
        &values.iter().cloned().collect(),
    )
    .map_err(|error| error.to_string())?;
    Ok(Shader {
        module: module.into_owned(),
        info: info.into_owned(),
    })
}

fn text(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))
}

fn validate(module: naga::Module, source: &str, name: &str) -> Result<Shader, String> {
    let info = validator()
        .validate(&module)
        .map_err(|error| error.emit_to_string_with_path(source, name))?;
    Ok(Shader { module, info })
}

/// A validator that accepts all of naga's IR.
pub fn validator() -> Validator {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all());
    validator
}
