//! Reads the part of the Vulkan registry that the tables need from `registry/vulkan.xml`.

use crate::Result;
use crate::emit::read;
use crate::reduce::children;
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A member of a structure: its type, and the number of its elements.
pub struct Member {
    pub name: String,
    pub ty: String,
    pub len: Option<u32>,
}

/// A structure of features, properties or limits, with its members in the registry's order.
pub struct Structure {
    pub name: String,
    pub members: Vec<Member>,
}

/// An extension.
pub struct Extension {
    /// Whether it is a device extension, and not an instance extension.
    pub is_of_devices: bool,
    /// The extensions and versions that it depends on: `(A+B),C`.
    pub depends: String,
    /// The names of its structures, without aliases.
    pub structures: BTreeSet<String>,
}

/// What permits a capability or a SPIR-V extension.
pub enum Enable {
    /// `VK_VERSION_1_1`
    Version(u32),
    /// A device extension.
    Extension(String),
    /// A feature, or a property that is a Boolean or one bit of a mask.
    Member {
        structure: String,
        /// The member, or the bit.
        name: String,
        /// The minor version of the oldest of the named Vulkan versions that have it.
        version: Option<u32>,
        /// The named device extensions.
        extensions: Vec<String>,
    },
}

/// The content of the registry that is read.
pub struct Vulkan {
    pub structures: Vec<Structure>,
    /// The structure that each alias denotes.
    aliases: BTreeMap<String, String>,
    pub extensions: BTreeMap<String, Extension>,
    /// By member: the minor version from which every device must support it.
    pub required: BTreeMap<String, u32>,
    pub spirv_extensions: BTreeMap<String, Vec<Enable>>,
    pub spirv_capabilities: Vec<(String, Vec<Enable>)>,
}

impl Vulkan {
    pub fn read(path: &Path) -> Result<Self> {
        let text = read(path)?;
        let document = Document::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let root = document.root_element();
        let mut vulkan = Self {
            structures: Vec::new(),
            aliases: BTreeMap::new(),
            extensions: BTreeMap::new(),
            required: BTreeMap::new(),
            spirv_extensions: BTreeMap::new(),
            spirv_capabilities: Vec::new(),
        };
        for ty in children(root, "type") {
            vulkan.structure(ty)?;
        }
        for version in children(root, "feature") {
            vulkan.version(version)?;
        }
        for extension in children(root, "extension") {
            vulkan.extension(extension)?;
        }
        for row in children(root, "spirvextension") {
            let enables = enables(row)?;
            vulkan.spirv_extensions.insert(attribute(row, "name")?, enables);
        }
        for row in children(root, "spirvcapability") {
            let enables = enables(row)?;
            vulkan.spirv_capabilities.push((attribute(row, "name")?, enables));
        }
        Ok(vulkan)
    }

    /// The name of the structure that a name or alias denotes.
    pub fn canonical<'n>(&'n self, name: &'n str) -> &'n str {
        match self.aliases.get(name) {
            Some(other) => self.canonical(other),
            None => name,
        }
    }

    /// The minor version of the oldest Vulkan version on which a device extension and its dependencies can be enabled;
    /// `None` if a dependency does not exist.
    pub fn oldest(&self, extension: &str) -> Option<u32> {
        let depends = &self.extensions.get(extension)?.depends;
        let mut rest = depends.as_str();
        match depends.is_empty() {
            true => Some(0),
            false => self.alternatives(&mut rest),
        }
    }

    /// Parses `A,B`: the oldest of the alternatives.
    fn alternatives(&self, text: &mut &str) -> Option<u32> {
        let mut best = self.together(text);
        while let Some(rest) = text.strip_prefix(',') {
            *text = rest;
            let other = self.together(text);
            best = match (best, other) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        best
    }

    /// Parses `A+B`: the newest of the required versions.
    fn together(&self, text: &mut &str) -> Option<u32> {
        let mut all = self.term(text);
        while let Some(rest) = text.strip_prefix('+') {
            *text = rest;
            let other = self.term(text);
            all = all.zip(other).map(|(a, b)| a.max(b));
        }
        all
    }

    fn term(&self, text: &mut &str) -> Option<u32> {
        if let Some(rest) = text.strip_prefix('(') {
            *text = rest;
            let inner = self.alternatives(text);
            *text = text.strip_prefix(')').unwrap_or(text);
            return inner;
        }
        let end = text.find([',', '+', ')']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        *text = rest;
        match name.strip_prefix("VK_VERSION_1_") {
            Some(minor) => minor.parse().ok(),
            None => self.oldest(name),
        }
    }

    fn structure(&mut self, ty: Node<'_, '_>) -> Result<()> {
        let name = attribute(ty, "name")?;
        if let Some(alias) = ty.attribute("alias") {
            self.aliases.insert(name, alias.to_owned());
            return Ok(());
        }
        let mut members = Vec::new();
        for member in children(ty, "member") {
            let text = |tag| {
                let found = children(member, tag).next().and_then(|node| node.text());
                found
                    .map(str::to_owned)
                    .ok_or_else(|| format!("{name}: a member without {tag}"))
            };
            let after = member.last_child().and_then(|node| node.text()).unwrap_or_default();
            let len = after
                .strip_prefix('[')
                .and_then(|len| len.strip_suffix(']')?.parse().ok());
            members.push(Member {
                name: text("name")?,
                ty: text("type")?,
                len,
            });
        }
        self.structures.push(Structure { name, members });
        Ok(())
    }

    fn version(&mut self, version: Node<'_, '_>) -> Result<()> {
        let number = attribute(version, "number")?;
        let minor = number.strip_prefix("1.").and_then(|minor| minor.parse().ok());
        let minor = minor.ok_or_else(|| format!("{number} is no version of Vulkan 1"))?;
        // A feature that is required only together with something else is not mandatory.
        let requires = children(version, "require").filter(|require| require.attribute("depends").is_none());
        for feature in requires.flat_map(|require| children(require, "feature")) {
            for name in attribute(feature, "name")?.split(',') {
                self.required.entry(name.to_owned()).or_insert(minor);
            }
        }
        Ok(())
    }

    fn extension(&mut self, extension: Node<'_, '_>) -> Result<()> {
        let types = children(extension, "require").flat_map(|require| children(require, "type"));
        let names = types.filter_map(|ty| ty.attribute("name"));
        let structures = names.map(|name| self.canonical(name).to_owned()).collect();
        let depends = extension.attribute("depends").unwrap_or_default().to_owned();
        let row = Extension {
            is_of_devices: extension.attribute("type") == Some("device"),
            depends,
            structures,
        };
        self.extensions.insert(attribute(extension, "name")?, row);
        Ok(())
    }
}

fn attribute(node: Node<'_, '_>, name: &str) -> Result<String> {
    let value = node.attribute(name).map(str::to_owned);
    value.ok_or_else(|| format!("a {} without {name}", node.tag_name().name()))
}

fn enables(row: Node<'_, '_>) -> Result<Vec<Enable>> {
    children(row, "enable").map(enable).collect()
}

fn enable(node: Node<'_, '_>) -> Result<Enable> {
    let minor = |version: &str| {
        version
            .strip_prefix("VK_VERSION_1_")
            .and_then(|minor| minor.parse().ok())
    };
    if let Some(version) = node.attribute("version") {
        let minor = minor(version).ok_or_else(|| format!("{version} is no version of Vulkan 1"))?;
        return Ok(Enable::Version(minor));
    }
    if let Some(extension) = node.attribute("extension") {
        return Ok(Enable::Extension(extension.to_owned()));
    }
    let requires: Vec<&str> = node.attribute("requires").unwrap_or_default().split(',').collect();
    let (structure, name) = match node.attribute("feature") {
        Some(feature) => (attribute(node, "struct")?, feature.to_owned()),
        None => {
            let value = attribute(node, "value")?;
            let member = attribute(node, "member")?;
            let name = if value == "VK_TRUE" { member } else { value };
            (attribute(node, "property")?, name)
        }
    };
    Ok(Enable::Member {
        structure,
        name,
        version: requires.iter().filter_map(|name| minor(name)).min(),
        extensions: requires
            .iter()
            .filter(|name| !name.starts_with("VK_VERSION"))
            .map(|&name| name.to_owned())
            .collect(),
    })
}
