//! The file of `--bindings`: from a resource's group and binding to its descriptor set and binding.

use std::path::Path;

use naga::ResourceBinding;
use serde::Deserialize;
use spirula::{BindingInfo, BindingMap, BindingSource, HandleMemory};

use super::UsageError;

/// One resource, as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The shader's group and binding.
    group: u32,
    binding: u32,
    /// Where Vulkan finds it.
    descriptor_set: u32,
    descriptor_binding: u32,
    /// The length of a binding array that has none in the shader.
    #[serde(default)]
    binding_array_size: Option<u32>,
    /// The resource is a handle in a table: set and binding are those of the table.
    #[serde(default)]
    handle: Option<Handle>,
    /// The resource is one descriptor or handle with the texture or sampler that has the same place.
    #[serde(default)]
    combined: bool,
}

/// Where a handle stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Handle {
    memory: Memory,
    /// In bytes from the table's start.
    offset: u32,
}

/// The memory of a table of handles.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Memory {
    Storage,
    Uniform,
    PushConstant,
}

impl Entry {
    fn source(&self) -> BindingSource {
        let table = self.handle.as_ref().map(|handle| {
            let memory = match handle.memory {
                Memory::Storage => HandleMemory::Storage,
                Memory::Uniform => HandleMemory::Uniform,
                Memory::PushConstant => HandleMemory::PushConstant,
            };
            (memory, handle.offset)
        });
        match (table, self.combined) {
            (None, false) => BindingSource::Descriptor,
            (None, true) => BindingSource::Combined,
            (Some((memory, offset)), false) => BindingSource::Handle { memory, offset },
            (Some((memory, offset)), true) => BindingSource::CombinedHandle { memory, offset },
        }
    }
}

/// Reads the file at `path`. A resource may stand there once.
pub(super) fn read(path: &Path) -> Result<BindingMap, UsageError> {
    let text = std::fs::read(path)
        .map_err(|error| UsageError(format!("cannot read the bindings `{}`: {error}", path.display())))?;
    parse(&text).map_err(|message| UsageError(format!("the bindings `{}`: {message}", path.display())))
}

fn parse(text: &[u8]) -> Result<BindingMap, String> {
    let entries: Vec<Entry> = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    let mut map = BindingMap::new();
    for entry in entries {
        let resource = ResourceBinding {
            group: entry.group,
            binding: entry.binding,
        };
        let place = BindingInfo {
            descriptor_set: entry.descriptor_set,
            binding: entry.descriptor_binding,
            binding_array_size: entry.binding_array_size,
            source: entry.source(),
        };
        if map.insert(resource, place).is_some() {
            return Err(format!(
                "group {} binding {} is named twice",
                entry.group, entry.binding
            ));
        }
    }
    Ok(map)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn entries_become_the_map() {
        let map = parse(
            br#"[{"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":3},
                 {"group":1,"binding":0,"descriptor_set":0,"descriptor_binding":7,"binding_array_size":16}]"#,
        )
        .unwrap();
        let first = &map[&ResourceBinding { group: 0, binding: 1 }];
        assert_eq!(
            (first.descriptor_set, first.binding, first.binding_array_size),
            (2, 3, None)
        );
        let second = &map[&ResourceBinding { group: 1, binding: 0 }];
        assert_eq!(
            (second.descriptor_set, second.binding, second.binding_array_size),
            (0, 7, Some(16))
        );
    }

    #[test]
    fn a_handle_names_its_table() {
        let map = parse(
            br#"[{"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":3,
                  "handle":{"memory":"push-constant","offset":24}}]"#,
        )
        .unwrap();
        assert_eq!(
            map[&ResourceBinding { group: 0, binding: 1 }].source,
            BindingSource::Handle {
                memory: HandleMemory::PushConstant,
                offset: 24
            }
        );
    }

    #[test]
    fn a_texture_and_a_sampler_are_combined() {
        let map = parse(
            br#"[{"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":3,"combined":true},
                 {"group":0,"binding":2,"descriptor_set":2,"descriptor_binding":3,"combined":true,
                  "handle":{"memory":"storage","offset":8}}]"#,
        )
        .unwrap();
        let source = |binding| map[&ResourceBinding { group: 0, binding }].source;
        assert_eq!(source(1), BindingSource::Combined);
        let memory = HandleMemory::Storage;
        assert_eq!(source(2), BindingSource::CombinedHandle { memory, offset: 8 });
    }

    #[test]
    fn mistakes_are_named() {
        let refused = |text: &str| parse(text.as_bytes()).unwrap_err();
        assert!(refused(r#"[{"group":0,"binding":1,"set":2}]"#).contains("unknown field `set`"));
        assert!(refused(r#"[{"group":0,"binding":1}]"#).contains("missing field `descriptor_set`"));
        let twice = r#"[{"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":3},
                        {"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":4}]"#;
        assert_eq!(refused(twice), "group 0 binding 1 is named twice");
    }
}
