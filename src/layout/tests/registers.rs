//! Tests of the register layout: which types have explicit layout.

use naga::{Handle, Scalar, Type, TypeInner, UniqueArena, VectorSize};

use super::types::{Builder, Padding, Random, float};
use crate::layout::{Layouts, MemoryLayout, RegisterLayouts};

/// All types that the types contain, including themselves.
fn closure(types: &UniqueArena<Type>, roots: &[Handle<Type>]) -> Vec<Handle<Type>> {
    let mut all = roots.to_vec();
    let mut next = 0;
    while let Some(&ty) = all.get(next) {
        match types[ty].inner {
            TypeInner::Array { base, .. } => all.push(base),
            TypeInner::Struct { ref members, .. } => all.extend(members.iter().map(|member| member.ty)),
            _ => {}
        }
        next += 1;
    }
    all
}

fn choose(builder: &Builder, laid_out: &[Handle<Type>], bare: &[Handle<Type>]) -> RegisterLayouts {
    let types = &builder.module.types;
    let mut layouts = Layouts::default();
    layouts.reset(types);
    let (laid_out, bare) = (closure(types, laid_out), closure(types, bare));
    let mut registers = RegisterLayouts::default();
    registers.reset(
        types,
        &layouts,
        true,
        |ty| laid_out.contains(&ty),
        |ty| bare.contains(&ty),
    );
    registers
}

#[test]
fn storage_types_have_explicit_layout_and_workgroup_types_have_not() {
    let mut builder = Builder::new();
    let vector = builder.add(TypeInner::Vector {
        size: VectorSize::Quad,
        scalar: float(4),
    });
    let array = builder.array(vector, 4, 16);
    let particle = builder.packed(&[vector, array]);
    let shared = builder.structure(&[(vector, 0)], 32);
    let both = builder.packed(&[shared, vector]);
    let local = builder.structure(&[(vector, 16)], 32);
    let registers = choose(&builder, &[particle, both], &[shared]);
    assert_eq!(registers.get(particle), MemoryLayout::Natural);
    assert_eq!(registers.get(array), MemoryLayout::Natural);
    // The canonical layout of a vector is `None`.
    assert_eq!(registers.get(vector), MemoryLayout::None);
    assert_eq!(registers.get(shared), MemoryLayout::None);
    assert_eq!(registers.get(both), MemoryLayout::None);
    assert_eq!(registers.get(local), MemoryLayout::None);
}

#[test]
fn a_local_struct_with_a_storage_member_has_explicit_layout() {
    let mut builder = Builder::new();
    let boolean = builder.scalar(Scalar::BOOL);
    let vector = builder.add(TypeInner::Vector {
        size: VectorSize::Quad,
        scalar: float(4),
    });
    let particle = builder.packed(&[vector, vector]);
    let local = builder.packed(&[particle, boolean]);
    assert_eq!(choose(&builder, &[particle], &[]).get(local), MemoryLayout::Natural);

    // Overlapping members cannot have offsets, so types that share values with them have no explicit layout either.
    let overlapping = builder.structure(&[(particle, 0), (particle, 0)], 32);
    let registers = choose(&builder, &[particle], &[]);
    for ty in [particle, local, overlapping] {
        assert_eq!(registers.get(ty), MemoryLayout::None);
    }
}

#[test]
fn types_that_cannot_be_loaded_link_nothing() {
    let mut builder = Builder::new();
    let atomic = builder.add(TypeInner::Atomic(Scalar::U32));
    let vector = builder.add(TypeInner::Vector {
        size: VectorSize::Quad,
        scalar: float(4),
    });
    let particle = builder.packed(&[vector, vector]);
    let shared = builder.structure(&[(vector, 0)], 32);
    let counted = builder.packed(&[particle, shared, atomic]);
    let particles = builder.array(particle, 0, 32);
    let buffer = builder.packed(&[shared, particles]);
    let registers = choose(&builder, &[counted, buffer], &[shared]);
    assert_eq!(registers.get(particle), MemoryLayout::Natural);
    for ty in [shared, counted, particles, buffer] {
        assert_eq!(registers.get(ty), MemoryLayout::None);
    }
}

#[test]
fn no_type_has_explicit_layout_if_the_target_does_not_benefit() {
    let mut builder = Builder::new();
    let vector = builder.add(TypeInner::Vector {
        size: VectorSize::Quad,
        scalar: float(4),
    });
    let particle = builder.packed(&[vector, vector]);
    let types = &builder.module.types;
    let mut layouts = Layouts::default();
    layouts.reset(types);
    let mut registers = RegisterLayouts::default();
    registers.reset(types, &layouts, true, |_| true, |_| false);
    assert_eq!(registers.get(particle), MemoryLayout::Natural);
    registers.reset(types, &layouts, false, |_| true, |_| false);
    assert_eq!(registers.get(particle), MemoryLayout::None);
}

/// A type and its parts have the same layout, a storage type has explicit layout only if no part of it is in memory
/// without, and in a module without such memory every storage type has explicit layout.
#[test]
fn containment_agrees_in_random_modules() {
    let mut natural = 0;
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let mut builder = Builder::new();
        let roots: Vec<_> = (0..6)
            .map(|_| builder.random_type(&mut random, Padding::Natural, 3))
            .collect();
        let is_composite = |ty: Handle<Type>| {
            matches!(
                builder.module.types[ty].inner,
                TypeInner::Struct { .. } | TypeInner::Array { .. }
            )
        };
        for bare in [&roots[2..3], &[]] {
            let registers = choose(&builder, &roots[..2], bare);
            for &root in &roots {
                let parts = closure(&builder.module.types, &[root]);
                for part in parts.into_iter().filter(|&part| is_composite(part)) {
                    assert_eq!(registers.get(part), registers.get(root), "seed {seed}");
                }
            }
            for ty in closure(&builder.module.types, bare) {
                assert_eq!(registers.get(ty), MemoryLayout::None, "seed {seed}");
            }
            for &root in roots[..2].iter().filter(|&&root| bare.is_empty() && is_composite(root)) {
                assert_eq!(registers.get(root), MemoryLayout::Natural, "seed {seed}");
                natural += 1;
            }
        }
    }
    assert!(natural > 500, "{natural}");
}
