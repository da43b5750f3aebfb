//! Stage inputs and outputs: the variables for an entry point's arguments and result, and their decorations.
//!
//! An input is declared at its first read, so unread inputs are not in the interface. They do not make a fragment shader run
//! per sample either, which WebGPU ("Per-Sample Shading") requires of inputs that contribute to its output. Sources: SPIR-V §3.21 (BuiltIn),
//! Vulkan "Shader Interfaces" and "Built-In Variables"; each decoration cites its rule. Capabilities and features are
//! recorded when a variable is declared.

use super::emitter::{Emitter, Result};
use super::plan::{SubgroupForm, may_trace};
use super::requirements::scalar_capability;
use super::shape::Shape;
use super::type_key::TypeKey;
use crate::error::ErrorKind;
use crate::ir::ty::takes_two_locations;
use crate::words::{Id, ValueId};
use naga::{Binding, BuiltIn, Handle, Interpolation, Sampling, Scalar, ScalarKind, ShaderStage, Span, Type, TypeInner};
use spirv::{Capability, Decoration, StorageClass};

/// The type of a variable in the interface: the shader's own, an array of it with a number of elements for a mesh, its
/// 32-bit counterpart where the target has no 16-bit inputs and outputs (in a mesh, that of an element), or the array
/// that Vulkan requires for a sample mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InterfaceType {
    Own,
    Elements(u32),
    Wide(TypeKey),
    MaskArray,
}

impl Emitter<'_> {
    /// The declared type of a location: the 32-bit counterpart of a 16-bit type if the target has no 16-bit inputs and
    /// outputs.
    pub(crate) fn location_type_key(&self, type_key: TypeKey) -> TypeKey {
        match type_key.vector_parts() {
            Some((_, scalar)) if scalar.width == 2 && !self.plan.facts().narrow_interface => {
                type_key.with_scalar(Scalar { width: 4, ..scalar })
            }
            Some(_) | None => type_key,
        }
    }

    pub(crate) fn declare_interface(
        &mut self,
        class: StorageClass,
        binding: &Binding,
        type_key: TypeKey,
        stage: ShaderStage,
    ) -> Result<(ValueId, InterfaceType)> {
        self.need_binding(binding, class, type_key, stage);
        let declared = match *binding {
            Binding::Location { .. } => self.location_type_key(type_key),
            Binding::BuiltIn(_) => type_key,
        };
        let (pointer, interface) = if *binding == Binding::BuiltIn(BuiltIn::SampleMask) {
            // VUID-SampleMask-SampleMask-04359: the sample mask is an array of 32-bit integers.
            let (element, length) = (self.value_type(TypeKey::U32)?, self.u32_constant(1)?);
            let array = self.interned_type(|section, id| section.type_array(id, element, length))?;
            (self.pointer_to(class, array)?, InterfaceType::MaskArray)
        } else if declared == type_key {
            (self.pointer_type(class, Shape::value(type_key))?, InterfaceType::Own)
        } else {
            let pointer = self.pointer_type(class, Shape::value(declared))?;
            (pointer, InterfaceType::Wide(declared))
        };
        let variable = self.declare_variable_of(pointer, class, None);
        self.interface.push(variable.id());
        self.decorate_binding(variable.id(), class, binding, type_key, stage);
        Ok((variable, interface))
    }

    /// Emits the `OpName` and the debug information of an input or output that has a name in the shader.
    pub(super) fn name_interface(
        &mut self,
        variable: ValueId,
        name: Option<&str>,
        (ty, span): (Handle<Type>, Span),
        interface: InterfaceType,
    ) -> Result<()> {
        let Some(name) = name else { return Ok(()) };
        if self.options.names && self.options.interface_names {
            self.sections.names.name(variable.id(), name);
        }
        self.debug_interface(variable, name, (ty, span), interface)
    }

    /// Records what a declared input or output needs of the device.
    pub(super) fn need_binding(
        &mut self,
        binding: &Binding,
        class: StorageClass,
        type_key: TypeKey,
        stage: ShaderStage,
    ) {
        let input = class == StorageClass::Input;
        match *binding {
            Binding::Location {
                interpolation,
                sampling,
                per_primitive,
                blend_src,
                location,
            } => {
                // Arrays of 16-bit types are not replaced by arrays of 32-bit types.
                let (element, is_array) = match self.type_keys.handle(type_key).map(|ty| &self.module.types[ty].inner) {
                    Some(&TypeInner::Array { base, .. }) => (self.type_keys.type_key(base), true),
                    // catch-all: all other inputs and outputs are scalars and vectors
                    Some(_) | None => (type_key, false),
                };
                // naga accepts locations in the result of a compute shader, which nothing reads.
                if element.scalar_of().is_some_and(|scalar| scalar.width == 2)
                    && (input || matches!(stage, ShaderStage::Vertex | ShaderStage::Fragment | ShaderStage::Mesh))
                    && (self.plan.facts().narrow_interface || is_array)
                {
                    self.need(Capability::StorageInputOutput16);
                }
                // What naga's validator leaves open.
                let is_per_vertex = interpolation == Some(Interpolation::PerVertex);
                let is_number = element
                    .scalar_or_vector()
                    .is_some_and(|scalar| scalar.kind != ScalarKind::Bool);
                let is_fragment = stage == ShaderStage::Fragment;
                if input && !matches!(stage, ShaderStage::Vertex | ShaderStage::Fragment) {
                    let reason =
                        "only vertex and fragment shaders have such inputs (Shader Input and Output Locations)";
                    self.refuse_interface("an input with a location in this stage", reason);
                }
                if is_per_vertex && !(input && is_fragment) {
                    let reason = "only an input is (VUID-StandaloneSpirv-PerVertexKHR-06777)";
                    self.refuse_interface("an output that is per vertex", reason);
                }
                if blend_src.is_some() && (input || !is_fragment || per_primitive) {
                    let reason =
                        "only outputs of fragment shaders are, and not per primitive (Fragment Output Interface)";
                    self.refuse_interface("this source of blending", reason);
                }
                if !is_number {
                    let reason = "one is a number or a vector of numbers";
                    self.refuse_interface("an input or output of this type", reason);
                }
                let wide = element.scalar_of().filter(|scalar| scalar.width == 8);
                if !self.plan.scan.is_plain() && blend_src.is_none() {
                    let vector = element.vector_parts().and_then(|(size, scalar)| Some((size?, scalar)));
                    let second = vector.is_some_and(|(size, scalar)| takes_two_locations(size, scalar));
                    self.locate(class, [location, location.saturating_add(second.into())]);
                }
                // An output that is never written is declared all the same.
                if let Some(capability) = wide.and_then(scalar_capability) {
                    self.need(capability);
                }
                if wide.is_some() && is_fragment && !input {
                    let reason = "Vulkan has fragment outputs of 32 and 16 bits (Fragment Output Interface)";
                    self.refuse_interface("a fragment output of 64 bits", reason);
                }
                if sampling == Some(Sampling::Sample) && is_fragment && input {
                    self.need(Capability::SampleRateShading);
                }
                if is_per_vertex {
                    self.need(Capability::FragmentBarycentricKHR);
                }
                if per_primitive {
                    self.need(Capability::MeshShadingEXT);
                }
            }
            Binding::BuiltIn(built_in) => self.need_built_in(built_in, class, type_key, stage),
        }
    }

    /// Records the first and the last location of an input or output. naga's validator compares first ones, and a vector
    /// of three or four 64-bit components takes two (Vulkan, "Location and Component Assignment").
    #[cold]
    fn locate(&mut self, class: StorageClass, [first, last]: [u32; 2]) {
        let others = self.located.iter().filter(|other| other.0 == class);
        if { others }.any(|&(_, [from, to])| first <= to && from <= last) {
            let reason = "a vector of three or four 64-bit components takes the next location too";
            self.refuse_interface("two inputs, or two outputs, of one location", reason);
        }
        self.located.push((class, [first, last]));
    }

    fn refuse_interface(&mut self, what: &'static str, reason: &'static str) {
        self.refuse(ErrorKind::Inexpressible { what, reason });
    }

    fn need_built_in(&mut self, built_in: BuiltIn, class: StorageClass, type_key: TypeKey, stage: ShaderStage) {
        if built_in == BuiltIn::ViewIndex && stage == ShaderStage::Task {
            // VUID-ViewIndex-ViewIndex-04401.
            let reason = "Vulkan's `ViewIndex` is an input of mesh shaders and not of task shaders";
            self.refuse_interface("the index of the view in a task shader", reason);
        }
        // naga's validator does not look at the members beside two sources of blending.
        if stage == ShaderStage::Fragment
            && class == StorageClass::Output
            && !matches!(
                (built_in, type_key),
                (BuiltIn::FragDepth, TypeKey::F32) | (BuiltIn::SampleMask, TypeKey::U32)
            )
        {
            let reason = "a depth is an `f32`, and a sample mask a `u32`";
            self.refuse_interface("this built-in output of a fragment shader", reason);
        }
        let facts = self.plan.facts();
        let is_of_hit = matches!(stage, ShaderStage::AnyHit | ShaderStage::ClosestHit);
        let capability = match built_in {
            // A capability that the module declares in any case, if there is one.
            BuiltIn::PrimitiveIndex if is_of_hit => Some(Capability::RayTracingKHR),
            // The capability of mesh and task shaders also permits built-ins of other stages.
            BuiltIn::PrimitiveIndex | BuiltIn::DrawIndex if self.plan.live.mesh_stages => {
                Some(Capability::MeshShadingEXT)
            }
            // Of the stages that naga gives it to, only fragment shaders are left.
            BuiltIn::PrimitiveIndex => Some(facts.primitive_index),
            BuiltIn::SubgroupSize | BuiltIn::SubgroupInvocationId if facts.subgroup_ballot == SubgroupForm::Older => {
                Some(Capability::SubgroupBallotKHR)
            }
            // catch-all: the table names every built-in
            _ => built_in_row(built_in, class, stage).1,
        };
        if let Some(capability) = capability {
            self.need(capability);
        }
    }

    pub(super) fn decorate_binding(
        &mut self,
        variable: Id,
        class: StorageClass,
        binding: &Binding,
        type_key: TypeKey,
        stage: ShaderStage,
    ) {
        let annotations = &mut self.tables.sections.annotations;
        match *binding {
            Binding::BuiltIn(built_in) => {
                let decoration = built_in_word(built_in, class, stage);
                annotations.decorate(variable, Decoration::BuiltIn, &[decoration as u32]);
                // `Invariant` is legal on outputs only.
                if built_in == (BuiltIn::Position { invariant: true }) && class == StorageClass::Output {
                    annotations.decorate(variable, Decoration::Invariant, &[]);
                }
                if is_volatile(built_in, stage) && !self.plan.vulkan_memory() {
                    annotations.decorate(variable, Decoration::Volatile, &[]);
                }
                // VUID-StandaloneSpirv-Flat-04744: integer and 64-bit inputs of a fragment shader are flat, built-ins
                // included.
                if stage == ShaderStage::Fragment && class == StorageClass::Input && is_flat(type_key) {
                    annotations.decorate(variable, Decoration::Flat, &[]);
                }
            }
            Binding::Location {
                location,
                interpolation,
                sampling,
                blend_src,
                per_primitive,
            } => {
                annotations.decorate(variable, Decoration::Location, &[location]);
                if let Some(index) = blend_src {
                    annotations.decorate(variable, Decoration::Index, &[index]);
                }
                if per_primitive {
                    annotations.decorate(variable, Decoration::PerPrimitiveEXT, &[]);
                }
                // VUID-StandaloneSpirv-Flat-06202 and -06201: vertex inputs and fragment outputs have no interpolation
                // decoration. Outputs of primitives are not interpolated.
                let is_interpolated = match (stage, class) {
                    (ShaderStage::Vertex, StorageClass::Output) | (ShaderStage::Fragment, StorageClass::Input) => true,
                    (ShaderStage::Mesh, StorageClass::Output) => !per_primitive,
                    // catch-all: the two above, and stages whose locations nothing reads, which naga accepts
                    _ => false,
                };
                if is_interpolated {
                    for decoration in interpolation_decorations(class, interpolation, sampling, type_key) {
                        annotations.decorate(variable, decoration, &[]);
                    }
                }
            }
        }
    }
}

/// The decorations of an input of a fragment shader, or of an output that is interpolated between vertices.
fn interpolation_decorations(
    class: StorageClass,
    interpolation: Option<Interpolation>,
    sampling: Option<Sampling>,
    type_key: TypeKey,
) -> impl Iterator<Item = Decoration> {
    let is_input = class == StorageClass::Input;
    let interpolation = match interpolation {
        Some(Interpolation::Flat) => Some(Decoration::Flat),
        Some(Interpolation::PerVertex) => Some(Decoration::PerVertexKHR),
        _ if is_input && is_flat(type_key) => Some(Decoration::Flat),
        Some(Interpolation::Linear) => Some(Decoration::NoPerspective),
        Some(Interpolation::Perspective) | None => None,
    };
    let sampling = match sampling {
        Some(Sampling::Centroid) => Some(Decoration::Centroid),
        // `Sample` needs the SampleRateShading capability in every stage, and only the fragment shader's decoration has
        // an effect, so outputs go without it.
        Some(Sampling::Sample) if is_input => Some(Decoration::Sample),
        Some(Sampling::Sample | Sampling::Center | Sampling::First | Sampling::Either) | None => None,
    };
    interpolation.into_iter().chain(sampling)
}

/// Whether a built-in can change while a ray-tracing shader runs: invocations are regrouped at each trace
/// (VUID-StandaloneSpirv-VulkanMemoryModel-04678).
pub(super) fn is_volatile(built_in: BuiltIn, stage: ShaderStage) -> bool {
    may_trace(stage) && matches!(built_in, BuiltIn::SubgroupSize | BuiltIn::SubgroupInvocationId)
}

/// Whether a fragment input of this type must be flat: of integers, or of 64 bits.
fn is_flat(type_key: TypeKey) -> bool {
    type_key
        .scalar_of()
        .is_some_and(|scalar| matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint) || scalar.width == 8)
}

/// SPIR-V's name of a built-in, which for some built-ins depends on the storage class and stage.
pub(super) fn built_in_word(built_in: BuiltIn, class: StorageClass, stage: ShaderStage) -> spirv::BuiltIn {
    built_in_row(built_in, class, stage).0
}

/// SPIR-V's name of a built-in, and the capability that it needs where neither the target nor other entry points of the
/// module change it.
fn built_in_row(built_in: BuiltIn, class: StorageClass, stage: ShaderStage) -> (spirv::BuiltIn, Option<Capability>) {
    use Capability as C;
    use spirv::BuiltIn as S;
    match built_in {
        BuiltIn::Position { .. } if class == StorageClass::Input && stage == ShaderStage::Fragment => {
            (S::FragCoord, None)
        }
        BuiltIn::Position { .. } => (S::Position, None),
        BuiltIn::ViewIndex => (S::ViewIndex, Some(C::MultiView)),
        BuiltIn::BaseInstance => (S::BaseInstance, Some(C::DrawParameters)),
        BuiltIn::BaseVertex => (S::BaseVertex, Some(C::DrawParameters)),
        BuiltIn::ClipDistances => (S::ClipDistance, Some(C::ClipDistance)),
        BuiltIn::CullDistance => (S::CullDistance, Some(C::CullDistance)),
        BuiltIn::InstanceIndex if matches!(stage, ShaderStage::AnyHit | ShaderStage::ClosestHit) => {
            (S::InstanceId, None)
        }
        BuiltIn::InstanceIndex => (S::InstanceIndex, None),
        BuiltIn::PointSize => (S::PointSize, None),
        BuiltIn::VertexIndex => (S::VertexIndex, None),
        BuiltIn::DrawIndex => (S::DrawIndex, Some(C::DrawParameters)),
        BuiltIn::FragDepth => (S::FragDepth, None),
        BuiltIn::PointCoord => (S::PointCoord, None),
        BuiltIn::FrontFacing => (S::FrontFacing, None),
        // Its capability depends on the other entry points; see `need_built_in`.
        BuiltIn::PrimitiveIndex => (S::PrimitiveId, None),
        BuiltIn::Barycentric { perspective: true } => (S::BaryCoordKHR, Some(C::FragmentBarycentricKHR)),
        BuiltIn::Barycentric { perspective: false } => (S::BaryCoordNoPerspKHR, Some(C::FragmentBarycentricKHR)),
        BuiltIn::SampleIndex => (S::SampleId, Some(C::SampleRateShading)),
        BuiltIn::SampleMask => (S::SampleMask, None),
        BuiltIn::GlobalInvocationId => (S::GlobalInvocationId, None),
        BuiltIn::LocalInvocationId => (S::LocalInvocationId, None),
        BuiltIn::LocalInvocationIndex => (S::LocalInvocationIndex, None),
        BuiltIn::WorkGroupId => (S::WorkgroupId, None),
        BuiltIn::WorkGroupSize => (S::WorkgroupSize, None),
        BuiltIn::NumWorkGroups => (S::NumWorkgroups, None),
        BuiltIn::NumSubgroups => (S::NumSubgroups, Some(C::GroupNonUniform)),
        BuiltIn::SubgroupId => (S::SubgroupId, Some(C::GroupNonUniform)),
        BuiltIn::SubgroupSize => (S::SubgroupSize, Some(C::GroupNonUniform)),
        BuiltIn::SubgroupInvocationId => (S::SubgroupLocalInvocationId, Some(C::GroupNonUniform)),
        BuiltIn::MeshTaskSize => (S::NumWorkgroups, Some(C::MeshShadingEXT)),
        BuiltIn::CullPrimitive => (S::CullPrimitiveEXT, Some(C::MeshShadingEXT)),
        BuiltIn::PointIndex => (S::PrimitivePointIndicesEXT, Some(C::MeshShadingEXT)),
        BuiltIn::LineIndices => (S::PrimitiveLineIndicesEXT, Some(C::MeshShadingEXT)),
        BuiltIn::TriangleIndices => (S::PrimitiveTriangleIndicesEXT, Some(C::MeshShadingEXT)),
        BuiltIn::VertexCount | BuiltIn::Vertices | BuiltIn::PrimitiveCount | BuiltIn::Primitives => {
            (S::PrimitiveId, Some(C::MeshShadingEXT))
        }
        // Only ray-tracing stages have these.
        BuiltIn::RayInvocationId => (S::LaunchIdKHR, Some(C::RayTracingKHR)),
        BuiltIn::NumRayInvocations => (S::LaunchSizeKHR, Some(C::RayTracingKHR)),
        BuiltIn::InstanceCustomData => (S::InstanceCustomIndexKHR, Some(C::RayTracingKHR)),
        BuiltIn::GeometryIndex => (S::RayGeometryIndexKHR, Some(C::RayTracingKHR)),
        BuiltIn::WorldRayOrigin => (S::WorldRayOriginKHR, Some(C::RayTracingKHR)),
        BuiltIn::WorldRayDirection => (S::WorldRayDirectionKHR, Some(C::RayTracingKHR)),
        BuiltIn::ObjectRayOrigin => (S::ObjectRayOriginKHR, Some(C::RayTracingKHR)),
        BuiltIn::ObjectRayDirection => (S::ObjectRayDirectionKHR, Some(C::RayTracingKHR)),
        BuiltIn::RayTmin => (S::RayTminKHR, Some(C::RayTracingKHR)),
        BuiltIn::RayTCurrentMax => (S::RayTmaxKHR, Some(C::RayTracingKHR)),
        BuiltIn::ObjectToWorld => (S::ObjectToWorldKHR, Some(C::RayTracingKHR)),
        BuiltIn::WorldToObject => (S::WorldToObjectKHR, Some(C::RayTracingKHR)),
        BuiltIn::HitKind => (S::HitKindKHR, Some(C::RayTracingKHR)),
    }
}
