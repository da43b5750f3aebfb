//! Names in a composed module: removes the decorations that the composer adds to the names of imported items.

use std::collections::HashMap;

use naga::{Module, TypeInner};
use naga_oil::compose::Composer;

use crate::source::include::Imported;

/// The suffixes that the composer appends to the names of a module's items.
struct Decoration {
    /// Of an item.
    suffix: String,
    /// Of a function that overrides one of the module.
    override_suffix: String,
    /// The name of the module.
    module: String,
}

/// The decorations of all imported modules.
pub(super) struct Decorations {
    /// Longer suffixes first, because one can be the start of another.
    decorations: Vec<Decoration>,
}

/// A name without decorations.
struct Plain<'a> {
    item: &'a str,
    module: Option<&'a str>,
    /// The module whose function it overrides.
    overrides: Option<&'a str>,
}

impl Plain<'_> {
    fn qualified(&self) -> String {
        let Self {
            item,
            module,
            overrides,
        } = self;
        let module = module.map_or_else(String::new, |module| format!("{module}::"));
        match overrides {
            Some(base) => format!("{module}override {base}::{item}"),
            None => format!("{module}{item}"),
        }
    }
}

impl Decorations {
    pub(super) fn new(modules: &[Imported]) -> Self {
        let decoration = |module: &Imported| {
            let suffix = Composer::decorated_name(Some(&module.name), "");
            Decoration {
                override_suffix: suffix.replacen("_mod_", "_vrt_", 1),
                suffix,
                module: module.name.replace('"', ""),
            }
        };
        let mut decorations: Vec<_> = modules.iter().map(decoration).collect();
        decorations.sort_by_key(|one| std::cmp::Reverse(one.suffix.len()));
        Self { decorations }
    }

    /// A name of the composed module.
    fn plain<'a>(&'a self, name: &'a str) -> Plain<'a> {
        let without = |name: &'a str, suffix: &dyn Fn(&'a Decoration) -> &'a str| {
            let mut decorations = self.decorations.iter();
            let found = decorations.find_map(|one| Some((name.strip_suffix(suffix(one))?, one.module.as_str())));
            found.map_or((name, None), |(item, module)| (item, Some(module)))
        };
        let (item, module) = without(name, &|one| &one.suffix);
        let (item, overrides) = without(item, &|one| &one.override_suffix);
        Plain {
            item,
            module,
            overrides,
        }
    }

    /// A text with qualified names in place of decorated ones.
    pub(super) fn undecorated(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for decoration in &self.decorations {
            let Decoration {
                suffix,
                override_suffix,
                module,
            } = decoration;
            for (suffix, prefix) in [(override_suffix, "override "), (suffix, "")] {
                while let Some(at) = text.find(suffix.as_str()) {
                    let before = text.get(..at).unwrap_or_default();
                    let item = before.rfind(|one: char| !one.is_alphanumeric() && one != '_');
                    let start = item.map_or(0, |end| {
                        end + before
                            .get(end..)
                            .and_then(|rest| rest.chars().next())
                            .map_or(1, char::len_utf8)
                    });
                    let name = format!("{prefix}{module}::{}", before.get(start..).unwrap_or_default());
                    text.replace_range(start..at + suffix.len(), &name);
                }
            }
        }
        text
    }

    /// Removes the decorations from all names. Items of equal names keep the path of their module as a prefix.
    pub(super) fn remove(&self, module: &mut Module) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let entries = module.entry_points.iter().map(|entry| Some(&entry.name));
        let named = module.types.iter().map(|(_, ty)| ty.name.as_ref());
        let named = named.chain(module.constants.iter().map(|(_, constant)| constant.name.as_ref()));
        let named = named.chain(module.overrides.iter().map(|(_, constant)| constant.name.as_ref()));
        let named = named.chain(module.global_variables.iter().map(|(_, global)| global.name.as_ref()));
        let named = named.chain(module.functions.iter().map(|(_, function)| function.name.as_ref()));
        for name in entries.chain(named).flatten() {
            *counts.entry(self.plain(name).item.to_owned()).or_default() += 1;
        }
        let rename = |name: &mut Option<String>| {
            if let Some(name) = name {
                let plain = self.plain(name);
                let is_shared = counts.get(plain.item).is_some_and(|count| *count > 1);
                *name = if is_shared {
                    plain.qualified()
                } else {
                    plain.item.to_owned()
                };
            }
        };
        // A local variable with the name of an imported item is decorated too, and so is a member.
        let local = |name: &mut Option<String>| {
            if let Some(name) = name {
                *name = self.plain(name).item.to_owned();
            }
        };
        let types = module.types.take();
        for (handle, ty) in types.iter() {
            let mut ty = ty.clone();
            rename(&mut ty.name);
            if let TypeInner::Struct { members, .. } = &mut ty.inner {
                members.iter_mut().for_each(|member| local(&mut member.name));
            }
            module.types.insert(ty, types.get_span(handle));
        }
        module
            .constants
            .iter_mut()
            .for_each(|(_, constant)| rename(&mut constant.name));
        module
            .overrides
            .iter_mut()
            .for_each(|(_, constant)| rename(&mut constant.name));
        module
            .global_variables
            .iter_mut()
            .for_each(|(_, global)| rename(&mut global.name));
        module
            .functions
            .iter_mut()
            .for_each(|(_, function)| rename(&mut function.name));
        let functions = module.functions.iter_mut().map(|(_, function)| function);
        for function in functions.chain(module.entry_points.iter_mut().map(|entry| &mut entry.function)) {
            function
                .arguments
                .iter_mut()
                .for_each(|argument| local(&mut argument.name));
            function
                .local_variables
                .iter_mut()
                .for_each(|(_, variable)| local(&mut variable.name));
            for name in function.named_expressions.values_mut() {
                *name = self.plain(name).item.to_owned();
            }
        }
    }
}
