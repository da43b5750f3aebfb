//! Declares the types of buffers, push constants and vertices in Rust: `#[repr(C)]` structs with the shader's memory
//! layout.
//!
//! Sizes, offsets and strides come from the reflection. Where Rust's layout would differ, the declaration is changed:
//! gaps between members become padding members, an array element shorter than the stride becomes a padded struct, and a
//! member whose offset is not a multiple of its alignment becomes an array of bytes. So a struct has no implicit
//! padding. Assertions in the generated file check this on the target of the program.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::names::{Scope, camel, identifier};
use crate::reflection::{NumberKind, NumberType, Reflection, TypeReflection, TypeShape};

/// A type in Rust.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// Its spelling in Rust.
    pub text: String,
    /// The part that it contributes to the names of derived types: `Vec3F32`.
    label: String,
    /// The expression for its zero value.
    zero: String,
    /// Size in bytes.
    size: u32,
    /// Alignment in bytes. On targets that align 64-bit numbers to 4 bytes, a multiple of Rust's alignment.
    alignment: u32,
}

impl Declared {
    fn number(number: NumberType) -> Self {
        let (text, zero) = match (number.kind, number.bits) {
            (NumberKind::Float, 32) => ("f32".to_owned(), "0.0"),
            (NumberKind::Float, 64) => ("f64".to_owned(), "0.0"),
            // Types that Rust lacks, such as `f16`, are declared as their bits.
            (NumberKind::Float | NumberKind::Uint | NumberKind::Bool, bits) => (format!("u{bits}"), "0"),
            (NumberKind::Sint, bits) => (format!("i{bits}"), "0"),
        };
        Self {
            text,
            label: number.to_string().to_ascii_uppercase(),
            zero: zero.to_owned(),
            size: number.bytes(),
            alignment: number.bytes(),
        }
    }

    /// A vector of `count` numbers, or one number.
    pub fn numbers(number: NumberType, count: u8) -> Self {
        let one = Self::number(number);
        if count == 1 {
            return one;
        }
        let label = format!("Vec{count}{}", one.label);
        Self {
            label,
            ..one.repeated(u32::from(count))
        }
    }

    fn bytes(count: u32) -> Self {
        Self {
            text: format!("[u8; {count}]"),
            label: format!("Bytes{count}"),
            zero: format!("[0; {count}]"),
            size: count,
            alignment: 1,
        }
    }

    fn repeated(&self, count: u32) -> Self {
        Self {
            text: format!("[{}; {count}]", self.text),
            label: format!("{}Array{count}", self.label),
            // A repeat expression needs a `Copy` type, which all of these are.
            zero: format!("[{}; {count}]", self.zero),
            size: self.size.saturating_mul(count),
            alignment: self.alignment,
        }
    }

    /// This type, or an array of bytes if its alignment does not allow it at `offset` in a struct of `size` bytes.
    fn fitting(self, offset: u32, size: u32) -> Self {
        if offset.is_multiple_of(self.alignment) && size.is_multiple_of(self.alignment) {
            self
        } else {
            Self::bytes(self.size)
        }
    }
}

/// A member of a struct declaration.
pub(super) struct Member<'a> {
    /// Its name in the shader, if it has one.
    pub name: Option<&'a str>,
    /// Its type in the shader language's spelling.
    pub spelled: String,
    /// Its type.
    pub ty: Declared,
    /// Bytes from the start of the struct.
    pub offset: u32,
}

/// The declarations of one shader.
pub(super) struct Declarations<'a> {
    reflection: &'a Reflection,
    /// Whether the structs are `Pod` and `Zeroable`.
    bytemuck: bool,
    /// The names of types and modules.
    scope: Scope,
    /// The declaration of each type of the reflection. A runtime-sized array has that of its element, a struct that
    /// ends in one that of the members before it.
    declared: Vec<Declared>,
    /// The padded structs for array elements, by element and stride.
    padded: BTreeMap<(String, u32), Declared>,
    /// The text of the declarations.
    pub items: String,
}

impl<'a> Declarations<'a> {
    /// Declares all types of a reflection. `scope` contains the names that are already used.
    pub fn of(reflection: &'a Reflection, scope: Scope, bytemuck: bool) -> Self {
        let types = &reflection.types;
        let mut declarations = Self {
            reflection,
            bytemuck,
            scope,
            declared: Vec::with_capacity(types.len()),
            padded: BTreeMap::new(),
            items: String::new(),
        };
        for ty in types {
            let declared = declarations.declare(ty);
            declarations.declared.push(declared);
        }
        declarations
    }

    /// Declares a type alias, named after the variable, for the type of a buffer or of push constants that has no name.
    pub fn alias(&mut self, variable: &str, ty: usize) {
        let Some((reflected, declared)) = self.reflection.types.get(ty).zip(self.declared.get(ty)) else {
            return;
        };
        let (text, spelled) = (declared.text.clone(), self.spelled(ty));
        let (name, what) = match reflected.shape {
            TypeShape::Struct { .. } => return,
            TypeShape::Array { count: None, .. } => (format!("{}Element", camel(variable)), "An element of "),
            _ => (camel(variable), ""),
        };
        let name = self.scope.take(name);
        let _ = writeln!(
            self.items,
            "/// {what}`{}`: `{}`.\npub type {name} = {text};",
            plain(variable),
            plain(&spelled)
        );
    }

    /// Declares a struct and returns its spelling. `size` is in bytes.
    pub fn declare_struct(&mut self, name: String, about: &str, members: Vec<Member<'_>>, size: u32) -> Declared {
        let name = self.scope.take(name);
        let mut fields = Scope::default();
        let names: Vec<String> = (0..)
            .zip(&members)
            .map(|(index, member)| match member.name {
                Some(name) => fields.take(identifier(name)),
                None => fields.take(format!("member{index}")),
            })
            .collect();
        let (mut text, mut zero, mut checks) = (String::new(), String::new(), String::new());
        let (mut end, mut alignment, mut pads) = (0, 1, 0);
        let mut pad = |to: u32, end: u32, text: &mut String, zero: &mut String| {
            if to > end {
                let field = loop {
                    let name = format!("_pad{pads}");
                    pads += 1;
                    if !names.contains(&name) {
                        break name;
                    }
                };
                let bytes = to - end;
                let _ = writeln!(text, "    /// Padding.\n    pub {field}: [u8; {bytes}],");
                let _ = write!(zero, "{field}: [0; {bytes}], ");
            }
        };
        for (member, field) in members.into_iter().zip(&names) {
            let Member {
                spelled, ty, offset, ..
            } = member;
            let ty = ty.fitting(offset, size);
            pad(offset, end, &mut text, &mut zero);
            let own = member.name.filter(|name| name != field).map(plain);
            let own = own.map_or_else(String::new, |own| format!("`{own}`, "));
            let _ = writeln!(text, "    /// {own}`{}` at byte {offset}.", plain(&spelled));
            let _ = writeln!(text, "    pub {field}: {},", ty.text);
            let _ = write!(zero, "{field}: {}, ", ty.zero);
            let _ = writeln!(
                checks,
                "const _: () = ::core::assert!(::core::mem::offset_of!({name}, {field}) == {offset});"
            );
            end = offset.saturating_add(ty.size);
            alignment = alignment.max(ty.alignment);
        }
        pad(size, end, &mut text, &mut zero);
        let pod = match self.bytemuck {
            true => ", ::bytemuck::Pod, ::bytemuck::Zeroable",
            false => "",
        };
        let _ = write!(
            self.items,
            "/// {about}, {size} bytes.
#[derive(Clone, Copy, Debug, PartialEq{pod})]
#[repr(C)]
pub struct {name} {{
{text}}}
impl ::core::default::Default for {name} {{
    /// All zeros.
    fn default() -> Self {{
        Self {{ {zero}}}
    }}
}}
const _: () = ::core::assert!(::core::mem::size_of::<{name}>() == {size});
{checks}"
        );
        Declared {
            zero: format!("<{name} as ::core::default::Default>::default()"),
            label: name.clone(),
            text: name,
            size,
            alignment,
        }
    }

    fn declare(&mut self, ty: &TypeReflection) -> Declared {
        match &ty.shape {
            TypeShape::Scalar { number, .. } => Declared::number(*number),
            TypeShape::Vector { number, components } => Declared::numbers(*number, *components),
            TypeShape::Matrix {
                number,
                columns,
                rows,
                stride,
                row_major: _,
            } => {
                // A column shorter than the stride is extended with padding numbers.
                let column = Declared::number(*number).repeated(stride / number.bytes().max(1));
                let label = format!("Mat{columns}x{rows}{}", number.to_string().to_ascii_uppercase());
                Declared {
                    label,
                    ..column.repeated(u32::from(*columns))
                }
            }
            TypeShape::Array { element, count, stride } => {
                let Some(element) = self.declared.get(*element).cloned() else {
                    return Declared::bytes(ty.size);
                };
                let element = self.padded(element, *stride);
                match count {
                    Some(count) => element.repeated(*count),
                    None => element,
                }
            }
            TypeShape::Struct { members } => {
                let name = ty.name.as_deref().unwrap_or("Struct");
                let about = format!("`{}`", plain(name));
                let is_open = |ty: usize| {
                    let shape = self.reflection.types.get(ty).map(|ty| &ty.shape);
                    matches!(shape, Some(TypeShape::Array { count: None, .. }))
                };
                let (fixed, open) = match members.split_last() {
                    Some((last, fixed)) if is_open(last.ty) => (fixed, Some(last)),
                    Some(_) | None => (members.as_slice(), None),
                };
                let fixed = fixed.iter().filter_map(|member| {
                    Some(Member {
                        name: member.name.as_deref(),
                        spelled: self.spelled(member.ty),
                        ty: self.declared.get(member.ty)?.clone(),
                        offset: member.offset,
                    })
                });
                let fixed = fixed.collect();
                let Some(open) = open else {
                    return self.declare_struct(identifier(name), &about, fixed, ty.size);
                };
                let member = open.name.as_deref().unwrap_or("elements");
                let about = format!("{about} up to its array `{}`", plain(member));
                let header = self.declare_struct(identifier(name), &about, fixed, open.offset);
                if let Some(element) = self.declared.get(open.ty).map(|element| element.text.clone()) {
                    let alias = self.scope.take(format!("{}{}Element", header.text, camel(member)));
                    let _ = writeln!(
                        self.items,
                        "/// An element of `{}` in [`{}`], from byte {} on.\npub type {alias} = {element};",
                        plain(member),
                        header.text,
                        open.offset
                    );
                }
                header
            }
            // catch-all: `Address`, which no shader that is compiled has
            _ => Declared::bytes(ty.size),
        }
    }

    /// An array element, extended with padding to the stride.
    fn padded(&mut self, element: Declared, stride: u32) -> Declared {
        if element.size == stride {
            return element;
        }
        if element.size > stride {
            return Declared::bytes(stride);
        }
        if let Some(known) = self.padded.get(&(element.text.clone(), stride)) {
            return known.clone();
        }
        let member = Member {
            name: Some("value"),
            spelled: element.text.clone(),
            ty: element.clone(),
            offset: 0,
        };
        let about = format!("An element `{}` of an array", element.text);
        let name = format!("{}Stride{stride}", element.label);
        let declared = self.declare_struct(name, &about, vec![member], stride);
        // An element that was declared as bytes has no `From` conversion.
        if stride.is_multiple_of(element.alignment) {
            let _ = writeln!(
                self.items,
                "impl ::core::convert::From<{element}> for {name} {{
    fn from(value: {element}) -> Self {{
        Self {{ value, ..::core::default::Default::default() }}
    }}
}}",
                element = element.text,
                name = declared.text,
            );
        }
        self.padded.insert((element.text, stride), declared.clone());
        declared
    }

    fn spelled(&self, ty: usize) -> String {
        self.reflection.spelled(ty)
    }
}

/// A name from the shader, escaped for use in a comment.
pub(super) fn plain(name: &str) -> String {
    name.escape_debug().to_string().replace('`', "'")
}
