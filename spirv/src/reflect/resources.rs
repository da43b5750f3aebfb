//! Reflection of descriptors and push constants, from variables and their types (Vulkan, "Shader Resource Interface").

use super::names::Names;
use super::types::Types;
use super::uses::Uses;
use super::without_arrays;
use crate::check::module::{Flags, ImageType, Inst, Kind, Module, Scalar, Type};
use crate::reflection::{
    BindingReflection, Format, ImageReflection, NumberKind, PushConstantReflection, Reflection, ResourceKind,
    TexelReflection,
};
use hashbrown::HashMap;
use spirv::{Decoration, Dim, ImageFormat, StorageClass};

/// The index of a variable in the list of bindings or of push constants.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Binding(usize),
    PushConstant(usize),
}

/// The resources that have been reflected.
pub(super) struct Resources<'m, 'w> {
    module: &'m Module<'w>,
    names: &'m Names,
    uses: Uses,
    types: Types<'m, 'w>,
    /// Per struct, whether all its members are decorated `NonWritable`.
    read_only: HashMap<u32, bool>,
    reflection: Reflection,
}

impl<'m, 'w> Resources<'m, 'w> {
    pub fn new(module: &'m Module<'w>, names: &'m Names) -> Self {
        Self {
            module,
            names,
            uses: Uses::of(module),
            types: Types::new(module, names),
            read_only: HashMap::new(),
            reflection: Reflection::default(),
        }
    }

    /// Adds a variable. `None` for a variable that is not a resource, or that has no `DescriptorSet` or `Binding`.
    pub fn add(&mut self, variable: &Inst) -> Option<Place> {
        let module = self.module;
        let class = StorageClass::from_u32(module.operand(variable, 0))?;
        let (pointee, count) = without_arrays(module, module.result_type(variable)?.pointee()?);
        let ty = module.ty(pointee)?;
        // A block without an instance name gets the name of its type.
        let name = self.names.of_id(variable.result);
        let name = name.or_else(|| {
            self.names
                .of_id(pointee)
                .filter(|_| matches!(ty.kind, Kind::Struct { .. }))
        });
        if class == StorageClass::PushConstant {
            let ty = self.types.place(pointee);
            self.reflection.push_constants.push(PushConstantReflection {
                name,
                size: ty.map_or(0, |ty| self.types.size(ty)),
                ty,
                stages: Vec::new(),
            });
            return Some(Place::PushConstant(self.reflection.push_constants.len() - 1));
        }
        let kind = kind(module, class, ty)?;
        let number = |decoration| Some(module.decoration(variable.result, decoration)?.operand());
        let (set, binding) = (number(Decoration::DescriptorSet)?, number(Decoration::Binding)?);
        let mut reflected = BindingReflection {
            name,
            group: set,
            binding,
            descriptor_set: set,
            descriptor_binding: binding,
            kind,
            count,
            size: None,
            ty: None,
            image: None,
            comparison: self.uses.compares(variable),
            stages: Vec::new(),
            writable: false,
            input_attachment_index: number(Decoration::InputAttachmentIndex),
            part: None,
        };
        let is_read_only = module.is_decorated(variable.result, Decoration::NonWritable);
        match ty.kind {
            Kind::Struct { members } => {
                reflected.ty = self.types.place(pointee);
                reflected.size = reflected.ty.map(|ty| self.types.size(ty));
                let has_read_only_members = self.has_read_only_members(pointee, members.len());
                reflected.writable = kind == ResourceKind::StorageBuffer && !is_read_only && !has_read_only_members;
            }
            Kind::Image(image) => {
                let is_storage = matches!(kind, ResourceKind::StorageImage | ResourceKind::StorageTexelBuffer);
                reflected.writable = is_storage && !is_read_only;
                reflected.image = self.image(image, is_storage.then_some(variable));
            }
            Kind::SampledImage { image } => {
                if let Some(Kind::Image(image)) = module.ty(image).map(|ty| ty.kind) {
                    reflected.image = self.image(image, None);
                }
            }
            // catch-all: samplers and acceleration structures have no fields other than the kind
            _ => {}
        }
        self.reflection.bindings.push(reflected);
        Some(Place::Binding(self.reflection.bindings.len() - 1))
    }

    /// Whether all members of a struct are decorated `NonWritable`. The result is stored, because many variables can
    /// have the same type.
    fn has_read_only_members(&mut self, ty: u32, members: usize) -> bool {
        let module = self.module;
        *self.read_only.entry(ty).or_insert_with(|| {
            let rows = module.decorations(ty).iter();
            let rows = rows.filter(|row| row.member.is_some() && row.is(Decoration::NonWritable));
            members > 0 && rows.count() >= members
        })
    }

    pub fn finish(self) -> Reflection {
        Reflection {
            types: self.types.list,
            ..self.reflection
        }
    }

    /// Reflects an image type. `storage` is the variable if it is a storage image or storage texel buffer.
    fn image(&self, image: ImageType, storage: Option<&Inst>) -> Option<ImageReflection> {
        let texel = match storage {
            Some(variable) => TexelReflection::Storage {
                format: format(image.format),
                reads: !self.module.is_decorated(variable.result, Decoration::NonReadable),
                writes: !self.module.is_decorated(variable.result, Decoration::NonWritable),
                atomics: self.uses.has_atomics(variable),
            },
            None if image.depth == 1 => TexelReflection::Depth,
            None => TexelReflection::Sampled {
                number: match self.module.ty(image.sampled_type)?.scalar {
                    Scalar::Int { signed: true, .. } => NumberKind::Sint,
                    Scalar::Int { signed: false, .. } => NumberKind::Uint,
                    Scalar::Float { .. } => NumberKind::Float,
                    Scalar::Bool | Scalar::None => return None,
                },
            },
        };
        let dimension = match Dim::from_u32(image.dim)? {
            Dim::Dim1D => "1d",
            Dim::Dim2D => "2d",
            Dim::Dim3D => "3d",
            Dim::DimCube => "cube",
            Dim::DimBuffer => "buffer",
            Dim::DimSubpassData => "subpass",
            // catch-all: Vulkan has no other dimension
            _ => return None,
        };
        Some(ImageReflection {
            dimension,
            arrayed: image.arrayed == 1,
            multisampled: image.multisampled == 1,
            texel,
        })
    }
}

fn kind(module: &Module<'_>, class: StorageClass, ty: &Type<'_>) -> Option<ResourceKind> {
    // An array has the flags of its element type too, but only a struct is decorated `BufferBlock` itself.
    let is = |flag: Flags| matches!(ty.kind, Kind::Struct { .. }) && ty.flags.contains(flag);
    Some(match (class, ty.kind) {
        (StorageClass::StorageBuffer, Kind::Struct { .. }) => ResourceKind::StorageBuffer,
        (StorageClass::Uniform, Kind::Struct { .. }) if is(Flags::BUFFER_BLOCK) => ResourceKind::StorageBuffer,
        (StorageClass::Uniform, Kind::Struct { .. }) => ResourceKind::UniformBuffer,
        (StorageClass::UniformConstant, Kind::Sampler) => ResourceKind::Sampler,
        // GLSL declares uniform texel buffers as `OpTypeSampledImage`; they have no sampler.
        (StorageClass::UniformConstant, Kind::SampledImage { image }) => match module.ty(image).map(|ty| ty.kind) {
            Some(Kind::Image(image)) if image.dim == Dim::DimBuffer as u32 => ResourceKind::UniformTexelBuffer,
            _ => ResourceKind::CombinedImageSampler,
        },
        (StorageClass::UniformConstant, Kind::AccelerationStructure) => ResourceKind::AccelerationStructure,
        (StorageClass::UniformConstant, Kind::Image(image)) => match (Dim::from_u32(image.dim), image.sampled) {
            (Some(Dim::DimSubpassData), _) => ResourceKind::InputAttachment,
            (Some(Dim::DimBuffer), 1) => ResourceKind::UniformTexelBuffer,
            (Some(Dim::DimBuffer), _) => ResourceKind::StorageTexelBuffer,
            (_, 1) => ResourceKind::SampledImage,
            _ => ResourceKind::StorageImage,
        },
        // catch-all: not a descriptor
        _ => return None,
    })
}

/// The format of the texels of a storage image.
fn format(format: u32) -> Format {
    ImageFormat::from_u32(format).map_or(Format::UNDEFINED, Format::of_image)
}
