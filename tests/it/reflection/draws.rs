//! Tests that dispatches and draws whose layouts, vertex input and formats come from the reflection alone run without a
//! message of Khronos's validation layer, on devices with only the reported features and extensions.

use super::{bindings, pipeline, shader};
use crate::common::case::Case;
use crate::common::reported::{Reported, WRONG, is_newer, known_to, with_features};
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{
    Attribute, Binding, Color, Compute, ENDLESS, Enabled, Gpu, Layout, Render, Resource, Stage, VertexBuffer, gpu,
    texel_bytes, vk,
};
use crate::common::{parse, real, root, shaders_below};
use crate::exact::{are_linked, colors, layer, partner, short};
use spirula::reflect::from_words;
use spirula::reflection::EntryPointReflection;
use spirula::{Output, Reflection, Target};

#[derive(Default)]
struct Ran {
    /// The version of the layer.
    layer: u32,
    /// The workgroups of a dispatch.
    workgroups: [u32; 3],
    dispatches: usize,
    draws: usize,
    /// The draws of the examples.
    examples: usize,
    /// Modules that the device or the layer does not support.
    unsupported: usize,
    /// Compute shaders with a resource that this suite does not support.
    skipped: Vec<String>,
    /// Shaders that do not end with resources of zeros. Their pipelines run without a workgroup or vertex.
    endless: Vec<String>,
    faults: Vec<String>,
}

/// A module on the device that it needs.
struct Module<'a> {
    gpu: &'a Gpu,
    name: &'a str,
    words: &'a [u32],
    reflection: &'a Reflection,
    enabled: &'a Enabled,
    target: &'a Target,
}

impl Module<'_> {
    fn run(&self, ran: &mut Ran) {
        let entries = || self.reflection.entry_points.iter();
        for entry in entries().filter(|entry| entry.stage == "compute") {
            self.dispatch(entry, ran);
        }
        let vertices = || entries().filter(|entry| entry.stage == "vertex");
        let fragments = || entries().filter(|entry| entry.stage == "fragment");
        for vertex in vertices() {
            let mut linked = fragments().filter(|fragment| are_linked(vertex, fragment)).peekable();
            if linked.peek().is_none() {
                self.draw(Some(vertex), None, ran);
            }
            for fragment in linked {
                self.draw(Some(vertex), Some(fragment), ran);
            }
        }
        for fragment in fragments().filter(|fragment| !vertices().any(|vertex| are_linked(vertex, fragment))) {
            self.draw(None, Some(fragment), ran);
        }
    }

    /// A resource for each descriptor; `None` if this suite does not support one.
    fn bindings(&self, pipeline: &Reflection, ran: &mut Ran) -> Option<Vec<Binding>> {
        let mut lacking = Vec::new();
        let found = bindings(self.gpu, pipeline, &mut lacking);
        ran.faults
            .extend(lacking.into_iter().map(|fault| format!("{}: {fault}", self.name)));
        let mut found = found?;
        for binding in &mut found {
            if let Resource::Array { elements, count } = &mut binding.resource {
                let first = elements.first()?.clone();
                elements.resize(*count as usize, first);
            }
        }
        Some(found)
    }

    fn judge(&self, entry: &str, messages: Result<Vec<String>, String>, ran: &mut Ran) -> bool {
        let mut messages = messages.unwrap_or_else(|error| vec![error]);
        messages.retain(|message| WRONG.iter().all(|(part, _)| !message.contains(part)));
        let faults = messages
            .iter()
            .map(|message| format!("{}, {entry}: {message}", self.name));
        ran.faults.extend(faults);
        messages.is_empty()
    }

    fn dispatch(&self, entry: &EntryPointReflection, ran: &mut Ran) {
        let pipeline = pipeline(self.reflection, &[entry]);
        let Some(bindings) = self.bindings(&pipeline, ran) else {
            ran.skipped.push(format!("{}, {}", self.name, entry.name));
            return;
        };
        let run = |workgroups| {
            let run = Compute {
                words: self.words,
                entry_point: &entry.name,
                bindings: &bindings,
                push_constants: &push_constants(&pipeline),
                constants: &[],
                workgroups,
                validate: false,
            };
            self.gpu.compute_on(self.enabled, &Layout::of(&pipeline, 4), &run)
        };
        let mut messages = run(ran.workgroups);
        if messages.as_ref().is_err_and(|error| error.contains(ENDLESS)) {
            ran.endless.push(format!("{}, {}", self.name, entry.name));
            messages = run([0; 3]);
        }
        ran.dispatches += usize::from(self.judge(&entry.name, messages, ran));
    }

    /// Draws a triangle. A missing vertex shader is replaced by one that covers the picture.
    fn draw(&self, vertex: Option<&EntryPointReflection>, fragment: Option<&EntryPointReflection>, ran: &mut Ran) {
        let entries: Vec<_> = [vertex, fragment].into_iter().flatten().collect();
        let pipeline = pipeline(self.reflection, &entries);
        let Some(bindings) = self.bindings(&pipeline, ran) else {
            return;
        };
        let formats = fragment.map_or(Some(Vec::new()), |fragment| colors(self.gpu, fragment));
        let Some(formats) = formats else { return };
        if formats.iter().any(|&format| texel_bytes(format).is_err()) {
            return;
        }
        let mut enabled = self.enabled.clone();
        let own = if let (None, Some(fragment)) = (vertex, fragment) {
            let Some(own) = partner(fragment, self.target) else {
                return;
            };
            let needed = Reported::of(&own, self.target).enabled(self.target);
            enabled = with_features(enabled, needed.features);
            Some(own.words)
        } else {
            None
        };
        let (attributes, stride) = vertex.map_or((Vec::new(), 0), |vertex| vertex.vertex_attributes(0));
        if !attributes.iter().all(|one| self.gpu.reads_vertices(one.format)) {
            return;
        }
        let buffer = VertexBuffer {
            stride,
            attributes: attributes
                .iter()
                .map(|one| Attribute {
                    location: one.location,
                    format: one.format,
                    offset: one.offset,
                })
                .collect(),
            bytes: vec![0; stride as usize * 3],
            per_instance: false,
        };
        let stage = |entry_point| Stage {
            words: self.words,
            entry_point,
        };
        let color = |&format| Color {
            format,
            clear: [0.0; 4],
        };
        let colors: Vec<Color> = formats.iter().map(color).collect();
        let run = Render {
            vertex: match &own {
                Some(words) => Stage {
                    words,
                    entry_point: "main",
                },
                None => stage(vertex.map_or("", |vertex| &vertex.name)),
            },
            fragment: fragment.map(|fragment| stage(&fragment.name)),
            bindings: &bindings,
            push_constants: &push_constants(&pipeline),
            constants: &[],
            vertex_buffers: if attributes.is_empty() {
                &[]
            } else {
                std::slice::from_ref(&buffer)
            },
            topology: vk::PrimitiveTopology::TRIANGLE_LIST,
            vertices: 3,
            instances: 1,
            size: [4, 4],
            colors: &colors,
            depth: fragment.is_some_and(|fragment| {
                let mut outputs = fragment.outputs.iter();
                outputs.any(|output| output.built_in.as_deref() == Some("FragDepth"))
            }),
        };
        let draw = |vertices| {
            let run = Render {
                vertices,
                ..run.clone()
            };
            let drawn = self.gpu.render_on(&enabled, &Layout::of(&pipeline, 4), &run);
            drawn.map(|(pixels, messages)| {
                assert_eq!(pixels.colors.len(), colors.len());
                messages
            })
        };
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let entry = names.join(" and ");
        let mut drawn = draw(3);
        if drawn.as_ref().is_err_and(|error| error.contains(ENDLESS)) {
            ran.endless.push(format!("{}, {entry}", self.name));
            drawn = draw(0);
        }
        if self.judge(&entry, drawn, ran) {
            ran.draws += 1;
            ran.examples += usize::from(self.name.starts_with("examples"));
        }
    }
}

/// Push constants of zeros.
fn push_constants(pipeline: &Reflection) -> Vec<u8> {
    let (size, _) = pipeline.push_constant_range(4).unwrap_or_default();
    vec![0; size as usize]
}

/// A module on the device that it needs, if the driver has it, with the writer's reflection or with another.
fn run(gpu: &Gpu, name: &str, output: &Output, reflection: &Reflection, setup: &Setup, ran: &mut Ran) {
    let reported = Reported::of(output, &setup.target);
    let enabled = reported.enabled(&setup.target);
    if !reported.lacking(&setup.target).is_empty() || is_newer(&enabled, ran.layer) {
        ran.unsupported += 1;
        return;
    }
    let module = Module {
        gpu,
        name,
        words: &output.words,
        reflection,
        enabled: &enabled,
        target: &setup.target,
    };
    module.run(ran);
}

#[test]
fn dispatches_and_draws_from_the_reflection_are_valid_for_the_layer() {
    let Some(gpu) = gpu() else { return };
    let Some(layer) = layer(&gpu) else { return };
    // The newest version that the layer knows.
    let device = known_to(layer, gpu.described(3, &[]).target());
    // No workgroup runs: with zeroed resources a shader may loop for long.
    let mut ran = Ran {
        layer,
        ..Ran::default()
    };
    for (name, source) in real::vello() {
        let setup = Setup::new(device.clone());
        let shader = shader(&source);
        if let Ok(output) = setup::compile(&shader.module, &shader.info, &setup) {
            run(&gpu, name, &output, &output.reflection, &setup, &mut ran);
        }
    }
    for path in shaders_below(&root("examples"))
        .into_iter()
        .chain(shaders_below(&root("snapshots")))
    {
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (Ok(setup), Ok(shader)) = (case.options_on_device(device.clone()), parse::file(&path)) else {
            continue;
        };
        if let Ok(output) = setup::compile(&shader.module, &shader.info, &setup) {
            run(&gpu, &short(&path), &output, &output.reflection, &setup, &mut ran);
        }
    }
    println!(
        "{} dispatches, {} draws, {} of them of the examples",
        ran.dispatches, ran.draws, ran.examples
    );
    assert!(
        ran.faults.is_empty(),
        "{} faults:\n{}",
        ran.faults.len(),
        ran.faults.join("\n")
    );
    assert!(
        ran.dispatches >= 310 && ran.draws >= 50 && ran.examples >= 2,
        "only {} and {}, {}",
        ran.dispatches,
        ran.draws,
        ran.examples
    );
}

/// Does the same for every shader below the folder `SPIRULA_SHADERS`, from the writer's reflection and from that of the
/// words, and runs one workgroup of each compute shader.
#[test]
#[ignore = "needs a folder of shaders in SPIRULA_SHADERS"]
fn the_shaders_of_a_folder_run_from_the_reflection_alone() {
    let folder = std::env::var_os("SPIRULA_SHADERS").expect("SPIRULA_SHADERS");
    let Some(gpu) = gpu() else { return };
    let Some(layer) = layer(&gpu) else { return };
    let setup = Setup::new(known_to(layer, gpu.described(3, &[]).target()));
    let mut refused = 0;
    let [mut by_writer, mut by_words] = [(); 2].map(|()| Ran {
        layer,
        workgroups: [1; 3],
        ..Ran::default()
    });
    for path in shaders_below(folder.as_ref()) {
        let Ok(shader) = parse::file(&path) else { continue };
        let Ok(output) = setup::compile(&shader.module, &shader.info, &setup) else {
            refused += 1;
            continue;
        };
        let name = path.display().to_string();
        run(&gpu, &name, &output, &output.reflection, &setup, &mut by_writer);
        let found = from_words(&output.words).expect("the writer's words");
        let name = format!("{name}, by its words");
        run(&gpu, &name, &output, &found.reflection, &setup, &mut by_words);
    }
    println!("{refused} modules refused for the device");
    for (reflection, ran) in [("writer", &by_writer), ("words", &by_words)] {
        println!(
            "reflection of the {reflection}: {} dispatches, {} draws, {} modules that the device does not support",
            ran.dispatches, ran.draws, ran.unsupported
        );
        for (what, list) in [
            (
                "compute shaders with resources that this suite does not support",
                &ran.skipped,
            ),
            ("shaders that do not end with zeros", &ran.endless),
            ("faults", &ran.faults),
        ] {
            println!("{} {what}\n{}", list.len(), list.join("\n"));
        }
    }
    assert!(
        by_writer.dispatches > 0 && by_words.dispatches > 0,
        "no compute shader ran"
    );
    assert!(by_writer.faults.is_empty() && by_words.faults.is_empty());
}
