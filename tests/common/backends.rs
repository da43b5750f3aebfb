//! The two backends that the suites compare: Spirula, and naga's own backend with equivalent options.

use spirula::Target;

use super::parse::{Shader, without_overrides};
use super::setup::{Setup, compile};

/// The target with a name in spirv-val's spelling.
pub fn target(name: &str) -> Target {
    Target::parse(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The default options for a target with a name in spirv-val's spelling.
pub fn options(name: &str) -> Setup {
    Setup::new(target(name))
}

/// Options that select one entry point.
pub fn options_for(target: &str, entry_point: &str) -> Setup {
    let mut options = options(target);
    options.entry_point = Some(spirula::EntryPoint {
        stage: None,
        name: entry_point.to_owned(),
    });
    options
}

/// The words of Spirula, or its error, rendered without source.
pub fn spirula(shader: &Shader, options: &Setup) -> Result<Vec<u32>, String> {
    compile(&shader.module, &shader.info, options)
        .map(|output| output.words)
        .map_err(|error| error.emit_to_string("", "shader"))
}

/// A short form of the error that is equal for equal causes in two shaders.
pub fn reason(error: &spirula::Error) -> String {
    error
        .diagnostics()
        .first()
        .map_or_else(|| error.to_string(), |diagnostic| diagnostic.kind.to_string())
}

/// The listing of a module.
pub fn disassemble(words: &[u32]) -> String {
    spirula::words::disassemble(words)
}

/// The SPIR-V version of a target, as `(major, minor)`.
pub fn spirv_version(target: &str) -> (u8, u8) {
    match target {
        "vulkan1.0" | "spv1.0" => (1, 0),
        "spv1.1" => (1, 1),
        "spv1.2" => (1, 2),
        "vulkan1.1" | "spv1.3" => (1, 3),
        "vulkan1.1spv1.4" | "spv1.4" => (1, 4),
        "vulkan1.2" | "spv1.5" => (1, 5),
        "vulkan1.3" | "vulkan1.4" | "spv1.6" => (1, 6),
        _ => panic!("{target}: no such target"),
    }
}

/// naga's options that are equivalent to Spirula's defaults.
pub fn naga_options(target: &str) -> naga::back::spv::Options<'static> {
    let restrict = naga::proc::BoundsCheckPolicy::Restrict;
    naga::back::spv::Options {
        lang_version: spirv_version(target),
        flags: naga::back::spv::WriterFlags::empty(),
        bounds_check_policies: naga::proc::BoundsCheckPolicies {
            index: restrict,
            buffer: restrict,
            image_load: restrict,
            binding_array: restrict,
        },
        ..Default::default()
    }
}

/// The words of naga's backend. It panics on some modules; callers may catch that.
pub fn naga(shader: &Shader, target: &str, entry_point: Option<&str>) -> Result<Vec<u32>, String> {
    let resolved;
    let shader = if shader.module.overrides.is_empty() {
        shader
    } else {
        resolved = without_overrides(shader)?;
        &resolved
    };
    let pipeline = entry_point
        .map(|name| {
            let entry = shader.module.entry_points.iter().find(|entry| entry.name == name);
            entry
                .map(|entry| naga::back::spv::PipelineOptions {
                    shader_stage: entry.stage,
                    entry_point: name.to_owned(),
                })
                .ok_or_else(|| format!("no entry point {name}"))
        })
        .transpose()?;
    naga::back::spv::write_vec(&shader.module, &shader.info, &naga_options(target), pipeline.as_ref())
        .map_err(|error| error.to_string())
}
