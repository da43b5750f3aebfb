//! The operations that the writer emits by name, one line each: the method of [`Section`], its opcode, whether it has a
//! result type and a result, its operands, and the operands that may repeat at its end. A test compares each line with
//! the grammar. Operations whose opcode is chosen by a table are appended by [`Section::unary`], [`Section::binary`]
//! and similar methods.
//!
//! The names are those of the specification without `Op`, in snake case, as in rspirv.

use super::id::{FunctionId, Id, LabelId, TypeId, ValueId};
use super::section::{MAX_INSTRUCTION_WORDS, Operand, Section, header};
use spirv::{
    AddressingModel, Capability, Decoration, Dim, ExecutionMode, ExecutionModel, FunctionControl, GlslStd450Op,
    GroupOperation, LoopControl, MemoryModel, NonsemanticShaderDebuginfo100Op as DebugOp, SelectionControl,
    StorageClass,
};

/// One line of the table, for the test that compares it with the grammar.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub name: &'static str,
    pub op: spirv::Op,
    pub result_type: bool,
    pub result: bool,
    pub fixed: usize,
    pub variadic: bool,
}

macro_rules! ops {
    ($($name:ident = $op:ident $(<$inlined:ident>)? $([$result_type:ty])? $(-> $result:ident)? ($($arg:ident: $ty:ty),*) $(.. $rest:ident)?;)*) => {
        impl Section {$(
            #[doc = concat!("Appends `Op", stringify!($op), "`.")]
            #[inline]
            #[allow(clippy::too_many_arguments)]
            pub fn $name(
                &mut self
                $(, result_type: $result_type)?
                $(, result: $result)?
                $(, $arg: $ty)*
                $(, rest: &[$rest])?
            ) {
                const FIXED: usize = 1
                    $(+ { let _: Option<$result_type> = None; 1 })?
                    $(+ { let _: Option<$result> = None; 1 })?
                    $(+ { let _: Option<$ty> = None; 1 })*;
                let words: [u32; FIXED] = [
                    ops!(@header $op, FIXED $(, rest, $rest)?),
                    $({ let id: $result_type = result_type; id.word() },)?
                    $({ let id: $result = result; id.word() },)?
                    $($arg.word(),)*
                ];
                ops!(@append self, words $(, $inlined)?);
                $(self.operands::<$rest>(FIXED, rest);)?
            }
        )*}

        #[cfg(test)]
        pub(crate) const OPERATIONS: &[Operation] = &[$(Operation {
            name: stringify!($name),
            op: spirv::Op::$op,
            result_type: ops!(@some $($result_type)?),
            result: ops!(@present $($result)?),
            fixed: 0 $(+ { let _: Option<$ty> = None; 1 })*,
            variadic: ops!(@present $($rest)?),
        },)*];
    };
    (@append $self:ident, $words:ident) => { $self.append_words($words) };
    (@append $self:ident, $words:ident, inlined) => { $self.fixed($words) };
    (@some) => { false };
    (@some $something:ty) => { true };
    (@present) => { false };
    (@present $something:ident) => { true };
    (@header $op:ident, $fixed:expr) => { header(spirv::Op::$op, $fixed) };
    (@header $op:ident, $fixed:expr, $rest:ident, $ty:ty) => {
        header(spirv::Op::$op, ($fixed + $rest.len()).min(MAX_INSTRUCTION_WORDS))
    };
}

ops! {
    capability = Capability (capability: Capability);
    memory_model = MemoryModel (addressing: AddressingModel, memory: MemoryModel);
    execution_mode = ExecutionMode (entry_point: FunctionId, mode: ExecutionMode) .. u32;
    execution_mode_id = ExecutionModeId (entry_point: FunctionId, mode: ExecutionMode) .. ValueId;
    decorate = Decorate (target: Id, decoration: Decoration) .. u32;
    member_decorate = MemberDecorate (structure: TypeId, member: u32, decoration: Decoration) .. u32;
    line = Line (file: Id, line: u32, column: u32);

    type_void = TypeVoid -> TypeId ();
    type_bool = TypeBool -> TypeId ();
    type_int = TypeInt -> TypeId (width: u32, signedness: u32);
    type_float = TypeFloat -> TypeId (width: u32);
    type_vector = TypeVector -> TypeId (component: TypeId, count: u32);
    type_matrix = TypeMatrix -> TypeId (column: TypeId, count: u32);
    type_image = TypeImage -> TypeId (
        sampled_type: TypeId, dim: Dim, depth: u32, arrayed: u32, multisampled: u32, sampled: u32,
        format: spirv::ImageFormat
    );
    type_sampler = TypeSampler -> TypeId ();
    type_sampled_image = TypeSampledImage -> TypeId (image: TypeId);
    type_acceleration_structure_khr = TypeAccelerationStructureKHR -> TypeId ();
    type_ray_query_khr = TypeRayQueryKHR -> TypeId ();
    type_cooperative_matrix_khr = TypeCooperativeMatrixKHR -> TypeId (component: TypeId, scope: ValueId, rows: ValueId, columns: ValueId, role: ValueId);
    type_array = TypeArray -> TypeId (element: TypeId, length: ValueId);
    type_runtime_array = TypeRuntimeArray -> TypeId (element: TypeId);
    type_struct = TypeStruct -> TypeId () .. TypeId;
    type_pointer = TypePointer -> TypeId (class: StorageClass, pointee: TypeId);
    type_function = TypeFunction -> TypeId (result_type: TypeId) .. TypeId;

    constant_true = ConstantTrue [TypeId] -> ValueId ();
    constant_false = ConstantFalse [TypeId] -> ValueId ();
    constant = Constant [TypeId] -> ValueId (value: u32) .. u32;
    constant_composite = ConstantComposite [TypeId] -> ValueId () .. ValueId;
    constant_null = ConstantNull [TypeId] -> ValueId ();
    spec_constant_true = SpecConstantTrue [TypeId] -> ValueId ();
    spec_constant_false = SpecConstantFalse [TypeId] -> ValueId ();
    spec_constant = SpecConstant [TypeId] -> ValueId (value: u32) .. u32;
    spec_constant_composite = SpecConstantComposite [TypeId] -> ValueId () .. ValueId;
    spec_constant_op = SpecConstantOp [TypeId] -> ValueId (op: spirv::Op) .. u32;
    undef = Undef [TypeId] -> ValueId ();

    function = Function [TypeId] -> FunctionId (control: FunctionControl, function_type: TypeId);
    function_parameter = FunctionParameter [TypeId] -> ValueId ();
    function_end = FunctionEnd ();
    function_call = FunctionCall [TypeId] -> ValueId (function: FunctionId) .. ValueId;

    variable = Variable [TypeId] -> ValueId (class: StorageClass) .. ValueId;
    load = Load <inlined> [TypeId] -> ValueId (pointer: ValueId) .. u32;
    store = Store <inlined> (pointer: ValueId, object: ValueId) .. u32;
    access_chain = AccessChain <inlined> [TypeId] -> ValueId (base: ValueId) .. ValueId;
    array_length = ArrayLength [TypeId] -> ValueId (structure: ValueId, member: u32);

    vector_shuffle = VectorShuffle [TypeId] -> ValueId (vector_1: ValueId, vector_2: ValueId) .. u32;
    composite_construct = CompositeConstruct <inlined> [TypeId] -> ValueId () .. ValueId;
    composite_extract = CompositeExtract <inlined> [TypeId] -> ValueId (composite: ValueId) .. u32;
    composite_insert = CompositeInsert [TypeId] -> ValueId (object: ValueId, composite: ValueId) .. u32;
    copy_logical = CopyLogical [TypeId] -> ValueId (operand: ValueId);

    image = Image [TypeId] -> ValueId (sampled_image: ValueId);
    sampled_image = SampledImage [TypeId] -> ValueId (image: ValueId, sampler: ValueId);
    image_sample_implicit_lod = ImageSampleImplicitLod [TypeId] -> ValueId (sampled_image: ValueId, coordinate: ValueId) .. u32;
    image_sample_explicit_lod = ImageSampleExplicitLod [TypeId] -> ValueId (sampled_image: ValueId, coordinate: ValueId) .. u32;
    image_sample_dref_implicit_lod = ImageSampleDrefImplicitLod [TypeId] -> ValueId (sampled_image: ValueId, coordinate: ValueId, dref: ValueId) .. u32;
    image_sample_dref_explicit_lod = ImageSampleDrefExplicitLod [TypeId] -> ValueId (sampled_image: ValueId, coordinate: ValueId, dref: ValueId) .. u32;
    image_fetch = ImageFetch [TypeId] -> ValueId (image: ValueId, coordinate: ValueId) .. u32;
    image_gather = ImageGather [TypeId] -> ValueId (sampled_image: ValueId, coordinate: ValueId, component: ValueId) .. u32;
    image_dref_gather = ImageDrefGather [TypeId] -> ValueId (sampled_image: ValueId, coordinate: ValueId, dref: ValueId) .. u32;
    image_read = ImageRead [TypeId] -> ValueId (image: ValueId, coordinate: ValueId) .. u32;
    image_write = ImageWrite (image: ValueId, coordinate: ValueId, texel: ValueId) .. u32;
    image_query_size_lod = ImageQuerySizeLod [TypeId] -> ValueId (image: ValueId, level: ValueId);
    image_query_size = ImageQuerySize [TypeId] -> ValueId (image: ValueId);
    image_texel_pointer = ImageTexelPointer [TypeId] -> ValueId (image: ValueId, coordinate: ValueId, sample: ValueId);

    convert_handle_to_image_intel = ConvertHandleToImageINTEL [TypeId] -> ValueId (operand: ValueId);
    convert_handle_to_sampled_image_intel = ConvertHandleToSampledImageINTEL [TypeId] -> ValueId (operand: ValueId);
    convert_handle_to_sampler_intel = ConvertHandleToSamplerINTEL [TypeId] -> ValueId (operand: ValueId);

    convert_u_to_f = ConvertUToF [TypeId] -> ValueId (operand: ValueId);

    i_add = IAdd [TypeId] -> ValueId (left: ValueId, right: ValueId);
    i_sub = ISub [TypeId] -> ValueId (left: ValueId, right: ValueId);
    u_mul_extended = UMulExtended [TypeId] -> ValueId (left: ValueId, right: ValueId);
    s_dot = SDot [TypeId] -> ValueId (vector_1: ValueId, vector_2: ValueId) .. u32;
    u_dot = UDot [TypeId] -> ValueId (vector_1: ValueId, vector_2: ValueId) .. u32;

    bit_field_insert = BitFieldInsert [TypeId] -> ValueId (base: ValueId, insert: ValueId, offset: ValueId, count: ValueId);
    bit_field_s_extract = BitFieldSExtract [TypeId] -> ValueId (base: ValueId, offset: ValueId, count: ValueId);
    bit_field_u_extract = BitFieldUExtract [TypeId] -> ValueId (base: ValueId, offset: ValueId, count: ValueId);

    all = All [TypeId] -> ValueId (vector: ValueId);
    select = Select [TypeId] -> ValueId (condition: ValueId, accept: ValueId, reject: ValueId);
    u_less_than = ULessThan [TypeId] -> ValueId (left: ValueId, right: ValueId);

    control_barrier = ControlBarrier (execution: ValueId, memory: ValueId, semantics: ValueId);
    memory_barrier = MemoryBarrier (memory: ValueId, semantics: ValueId);
    atomic_load = AtomicLoad [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId);
    atomic_store = AtomicStore (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_exchange = AtomicExchange [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_compare_exchange = AtomicCompareExchange [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, equal: ValueId, unequal: ValueId, value: ValueId, comparator: ValueId);
    atomic_i_add = AtomicIAdd [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_i_sub = AtomicISub [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_s_min = AtomicSMin [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_u_min = AtomicUMin [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_s_max = AtomicSMax [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_u_max = AtomicUMax [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_and = AtomicAnd [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_or = AtomicOr [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_f_add_ext = AtomicFAddEXT [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);
    atomic_xor = AtomicXor [TypeId] -> ValueId (pointer: ValueId, scope: ValueId, semantics: ValueId, value: ValueId);

    phi = Phi [TypeId] -> ValueId () .. Id;
    loop_merge = LoopMerge (merge: LabelId, continue_target: LabelId, control: LoopControl);
    selection_merge = SelectionMerge <inlined> (merge: LabelId, control: SelectionControl);
    label = Label <inlined> -> LabelId ();
    branch = Branch <inlined> (target: LabelId);
    branch_conditional = BranchConditional <inlined> (condition: ValueId, accept: LabelId, reject: LabelId);
    switch = Switch (selector: ValueId, default: LabelId) .. u32;
    kill = Kill ();
    terminate_invocation = TerminateInvocation ();
    demote_to_helper_invocation = DemoteToHelperInvocation ();
    return_void = Return ();
    return_value = ReturnValue (value: ValueId);
    unreachable = Unreachable ();

    ext_inst = ExtInst <inlined> [TypeId] -> ValueId (set: Id, instruction: GlslStd450Op) .. ValueId;

    group_non_uniform_ballot = GroupNonUniformBallot [TypeId] -> ValueId (scope: ValueId, predicate: ValueId);
    cooperative_matrix_load_khr = CooperativeMatrixLoadKHR [TypeId] -> ValueId (pointer: ValueId, layout: ValueId) .. u32;
    cooperative_matrix_store_khr = CooperativeMatrixStoreKHR (pointer: ValueId, object: ValueId, layout: ValueId) .. u32;
    cooperative_matrix_mul_add_khr = CooperativeMatrixMulAddKHR [TypeId] -> ValueId (a: ValueId, b: ValueId, c: ValueId) .. u32;
    set_mesh_outputs_ext = SetMeshOutputsEXT (vertices: ValueId, primitives: ValueId);
    emit_mesh_tasks_ext = EmitMeshTasksEXT (x: ValueId, y: ValueId, z: ValueId) .. ValueId;
    trace_ray_khr = TraceRayKHR (
        structure: ValueId, flags: ValueId, cull_mask: ValueId, record_offset: ValueId, record_stride: ValueId,
        miss_index: ValueId, origin: ValueId, t_min: ValueId, direction: ValueId, t_max: ValueId, payload: ValueId
    );
    ray_query_initialize_khr = RayQueryInitializeKHR (
        query: ValueId, structure: ValueId, flags: ValueId, cull_mask: ValueId, origin: ValueId, t_min: ValueId,
        direction: ValueId, t_max: ValueId
    );
    ray_query_terminate_khr = RayQueryTerminateKHR (query: ValueId);
    ray_query_generate_intersection_khr = RayQueryGenerateIntersectionKHR (query: ValueId, hit_t: ValueId);
    ray_query_confirm_intersection_khr = RayQueryConfirmIntersectionKHR (query: ValueId);
    ray_query_proceed_khr = RayQueryProceedKHR [TypeId] -> ValueId (query: ValueId);
    subgroup_ballot_khr = SubgroupBallotKHR [TypeId] -> ValueId (predicate: ValueId);
}

impl Section {
    /// Appends `OpEntryPoint`.
    pub fn entry_point(&mut self, model: ExecutionModel, function: FunctionId, name: &str, interface: &[Id]) {
        let open = self.open(spirv::Op::EntryPoint);
        self.operand(model);
        self.operand(function);
        self.string(name);
        for &variable in interface {
            self.operand(variable);
        }
        self.close(open);
    }

    /// Appends `OpExtension`.
    pub fn extension(&mut self, name: &str) {
        let open = self.open(spirv::Op::Extension);
        self.string(name);
        self.close(open);
    }

    /// Appends `OpExtInstImport`.
    pub fn ext_inst_import(&mut self, result: Id, name: &str) {
        let open = self.open(spirv::Op::ExtInstImport);
        self.operand(result);
        self.string(name);
        self.close(open);
    }

    /// Appends `OpName`.
    pub fn name(&mut self, target: Id, name: &str) {
        let open = self.open(spirv::Op::Name);
        self.operand(target);
        self.string(name);
        self.close(open);
    }

    /// Appends `OpMemberName`.
    pub fn member_name(&mut self, structure: TypeId, member: u32, name: &str) {
        let open = self.open(spirv::Op::MemberName);
        self.operand(structure);
        self.operand(member);
        self.string(name);
        self.close(open);
    }

    /// Appends a unary operation with an opcode: result type, result and one operand.
    #[inline]
    pub fn unary(&mut self, op: spirv::Op, result_type: TypeId, result: ValueId, operand: ValueId) {
        self.fixed([header(op, 4), result_type.word(), result.word(), operand.word()]);
    }

    /// Appends a binary operation with an opcode: result type, result and two operands.
    #[inline]
    pub fn binary(&mut self, op: spirv::Op, result_type: TypeId, result: ValueId, left: ValueId, right: ValueId) {
        self.fixed([
            header(op, 5),
            result_type.word(),
            result.word(),
            left.word(),
            right.word(),
        ]);
    }

    /// Appends `OpString`.
    pub fn literal_string(&mut self, result: Id, text: &str) {
        let open = self.open(spirv::Op::String);
        self.operand(result);
        self.string(text);
        self.close(open);
    }

    /// Appends `OpModuleProcessed`.
    pub fn module_processed(&mut self, text: &str) {
        let open = self.open(spirv::Op::ModuleProcessed);
        self.string(text);
        self.close(open);
    }

    /// Appends `DebugPrintf` of the set `NonSemantic.DebugPrintf`: the format, then its values.
    pub fn debug_printf(&mut self, result_type: TypeId, result: ValueId, set: Id, format: Id, values: &[ValueId]) {
        /// The only instruction of the set.
        const DEBUG_PRINTF: u32 = 1;
        let open = self.open(spirv::Op::ExtInst);
        self.operand(result_type);
        self.operand(result);
        self.operand(set);
        self.operand(DEBUG_PRINTF);
        self.operand(format);
        for &value in values {
            self.operand(value);
        }
        self.close(open);
    }

    /// Appends an instruction of `NonSemantic.Shader.DebugInfo.100`.
    #[inline]
    pub fn debug_info(&mut self, result_type: TypeId, result: Id, set: Id, op: DebugOp, operands: &[Id]) {
        self.fixed([
            header(spirv::Op::ExtInst, (5 + operands.len()).min(MAX_INSTRUCTION_WORDS)),
            result_type.word(),
            result.word(),
            set.word(),
            op as u32,
        ]);
        self.operands(5, operands);
    }

    /// Appends a reduction or scan over a group, by its opcode.
    pub fn group_operation(
        &mut self,
        op: spirv::Op,
        result_type: TypeId,
        result: ValueId,
        scope: ValueId,
        operation: GroupOperation,
        value: ValueId,
    ) {
        self.fixed([
            header(op, 6),
            result_type.word(),
            result.word(),
            scope.word(),
            operation.word(),
            value.word(),
        ]);
    }

    /// Appends a group operation that reads a value of another invocation, by its opcode.
    pub fn group_gather(
        &mut self,
        op: spirv::Op,
        result_type: TypeId,
        result: ValueId,
        scope: ValueId,
        value: ValueId,
        from: ValueId,
    ) {
        self.fixed([
            header(op, 6),
            result_type.word(),
            result.word(),
            scope.word(),
            value.word(),
            from.word(),
        ]);
    }
}
