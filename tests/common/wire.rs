//! Encodes the values of requests and answers as bytes, for the pipes between a test and its child process.
//!
//! Both ends are the same program, so the format has no version, and bytes that cannot be decoded cause a panic.

use ash::vk;

use super::vulkan::{
    Attribute, Binding, Color, Constant, Extras, Image, Layout, Multisampled, Object, Pipeline, Pipelines, Pixels,
    Resource, Sampling, Scene, Shape, VertexBuffer,
};

/// A value that can be encoded and decoded.
pub trait Wire: Sized {
    fn put(&self, to: &mut Vec<u8>);
    fn get(from: &mut &[u8]) -> Self;

    fn put_all(slice: &[Self], to: &mut Vec<u8>) {
        for element in slice {
            element.put(to);
        }
    }

    fn get_all(count: usize, from: &mut &[u8]) -> Vec<Self> {
        (0..count).map(|_| Self::get(from)).collect()
    }
}

/// Encodes a slice; `Vec` decodes it.
pub fn put_slice<T: Wire>(slice: &[T], to: &mut Vec<u8>) {
    (slice.len() as u64).put(to);
    T::put_all(slice, to);
}

/// Encodes text; `String` decodes it.
pub fn put_text(text: &str, to: &mut Vec<u8>) {
    put_slice(text.as_bytes(), to);
}

macro_rules! numbers {
    ($($number:ident)*) => {
        $(impl Wire for $number {
            fn put(&self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn get(from: &mut &[u8]) -> Self {
                let (bytes, rest) = from.split_first_chunk().expect("a number");
                *from = rest;
                Self::from_le_bytes(*bytes)
            }
        })*
    };
}

numbers!(u32 u64 i32 f32);

/// An own implementation, because contents of buffers and texels are long.
impl Wire for u8 {
    fn put(&self, to: &mut Vec<u8>) {
        to.push(*self);
    }

    fn get(from: &mut &[u8]) -> Self {
        Self::get_all(1, from)[0]
    }

    fn put_all(slice: &[Self], to: &mut Vec<u8>) {
        to.extend_from_slice(slice);
    }

    fn get_all(count: usize, from: &mut &[u8]) -> Vec<Self> {
        let (bytes, rest) = from.split_at(count);
        *from = rest;
        bytes.to_vec()
    }
}

impl Wire for usize {
    fn put(&self, to: &mut Vec<u8>) {
        (*self as u64).put(to);
    }

    fn get(from: &mut &[u8]) -> Self {
        Self::try_from(u64::get(from)).expect("a size")
    }
}

impl Wire for bool {
    fn put(&self, to: &mut Vec<u8>) {
        u8::from(*self).put(to);
    }

    fn get(from: &mut &[u8]) -> Self {
        u8::get(from) != 0
    }
}

impl Wire for String {
    fn put(&self, to: &mut Vec<u8>) {
        put_text(self, to);
    }

    fn get(from: &mut &[u8]) -> Self {
        Self::from_utf8(Vec::get(from)).expect("text")
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, to: &mut Vec<u8>) {
        put_slice(self, to);
    }

    fn get(from: &mut &[u8]) -> Self {
        let count = u64::get(from);
        T::get_all(usize::try_from(count).expect("a length"), from)
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, to: &mut Vec<u8>) {
        self.is_some().put(to);
        if let Some(value) = self {
            value.put(to);
        }
    }

    fn get(from: &mut &[u8]) -> Self {
        bool::get(from).then(|| T::get(from))
    }
}

impl<T: Wire> Wire for Result<T, String> {
    fn put(&self, to: &mut Vec<u8>) {
        self.is_ok().put(to);
        match self {
            Ok(value) => value.put(to),
            Err(error) => error.put(to),
        }
    }

    fn get(from: &mut &[u8]) -> Self {
        if bool::get(from) {
            Ok(T::get(from))
        } else {
            Err(String::get(from))
        }
    }
}

impl<T: Wire, const N: usize> Wire for [T; N] {
    fn put(&self, to: &mut Vec<u8>) {
        for element in self {
            element.put(to);
        }
    }

    fn get(from: &mut &[u8]) -> Self {
        std::array::from_fn(|_| T::get(from))
    }
}

impl Wire for () {
    fn put(&self, _to: &mut Vec<u8>) {}

    fn get(_from: &mut &[u8]) -> Self {}
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, to: &mut Vec<u8>) {
        self.0.put(to);
        self.1.put(to);
    }

    fn get(from: &mut &[u8]) -> Self {
        (A::get(from), B::get(from))
    }
}

macro_rules! vulkan {
    ($($name:ident)*) => {
        $(impl Wire for vk::$name {
            fn put(&self, to: &mut Vec<u8>) {
                self.as_raw().put(to);
            }

            fn get(from: &mut &[u8]) -> Self {
                Self::from_raw(Wire::get(from))
            }
        })*
    };
}

vulkan!(Format ImageViewType Filter SamplerAddressMode CompareOp PrimitiveTopology);

/// Structures, field by field.
macro_rules! structures {
    ($($name:ident { $($field:ident),* })*) => {
        $(impl Wire for $name {
            fn put(&self, to: &mut Vec<u8>) {
                $(self.$field.put(to);)*
            }

            fn get(from: &mut &[u8]) -> Self {
                Self { $($field: Wire::get(from)),* }
            }
        })*
    };
}

structures! {
    Attribute { location, format, offset }
    Binding { set, binding, resource }
    Color { format, clear }
    Constant { id, bits, size }
    Extras { views, multisampled, second_source, first, draws }
    Image { format, view, extent, layers, levels, texels }
    Layout { bindings, push_constants }
    Multisampled { format, size, layers, arrayed }
    Object { shape, transform, custom_index, mask, record, opaque }
    Pipeline { stages, attributes, stride, colors }
    Pipelines { modules, layout, pipelines }
    Pixels { colors, depth, storage }
    Sampling { filter, address, compare }
    Scene { objects }
    VertexBuffer { stride, attributes, bytes, per_instance }
}

/// Enums: a number for the variant, then its fields.
macro_rules! variants {
    ($($name:ident { $($number:literal $variant:ident { $($field:tt: $value:ident),* })* })*) => {
        $(impl Wire for $name {
            fn put(&self, to: &mut Vec<u8>) {
                match self {
                    $(Self::$variant { $($field: $value),* } => {
                        $number.put(to);
                        $($value.put(to);)*
                    })*
                }
            }

            fn get(from: &mut &[u8]) -> Self {
                match u8::get(from) {
                    $($number => Self::$variant { $($field: Wire::get(from)),* },)*
                    number => panic!("no variant {number}"),
                }
            }
        })*
    };
}

variants! {
    Shape {
        0u8 Triangles { 0: corners }
        1u8 Boxes { 0: boxes }
    }
    Resource {
        0u8 Storage { 0: bytes }
        1u8 Uniform { 0: bytes }
        2u8 Texture { 0: image }
        3u8 StorageImage { 0: image }
        4u8 Sampler { 0: sampling }
        5u8 Multisampled { 0: image }
        6u8 Combined { 0: image, 1: sampling }
        7u8 Scene { 0: scene }
        8u8 Array { elements: elements, count: count }
    }
}
