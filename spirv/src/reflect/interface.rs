//! Reflection of the inputs and outputs of an entry point, from the variables of its interface (Vulkan, "Shader Input
//! and Output Interfaces").
//!
//! A variable that has several parts with locations gets a row for each part: a matrix for each column, an array for
//! each element, a block for each member. Where a stage declares inputs or outputs as arrays over vertices or
//! primitives, the rows describe one element of that array.

use super::names::Names;
use super::types::number;
use super::{Budget, ReflectError};
use crate::check::module::{EntryPoint, Inst, Kind, Module, Scalar, Type};
use crate::reflection::{Format, InterfaceReflection};
use crate::words::grammar::OperandKind;
use core::fmt::Write as _;
use spirv::{BuiltIn, Decoration, StorageClass};

/// The number of nested arrays that are followed.
const MAX_ARRAYS: usize = 16;

/// The inputs and the outputs of an entry point.
pub(super) fn of(
    module: &Module<'_>,
    names: &Names,
    entry: &EntryPoint<'_>,
    stage: &'static str,
    budget: &mut Budget,
) -> Result<(Vec<InterfaceReflection>, Vec<InterfaceReflection>), ReflectError> {
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for &id in entry.interface {
        let Some(variable) = module.def(id).filter(|inst| inst.op == spirv::Op::Variable) else {
            continue;
        };
        let (list, is_input) = match StorageClass::from_u32(module.operand(variable, 0)) {
            Some(StorageClass::Input) => (&mut inputs, true),
            Some(StorageClass::Output) => (&mut outputs, false),
            // catch-all: since SPIR-V 1.4 the interface lists variables of all storage classes
            _ => continue,
        };
        let rows = Rows {
            module,
            names,
            stage,
            is_input,
            list,
            budget,
        };
        rows.add(variable)?;
    }
    Ok((inputs, outputs))
}

struct Rows<'a, 'w> {
    module: &'a Module<'w>,
    names: &'a Names,
    stage: &'static str,
    is_input: bool,
    list: &'a mut Vec<InterfaceReflection>,
    budget: &'a mut Budget,
}

/// The target of the decorations of a row: a variable, or a member of its struct type.
#[derive(Clone, Copy)]
struct At {
    id: u32,
    member: Option<u32>,
}

impl Rows<'_, '_> {
    fn decoration(&self, at: At, decoration: Decoration) -> Option<u32> {
        let row = match at.member {
            None => self.module.decoration(at.id, decoration),
            Some(member) => self.module.member_decoration(at.id, member, decoration),
        };
        Some(row?.operand())
    }

    fn add(mut self, variable: &Inst) -> Result<(), ReflectError> {
        let module = self.module;
        let Some(mut ty) = module.result_type(variable).and_then(|ty| ty.pointee()) else {
            return Ok(());
        };
        let at = At {
            id: variable.result,
            member: None,
        };
        if self.is_arrayed(at, ty)
            && let Some(Kind::Array { element, .. } | Kind::RuntimeArray { element }) = module.ty(ty).map(|ty| ty.kind)
        {
            ty = element;
        }
        let name = self.names.of_id(variable.result);
        let (block, count) = self.split(ty);
        let Some(Kind::Struct { members }) = module.ty(block).map(|ty| ty.kind) else {
            self.rows(at, name, ty, None)?;
            return Ok(());
        };
        let mut location = self.decoration(at, Decoration::Location);
        // The budget ends the loop, but for a structure without members.
        for _ in 0..if members.is_empty() { 0 } else { count } {
            for (number, &member) in (0..).zip(members) {
                let name = self.names.of_member(block, number);
                let of_member = At {
                    id: block,
                    member: Some(number),
                };
                let next = self.rows(of_member, name, member, location)?;
                location = next.or(location);
            }
        }
        Ok(())
    }

    /// Whether the outermost array of a variable is over vertices or primitives (Vulkan, "Interface Matching").
    fn is_arrayed(&self, at: At, ty: u32) -> bool {
        let per_vertex = match (self.stage, self.is_input) {
            ("tesscontrol", _) | ("tesseval" | "geometry", true) => true,
            // Primitive indices, and attributes per vertex or per primitive.
            ("mesh", false) => true,
            _ => false,
        };
        per_vertex && !self.is_patch(at, ty) && !self.is_whole_array(at)
    }

    /// Whether a variable, or a member of its block, is decorated Patch.
    fn is_patch(&self, at: At, ty: u32) -> bool {
        let block = self.split(ty).0;
        let rows = [at.id, block].map(|id| self.module.decorations(id));
        rows.into_iter().flatten().any(|row| row.is(Decoration::Patch))
    }

    /// Whether the variable is a built-in whose own type is an array, which is not over vertices.
    fn is_whole_array(&self, at: At) -> bool {
        let built_in = self.decoration(at, Decoration::BuiltIn).and_then(BuiltIn::from_u32);
        matches!(
            built_in,
            Some(BuiltIn::TessLevelOuter | BuiltIn::TessLevelInner | BuiltIn::SampleMask)
        )
    }

    /// Adds the rows of one variable or member. The first has the variable's own location, otherwise `next`. Returns
    /// the location after the last one; `None` if there is no location.
    fn rows(&mut self, at: At, name: Option<String>, ty: u32, next: Option<u32>) -> Result<Option<u32>, ReflectError> {
        let built_in = self.decoration(at, Decoration::BuiltIn);
        let location = self.decoration(at, Decoration::Location).or(next);
        let Some(mut location) = location.filter(|_| built_in.is_none()) else {
            self.budget.take(1)?;
            let row = self.row(at, name, ty, None, built_in);
            self.list.push(row);
            return Ok(None);
        };
        let is_per_vertex = self.decoration(at, Decoration::PerVertexKHR).is_some();
        let (each, count) = if is_per_vertex { (ty, 1) } else { self.split(ty) };
        let taken = self.locations(each);
        self.budget.take(count as usize)?;
        for _ in 0..count {
            let row = self.row(at, name.clone(), each, Some(location), None);
            self.list.push(row);
            location = location.saturating_add(taken);
        }
        Ok(Some(location))
    }

    /// The type that remains of arrays and matrices (the element or the column), and the number of these.
    fn split(&self, ty: u32) -> (u32, u32) {
        let (mut at, mut count) = (ty, 1_u32);
        for _ in 0..MAX_ARRAYS {
            let (element, times) = match self.module.ty(at).map(|ty| (ty.kind, ty.columns)) {
                Some((Kind::Array { element, default, .. }, _)) => (
                    element,
                    default.and_then(|count| u32::try_from(count).ok()).unwrap_or(u32::MAX),
                ),
                Some((Kind::Matrix { column }, columns)) => (column, columns),
                _ => break,
            };
            (at, count) = (element, count.saturating_mul(times));
        }
        (at, count)
    }

    /// The number of locations that a scalar or vector takes: two for three or four 64-bit components, otherwise one.
    fn locations(&self, ty: u32) -> u32 {
        let wide = self.module.ty(ty).is_some_and(|ty| ty.width() == 64 && ty.lanes > 2);
        if wide { 2 } else { 1 }
    }

    fn row(
        &self,
        at: At,
        name: Option<String>,
        ty: u32,
        location: Option<u32>,
        built_in: Option<u32>,
    ) -> InterfaceReflection {
        let has = |decoration| self.decoration(at, decoration).is_some();
        let interpolates = match (self.stage, self.is_input) {
            ("fragment", is_input) => is_input,
            ("vertex" | "tesseval" | "geometry" | "mesh", is_input) => !is_input,
            _ => false,
        };
        let interpolates = interpolates && built_in.is_none();
        let is_flat = has(Decoration::Flat);
        let interpolation = match () {
            () if is_flat => "flat",
            () if has(Decoration::NoPerspective) => "linear",
            () if has(Decoration::PerVertexKHR) => "per_vertex",
            () => "perspective",
        };
        let sampling = match () {
            () if has(Decoration::Centroid) => "centroid",
            () if has(Decoration::Sample) => "sample",
            () => "center",
        };
        let of = self.module.ty(ty);
        let format = of
            .filter(|ty| location.is_some() && (ty.is_scalar() || ty.is_vector()))
            .and_then(|ty| Format::of_numbers(number(ty.scalar)?, u8::try_from(ty.lanes).ok()?));
        InterfaceReflection {
            name,
            ty: spelled(self.module, self.names, ty),
            location,
            component: self.decoration(at, Decoration::Component).unwrap_or(0),
            format,
            interpolation: interpolates.then_some(interpolation),
            sampling: (interpolates && matches!(interpolation, "perspective" | "linear")).then_some(sampling),
            per_primitive: built_in.is_none() && has(Decoration::PerPrimitiveEXT),
            blend_src: self.decoration(at, Decoration::Index),
            built_in: built_in.map(built_in_name),
        }
    }
}

/// A type as WGSL spells it; a struct by its name.
fn spelled(module: &Module<'_>, names: &Names, ty: u32) -> String {
    let (mut text, mut closing, mut at) = (String::new(), Vec::new(), ty);
    while let Some(Kind::Array { element, default, .. }) =
        module.ty(at).map(|ty| ty.kind).filter(|_| closing.len() < MAX_ARRAYS)
    {
        text.push_str("array<");
        closing.push(default.map_or_else(|| ">".to_owned(), |count| format!(", {count}>")));
        at = element;
    }
    if let Some(ty) = module.ty(at) {
        let scalar = |ty: &Type<'_>| match (ty.scalar, number(ty.scalar)) {
            (_, Some(number)) => number.to_string(),
            (Scalar::Bool, None) => "bool".to_owned(),
            (_, None) => "float".to_owned(),
        };
        let _ = match ty.kind {
            Kind::Bool | Kind::Int | Kind::Float => write!(text, "{}", scalar(ty)),
            Kind::Vector { .. } => write!(text, "vec{}<{}>", ty.lanes, scalar(ty)),
            Kind::Matrix { .. } => write!(text, "mat{}x{}<{}>", ty.columns, ty.lanes, scalar(ty)),
            // catch-all: structs; no other type is an input or output
            _ => write!(text, "{}", names.of_id(ty.id).unwrap_or_else(|| "struct".to_owned())),
        };
    }
    text.extend(closing.into_iter().rev());
    text
}

/// The name of a built-in: naga's name if it has one, otherwise SPIR-V's; `BuiltIn N` for an unknown number.
fn built_in_name(number: u32) -> String {
    use BuiltIn as B;
    let name = match B::from_u32(number) {
        Some(B::FragCoord) => "Position",
        Some(B::ClipDistance) => "ClipDistances",
        Some(B::PrimitiveId) => "PrimitiveIndex",
        Some(B::BaryCoordKHR | B::BaryCoordNoPerspKHR) => "Barycentric",
        Some(B::InstanceId) => "InstanceIndex",
        Some(B::SampleId) => "SampleIndex",
        Some(B::WorkgroupId) => "WorkGroupId",
        Some(B::WorkgroupSize) => "WorkGroupSize",
        Some(B::NumWorkgroups) => "NumWorkGroups",
        Some(B::SubgroupLocalInvocationId) => "SubgroupInvocationId",
        Some(B::CullPrimitiveEXT) => "CullPrimitive",
        Some(B::PrimitivePointIndicesEXT) => "PointIndex",
        Some(B::PrimitiveLineIndicesEXT) => "LineIndices",
        Some(B::PrimitiveTriangleIndicesEXT) => "TriangleIndices",
        Some(B::LaunchIdKHR) => "RayInvocationId",
        Some(B::LaunchSizeKHR) => "NumRayInvocations",
        Some(B::InstanceCustomIndexKHR) => "InstanceCustomData",
        Some(B::RayGeometryIndexKHR) => "GeometryIndex",
        Some(B::WorldRayOriginKHR) => "WorldRayOrigin",
        Some(B::WorldRayDirectionKHR) => "WorldRayDirection",
        Some(B::ObjectRayOriginKHR) => "ObjectRayOrigin",
        Some(B::ObjectRayDirectionKHR) => "ObjectRayDirection",
        Some(B::RayTminKHR) => "RayTmin",
        Some(B::RayTmaxKHR) => "RayTCurrentMax",
        Some(B::ObjectToWorldKHR) => "ObjectToWorld",
        Some(B::WorldToObjectKHR) => "WorldToObject",
        Some(B::HitKindKHR) => "HitKind",
        Some(other) => OperandKind::BuiltIn.enumerant(other as u32).map_or("", |row| row.name),
        None => return format!("BuiltIn {number}"),
    };
    name.to_owned()
}
