//! Compiles the text of a shader in one call: naga's front end, its validator and the writer, with one error for all of
//! them.

use std::fmt;

use naga::ShaderStage;
use spirula::source::diagnose::{Complaint, Problem, Sources};
use spirula::source::{Language, Shader, guard};
use spirula::{Options, Output, Target};

/// Why the text of a shader cannot be compiled: errors of the language, or what the target lacks.
///
/// `Display` writes all of it with the lines of the shader, as `spirula compile` does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShaderError {
    /// Each error in one line.
    pub messages: Vec<String>,
    /// The place of the first error: its line and column, counted from 1. Columns count characters.
    pub place: Option<(usize, usize)>,
    text: String,
}

impl ShaderError {
    fn of(problems: &[Problem]) -> Self {
        Self {
            messages: problems.iter().map(|problem| problem.message.clone()).collect(),
            place: problems.iter().find_map(|problem| problem.line.zip(problem.column)),
            text: problems.iter().map(|problem| problem.rendered.as_str()).collect(),
        }
    }
}

impl fmt::Display for ShaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for ShaderError {}

/// Compiles a shader in WGSL. `name` is that of its file, for messages.
///
/// It is read with all of naga's capabilities; what the target lacks is refused. Programs that compile a module for
/// several targets, or change it, parse it themselves and call [`compile`](crate::compile) or a
/// [`Writer`](crate::Writer).
///
/// ```
/// use spirula::{Options, Target};
///
/// let source = "@compute @workgroup_size(64) fn main() {}";
/// let output = spirula::compile_wgsl(source, "nothing.wgsl", &Target::vulkan(1, 1), &Options::default())?;
/// assert_eq!(output.words[0], 0x0723_0203);
///
/// let error = spirula::compile_wgsl("fn f() { oops(); }", "a.wgsl", &Target::vulkan(1, 1), &Options::default());
/// assert_eq!(error.unwrap_err().place, Some((1, 10)));
/// # Ok::<(), spirula::ShaderError>(())
/// ```
///
/// # Errors
///
/// If the text is no valid shader, or the target cannot express it.
pub fn compile_wgsl(source: &str, name: &str, target: &Target, options: &Options) -> Result<Output, ShaderError> {
    compile_text(source, name, Language::Wgsl, target, options)
}

/// Compiles a shader in GLSL: a vertex, fragment or compute shader. The same as [`compile_wgsl`] otherwise; files are not
/// included.
///
/// ```
/// use naga::ShaderStage;
/// use spirula::{Options, Target};
///
/// let source = "#version 450\nlayout(local_size_x = 64) in;\nvoid main() {}\n";
/// let target = Target::vulkan(1, 1);
/// let output = spirula::compile_glsl(source, "nothing.comp", ShaderStage::Compute, &target, &Options::default())?;
/// assert_eq!(output.reflection.entry_points[0].name, "main");
/// # Ok::<(), spirula::ShaderError>(())
/// ```
///
/// # Errors
///
/// If the text is no valid shader, or the target cannot express it.
pub fn compile_glsl(
    source: &str,
    name: &str,
    stage: ShaderStage,
    target: &Target,
    options: &Options,
) -> Result<Output, ShaderError> {
    compile_text(source, name, Language::Glsl(stage), target, options)
}

fn compile_text(
    source: &str,
    name: &str,
    language: Language,
    target: &Target,
    options: &Options,
) -> Result<Output, ShaderError> {
    let sources = Sources::one(name, source);
    let shader = Shader {
        name,
        language,
        bytes: source.as_bytes(),
        text: source,
        sources: &sources,
        #[cfg(feature = "naga-oil")]
        expanded: None,
        definitions: &[],
        flips_spirv: false,
        colours: false,
    };
    let internal = |message: String| ShaderError::of(&[shader.problem(Complaint::new("internal", message))]);
    // naga's spans are 32-bit byte offsets.
    if u32::try_from(source.len()).is_err() {
        return Err(internal("the shader is larger than 4 GiB".to_owned()));
    }
    let compiled = guard::on_large_stack(source.len(), || {
        let (module, info) = shader.load(&|_| ()).map_err(|problems| ShaderError::of(&problems))?;
        crate::compile(&module, &info, target, options).map_err(|error| {
            let problems = error
                .diagnostics()
                .iter()
                .map(|diagnostic| shader.problem(Complaint::refusal(diagnostic, shader.text)));
            ShaderError::of(&problems.collect::<Vec<_>>())
        })
    });
    compiled.unwrap_or_else(|message| Err(internal(message)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn error(source: &str, target: &Target) -> ShaderError {
        compile_wgsl(source, "a.wgsl", target, &Options::default()).unwrap_err()
    }

    #[test]
    fn every_kind_of_error_has_its_place_and_lines() {
        let target = Target::vulkan(1, 1).strict();
        let compute = "@compute @workgroup_size(1) fn main()";
        for (source, place, parts) in [
            ("fn f() { oops(); }".to_owned(), (1, 10), ["oops", "a.wgsl:1:10"]),
            (
                format!("\n{compute} -> f32 {{ return 1.0; }}"),
                (2, 32),
                ["main", "a.wgsl:2:32"],
            ),
            (
                format!("enable f16;\nvar<private> h: f16;\n{compute} {{ h += 1h; }}"),
                // The declaration, not the type in it.
                (2, 1),
                ["shaderFloat16", "a.wgsl:2:"],
            ),
        ] {
            let error = error(&source, &target);
            let text = error.to_string();
            assert!(parts.iter().all(|part| text.contains(part)), "{text}");
            assert_eq!((error.messages.len(), error.place), (1, Some(place)), "{text}");
        }
        assert_eq!(error("", &target).place, None);
        let deep = format!("{compute} {{ let a = {}1{}; }}", "(".repeat(20_000), ")".repeat(20_000));
        assert!(!error(&deep, &target).messages.is_empty());
    }

    #[test]
    fn the_words_are_those_of_compile() {
        let source = "@group(0) @binding(0) var<storage, read_write> a: array<u32>;\n\
            @compute @workgroup_size(1) fn main() { a[a[0]] = 1u; }";
        let (target, options) = (Target::vulkan(1, 2), Options::default());
        let output = compile_wgsl(source, "a.wgsl", &target, &options).unwrap();
        let module = naga::front::wgsl::parse_str(source).unwrap();
        let mut validator =
            naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
        let info = validator.validate(&module).unwrap();
        assert_eq!(output, crate::compile(&module, &info, &target, &options).unwrap());
        let glsl = "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(1); }\n";
        let output = compile_glsl(glsl, "a.frag", ShaderStage::Fragment, &target, &options).unwrap();
        assert_eq!(output.reflection.entry_points.len(), 1);
        assert!(compile_glsl("#version 450\nvoid", "a.frag", ShaderStage::Fragment, &target, &options).is_err());
    }
}
