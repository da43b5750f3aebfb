//! Tests of `reflect::from_words` on the writer's own modules: the reflection from the words is compared with the one
//! that the writer returns. Also tests of its errors and limits.

use std::collections::BTreeSet;

use spirula::reflect::{ModuleReflection, ReflectError, from_words};
use spirula::reflection::{
    BindingReflection, EntryPointReflection, Format, InterfaceReflection, ResourceKind, TexelReflection, TypeShape,
};
use spirula::target::Workaround;
use spirula::words::reader::ReadError;
use spirula::{Output, Reflection};

use crate::common::case::Case;
use crate::common::{parse, root, setup, shaders_below};

/// A type and its parts as text. Whether a number is atomic is left out, because the words do not contain it.
fn tree(reflection: &Reflection, ty: usize) -> String {
    match &reflection.types[ty].shape {
        TypeShape::Scalar { number, .. } => number.to_string(),
        TypeShape::Array { element, count, stride } => {
            format!("[{}; {count:?} every {stride}]", tree(reflection, *element))
        }
        TypeShape::Struct { members } => {
            let members = members.iter().map(|member| {
                let name = member.name.as_deref().unwrap_or("_");
                format!("{name} at {}: {}", member.offset, tree(reflection, member.ty))
            });
            let name = reflection.types[ty].name.as_deref().unwrap_or("_");
            format!("{name} {{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        TypeShape::Matrix { stride, row_major, .. } => {
            format!("{} every {stride} {row_major}", reflection.spelled(ty))
        }
        _ => reflection.spelled(ty),
    }
}

/// The contents of a buffer as text. Contents that are not a struct in the shader are a struct with one member in the
/// words.
fn contents(
    reflection: &Reflection,
    ty: Option<usize>,
    is_words: bool,
    other: &Reflection,
    other_ty: Option<usize>,
) -> String {
    let Some(ty) = ty else { return String::new() };
    let other_is_struct = other_ty.is_some_and(|ty| matches!(other.types[ty].shape, TypeShape::Struct { .. }));
    match &reflection.types[ty].shape {
        TypeShape::Struct { members } if is_words && !other_is_struct => {
            assert_eq!((members.len(), members[0].offset), (1, 0), "{}", tree(reflection, ty));
            tree(reflection, members[0].ty)
        }
        _ => tree(reflection, ty),
    }
}

/// The differences of one binding. The words do not contain struct sizes that `@size` or `@align` increase.
fn compare_binding(
    own: (&Reflection, &BindingReflection),
    words: (&Reflection, &BindingReflection),
    is_sized: bool,
) -> Vec<String> {
    let ((reflection, own), (other, found)) = (own, words);
    let mut faults = Vec::new();
    let mut same = |what: &str, own: String, found: String| {
        if own != found {
            faults.push(format!("{what}: {own} and in the words {found}"));
        }
    };
    same("kind", format!("{:?}", own.kind), format!("{:?}", found.kind));
    same("count", format!("{:?}", own.count), format!("{:?}", found.count));
    same("stages", format!("{:?}", own.stages), format!("{:?}", found.stages));
    same("writable", own.writable.to_string(), found.writable.to_string());
    same(
        "contents",
        contents(reflection, own.ty, false, other, found.ty),
        contents(other, found.ty, true, reflection, own.ty),
    );
    // A buffer of one `vec3` (12 bytes) is a struct of 16 bytes in the words.
    let is_rounded = own.size == Some(12) && found.size == Some(16);
    if !is_sized && !is_rounded {
        same("size", format!("{:?}", own.size), format!("{:?}", found.size));
    }
    // The words contain `atomic` and `comparison` only if an instruction uses the resource in that way.
    let mut image = own.image;
    if let (Some(image), Some(found)) = (&mut image, found.image)
        && let (TexelReflection::Storage { atomics, .. }, TexelReflection::Storage { atomics: used, .. }) =
            (&mut image.texel, found.texel)
        && !used
    {
        *atomics = false;
    }
    // SPIR-V has no image format for this one.
    if let (Some(image), Some(found)) = (&mut image, found.image)
        && let (TexelReflection::Storage { format, .. }, TexelReflection::Storage { format: unknown, .. }) =
            (&mut image.texel, found.texel)
        && format.name() == "VK_FORMAT_B8G8R8A8_UNORM"
    {
        assert_eq!(unknown, Format::UNDEFINED);
        *format = unknown;
    }
    same("image", format!("{image:?}"), format!("{:?}", found.image));
    if found.comparison {
        same("comparison", own.comparison.to_string(), found.comparison.to_string());
    }
    faults
}

/// A variable as text, without the fields that the words do not contain: the vertex of a flat input, and the
/// interpolation of outputs and of mesh shaders. 16-bit types are written as 32-bit types, because on many devices
/// inputs and outputs of 16 bits are declared with 32.
fn variable(variable: &InterfaceReflection, stage: &str, is_input: bool) -> String {
    let mut variable = variable.clone();
    if stage == "mesh" || !is_input {
        (variable.interpolation, variable.sampling) = (None, None);
    }
    if variable.interpolation == Some("flat") || variable.interpolation == Some("per_vertex") {
        variable.sampling = None;
    }
    // The writer decorates integers and `f64` with `Flat` regardless of the shader's interpolation.
    let is_integer = ["u16", "i16", "u32", "i32", "f64"]
        .iter()
        .any(|scalar| variable.ty.contains(scalar));
    if is_integer {
        (variable.interpolation, variable.sampling) = (None, None);
    }
    if variable.built_in.is_some() {
        variable.ty = String::new();
    }
    if !is_input || variable.built_in.is_some() {
        variable.name = None;
    }
    let name = variable.format.map(|format| format.name().replace("16", "32"));
    variable.format = None;
    variable.ty = variable.ty.replace("16", "32");
    format!("{variable:?} {name:?}")
}

fn compare_entry(
    own: (&Reflection, &EntryPointReflection),
    words: (&Reflection, &EntryPointReflection),
) -> Vec<String> {
    let ((reflection, own), (other, found)) = (own, words);
    let mut faults = Vec::new();
    let size = |entry: &EntryPointReflection| (entry.workgroup_size, entry.workgroup_size_ids);
    if size(own) != size(found) {
        faults.push(format!("workgroup: {:?} and in the words {:?}", size(own), size(found)));
    }
    // The writer can add workgroup memory for the outputs of a mesh shader, or remove it.
    if own.stage != "mesh" && own.workgroup_memory != found.workgroup_memory {
        faults.push(format!(
            "memory: {} and in the words {}",
            own.workgroup_memory, found.workgroup_memory
        ));
    }
    let used = |reflection: &Reflection, entry: &EntryPointReflection| -> BTreeSet<(u32, u32)> {
        let rows = entry.bindings.iter().map(|&at| &reflection.bindings[at]);
        rows.map(|row| (row.descriptor_set, row.descriptor_binding)).collect()
    };
    if used(reflection, own) != used(other, found) {
        faults.push(format!(
            "uses: {:?} and in the words {:?}",
            used(reflection, own),
            used(other, found)
        ));
    }
    for (is_input, own, found) in [
        (true, &own.inputs, &found.inputs),
        (false, &own.outputs, &found.outputs),
    ] {
        let stage = words.1.stage;
        let own: Vec<String> = own.iter().map(|one| variable(one, stage, is_input)).collect();
        for one in found {
            // The writer adds `PointSize` if the options request it, and `LocalInvocationIndex` to divide the
            // initialization of workgroup memory among the invocations.
            let is_added = [Some("PointSize"), Some("LocalInvocationIndex")].contains(&one.built_in.as_deref());
            if !own.contains(&variable(one, stage, is_input)) && !is_added {
                faults.push(format!("{} is none of {own:#?}", variable(one, stage, is_input)));
            }
        }
        // The words lack inputs that are not read, and the mesh count of a task shader, which is not a variable.
        if !is_input && stage != "task" && found.len() < own.len() {
            faults.push(format!("{} outputs and in the words {}", own.len(), found.len()));
        }
    }
    faults
}

/// The differences between the writer's reflection of a module and the reflection from its words.
fn compare(output: &Output, found: &ModuleReflection, is_sized: bool) -> Vec<String> {
    let (own, words) = (&output.reflection, &found.reflection);
    let mut faults = Vec::new();
    for binding in &own.bindings {
        let place = |row: &&BindingReflection| {
            let number = |row: &BindingReflection| (row.descriptor_set, row.descriptor_binding);
            number(row) == number(binding) && (row.name == binding.name || binding.name.is_none())
        };
        // In the words, the parts of an external texture are textures and a buffer with other names, and a combined
        // image sampler is one variable.
        if binding.part.is_some() || binding.kind == ResourceKind::CombinedImageSampler {
            continue;
        }
        match words.bindings.iter().find(place) {
            None => faults.push(format!("{binding:?} is missing: {:#?}", words.bindings)),
            Some(found) => {
                let rows = compare_binding((own, binding), (words, found), is_sized).into_iter();
                faults.extend(rows.map(|fault| format!("{:?}: {fault}", binding.name)));
            }
        }
    }
    // The layout has one row for the two entries of a combined image sampler, so it is compared for all resources.
    if own.layout(7) != words.layout(7) {
        faults.push(format!(
            "layout: {:?} and in the words {:?}",
            own.layout(7),
            words.layout(7)
        ));
    }
    let range = |reflection: &Reflection| reflection.push_constant_range(7);
    let is_same = range(own) == range(words);
    if !is_same && !is_sized {
        faults.push(format!(
            "push constants: {:?} and in the words {:?}",
            range(own),
            range(words)
        ));
    }
    let names = |reflection: &Reflection| -> Vec<(String, &str)> {
        let rows = reflection.entry_points.iter();
        rows.map(|entry| (entry.name.clone(), entry.stage)).collect()
    };
    if names(own) != names(words) {
        faults.push(format!(
            "entry points: {:?} and in the words {:?}",
            names(own),
            names(words)
        ));
        return faults;
    }
    for (one, other) in own.entry_points.iter().zip(&words.entry_points) {
        let rows = compare_entry((own, one), (words, other)).into_iter();
        faults.extend(rows.map(|fault| format!("{}: {fault}", one.name)));
    }
    for constant in &output.spec_constants {
        let same = found.spec_constants.iter().find(|other| other.id == constant.id);
        // A constant whose default is computed is two constants in the words, with names that the writer chose.
        let is_same = constant.given_id.is_some()
            || same.is_some_and(|other| {
                (&other.name, other.scalar) == (&constant.name, constant.scalar)
                    && (constant.default.is_none() || other.default == constant.default)
            });
        if !is_same {
            faults.push(format!("{constant:?} and in the words {same:?}"));
        }
    }
    faults
}

#[test]
fn the_words_tell_what_the_writer_says() {
    let (mut compared, mut faults) = (0, Vec::new());
    let paths = [root("snapshots"), root("examples")].into_iter();
    for path in paths.flat_map(|folder| shaders_below(&folder)) {
        let name = path.display().to_string();
        let Ok(case) = Case::read(&path) else { continue };
        for target in ["vulkan1.1", "vulkan1.3"] {
            let (Ok(mut setup), Ok(shader)) = (case.options_for(target), parse::file(&path)) else {
                continue;
            };
            (setup.options.names, setup.options.interface_names) = (true, true);
            setup.options.workarounds.remove(Workaround::InterfaceNames);
            // Its buffer is for tests and not in the reflection.
            setup.options.assert_proofs = None;
            // With this feature, two-row matrices in uniform buffers are not replaced by their columns.
            setup.target = setup.target.enable(spirula::Feature::UniformBufferStandardLayout);
            let Ok(output) = setup::compile(&shader.module, &shader.info, &setup) else {
                continue;
            };
            // In the words, handles are integers in a buffer.
            if !output.reflection.handle_tables.is_empty() {
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            let is_sized = source.contains("@align") || source.contains("@size");
            let found = from_words(&output.words).unwrap();
            let rows = compare(&output, &found, is_sized).into_iter();
            faults.extend(rows.map(|fault| format!("{name}, {target}: {fault}")));
            compared += 1;
        }
    }
    println!("{compared} modules");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(compared >= 430, "only {compared} modules");
}

#[test]
fn what_is_no_module_is_an_error() {
    assert_eq!(
        from_words(&[]),
        Err(ReflectError::Read(ReadError::TooShort { words: 0 }))
    );
    let cut = [0x0723_0203, 0x0001_0000, 0, 9, 0, 5 << 16 | 71, 1];
    assert!(matches!(
        from_words(&cut),
        Err(ReflectError::Read(ReadError::PastEnd { .. }))
    ));
    let kernel = spirula::words::assemble_text(
        "OpEntryPoint Kernel %main \"main\"\n%void = OpTypeVoid\n%sig = OpTypeFunction %void\n\
         %main = OpFunction %void None %sig\n%l = OpLabel\nOpReturn\nOpFunctionEnd",
        0x0001_0000,
    );
    let error = from_words(&kernel.unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "entry point `main`: execution model 6 is not a stage of a Vulkan pipeline"
    );
}

/// An array without a stride whose size in bytes is above `u32::MAX`.
#[test]
fn sizes_end_at_the_largest_number() {
    let words = spirula::words::assemble_text(
        "OpEntryPoint GLCompute %main \"main\" %v\nOpDecorate %v DescriptorSet 0\nOpDecorate %v Binding 0\n\
         OpDecorate %b Block\nOpMemberDecorate %b 0 Offset 4294967295\n%void = OpTypeVoid\n\
         %sig = OpTypeFunction %void\n%u = OpTypeInt 32 0\n%f = OpTypeFloat 32\n%v3 = OpTypeVector %f 3\n\
         %n = OpConstant %u 4294967295\n%a = OpTypeArray %v3 %n\n%aa = OpTypeArray %a %n\n%b = OpTypeStruct %aa\n\
         %p = OpTypePointer StorageBuffer %b\n%v = OpVariable %p StorageBuffer\n%main = OpFunction %void None %sig\n\
         %l = OpLabel\n%copy = OpLoad %b %v\nOpReturn\nOpFunctionEnd",
        0x0001_0600,
    );
    let found = from_words(&words.unwrap()).unwrap().reflection;
    assert_eq!(found.bindings[0].size, Some(u32::MAX));
}

/// GLSL's compilers decorate the members of a block for patches, and not its variable, whose array is not over vertices.
#[test]
fn a_block_whose_members_are_decorated_patch_has_no_array_of_vertices() {
    let words = spirula::words::assemble_text(
        "OpCapability Tessellation\nOpMemoryModel Logical GLSL450\nOpEntryPoint TessellationControl %main \"main\" %p %v\n\
         OpDecorate %b Block\nOpMemberDecorate %b 0 Patch\nOpDecorate %p Location 0\nOpDecorate %v Location 4\n\
         %void = OpTypeVoid\n%sig = OpTypeFunction %void\n%u = OpTypeInt 32 0\n%f = OpTypeFloat 32\n\
         %v4 = OpTypeVector %f 4\n%two = OpConstant %u 2\n%a = OpTypeArray %v4 %two\n%b = OpTypeStruct %a\n\
         %bs = OpTypeArray %b %two\n%pb = OpTypePointer Output %bs\n%pa = OpTypePointer Output %a\n%p = OpVariable %pb Output\n\
         %v = OpVariable %pa Output\n%main = OpFunction %void None %sig\n%l = OpLabel\nOpReturn\nOpFunctionEnd",
        0x0001_0000,
    );
    let found = from_words(&words.unwrap()).unwrap().reflection;
    let locations = |rows: &[InterfaceReflection]| rows.iter().map(|row| row.location).collect::<Vec<_>>();
    assert_eq!(
        locations(&found.entry_points[0].outputs),
        [Some(0), Some(1), Some(2), Some(3), Some(4)],
        "{:?}",
        found.entry_points[0].outputs
    );
}
