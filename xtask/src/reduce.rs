//! Reduces `vk.xml` to what the tables need: structures of features and properties, versions with the features that
//! they require, device extensions with their dependencies, and the rows of SPIR-V extensions and capabilities.
//!
//! Elements keep their names and order. Attributes that are not read are removed.

use crate::Result;
use crate::emit::read;
use roxmltree::{Document, Node};
use std::fmt::Write as _;
use std::path::Path;

const NOTICE: &str = "<?xml version='1.0' encoding='UTF-8'?>
<!--
Copyright 2015-2026 The Khronos Group Inc.
SPDX-License-Identifier: Apache-2.0 OR MIT

Reduced from the Vulkan API Registry, vk.xml (https://github.com/KhronosGroup/Vulkan-Docs), by `cargo xtask registry`.
-->
<registry>
";

/// The text of the reduced registry.
pub fn reduced(path: &Path) -> Result<String> {
    let text = read(path)?;
    let document = Document::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let root = document.root_element();
    let mut text = NOTICE.to_owned();
    let structures = children(root, "types").flat_map(|types| children(types, "type"));
    for structure in structures.filter(|&structure| is_wanted(structure)) {
        type_element(&mut text, structure);
    }
    for version in children(root, "feature") {
        if version.attribute("apitype") != Some("internal") && version.attribute("api") != Some("vulkansc") {
            element(&mut text, version, &["name", "number"]);
        }
    }
    for extension in children(root, "extensions").flat_map(|extensions| children(extensions, "extension")) {
        let supported = extension.attribute("supported").unwrap_or_default();
        if supported.split(',').any(|api| api == "vulkan") {
            element(&mut text, extension, &["name", "type", "depends", "provisional"]);
        }
    }
    for list in ["spirvextension", "spirvcapability"] {
        for row in root.descendants().filter(|node| node.has_tag_name(list)) {
            element(&mut text, row, &["name"]);
        }
    }
    Ok(text + "</registry>\n")
}

pub fn children<'a, 'i: 'a>(node: Node<'a, 'i>, tag: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(tag))
}

/// Whether a type is a structure of features or properties, or an alias of one.
fn is_wanted(ty: Node<'_, '_>) -> bool {
    let name = ty.attribute("name").unwrap_or_default();
    ty.attribute("category") == Some("struct")
        && name.starts_with("VkPhysicalDevice")
        && ["Features", "Properties", "Limits"]
            .iter()
            .any(|part| name.contains(part))
}

fn attributes(text: &mut String, node: Node<'_, '_>, names: &[&str]) {
    for name in names {
        if let Some(value) = node.attribute(*name) {
            let _ = write!(text, " {name}=\"{value}\"");
        }
    }
}

/// A structure with the types, names and array lengths of its members.
fn type_element(text: &mut String, structure: Node<'_, '_>) {
    text.push_str("    <type category=\"struct\"");
    attributes(text, structure, &["name", "alias"]);
    let mut members = String::new();
    for member in children(structure, "member") {
        let (Some(ty), Some(name)) = (children(member, "type").next(), children(member, "name").next()) else {
            continue;
        };
        if matches!(name.text(), Some("sType" | "pNext")) {
            continue;
        }
        members += "        <member><type>";
        members += ty.text().unwrap_or_default();
        members += "</type> <name>";
        members += name.text().unwrap_or_default();
        members += "</name>";
        let after = name
            .next_sibling()
            .and_then(|sibling| sibling.text())
            .unwrap_or_default();
        members += after.trim();
        members += "</member>\n";
    }
    if members.is_empty() {
        text.push_str("/>\n");
    } else {
        let _ = write!(text, ">\n{members}    </type>\n");
    }
}

/// A version, an extension or a row, with those of its contents that are read.
fn element(text: &mut String, node: Node<'_, '_>, names: &[&str]) {
    let tag = node.tag_name().name();
    let _ = write!(text, "    <{tag}");
    attributes(text, node, names);
    let mut inner = String::new();
    for enable in children(node, "enable") {
        inner += "        <enable";
        let names = [
            "version",
            "extension",
            "struct",
            "feature",
            "property",
            "member",
            "value",
            "requires",
            "alias",
        ];
        attributes(&mut inner, enable, &names);
        inner += "/>\n";
    }
    for require in children(node, "require") {
        let mut parts = String::new();
        for part in require.children() {
            let name = part.attribute("name").unwrap_or_default();
            let is_wanted = part.has_tag_name("feature")
                || part.has_tag_name("type") && (name.contains("Features") || name.contains("Properties"));
            if is_wanted {
                let _ = write!(parts, "            <{}", part.tag_name().name());
                attributes(&mut parts, part, &["name", "struct"]);
                parts += "/>\n";
            }
        }
        if !parts.is_empty() {
            inner += "        <require";
            attributes(&mut inner, require, &["depends"]);
            let _ = write!(inner, ">\n{parts}        </require>\n");
        }
    }
    if inner.is_empty() {
        text.push_str("/>\n");
    } else {
        let _ = write!(text, ">\n{inner}    </{tag}>\n");
    }
}
