//! The limits of inputs and outputs: locations, components, distances, and the resources that a fragment shader writes.
//!
//! Each use is recorded in the unit of the limit. A location has four 32-bit components. Limits on components include
//! the built-in outputs: four for `Position`, one for each point size or distance (Vulkan, "Location and Component
//! Assignment": all variables in the built-in interface block and in the user-defined variable interface count).

use super::Plan;
use super::bounds::Bound;
use super::device::CountedEntry;
use super::sweep::FunctionSweep;
use crate::ir::global::is_writable;
use crate::ir::position::{StageValue, stage_values};
use crate::ir::ty::{members, takes_two_locations};
use naga::valid::GlobalUse;
use naga::{
    ArraySize, Binding, BuiltIn, Expression, FunctionArgument, Handle, Module, ShaderStage, Span, Type, TypeInner,
};

/// The use that the inputs or outputs of an entry point make of limits.
#[derive(Clone, Copy, Debug, Default)]
struct Interface {
    /// The highest location plus one.
    end: u32,
    locations: u32,
    /// The number of variables with a location.
    located: u32,
    /// The highest location plus one of the variables whose `Index` is 1.
    second_end: u32,
    clip_distances: u32,
    cull_distances: u32,
    /// Whether points have a size.
    has_point_size: bool,
    /// The components of other built-in outputs.
    other_components: u32,
}

impl Interface {
    fn add(&mut self, module: &Module, StageValue { binding, ty, .. }: StageValue<'_>) {
        match *binding {
            Binding::Location {
                location, blend_src, ..
            } => {
                let count = locations(module, ty);
                let end = location.saturating_add(count);
                self.end = self.end.max(end);
                self.locations += count;
                self.located += 1;
                if blend_src == Some(1) {
                    self.second_end = self.second_end.max(end);
                }
            }
            Binding::BuiltIn(BuiltIn::ClipDistances) => self.clip_distances += elements(module, ty),
            Binding::BuiltIn(BuiltIn::CullDistance) => self.cull_distances += elements(module, ty),
            Binding::BuiltIn(BuiltIn::Position { .. }) => self.other_components += 4,
            Binding::BuiltIn(BuiltIn::PointSize) => self.has_point_size = true,
            Binding::BuiltIn(BuiltIn::PrimitiveIndex | BuiltIn::CullPrimitive) => self.other_components += 1,
            // catch-all: inputs that no stage outputs, primitive indices, and outputs of fragment shaders
            Binding::BuiltIn(_) => {}
        }
    }

    /// The components up to the highest location, or the components of all variables if those are more.
    fn components(&self) -> i64 {
        let built_ins =
            self.other_components + u32::from(self.has_point_size) + self.clip_distances + self.cull_distances;
        let all = i64::from(self.locations) * 4 + i64::from(built_ins);
        all.max(i64::from(self.end) * 4)
    }
}

impl FunctionSweep<'_, '_> {
    /// Counts an input that is read (VUID-RuntimeSpirv-Location-06272); others are not declared. It is an argument, all
    /// inputs of a struct that is used as a whole, or a member of one. The built-in inputs of a fragment shader are not
    /// outputs of an earlier stage, and in no interface block.
    pub(super) fn limit_input(&mut self, read: Handle<Expression>, argument: u32, member: Option<u32>) {
        let Some(entry) = self.entry else { return };
        let FunctionArgument { ref binding, ty, .. } = entry.function.arguments[argument as usize];
        let (binding, ty) = match member.map(|member| members(self.module, ty).get(member as usize)) {
            None if binding.is_some() || self.uses[read.index()].is_whole() => (binding.as_ref(), ty),
            Some(Some(member)) => (member.binding.as_ref(), member.ty),
            None | Some(None) => return,
        };
        let mut inputs = Interface::default();
        stage_values(self.module, None, binding, ty).for_each(|input| inputs.add(self.module, input));
        let (limit, count) = match entry.stage {
            ShaderStage::Vertex => (Bound::VERTEX_INPUTS, 1),
            ShaderStage::Fragment => (Bound::FRAGMENT_INPUTS, 4),
            // catch-all: no other stage has inputs with locations, or distances
            _ => return,
        };
        let span = self.function.expressions.get_span(read);
        self.plan.uses_limit(limit, i64::from(inputs.end) * count, span);
        self.plan.limit_distances(inputs, span);
    }
}

impl Plan {
    /// Counts the outputs of an entry point, which are all declared (VUID-RuntimeSpirv-Location-06272).
    pub(super) fn limit_outputs(&mut self, entry: CountedEntry<'_>) {
        let (module, options, point, span) = (entry.module, entry.options, entry.point, entry.span);
        let mut outputs = Interface::default();
        super::outputs(module, point).for_each(|output| outputs.add(module, output));
        // The writer may add a size to points that have none.
        outputs.has_point_size |= match point.mesh_info {
            Some(ref mesh) => self.gives_size(module, mesh, options),
            None => point.stage == ShaderStage::Vertex && options.force_point_size,
        };
        match point.stage {
            ShaderStage::Vertex => self.uses_limit(Bound::VERTEX_OUTPUTS, outputs.components(), span),
            ShaderStage::Mesh => self.uses_limit(Bound::MESH_COMPONENTS, outputs.components(), span),
            ShaderStage::Fragment => {
                let resources = i64::from(outputs.located) + self.written_resources(entry);
                self.uses_limit(Bound::ATTACHMENTS, outputs.end.into(), span);
                self.uses_limit(Bound::SECOND_SOURCES, outputs.second_end.into(), span);
                self.uses_limit(Bound::FRAGMENT_RESOURCES, resources, span);
            }
            // catch-all: no other stage has outputs
            _ => {}
        }
        self.limit_distances(outputs, span);
    }

    fn limit_distances(&mut self, interface: Interface, span: Span) {
        let [clip, cull] = [interface.clip_distances, interface.cull_distances].map(i64::from);
        self.uses_limit(Bound::CLIP_DISTANCES, clip, span);
        self.uses_limit(Bound::CULL_DISTANCES, cull, span);
        self.uses_limit(Bound::DISTANCES, clip + cull, span);
    }

    /// The number of storage buffers and storage images that an entry point writes (VUID-RuntimeSpirv-Location-06428).
    fn written_resources(&self, entry: CountedEntry<'_>) -> i64 {
        let module = entry.module;
        let uses = entry.info.get_entry_point(entry.index);
        let written = self.live.globals(module).filter(|&(handle, global)| {
            uses[handle].intersects(GlobalUse::WRITE | GlobalUse::ATOMIC)
                && is_writable(module, global)
                && self.handle_entry(handle).is_none()
        });
        written
            .map(|(_, global)| self.descriptor_count(module, entry.options, global))
            .sum()
    }
}

/// The locations that a value takes: two for 64-bit vectors with more than two components, otherwise one. An input that
/// is per vertex takes those of an element.
pub(super) fn locations(module: &Module, ty: Handle<Type>) -> u32 {
    match module.types[ty].inner {
        TypeInner::Vector { size, scalar } if takes_two_locations(size, scalar) => 2,
        TypeInner::Array { base, .. } => locations(module, base),
        // catch-all: naga's validator accepts scalars, vectors and inputs per vertex with a location
        _ => 1,
    }
}

/// The number of elements of an array; 1 for another type.
pub(super) fn elements(module: &Module, ty: Handle<Type>) -> u32 {
    match module.types[ty].inner {
        TypeInner::Array {
            size: ArraySize::Constant(length),
            ..
        } => length.get(),
        // catch-all: these built-in values are arrays
        _ => 1,
    }
}
