//! The table of helper functions: each row has the parameters of the key, the debug name, and the method that writes the
//! helper. The macro passes it to another one, which makes something of the rows: the keys, or the dispatch.

macro_rules! helpers { ($make:ident) => { $make! {
    /// Signed division that yields the dividend for a zero divisor and for `MIN / -1` (WGSL §8.7).
    Divide(type_key: TypeKey), "spirula_divide", write_division(type_key, false);
    /// Signed remainder with the sign of the dividend, which is zero for a zero divisor and for `MIN % -1`.
    Remainder(type_key: TypeKey), "spirula_remainder", write_division(type_key, true);
    /// A load of one texel with a bounds check.
    LoadTexel(load: TexelLoad), "spirula_load_texel", write_load_texel(load);
    /// An image coordinate clamped to half a texel from the edges.
    ClampToEdge { image: TypeKey, non_uniform: bool },
        "spirula_clamp_to_edge", write_clamp_to_edge(image, non_uniform);
    ExternalSize(global: Handle<GlobalVariable>), "spirula_external_size", write_external_size(global);
    /// A load of one texel of an external texture.
    ExternalLoad(global: Handle<GlobalVariable>), "spirula_external_load", write_external_load(global);
    /// A filtered value of an external texture, with the coordinate clamped to the edges.
    ExternalSample { global: Handle<GlobalVariable>, sampler: TypeKey, non_uniform: bool },
        "spirula_external_sample", write_external_sample(global, sampler, non_uniform);
    /// The dot product of two integer vectors of this type.
    IntegerDot(vector: TypeKey), "spirula_integer_dot", write_integer_dot(vector);
    /// The dot product of two vectors of four signed bytes.
    PackedDotSigned, "spirula_packed_dot_signed", write_packed_dot(true);
    /// The dot product of two vectors of four unsigned bytes.
    PackedDotUnsigned, "spirula_packed_dot_unsigned", write_packed_dot(false);
    /// A function of the bits of 16- or 64-bit integers.
    Bits(what: BitFunction, type_key: TypeKey), "spirula_bits", write_bits(what, type_key);
    /// `extractBits` with offset and count clamped to the width.
    ExtractBits(type_key: TypeKey), "spirula_extract_bits", write_extract_bits(type_key);
    /// `insertBits` with offset and count clamped to the width.
    InsertBits(type_key: TypeKey), "spirula_insert_bits", write_insert_bits(type_key);
    /// Packs four integers into the bytes of a word, truncated or clamped.
    Pack { signed: bool, clamp: bool }, "spirula_pack", write_pack(signed, clamp);
    /// Packs normalized floats into four 8-bit integers of a word, or two 16-bit integers, rounding halves up.
    PackNormalized { bytes: bool, signed: bool }, "spirula_pack_normalized", write_pack_normalized(bytes, signed);
    /// The lesser or greater of two floats. If one operand is NaN, the other.
    Extreme { type_key: TypeKey, least: bool }, "spirula_extreme", write_extreme(type_key, least);
    /// The sign of a float. The sign of a NaN is the NaN, the sign of a zero is that zero.
    Sign(type_key: TypeKey), "spirula_sign", write_sign(type_key);
    /// Whether a float is a NaN or infinite, tested on its bits.
    SpecialTest { floats: TypeKey, infinite: bool }, "spirula_special_test", write_special_test(floats, infinite);
    /// A transcendental function of 64-bit floats.
    Double(what: DoubleFunction, type_key: TypeKey), "spirula_double", write_double(what, type_key);
    /// A derivative of 64-bit floats.
    DoubleDerivative(type_key: TypeKey, axis: DerivativeAxis, control: DerivativeControl),
        "spirula_double_derivative", write_double_derivative(type_key, axis, control);
    /// `smoothstep` with ascending or descending edges.
    SmoothStep(type_key: TypeKey), "spirula_smooth_step", write_smooth_step(type_key);
    /// `frexp` with exponents that are not 32 bits wide.
    Frexp { argument: TypeKey, result: TypeKey }, "spirula_frexp", write_frexp(argument, result);
    MatrixAdd(type_key: TypeKey), "spirula_matrix_add", write_matrix_sum(type_key, spirv::Op::FAdd);
    /// A value converted to another memory layout.
    Relayout(change: Relayout), "spirula_relayout", write_relayout(change);
    MatrixSubtract(type_key: TypeKey), "spirula_matrix_subtract", write_matrix_sum(type_key, spirv::Op::FSub);
    /// A matrix converted to components of another width.
    MatrixConvert { from: TypeKey, to: TypeKey }, "spirula_matrix_convert", write_matrix_convert(from, to);
    /// Whether a ray is valid. Without `skips`, flags that skip primitives make it invalid.
    RayIsValid { skips: bool }, "spirula_ray_is_valid", write_ray_is_valid(skips);
    /// The intersection that a ray query found.
    RayIntersection(read: QueryRead), "spirula_ray_intersection", write_ray_intersection(read);
    /// The vertices of the triangle that a ray query found.
    RayVertexPositions(read: QueryRead), "spirula_ray_vertex_positions", write_ray_vertex_positions(read);
    /// The mesh workgroup count of a task shader; zero if it exceeds the limits.
    TaskSize(limits: TaskDispatchLimits), "spirula_task_size", write_task_size(limits);
    /// Whether the current candidate of a ray query is a triangle.
    RayMayConfirm, "spirula_ray_may_confirm", write_ray_may_confirm();
    /// Whether the current candidate of a ray query is an AABB, and a hit distance may be generated for it.
    RayMayGenerate, "spirula_ray_may_generate", write_ray_may_generate();
    /// Terminates the invocation of a fragment shader.
    Kill, "spirula_kill", write_kill();
}}}

pub(super) use helpers;
