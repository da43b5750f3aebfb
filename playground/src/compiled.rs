//! Compiles the text of a request, and describes the module as the page of `--emit html` does.

use naga::{Module, ShaderStage, valid::ModuleInfo};
use spirula::source::diagnose::{Problem, Sources};
use spirula::source::page::{self, Note, Page};
use spirula::source::{Language as Source, Shader, describe, refused};
use spirula::switches::Configuration;
use spirula::words::assemble_text;
use spirula::{DebugInfo, DebugLevel, Target};

use crate::checked;
use crate::request::{Language, Request};
use crate::response::{Message, Response};

/// The name of the text in debug information.
const NAME: &str = "shader";

pub(crate) fn respond(request: &Request) -> Response {
    let made = configuration(request);
    let mut response = match &made {
        Ok(made) => loaded(request, made, |shader, module, info| {
            written(made, shader, (module, info)).map_err(failed)
        })
        .unwrap_or_else(Response::of),
        Err(message) => Response::of(vec![Message::plain(message.clone())]),
    };
    if response.source.is_empty() {
        let notes: Vec<Note> = response.messages.iter().filter_map(Message::note).collect();
        response.source = page::annotated(&request.text, &notes);
    }
    let warnings = made.map(|made| made.warnings).unwrap_or_default();
    response.messages.extend(warnings.into_iter().map(Message::warning));
    response
}

/// What the switches of a request describe.
pub(crate) fn configuration(request: &Request) -> Result<Configuration, String> {
    let given = request.given()?;
    Configuration::new(&given, Target::vulkan(1, 1))
}

/// Calls `work` with the shader of a request and its module.
pub(crate) fn loaded<T>(
    request: &Request,
    made: &Configuration,
    work: impl FnOnce(Shader<'_>, &Module, &ModuleInfo) -> Result<T, Vec<Message>>,
) -> Result<T, Vec<Message>> {
    let language = match request.language {
        Language::Wgsl => Source::Wgsl,
        Language::Vert => Source::Glsl(ShaderStage::Vertex),
        Language::Frag => Source::Glsl(ShaderStage::Fragment),
        Language::Comp => Source::Glsl(ShaderStage::Compute),
        Language::Translate | Language::Check => Source::SpirV,
    };
    let version = made.target.spirv_version().word();
    let (text, bytes) = match language {
        Source::SpirV => {
            let words = assemble_text(&request.text, version).map_err(|error| vec![checked::unassembled(&error)])?;
            ("", words.iter().flat_map(|word| word.to_le_bytes()).collect())
        }
        Source::Wgsl | Source::Glsl(_) => (request.text.as_str(), request.text.clone().into_bytes()),
    };
    let sources = Sources::one(NAME, text);
    let shader = Shader {
        flips_spirv: made.flips_spirv,
        ..Shader::new(NAME, language, &bytes, text, &sources)
    };
    let (module, info) = shader.load(&|_| ()).map_err(failed)?;
    work(shader, &module, &info)
}

fn failed(problems: Vec<Problem>) -> Vec<Message> {
    problems.into_iter().map(Message::of).collect()
}

fn written(
    made: &Configuration,
    shader: Shader<'_>,
    (module, info): (&Module, &ModuleInfo),
) -> Result<Response, Vec<Problem>> {
    let target = &made.target;
    let mut options = made.options.clone();
    options.debug_info = shader
        .language
        .declared()
        .filter(|_| made.debug != DebugLevel::None)
        .map(|language| DebugInfo {
            language: made.debug_language.unwrap_or(language),
            level: made.debug,
            ..shader.debug_info()
        });
    let output = spirula::compile(module, info, target, &options).map_err(|error| {
        refused::problems(shader, &error, target, |target| {
            Some(spirula::compile(module, info, target, &options).map(|_| ()))
        })
    })?;
    let lined = page::lined_options(&options, shader);
    let lined = spirula::compile(module, info, target, &lined).unwrap_or_else(|_| output.clone());
    let page = Page {
        shader,
        module,
        output: &output,
        lined: &lined,
        target,
    };
    let parts = page.parts();
    let mut response = Response {
        summary: describe::summary(&output, target, options.self_check),
        parts: vec![
            ("assembly", "Assembly", parts.assembly),
            ("requirements", "Requirements", parts.requirements),
            ("checks", "Checks", parts.checks),
            ("reflection", "Reflection", parts.reflection),
            ("layouts", "Layouts", parts.layouts),
        ],
        ..Response::default()
    };
    if !shader.text.is_empty() {
        response.source = parts.source;
    }
    response.words = output.words;
    Ok(response)
}
