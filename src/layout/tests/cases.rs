//! Hand-written cases: the table of narrow matrices, the twin in the module documentation, types that naga rejects,
//! deep nesting.

use naga::{AddressSpace, ArraySize, CooperativeRole, CooperativeSize, Scalar, StorageAccess, TypeInner, VectorSize};

use super::step;
use super::types::{Builder, float};
use crate::layout::{Layouts, MemoryLayout, Parts, Place, Rules, TwinMember, is_narrow, twin_members};

const SIZES: [VectorSize; 3] = [VectorSize::Bi, VectorSize::Tri, VectorSize::Quad];

#[test]
fn narrow_matrices_are_those_of_the_table() {
    for rows in SIZES {
        assert!(is_narrow(rows, float(2)));
        assert_eq!(is_narrow(rows, float(4)), rows == VectorSize::Bi);
        assert!(!is_narrow(rows, float(8)));
    }
}

/// naga admits every matrix by itself, and an array of it exactly if its size is a multiple of 16. The module
/// documentation derives the three forms of the twin from this.
#[test]
fn naga_admits_arrays_of_narrow_matrices_with_legal_strides_only() {
    for columns in SIZES {
        for (rows, width) in SIZES.into_iter().flat_map(|rows| [(rows, 2), (rows, 4), (rows, 8)]) {
            let mut builder = Builder::new();
            let matrix = builder.matrix(columns, rows, width);
            let stride = builder.layouter[matrix].to_stride();
            let array = builder.array(matrix, 3, stride);
            let wider = builder.array(matrix, 3, stride.next_multiple_of(32));
            let mut layouts = Layouts::default();
            layouts.reset(&builder.module.types);

            assert!(builder.admits(matrix, AddressSpace::Uniform));
            assert!(layouts.satisfies(matrix, MemoryLayout::Std140, Rules::Extended));
            assert_eq!(
                layouts.satisfies(matrix, MemoryLayout::Natural, Rules::Extended),
                !is_narrow(rows, float(width))
            );
            assert_eq!(builder.admits(array, AddressSpace::Uniform), stride.is_multiple_of(16));
            assert_eq!(
                layouts.satisfies(array, MemoryLayout::Std140, Rules::Extended),
                stride.is_multiple_of(16)
            );
            assert!(builder.admits(wider, AddressSpace::Uniform));
            assert!(layouts.satisfies(wider, MemoryLayout::Std140, Rules::Extended));
        }
    }
}

#[test]
fn a_struct_hoists_the_columns_of_its_matrices() {
    let mut builder = Builder::new();
    let scalar = builder.scalar(Scalar::F32);
    let matrix = builder.matrix(VectorSize::Bi, VectorSize::Bi, 4);
    let array = builder.array(matrix, 3, 16);
    let wide = builder.matrix(VectorSize::Bi, VectorSize::Quad, 4);
    let structure = builder.structure(
        &[
            (scalar, 0),
            (matrix, 8),
            (array, 32),
            (wide, 80),
            (matrix, 112),
            (scalar, 128),
        ],
        144,
    );
    let types = &builder.module.types;
    let mut layouts = Layouts::default();
    layouts.reset(types);
    assert!(builder.admits(structure, AddressSpace::Uniform));

    let rows = VectorSize::Bi;
    let column = |member, column, offset| TwinMember::Column {
        member,
        column,
        rows,
        scalar: Scalar::F32,
        offset,
    };
    let expected = [
        TwinMember::Whole {
            member: 0,
            ty: scalar,
            offset: 0,
        },
        column(1, 0, 8),
        column(1, 1, 16),
        TwinMember::Whole {
            member: 2,
            ty: array,
            offset: 32,
        },
        TwinMember::Whole {
            member: 3,
            ty: wide,
            offset: 80,
        },
        column(4, 0, 112),
        column(4, 1, 120),
        TwinMember::Whole {
            member: 5,
            ty: scalar,
            offset: 128,
        },
    ];
    assert!(twin_members(types, structure).eq(expected));
    assert_eq!(layouts.member_count(types, structure, MemoryLayout::Std140), 8);
    assert_eq!(layouts.member_count(types, structure, MemoryLayout::Natural), 6);
    let indices = [0, 1, 2, 3, 4, 5].map(|member| layouts.twin_index(structure, member));
    assert_eq!(indices, [0, 1, 3, 4, 5, 7]);
    assert_eq!(layouts.member_index(types, structure, 6, MemoryLayout::Std140), None);

    // The array's elements are structs of columns; the wide matrix remains a matrix.
    assert!(twin_members(types, matrix).eq([column(0, 0, 0), column(0, 1, 8)]));
    assert!(layouts.needs_twin(array) && !layouts.needs_twin(wide));
}

/// The example in the module documentation of `path`.
#[test]
fn paths_through_a_twin() {
    let mut builder = Builder::new();
    let scalar = builder.scalar(Scalar::F32);
    let matrix = builder.matrix(VectorSize::Bi, VectorSize::Bi, 4);
    let array = builder.array(matrix, 3, 16);
    let structure = builder.structure(&[(scalar, 0), (matrix, 8), (array, 32)], 80);
    let types = &builder.module.types;
    let mut layouts = Layouts::default();
    layouts.reset(types);

    let root = layouts.place(types, structure, MemoryLayout::Std140);
    assert_eq!(
        root,
        Place::Whole {
            ty: structure,
            layout: MemoryLayout::Std140
        }
    );
    let at = |place, index| step(&layouts, types, place, index).unwrap();
    assert_eq!(at(root, 0).index, Some(0));
    let hoisted = at(root, 1);
    let Place::Columns(columns) = hoisted.place else {
        panic!("{hoisted:?}")
    };
    assert_eq!((hoisted.index, columns.first_member, columns.hoisted), (None, 1, true));
    assert_eq!(at(hoisted.place, 1).index, Some(2));
    assert_eq!(step(&layouts, types, hoisted.place, 2), None);
    assert_eq!(layouts.parts(types, hoisted.place), Some(Parts::Columns(columns)));
    let elements = at(root, 2);
    assert_eq!(elements.index, Some(3));
    let Some(Parts::Elements { place: element, .. }) = layouts.parts(types, elements.place) else {
        panic!()
    };
    let Place::Columns(columns) = element else {
        panic!("{element:?}")
    };
    assert_eq!((columns.first_member, columns.hoisted), (0, false));
    assert_eq!(step(&layouts, types, root, 3), None);
    assert!(matches!(layouts.parts(types, root), Some(Parts::Members { .. })));
}

#[test]
fn binding_arrays_pass_the_layout_on() {
    let mut builder = Builder::new();
    let matrix = builder.matrix(VectorSize::Bi, VectorSize::Bi, 2);
    let structure = builder.packed(&[matrix]);
    let bindings = builder.add(TypeInner::BindingArray {
        base: structure,
        size: ArraySize::Dynamic,
    });
    let types = &builder.module.types;
    let mut layouts = Layouts::default();
    layouts.reset(types);
    assert!(layouts.needs_twin(bindings));
    let place = layouts.place(types, bindings, MemoryLayout::Std140);
    let expected = Place::Whole {
        ty: structure,
        layout: MemoryLayout::Std140,
    };
    assert_eq!(
        layouts.parts(types, place),
        Some(Parts::Elements {
            size: ArraySize::Dynamic,
            place: expected
        })
    );
    assert_eq!(layouts.size(bindings), builder.layouter[bindings].size);
}

#[test]
fn types_without_bytes_keep_no_rule() {
    let mut builder = Builder::new();
    let boolean = builder.scalar(Scalar::BOOL);
    let sampler = builder.add(TypeInner::Sampler { comparison: false });
    let query = builder.add(TypeInner::RayQuery { vertex_return: false });
    let outer = builder.packed(&[boolean]);
    let mut layouts = Layouts::default();
    layouts.reset(&builder.module.types);
    for ty in [boolean, sampler, query, outer] {
        assert!(!layouts.satisfies(ty, MemoryLayout::Natural, Rules::Scalar));
        assert!(layouts.satisfies(ty, MemoryLayout::None, Rules::Extended));
    }
    assert_eq!(layouts.canonical(sampler, MemoryLayout::Natural), MemoryLayout::None);
    assert_eq!(layouts.canonical(outer, MemoryLayout::Natural), MemoryLayout::Natural);
}

/// The kinds of types that the random types do not include.
#[test]
fn other_types_have_nagas_sizes() {
    let mut builder = Builder::new();
    let atomic = builder.add(TypeInner::Atomic(Scalar::U64));
    let matrix = builder.matrix(VectorSize::Bi, VectorSize::Tri, 4);
    let elements = builder.array(matrix, 0, 32);
    let storage = builder.structure(&[(atomic, 0), (elements, 16)], 48);
    let space = AddressSpace::Storage {
        access: StorageAccess::LOAD,
    };
    builder.add(TypeInner::Pointer { base: storage, space });
    builder.add(TypeInner::ValuePointer {
        size: None,
        scalar: Scalar::F32,
        space,
    });
    builder.add(TypeInner::Sampler { comparison: true });
    builder.add(TypeInner::AccelerationStructure { vertex_return: false });
    builder.add(TypeInner::RayQuery { vertex_return: false });
    builder.add(TypeInner::CooperativeMatrix {
        columns: CooperativeSize::Eight,
        rows: CooperativeSize::Sixteen,
        scalar: float(2),
        role: CooperativeRole::A,
    });
    let mut layouts = Layouts::default();
    layouts.reset(&builder.module.types);
    for (handle, ty) in builder.module.types.iter() {
        assert_eq!(layouts.size(handle), builder.layouter[handle].size, "{ty:?}");
        assert_eq!(
            layouts.alignment(handle, Rules::Base),
            builder.layouter[handle].alignment * 1,
            "{ty:?}"
        );
    }
    assert!(builder.admits(storage, space));
    assert!(layouts.satisfies(storage, MemoryLayout::Natural, Rules::Base));
}

/// Overlaps, which are possible in SPIR-V input but not in types that naga lays out.
#[test]
fn overlap_is_refused_under_every_rule() {
    let mut builder = Builder::new();
    let vector = builder.add(TypeInner::Vector {
        size: VectorSize::Quad,
        scalar: Scalar::F32,
    });
    let tight = builder.array(vector, 4, 0);
    let overlapping = builder.structure(&[(vector, 0), (vector, 0)], 16);
    let outside = builder.structure(&[(vector, 0), (vector, 16)], 16);
    let mut layouts = Layouts::default();
    layouts.reset(&builder.module.types);
    for ty in [tight, overlapping, outside] {
        for rules in [Rules::Base, Rules::Relaxed, Rules::Extended, Rules::Scalar] {
            assert!(!layouts.satisfies(ty, MemoryLayout::Natural, rules));
            assert!(!layouts.satisfies(ty, MemoryLayout::Std140, rules));
        }
    }
}

/// `struct { f32, vec2 }` with the vector at offset 4, and types that contain it: a GLSL block can have such offsets.
#[test]
fn relaxed_rules_align_members_that_are_vectors_like_their_components() {
    let mut builder = Builder::new();
    let scalar = builder.add(TypeInner::Scalar(Scalar::F32));
    let vector = |builder: &mut Builder, size| {
        builder.add(TypeInner::Vector {
            size,
            scalar: Scalar::F32,
        })
    };
    let (pair, triple) = (
        vector(&mut builder, VectorSize::Bi),
        vector(&mut builder, VectorSize::Tri),
    );
    let at = |builder: &mut Builder, ty, offset| builder.structure(&[(scalar, 0), (ty, offset)], 32);
    let good = [at(&mut builder, pair, 4), at(&mut builder, triple, 4)];
    let straddling = [at(&mut builder, pair, 12), at(&mut builder, triple, 8)];
    let pairs = builder.array(pair, 2, 8);
    let array = at(&mut builder, pairs, 4);
    let inside = builder.structure(&[(scalar, 0), (good[0], 16)], 48);
    let astray = builder.structure(&[(scalar, 0), (good[0], 8)], 48);
    let many = builder.array(good[0], 2, 32);
    let mut layouts = Layouts::default();
    layouts.reset(&builder.module.types);
    let keeps = |ty, rules| layouts.satisfies(ty, MemoryLayout::Natural, rules);
    for ty in [good[0], good[1], inside, many] {
        assert!(!keeps(ty, Rules::Base) && keeps(ty, Rules::Relaxed) && keeps(ty, Rules::Scalar));
    }
    for ty in [straddling[0], straddling[1], array, astray] {
        assert!(!keeps(ty, Rules::Base) && !keeps(ty, Rules::Relaxed) && keeps(ty, Rules::Scalar));
    }
}

#[test]
fn nesting_of_any_depth_takes_no_stack() {
    let mut builder = Builder::new();
    let mut ty = builder.matrix(VectorSize::Quad, VectorSize::Bi, 4);
    for depth in 0..20_000 {
        ty = if depth % 2 == 0 {
            builder.array(ty, 1, 32)
        } else {
            builder.structure(&[(ty, 0)], 32)
        };
    }
    let types = &builder.module.types;
    let mut layouts = Layouts::default();
    layouts.reset(types);
    assert!(layouts.satisfies(ty, MemoryLayout::Std140, Rules::Extended));
    assert!(!layouts.satisfies(ty, MemoryLayout::Natural, Rules::Extended));
    let mut place = layouts.place(types, ty, MemoryLayout::Std140);
    let mut steps = 0;
    while let Some(step) = step(&layouts, types, place, 0) {
        place = step.place;
        steps += 1;
    }
    assert_eq!(steps, 20_002);
}

/// Handles of another module's arena, after the tables were filled for a smaller arena.
#[test]
fn foreign_handles_are_harmless() {
    let mut builder = Builder::new();
    let matrix = builder.matrix(VectorSize::Bi, VectorSize::Bi, 4);
    let structure = builder.packed(&[matrix, matrix]);
    let mut layouts = Layouts::default();
    layouts.reset(&builder.module.types);
    assert!(layouts.needs_twin(structure));
    let empty = Builder::new();
    layouts.reset(&empty.module.types);
    assert!(!layouts.needs_twin(structure));
    assert_eq!(layouts.size(structure), 0);
    assert_eq!(layouts.twin_index(structure, 1), 1);
    let place = layouts.place(&empty.module.types, structure, MemoryLayout::Std140);
    assert_eq!(step(&layouts, &empty.module.types, place, 0), None);
    assert_eq!(twin_members(&empty.module.types, structure).count(), 0);
}
