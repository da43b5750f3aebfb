//! Tests that a shader with imports computes what its text says. The tests of the command line have the rest.

use super::Project;
use crate::common::imported::{COMMON, LIGHT, MAIN, SUM};
use crate::common::validate;
use crate::common::vulkan::{Binding, Compute, Resource, gpu};
use spirula::Target;
use spirula::build::Shaders;

#[test]
fn an_imported_function_has_its_value_on_a_device() {
    let Some(gpu) = gpu() else {
        return;
    };
    let project = Project::with(&[
        ("a.wgsl", MAIN),
        ("lib/sum.wgsl", SUM),
        ("lib/deep/light.wgsl", LIGHT),
        ("common/any.wgsl", COMMON),
    ]);
    // Of the folder only this file: `lib/sum.wgsl` has no import path, so it would be a shader.
    let shaders = Shaders::new(Target::vulkan(1, 2)).out_dir(project.output());
    let shaders = shaders.input(project.shader("a.wgsl")).define("COUNT", "7");
    let generated = shaders.generate().unwrap();
    let module = generated.modules.iter().find(|path| path.ends_with("a.wgsl.spv"));
    let words = validate::words(&std::fs::read(module.expect("the module of the shader")).unwrap());
    let resources = [
        Resource::Uniform(10.0f32.to_le_bytes().to_vec()),
        Resource::Storage(vec![0; 4]),
    ];
    let bindings: Vec<Binding> = (0..)
        .zip(resources)
        .map(|(binding, resource)| Binding {
            set: 0,
            binding,
            resource,
        })
        .collect();
    let outputs = gpu.compute(&Compute {
        words: &words,
        entry_point: "main",
        bindings: &bindings,
        push_constants: &[],
        constants: &[],
        workgroups: [1, 1, 1],
        validate: true,
    });
    // 3.0 * 0.5 * 4.0 * 10.0 + 7.0
    assert!(outputs.unwrap().contains(&67.0f32.to_le_bytes().to_vec()));
}
