//! Reads the file of `--bindings`, which maps a resource's group and binding to its descriptor set and binding.
//!
//! Records the place of each entry in the file, for messages.

use std::collections::BTreeSet;
use std::path::Path;

use naga::ResourceBinding;
use serde::Deserialize;
use spirula::{
    BindingInfo, BindingMap, BindingSource, ExternalTextureBindingInfo, ExternalTextureBindingMap, HandleMemory,
};

use super::Given;

/// One entry of the file, for one resource.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The shader's group and binding.
    group: u32,
    binding: u32,
    /// The descriptor set and binding in Vulkan.
    descriptor_set: Option<u32>,
    descriptor_binding: Option<u32>,
    /// The length of a binding array that has none in the shader.
    #[serde(default)]
    binding_array_size: Option<u32>,
    /// The resource is a handle in a handle table; set and binding are those of the table.
    #[serde(default)]
    handle: Option<Handle>,
    /// The resource is combined with the texture or sampler that has the same binding and source.
    #[serde(default)]
    combined: bool,
    /// The resource is an external texture, with several descriptors.
    #[serde(default)]
    external: Option<External>,
}

/// The place of a handle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Handle {
    memory: Memory,
    /// In bytes from the table's start.
    offset: u32,
}

/// The memory of a handle table.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Memory {
    Storage,
    Uniform,
    PushConstant,
}

/// The bindings of the parts of an external texture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct External {
    planes: [Descriptor; 3],
    params: Descriptor,
}

/// A descriptor set and binding.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Descriptor {
    descriptor_set: u32,
    descriptor_binding: u32,
}

impl Descriptor {
    fn info(self) -> BindingInfo {
        BindingInfo {
            descriptor_set: self.descriptor_set,
            binding: self.descriptor_binding,
            ..BindingInfo::default()
        }
    }
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

/// The content of the file.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// The name of the file.
    name: String,
    pub map: BindingMap,
    pub external: ExternalTextureBindingMap,
    /// The resource of each entry, and its line and column.
    entries: Vec<(ResourceBinding, (usize, usize))>,
}

impl Bindings {
    /// Reads the file at `path`. It may have one entry for each resource.
    ///
    /// # Errors
    /// What is wrong with the file, with the place.
    pub(super) fn read(given: &Given, path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let text = given
            .read(path)
            .map_err(|error| format!("cannot read the bindings `{name}`: {error}"))?;
        Self::parse(name, text.as_bytes())
    }

    fn parse(name: String, text: &[u8]) -> Result<Self, String> {
        let entries: Vec<Entry> = serde_json::from_slice(text).map_err(|error| {
            let message = error.to_string();
            // Moves the place to the front, as in every message.
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = message.strip_suffix(&place).unwrap_or(&message);
            format!("{name}:{}:{}: {message}", error.line(), error.column())
        })?;
        let mut bindings = Self {
            name,
            map: BindingMap::new(),
            external: ExternalTextureBindingMap::new(),
            entries: Vec::new(),
        };
        let places = places(text);
        for (index, entry) in entries.iter().enumerate() {
            let place = places.get(index).copied().unwrap_or((1, 1));
            bindings
                .add(entry, place)
                .map_err(|message| format!("{}:{}:{}: {message}", bindings.name, place.0, place.1))?;
        }
        Ok(bindings)
    }

    fn add(&mut self, entry: &Entry, place: (usize, usize)) -> Result<(), String> {
        let resource = ResourceBinding {
            group: entry.group,
            binding: entry.binding,
        };
        if let Some((_, (line, column))) = self.entries.iter().find(|(known, _)| *known == resource) {
            return Err(format!(
                "group {} binding {} is named twice; first at {line}:{column}",
                entry.group, entry.binding
            ));
        }
        self.entries.push((resource, place));
        if let Some(external) = &entry.external {
            let has_own = entry.descriptor_set.is_some() || entry.descriptor_binding.is_some();
            if has_own || entry.combined || entry.handle.is_some() || entry.binding_array_size.is_some() {
                return Err("with `external` there is nothing besides `group` and `binding`".to_owned());
            }
            let info = ExternalTextureBindingInfo {
                planes: external.planes.map(Descriptor::info),
                params: external.params.info(),
            };
            self.external.insert(resource, info);
            return Ok(());
        }
        let missing = |field: &str| format!("missing field `{field}`");
        let info = BindingInfo {
            descriptor_set: entry.descriptor_set.ok_or_else(|| missing("descriptor_set"))?,
            binding: entry.descriptor_binding.ok_or_else(|| missing("descriptor_binding"))?,
            binding_array_size: entry.binding_array_size,
            source: entry.source(),
        };
        self.map.insert(resource, info);
        Ok(())
    }

    /// A remark for each entry whose resource no shader has.
    pub fn unused(&self, used: &BTreeSet<ResourceBinding>) -> Vec<String> {
        let unused = self.entries.iter().filter(|(resource, _)| !used.contains(resource));
        unused
            .map(|(resource, (line, column))| {
                let ResourceBinding { group, binding } = resource;
                let name = &self.name;
                format!("{name}:{line}:{column}: no shader has a resource at @group({group}) @binding({binding})")
            })
            .collect()
    }
}

/// Line and column of every object in the outermost array of a JSON text, counted from 1; columns count characters.
fn places(text: &[u8]) -> Vec<(usize, usize)> {
    let (mut line, mut column) = (1, 0);
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    let mut places = Vec::new();
    for &byte in text {
        // Continuation bytes of UTF-8 begin with the bits 10.
        column += usize::from(byte & 0xC0 != 0x80);
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'\n' => (line, column) = (line + 1, 0),
            b'[' => depth += 1,
            b'{' => {
                if depth == 1 {
                    places.push((line, column));
                }
                depth += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    places
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn parse(text: &[u8]) -> Result<Bindings, String> {
        Bindings::parse("b.json".to_owned(), text)
    }

    #[test]
    fn entries_become_the_map() {
        let map = parse(
            br#"[{"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":3},
                 {"group":1,"binding":0,"descriptor_set":0,"descriptor_binding":7,"binding_array_size":16}]"#,
        )
        .unwrap()
        .map;
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
    fn a_handle_is_read_with_its_table() {
        let map = parse(
            br#"[{"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":3,
                  "handle":{"memory":"push-constant","offset":24}}]"#,
        )
        .unwrap()
        .map;
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
        .unwrap()
        .map;
        let source = |binding| map[&ResourceBinding { group: 0, binding }].source;
        assert_eq!(source(1), BindingSource::Combined);
        let memory = HandleMemory::Storage;
        assert_eq!(source(2), BindingSource::CombinedHandle { memory, offset: 8 });
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let refused = |text: &str| parse(text.as_bytes()).unwrap_err();
        let unknown = refused("[{\"group\":0,\n\"binding\":1,\"set\":2}]");
        assert!(unknown.starts_with("b.json:2:17: unknown field `set`"), "{unknown}");
        assert_eq!(
            refused(r#"[{"group":0,"binding":1}]"#),
            "b.json:1:2: missing field `descriptor_set`"
        );
        let twice = r#"[{"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":3},
    {"group":0,"binding":1,"descriptor_set":2,"descriptor_binding":4}]"#;
        assert_eq!(
            refused(twice),
            "b.json:2:5: group 0 binding 1 is named twice; first at 1:2"
        );
        let both = r#"[{"group":0,"binding":1,"descriptor_set":2,"external":{"planes":[
            {"descriptor_set":0,"descriptor_binding":0},{"descriptor_set":0,"descriptor_binding":1},
            {"descriptor_set":0,"descriptor_binding":2}],"params":{"descriptor_set":0,"descriptor_binding":3}}}]"#;
        assert!(refused(both).starts_with("b.json:1:2: with `external`"));
    }

    #[test]
    fn places_are_those_of_the_entries() {
        let text = "[ {\"a{\": \"\\\"{ü\"}, {\"b\": {\"c\": [{}]}},\n  {}]";
        assert_eq!(places(text.as_bytes()), [(1, 3), (1, 19), (2, 3)]);
    }

    #[test]
    fn unused_entries_are_reported() {
        let bindings = parse(
            b"[{\"group\":0,\"binding\":1,\"descriptor_set\":2,\"descriptor_binding\":3},\n\
              {\"group\":0,\"binding\":2,\"descriptor_set\":2,\"descriptor_binding\":4}]",
        )
        .unwrap();
        let used = BTreeSet::from([ResourceBinding { group: 0, binding: 1 }]);
        assert_eq!(
            bindings.unused(&used),
            ["b.json:2:1: no shader has a resource at @group(0) @binding(2)"]
        );
    }
}
