//! Tests of `snapshots/bindless/rows.tsv`: each kind of resource × sized or unsized × class of index × operation, with
//! the shader and the entry point that has it, the expected instruction, and the expected capabilities of that entry
//! point alone. The expectations are derived from the tables of SPIR-V and `SPV_EXT_descriptor_indexing`, not from the
//! writer's output.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr as _;

use super::{capabilities, marked, tainted};
use crate::common::inspect::Inspected;
use crate::common::{backends, parse, root, validate};
use spirv::{Capability, Decoration, Op};

/// The kinds of resources, and whether they can have dynamic and non-uniform indices.
const RESOURCES: [(&str, bool); 10] = [
    ("sampled", true),
    ("depth", true),
    ("multisampled", true),
    ("storage_texture", true),
    ("atomic_texture", true),
    ("sampler", true),
    ("comparison_sampler", true),
    ("uniform", true),
    ("storage", true),
    // naga's validator panics for other indices.
    ("acceleration_structure", false),
];
const SIZES: [&str; 2] = ["sized", "unsized"];
const INDICES: [&str; 3] = ["constant", "dynamic", "non_uniform"];

#[derive(Debug)]
struct Row {
    resource: String,
    size: String,
    index: String,
    operation: String,
    file: String,
    entry_point: String,
    instruction: String,
    capabilities: BTreeSet<u32>,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root("snapshots/bindless/rows.tsv")).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [
            resource,
            size,
            index,
            operation,
            file,
            entry_point,
            instruction,
            capabilities,
        ] = fields[..]
        else {
            panic!("eight columns: {line}");
        };
        Row {
            resource: resource.to_owned(),
            size: size.to_owned(),
            index: index.to_owned(),
            operation: operation.to_owned(),
            file: file.to_owned(),
            entry_point: entry_point.to_owned(),
            instruction: instruction.to_owned(),
            capabilities: capabilities
                .split(' ')
                .map(|name| Capability::from_str(name).unwrap_or_else(|()| panic!("no capability {name}")) as u32)
                .collect(),
        }
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn every_row_has_its_shader() {
    let rows = rows();
    let mut wanted = BTreeSet::new();
    for (resource, indexed) in RESOURCES {
        let operations: BTreeSet<&str> = rows
            .iter()
            .filter(|row| row.resource == resource)
            .map(|row| row.operation.as_str())
            .collect();
        assert!(!operations.is_empty(), "{resource}");
        for index in INDICES.into_iter().filter(|&index| indexed || index == "constant") {
            for size in SIZES {
                wanted.extend(operations.iter().map(|&operation| (resource, size, index, operation)));
            }
        }
    }
    let there: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row.resource.as_str(),
                row.size.as_str(),
                row.index.as_str(),
                row.operation.as_str(),
            )
        })
        .collect();
    assert_eq!(there.iter().copied().collect::<BTreeSet<_>>(), wanted);
    assert_eq!(there.len(), wanted.len(), "a row occurs twice");

    // Each entry point of each shader in the folder must be in some row.
    let mut named: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in &rows {
        let fresh = named.entry(&row.file).or_default().insert(&row.entry_point);
        assert!(fresh, "{} {} is two rows", row.file, row.entry_point);
    }
    let folder = std::fs::read_dir(root("snapshots/bindless")).unwrap();
    let files = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    // `tests/it/bindless.rs` has its own list for those with handles.
    let shaders: BTreeSet<String> = files
        .filter(|name| name.ends_with(".wgsl") && !name.starts_with("handles_"))
        .collect();
    assert_eq!(
        shaders,
        named.keys().map(|&name| name.to_owned()).collect::<BTreeSet<_>>()
    );
    for (file, entry_points) in named {
        let shader = parse::file(&root("snapshots/bindless").join(file)).unwrap();
        let there: BTreeSet<&str> = shader
            .module
            .entry_points
            .iter()
            .map(|entry| entry.name.as_str())
            .collect();
        assert_eq!(there, entry_points, "{file}");
    }
}

/// The variable of the row's array: set 0, binding 0 or 1.
fn variable(module: &Inspected<'_>, row: &Row) -> u32 {
    let binding = u32::from(row.size == "unsized");
    let bound = |id, decoration, number| module.decoration(id, decoration) == Some(&[number][..]);
    let mut variables = module.all(Op::Variable).filter_map(|variable| variable.result());
    let found =
        variables.find(|&id| bound(id, Decoration::DescriptorSet, 0) && bound(id, Decoration::Binding, binding));
    found.unwrap_or_else(|| panic!("no array: {row:?}"))
}

#[test]
fn every_row_has_exactly_its_capabilities_and_marks() {
    let mut shaders = BTreeMap::new();
    for row in rows() {
        let shader = shaders
            .entry(row.file.clone())
            .or_insert_with(|| parse::file(&root("snapshots/bindless").join(&row.file)).unwrap());
        for environment in super::VERSIONS {
            let what = format!("{environment} {} {}", row.file, row.entry_point);
            let options = backends::options_for(environment, &row.entry_point);
            let words = backends::spirula(shader, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
            validate::validate(&words, environment).unwrap_or_else(|fault| panic!("{what}: {fault}"));
            let report = spirula::check::check(&words, &options.target);
            assert!(report.is_valid(), "{what}: {report}");

            let module = Inspected::new(&words);
            assert_eq!(capabilities(&module), row.capabilities, "{what}: capabilities");
            assert_eq!(spirula::check::unused_capabilities(&words), [], "{what}");
            // Core in SPIR-V 1.5; dynamic indices are core in 1.0.
            let of_extension = row.size == "unsized" || row.index == "non_uniform";
            let has_extension = module
                .all(Op::Extension)
                .any(|extension| name(extension.operand_words()) == "SPV_EXT_descriptor_indexing");
            assert_eq!(
                has_extension,
                of_extension && environment == "vulkan1.1",
                "{what}: extension"
            );

            let listing = backends::disassemble(&words);
            let there = listing.split_whitespace().any(|word| word == row.instruction);
            assert!(there, "{what}: no {}", row.instruction);

            let wanted = if row.index == "non_uniform" {
                let is_handle = !matches!(row.resource.as_str(), "uniform" | "storage");
                tainted(&module, variable(&module, &row), is_handle)
            } else {
                BTreeSet::new()
            };
            assert_eq!(marked(&module), wanted, "{what}: what is marked");
        }
    }
}

/// The text of a string operand.
fn name(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.take_while(|&byte| byte != 0).map(char::from).collect()
}
