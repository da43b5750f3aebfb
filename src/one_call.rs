//! Compiles the text of a shader in one call: naga's front end, its validator and the writer, with one error for all of
//! them.

use std::fmt;

use naga::ShaderStage;
use spirula::source::diagnose::{Complaint, Problem, Sources};
use spirula::source::{Language, Shader, guard};
use spirula::{Options, Output, Target};

/// Why the text of a shader cannot be compiled: errors of the language, or what the target lacks.
///
/// `Display` writes all of it with the lines of the shader, as `spirula compile` does, and `Debug` the same.
#[derive(Clone, PartialEq, Eq)]
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

/// The same as `Display`, since it is what `unwrap` and a `main` that returns the error write.
impl fmt::Debug for ShaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for ShaderError {}

/// Compiles a shader in WGSL. `name` is that of its file, for messages.
///
/// It is read with all of naga's capabilities; what the target lacks is refused. A directive of an extension that naga
/// implements is accepted although naga's parser refuses it, as `enable subgroups;`. Programs that compile a module for
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
    let shader = Shader::new(name, language, source.as_bytes(), source, &sources);
    let internal = |message: String| ShaderError::of(&[shader.problem(Complaint::new("internal", message))]);
    // naga's spans are 32-bit byte offsets.
    if u32::try_from(source.len()).is_err() {
        return Err(internal("the shader is larger than 4 GiB".to_owned()));
    }
    let compiled = guard::on_large_stack(shader.length(), || {
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
    fn extensions_that_naga_has_without_a_directive_are_taken() {
        let buffer = "@group(0) @binding(0) var<storage, read_write> o: array<u32>;";
        let formats = [
            "rgba16unorm",
            "rgba16snorm",
            "rg8unorm",
            "rg8snorm",
            "rg8uint",
            "rg8sint",
            "rg16unorm",
            "rg16snorm",
            "rg16uint",
            "rg16sint",
            "rg16float",
            "r8unorm",
            "r8snorm",
            "r8uint",
            "r8sint",
            "r16unorm",
            "r16snorm",
            "r16uint",
            "r16sint",
            "r16float",
            "rgb10a2unorm",
            "rgb10a2uint",
            "rg11b10ufloat",
        ];
        let textures = formats.iter().enumerate().map(|(binding, format)| {
            format!("@group(1) @binding({binding}) var t{binding}: texture_storage_2d<{format}, write>;\n")
        });
        let stores = formats.iter().enumerate().map(|(binding, format)| {
            let scalar = match format {
                _ if format.ends_with("uint") => "u32",
                _ if format.ends_with("sint") => "i32",
                _ => "f32",
            };
            format!("textureStore(t{binding}, vec2(0u), vec4<{scalar}>());\n")
        });
        let (textures, stores): (String, String) = (textures.collect(), stores.collect());
        let cases = [
            (
                "enable subgroups;",
                "",
                "@builtin(subgroup_invocation_id) i: u32, @builtin(subgroup_size) n: u32",
                "o[i] = subgroupAdd(n) + subgroupBallot(i == 0u).x + subgroupShuffle(n, i) + quadSwapX(n);",
            ),
            (
                "enable f16, subgroups;",
                "",
                "@builtin(subgroup_invocation_id) i: u32",
                "o[i] = u32(subgroupMax(f16(i)));",
            ),
            (
                "requires unrestricted_pointer_parameters;",
                "var<private> p: array<vec2<u32>, 3>;\nfn fill(a: ptr<private, vec2<u32>>) { *a = vec2(1u); }",
                "@builtin(local_invocation_index) i: u32",
                "fill(&p[i]); o[i] = p[0].x;",
            ),
            (
                "enable subgroups; requires subgroup_id, subgroup_uniformity;",
                "",
                "@builtin(subgroup_id) i: u32, @builtin(num_subgroups) n: u32",
                "if i == 1u { o[i] = subgroupAdd(n); }",
            ),
            (
                "requires texture_and_sampler_let;",
                "@group(0) @binding(1) var t: texture_2d<f32>;\n@group(0) @binding(2) var s: sampler;",
                "",
                "let a = t; let b = s; o[0] = u32(textureSampleLevel(a, b, vec2(0.5), 0.0).x);",
            ),
            (
                "requires texture_formats_tier1;",
                textures.as_str(),
                "",
                stores.as_str(),
            ),
            (
                "requires immediate_address_space;",
                "var<immediate> v: vec4<u32>;",
                "",
                "o[0] = v.y;",
            ),
        ];
        let options = Options {
            self_check: true,
            ..Options::default()
        };
        for (directive, declarations, inputs, body) in cases {
            let rest = format!("{buffer}\n{declarations}\n@compute @workgroup_size(64) fn main({inputs}) {{ {body} }}");
            let compile =
                |directive: &str, target| compile_wgsl(&format!("{directive}\n{rest}"), "a.wgsl", target, &options);
            let target = Target::vulkan(1, 1);
            let output = compile(directive, &target).unwrap_or_else(|error| panic!("{directive}\n{error}"));
            let only_f16 = if directive.contains("f16") { "enable f16;" } else { "" };
            let same_length = format!("{only_f16:0$}", directive.len());
            assert!(output == compile(&same_length, &target).unwrap(), "{directive}");
        }
        // Vulkan 1.0 has no subgroup operations: the directive changes nothing about what a target refuses.
        let source =
            format!("enable subgroups;\n{buffer}\n@compute @workgroup_size(1) fn main() {{ o[0] = subgroupAdd(1u); }}");
        let error = error(&source, &Target::vulkan(1, 0));
        assert_eq!(error.place, Some((3, 48)), "{error}");
    }

    #[test]
    fn extensions_that_naga_lacks_are_named() {
        let target = Target::vulkan(1, 3);
        for (source, place, message) in [
            (
                "enable f16;\nenable subgroup_size_control;",
                (2, 8),
                "the enable-extension `subgroup_size_control` is not",
            ),
            (
                "requires subgroup_id, linear_indexing;",
                (1, 23),
                "the language extension `linear_indexing` is not",
            ),
            (
                "/* é */ requires buffer_view;",
                (1, 18),
                "the language extension `buffer_view` is not",
            ),
            (
                "enable subgroups",
                (1, 8),
                "the directive with `subgroups` is incomplete",
            ),
            // naga's own messages: an unknown name, and a use of what naga lacks.
            ("enable oops;", (1, 8), "unknown enable-extension `oops`"),
            (
                "enable subgroups;\nfn f() { let a = subgroupElect(); }",
                (2, 18),
                "no definition in scope",
            ),
            ("const a = 1;\nenable subgroups;", (2, 1), "expected global declaration"),
        ] {
            let error = error(source, &target);
            assert_eq!(error.place, Some(place), "{error}");
            assert!(error.messages[0].starts_with(message), "{error}");
        }
        let error = error("requires linear_indexing;", &target).to_string();
        assert!(error.contains("not implemented by naga"), "{error}");
        assert!(
            error.contains("note: WGSL has it; naga lacks the built-in values `global_invocation_index`"),
            "{error}"
        );
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
