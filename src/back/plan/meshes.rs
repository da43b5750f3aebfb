//! Mesh and task shaders: their requirements, and the limits of mesh outputs.

use super::Plan;
use super::bounds::Bound;
use super::device::CountedEntry;
use super::interfaces::{elements, locations};
use crate::error::ErrorKind;
use crate::ir::mesh::{Collected, MeshPlace, MeshSide, is_index, mesh_place};
use crate::ir::operands;
use crate::ir::pointer::pointer_global;
use crate::ir::position::{input_binding, inputs};
use crate::ir::ty::members;
use crate::options::Options;
use crate::target::Feature;
use naga::{
    AddressSpace, Binding, BuiltIn, EntryPoint, Expression, Function, Handle, MeshOutputTopology, MeshStageInfo,
    Module, Span, Statement, StructMember, Type, TypeInner,
};
use spirv::Capability;

impl Plan {
    /// Records the requirements of every mesh or task shader.
    pub(super) fn need_mesh(&mut self, module: &Module, index: usize, options: &Options, span: Span) {
        self.need(Capability::MeshShadingEXT, span);
        let point = &module.entry_points[index];
        // VUID-VkPipelineShaderStageCreateInfo-stage-02091 and -02092.
        let Some(ref info) = point.mesh_info else {
            return self.need_feature(&[Feature::TaskShader], span);
        };
        self.need_feature(&[Feature::MeshShader], span);
        let collected = Collected::of(module, info);
        if collected.is_none() {
            let reason = "the variable of a mesh lacks vertices, primitives, or the number of one of them as a `u32`";
            self.refuse(ErrorKind::InvalidModule(reason), span);
        }
        if lacks_size(module, info) && !self.gives_size(module, info, options) {
            // VUID-RuntimeSpirv-MeshEXT-09218: without `PointSize` the size is 1.0, which `maintenance5` permits.
            self.need_feature(&[Feature::Maintenance5], span);
        }
        let is_open = info.max_vertices_override.is_some() || info.max_primitives_override.is_some();
        if self.overrides.is_open && is_open {
            let what = "a mesh whose size is a specialization constant";
            let reason = "`OutputVertices` and `OutputPrimitivesEXT` take literal numbers";
            self.refuse_inexpressible(what, reason, span);
        }
        self.uses_limit(Bound::MESH_VERTICES, info.max_vertices.into(), span);
        self.uses_limit(Bound::MESH_PRIMITIVES, info.max_primitives.into(), span);
        if reads_view(module, point)
            && let Some(collected) = collected
        {
            self.refuse_view_indices(module, point, info, collected);
        }
    }

    /// Refuses indices into Workgroup and Private memory (VUID-StandaloneSpirv-MeshEXT-07111), and counts and indices of
    /// the mesh (VUID-StandaloneSpirv-MeshEXT-07108 to -07110), that the entry point computes from its view. What goes
    /// through memory or calls is not followed.
    fn refuse_view_indices(&mut self, module: &Module, point: &EntryPoint, info: &MeshStageInfo, mesh: Collected) {
        let function = &point.function;
        let mut dependent: bit_set::BitSet = bit_set::BitSet::default();
        for (handle, expression) in function.expressions.iter() {
            let is_input = input_binding(module, function, handle).is_some_and(is_view);
            let depends = match component_of(module, function, handle) {
                Some(component) => dependent.contains(component.index()),
                None => operands::any(expression, |operand| dependent.contains(operand.index())),
            };
            if is_input || depends {
                dependent.insert(handle.index());
            }
            if let Expression::Access { base, index } = *expression
                && dependent.contains(index.index())
                && let Some(global) = pointer_global(function, base)
                && matches!(
                    module.global_variables[global].space,
                    AddressSpace::WorkGroup | AddressSpace::Private
                )
            {
                let what = "an index into workgroup or private memory that depends on the view";
                let reason = "a mesh shader has none (VUID-StandaloneSpirv-MeshEXT-07111)";
                self.refuse_inexpressible(what, reason, function.expressions.get_span(handle));
            }
        }
        // Each block, and whether it depends on the view that it is executed.
        let mut open = vec![(&function.body, false)];
        while let Some((block, is_dependent)) = open.pop() {
            for (statement, &span) in block.span_iter() {
                let decides = match *statement {
                    Statement::If { condition: by, .. } | Statement::Switch { selector: by, .. } => {
                        dependent.contains(by.index())
                    }
                    // catch-all: other statements execute their blocks
                    _ => false,
                };
                let inner = crate::ir::blocks(statement);
                open.extend(inner.map(|inner| (inner, is_dependent || decides)));
                if let Statement::Store { pointer, value } = *statement
                    && let Some(place) = mesh_place(function, (info.output_variable, mesh), pointer)
                    && match is_index_at(module, info, place) {
                        Some(is_index) => is_index && (is_dependent || dependent.contains(value.index())),
                        None => is_dependent || sets_index(module, function, value, &dependent),
                    }
                {
                    let what = "a count or an index of a mesh that depends on the view";
                    let reason = "it is the same for all views (VUID-StandaloneSpirv-MeshEXT-07108 to -07110)";
                    self.refuse_inexpressible(what, reason, span);
                }
            }
        }
    }

    /// Whether the writer adds a size to the vertices of a mesh: to points that have none.
    pub(crate) fn gives_size(&self, module: &Module, info: &MeshStageInfo, options: &Options) -> bool {
        lacks_size(module, info) && (options.force_point_size || self.facts().points_need_size)
    }

    /// Compares the memory of a mesh shader's outputs with the limits, alone and with the payload. Each location of a
    /// vertex or primitive takes four attributes of four bytes, built-ins included and indices excluded, for one view
    /// (Vulkan, "Mesh Shader Output").
    pub(super) fn limit_mesh_outputs(&mut self, entry: CountedEntry<'_>) {
        let (module, options, span) = (entry.module, entry.options, entry.span);
        let Some(ref mesh) = entry.point.mesh_info else {
            return;
        };
        let limits = self.target.limits();
        // The attributes of all vertices or primitives, whose number is rounded up to the granularity.
        let of = |attributes: i64, count: u32, granularity: Option<u32>| {
            let count = count.next_multiple_of(granularity.unwrap_or(1).max(1));
            attributes.saturating_mul(count.into())
        };
        let added = i64::from(self.gives_size(module, mesh, options));
        let vertex = attributes(module, mesh.vertex_output_type) + 16 * added;
        let primitive = attributes(module, mesh.primitive_output_type);
        let vertices = of(vertex, mesh.max_vertices, limits.mesh_output_per_vertex_granularity);
        let primitives = of(
            primitive,
            mesh.max_primitives,
            limits.mesh_output_per_primitive_granularity,
        );
        let bytes = vertices.saturating_add(primitives);
        self.uses_limit(Bound::MESH_OUTPUTS, bytes, span);
        let (payload, _) = self.bytes_in(module, entry.info, entry.index, AddressSpace::TaskPayload);
        let both = bytes.saturating_add(payload);
        self.uses_limit(Bound::MESH_PAYLOAD_AND_OUTPUTS, both, span);
    }
}

/// Whether a member of a mesh is a count or an index.
fn is_count_or_index(member: &StructMember) -> bool {
    let built_in = member.binding.as_ref().and_then(Binding::to_built_in);
    built_in.is_some_and(|built_in| {
        is_index(built_in) || matches!(built_in, BuiltIn::VertexCount | BuiltIn::PrimitiveCount)
    })
}

/// Whether a part of a mesh is a count or an index, or a component of one; `None` if it contains both these and other
/// outputs.
fn is_index_at(module: &Module, info: &MeshStageInfo, place: MeshPlace) -> Option<bool> {
    let (side, member) = match place {
        MeshPlace::Count(_) => return Some(true),
        MeshPlace::Array(side) => (side, None),
        MeshPlace::Element { side, member, .. } => (side, member),
        MeshPlace::Part { side, member } => (side, Some(member)),
        MeshPlace::Other => return None,
    };
    match side {
        // Vertices have neither counts nor indices.
        MeshSide::Vertices => Some(false),
        MeshSide::Primitives => {
            let members = members(module, info.primitive_output_type);
            members.get(member? as usize).map(is_count_or_index)
        }
    }
}

/// The component of a composite that an expression selects.
fn component_of(module: &Module, function: &Function, part: Handle<Expression>) -> Option<Handle<Expression>> {
    let Expression::AccessIndex { base, index } = function.expressions[part] else {
        return None;
    };
    let Expression::Compose { ty, ref components } = function.expressions[base] else {
        return None;
    };
    // Vectors can be composed of vectors.
    let is_whole = match module.types[ty].inner {
        TypeInner::Vector { size, .. } => components.len() == size as usize,
        // catch-all: other types are composed of their members, columns and elements
        _ => true,
    };
    components.get(index as usize).copied().filter(|_| is_whole)
}

/// Whether a value that is stored to a mesh or to a part of it sets a count or an index that depends on the view.
fn sets_index(module: &Module, function: &Function, value: Handle<Expression>, dependent: &bit_set::BitSet) -> bool {
    let sets = |part: Handle<Expression>| sets_index(module, function, part, dependent);
    match function.expressions[value] {
        Expression::Compose { ty, ref components } => {
            let members = members(module, ty);
            (0..).zip(components).any(|(at, &component)| {
                members.get(at).is_some_and(is_count_or_index) && dependent.contains(component.index())
                    || sets(component)
            })
        }
        Expression::AccessIndex { base, .. } => sets(component_of(module, function, value).unwrap_or(base)),
        Expression::Access { base, index } => dependent.contains(index.index()) || sets(base),
        // catch-all: memory and calls are not followed
        _ => false,
    }
}

/// Whether an entry point has its view as an input.
pub(super) fn reads_view(module: &Module, point: &EntryPoint) -> bool {
    inputs(module, &point.function).any(|input| is_view(input.binding))
}

fn is_view(binding: &Binding) -> bool {
    *binding == Binding::BuiltIn(BuiltIn::ViewIndex)
}

/// Whether the vertices of a mesh are points without a size.
fn lacks_size(module: &Module, info: &MeshStageInfo) -> bool {
    let is_size = |member: &StructMember| member.binding == Some(Binding::BuiltIn(BuiltIn::PointSize));
    info.topology == MeshOutputTopology::Points && !members(module, info.vertex_output_type).iter().any(is_size)
}

/// The bytes of the outputs of one vertex or primitive.
fn attributes(module: &Module, ty: Handle<Type>) -> i64 {
    let counted = members(module, ty).iter().filter(|member| !is_count_or_index(member));
    // An array, whose elements take a location each, a scalar or a vector.
    let locations = counted.map(|member| i64::from(elements(module, member.ty).max(locations(module, member.ty))));
    locations.sum::<i64>().saturating_mul(16)
}
