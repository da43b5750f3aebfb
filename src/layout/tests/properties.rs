//! Properties over random types: sizes are naga's, types that naga admits satisfy the rules, the twin moves no byte,
//! and every path leads to the same byte.

use naga::proc::Alignment;
use naga::{AddressSpace, Handle, StorageAccess, Type, TypeInner, UniqueArena};

use super::declared::{DeclaredType, declare};
use super::step;
use super::types::{Builder, Padding, Random};
use crate::layout::{Layouts, MemoryLayout, Parts, Place, Rules, is_narrow};

const STORAGE: AddressSpace = AddressSpace::Storage {
    access: StorageAccess::LOAD,
};

/// A random type for each seed, small enough that the walks over its scalars are short.
fn random_types(seeds: u64, padding: Padding, mut test: impl FnMut(u64, &Builder, &Layouts, Handle<Type>)) {
    let mut layouts = Layouts::default();
    for seed in 0..seeds {
        let mut builder = Builder::new();
        let ty = builder.random_type(&mut Random::new(seed), padding, 5);
        if builder.layouter[ty].size < 0x4000 {
            layouts.reset(&builder.module.types);
            test(seed, &builder, &layouts, ty);
        }
    }
}

#[test]
fn sizes_and_alignments_are_nagas() {
    for padding in [Padding::Natural, Padding::Uniform, Padding::Sloppy] {
        random_types(2000, padding, |seed, builder, layouts, _| {
            for (handle, ty) in builder.module.types.iter() {
                let expected = builder.layouter[handle];
                assert_eq!(layouts.size(handle), expected.size, "seed {seed}: {ty:?}");
                assert_eq!(
                    layouts.alignment(handle, Rules::Base),
                    expected.alignment * 1,
                    "seed {seed}: {ty:?}"
                );
                let is_vector = matches!(ty.inner, TypeInner::Scalar(_) | TypeInner::Vector { .. });
                let extended = if is_vector { 1 } else { 16 };
                assert_eq!(
                    layouts.alignment(handle, Rules::Extended),
                    (expected.alignment * 1).max(extended)
                );
            }
        });
    }
}

#[test]
fn what_naga_admits_is_legal() {
    let (mut uniform, mut twins, mut refused, mut storage) = (0, 0, 0, 0);
    for padding in [Padding::Natural, Padding::Uniform, Padding::Sloppy, Padding::Tight] {
        random_types(1500, padding, |seed, builder, layouts, ty| {
            let keeps = |layout, rules| layouts.satisfies(ty, layout, rules);
            if builder.admits(ty, STORAGE) {
                storage += 1;
                assert!(keeps(MemoryLayout::Natural, Rules::Base), "seed {seed}");
                assert!(keeps(MemoryLayout::Natural, Rules::Scalar), "seed {seed}");
            }
            if builder.admits(ty, AddressSpace::Uniform) {
                uniform += 1;
                twins += u32::from(layouts.needs_twin(ty));
                assert!(keeps(MemoryLayout::Std140, Rules::Extended), "seed {seed}");
                assert_eq!(
                    keeps(MemoryLayout::Natural, Rules::Extended),
                    !layouts.needs_twin(ty),
                    "seed {seed}"
                );
            } else {
                refused += 1;
            }
        });
    }
    assert!(
        uniform > 1000 && twins > 500 && refused > 500 && storage > 1000,
        "{uniform} {twins} {refused} {storage}"
    );
}

#[test]
fn satisfies_agrees_with_the_rules_on_the_declared_form() {
    let (mut kept, mut broken) = (0, 0);
    for padding in [Padding::Natural, Padding::Uniform, Padding::Sloppy, Padding::Tight] {
        random_types(1500, padding, |seed, builder, layouts, ty| {
            for layout in [MemoryLayout::Natural, MemoryLayout::Std140] {
                let shape = declare(layouts, &builder.module.types, ty, layout);
                for rules in [Rules::Base, Rules::Extended, Rules::Scalar] {
                    let expected = shape.keeps(rules);
                    assert_eq!(
                        layouts.satisfies(ty, layout, rules),
                        expected,
                        "seed {seed}: {layout:?} {rules:?}"
                    );
                    if expected {
                        kept += 1;
                    } else {
                        broken += 1;
                    }
                }
            }
        });
    }
    assert!(kept > 5000 && broken > 1000, "{kept} {broken}");
}

/// The relaxed rules are checked at offsets that are multiples of 16: a type that satisfies them by the table does so
/// by its declared form.
#[test]
fn what_satisfies_the_relaxed_rules_keeps_them() {
    let (mut base, mut relaxed, mut broken) = (0, 0, 0);
    for padding in [Padding::Natural, Padding::Tight] {
        random_types(3000, padding, |seed, builder, layouts, ty| {
            let shape = declare(layouts, &builder.module.types, ty, MemoryLayout::Natural);
            let satisfies = |rules| layouts.satisfies(ty, MemoryLayout::Natural, rules);
            match (satisfies(Rules::Base), satisfies(Rules::Relaxed)) {
                (true, more) => {
                    assert!(more, "seed {seed}");
                    base += 1;
                }
                (false, true) => {
                    assert!(shape.keeps(Rules::Relaxed), "seed {seed}");
                    assert!(satisfies(Rules::Scalar), "seed {seed}");
                    relaxed += 1;
                }
                (false, false) => broken += 1,
            }
        });
    }
    assert!(
        base > 1000 && relaxed > 100 && broken > 500,
        "{base} {relaxed} {broken}"
    );
}

/// The extended rules in their strict form (Vulkan 1.0 without relaxed block layout), as the self-check and spirv-val
/// apply them.
#[test]
fn validators_agree_on_uniform_buffers() {
    let target = crate::Target::vulkan(1, 0);
    #[cfg(feature = "spirv-val")]
    let validator = {
        use spirv_tools::val::{Validator as _, compiled::CompiledValidator};
        let validator = CompiledValidator::with_env(spirv_tools::TargetEnv::Vulkan_1_0);
        move |words: &[u32]| validator.validate(words, None)
    };
    let (mut valid, mut invalid, mut twins) = (0, 0, 0);
    for padding in [Padding::Natural, Padding::Uniform, Padding::Sloppy, Padding::Tight] {
        random_types(250, padding, |seed, builder, layouts, ty| {
            for layout in [MemoryLayout::Natural, MemoryLayout::Std140] {
                let shape = declare(layouts, &builder.module.types, ty, layout);
                let text = shape.assembly();
                let words = crate::words::assemble_text(&text, 0x0001_0000).expect(&text);
                let satisfies = layouts.satisfies(ty, layout, Rules::Extended);
                #[cfg(feature = "spirv-val")]
                {
                    let verdict = validator(&words);
                    assert_eq!(verdict.is_ok(), satisfies, "seed {seed}: {verdict:?}\n{text}");
                }
                let report = crate::check::check(&words, &target);
                assert_eq!(report.is_valid(), satisfies, "seed {seed}: {report}\n{text}");
                if satisfies {
                    valid += 1;
                    twins += u32::from(layout == MemoryLayout::Std140 && layouts.needs_twin(ty));
                } else {
                    invalid += 1;
                }
            }
        });
    }
    assert!(valid > 300 && invalid > 200 && twins > 100, "{valid} {invalid} {twins}");
}

#[test]
fn the_twin_covers_the_same_bytes() {
    let mut deep = 0;
    random_types(3000, Padding::Uniform, |seed, builder, layouts, ty| {
        let types = &builder.module.types;
        let leaves = |layout| {
            let mut leaves = Vec::new();
            declare(layouts, types, ty, layout).leaves(0, &mut leaves);
            leaves
        };
        assert_eq!(
            leaves(MemoryLayout::Natural),
            leaves(MemoryLayout::Std140),
            "seed {seed}"
        );
        deep += u32::from(narrow_depth(types, ty).is_some_and(|depth| depth >= 3));
        let differs =
            declare(layouts, types, ty, MemoryLayout::Natural) != declare(layouts, types, ty, MemoryLayout::Std140);
        assert_eq!(differs, layouts.needs_twin(ty), "seed {seed}");
        assert_eq!(layouts.needs_twin(ty), narrow_depth(types, ty).is_some(), "seed {seed}");
        let [natural, std140] =
            [MemoryLayout::Natural, MemoryLayout::Std140].map(|layout| layouts.canonical(ty, layout));
        assert_eq!(natural != std140, differs, "seed {seed}");
    });
    assert!(deep > 500, "{deep}");
}

/// The nesting depth of the deepest narrow matrix.
fn narrow_depth(types: &UniqueArena<Type>, ty: Handle<Type>) -> Option<u32> {
    match types[ty].inner {
        TypeInner::Matrix { rows, scalar, .. } => is_narrow(rows, scalar).then_some(0),
        TypeInner::Array { base, .. } => narrow_depth(types, base).map(|depth| depth + 1),
        TypeInner::Struct { ref members, .. } => members
            .iter()
            .filter_map(|member| narrow_depth(types, member.ty))
            .max()
            .map(|depth| depth + 1),
        _ => None,
    }
}

/// A path to a scalar of a type, and its byte offset in WGSL's layout.
struct Leaf {
    path: Vec<u32>,
    offset: u32,
}

/// Every scalar of a type as naga lays it out, with naga's own offsets, strides and alignments.
fn walk(types: &UniqueArena<Type>, ty: Handle<Type>, path: &mut Vec<u32>, base: u32, out: &mut Vec<Leaf>) {
    let mut leaf = |path: &[u32], indices: &[u32], offset| {
        out.push(Leaf {
            path: [path, indices].concat(),
            offset: base + offset,
        });
    };
    match types[ty].inner {
        TypeInner::Scalar(_) => leaf(path, &[], 0),
        TypeInner::Vector { size, scalar } => {
            (0..size as u32).for_each(|i| leaf(path, &[i], i * u32::from(scalar.width)));
        }
        TypeInner::Matrix { columns, rows, scalar } => {
            let stride = Alignment::from(rows) * u32::from(scalar.width);
            for column in 0..columns as u32 {
                for row in 0..rows as u32 {
                    leaf(path, &[column, row], column * stride + row * u32::from(scalar.width));
                }
            }
        }
        TypeInner::Array {
            base: element,
            size: naga::ArraySize::Constant(length),
            stride,
        } => {
            for i in 0..length.get() {
                path.push(i);
                walk(types, element, path, base + i * stride, out);
                path.pop();
            }
        }
        TypeInner::Struct { ref members, .. } => {
            for (i, member) in members.iter().enumerate() {
                path.push(i as u32);
                walk(types, member.ty, path, base + member.offset, out);
                path.pop();
            }
        }
        ref other => unreachable!("not made by the generator: {other:?}"),
    }
}

#[test]
fn every_path_leads_to_the_same_byte() {
    let mut selected = 0;
    for layout in [MemoryLayout::Natural, MemoryLayout::Std140] {
        random_types(1000, Padding::Uniform, |seed, builder, layouts, ty| {
            let types = &builder.module.types;
            let shape = declare(layouts, types, ty, layout);
            let mut leaves = Vec::new();
            walk(types, ty, &mut Vec::new(), 0, &mut leaves);
            for Leaf { path, offset } in leaves {
                let mut place = layouts.place(types, ty, layout);
                let mut chain = Vec::new();
                for &index in &path {
                    selected += check_dynamic_step(layouts, types, place, index);
                    let next = step(layouts, types, place, index).unwrap();
                    chain.extend(next.index);
                    place = next.place;
                }
                let (reached, width) = shape.follow(&chain);
                assert_eq!(reached, offset, "seed {seed}: {path:?} became {chain:?}");
                assert!(
                    width.is_some(),
                    "seed {seed}: {path:?} became {chain:?}, which is not a scalar"
                );
                assert!(layouts.parts(types, place).is_none());
            }
        });
    }
    assert!(selected > 1000, "{selected}");
}

/// The step by a run-time index must lead to the same place as the one by a constant index. Returns 1 if it selects
/// among columns.
fn check_dynamic_step(layouts: &Layouts, types: &UniqueArena<Type>, place: Place, index: u32) -> u32 {
    let constant = step(layouts, types, place, index).unwrap();
    match layouts.parts(types, place).unwrap() {
        Parts::Elements { place, .. } | Parts::Components { place, .. } => {
            assert_eq!((constant.index, constant.place), (Some(index), place));
            0
        }
        Parts::Columns(columns) => {
            assert_eq!(constant.index, columns.member(index));
            assert_eq!(constant.place, columns.column_place());
            1
        }
        Parts::Members { ty, .. } => {
            assert!(matches!(types[ty].inner, TypeInner::Struct { .. }));
            0
        }
    }
}

#[test]
fn a_whole_in_the_middle_of_a_path_has_the_declared_form() {
    random_types(1000, Padding::Uniform, |seed, builder, layouts, ty| {
        let types = &builder.module.types;
        for layout in [MemoryLayout::Natural, MemoryLayout::Std140] {
            let root = declare(layouts, types, ty, layout);
            if let (TypeInner::Struct { members, .. }, DeclaredType::Struct { members: declared }) =
                (&types[ty].inner, &root)
            {
                for index in 0..members.len() as u32 {
                    let place = layouts.place(types, ty, layout);
                    let next = step(layouts, types, place, index).unwrap();
                    let first = layouts.member_index(types, ty, index, layout).unwrap();
                    match next.place {
                        Place::Whole { ty, layout: canonical } => {
                            assert_eq!(next.index, Some(first), "seed {seed}");
                            assert_eq!(canonical, layouts.canonical(ty, layout), "seed {seed}");
                            assert_eq!(
                                declare(layouts, types, ty, layout),
                                declared[first as usize].1,
                                "seed {seed}"
                            );
                        }
                        Place::Columns(columns) => {
                            assert_eq!((next.index, columns.first_member), (None, first), "seed {seed}");
                            assert!(columns.hoisted, "seed {seed}");
                        }
                        other => panic!("seed {seed}: {other:?}"),
                    }
                }
            }
        }
    });
}
