//! Tests of lists in debug information that are longer than an extended instruction can hold (255 arguments, SPIR-V
//! §2.17): members of a struct, arguments of a function, long names and long texts.

use std::fmt::Write as _;

use super::module::{Described, FUNCTION, LOCAL_VARIABLE, TYPE_COMPOSITE, TYPE_MEMBER, VALUE};
use super::{fault, none};
use crate::common::validate::VULKAN;
use crate::common::{backends, parse};

const TYPE_FUNCTION: u32 = 8;
/// The arguments of an extended instruction.
const MOST: usize = 255;
/// The operands before the members of a struct, and before the arguments of a function.
const BEFORE_MEMBERS: usize = 9;
const BEFORE_ARGUMENTS: usize = 2;

/// Compiles with and without debug information at every version; the module without it must not change.
fn compiles(name: &str, source: &str) -> Vec<String> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{name}: {error}"));
    let faults = VULKAN.into_iter().filter_map(|target| {
        let setup = backends::options(target);
        let plain = backends::spirula(&shader, &setup);
        assert!(plain.is_ok(), "{name}: {plain:?}");
        fault(name, source, &shader, &setup, target, None)
    });
    faults.collect()
}

/// Asserts that no instruction of the set has more arguments than are allowed.
fn fits(described: &Described) {
    for kind in 0..=110 {
        for (_, operands) in described.each(kind) {
            assert!(operands.len() <= MOST, "{kind}: {}", operands.len());
        }
    }
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

/// A function with a number of arguments, the last of which are used.
fn with_arguments(count: usize) -> String {
    let parameters = list(count, |at| format!("a{at}: u32"));
    let arguments = list(count, |at| format!("{at}u"));
    format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
fn f({parameters}) -> u32 {{ let total = a0 + a{last}; return total; }}
@compute @workgroup_size(1) fn main() {{ out[0] = f({arguments}); }}
",
        last = count - 1
    )
}

/// A buffer of a struct with a number of members, the first and last of which are used.
fn with_members(count: usize) -> String {
    let members = list(count, |at| format!("m{at}: u32"));
    format!(
        "struct S {{ {members} }}
@group(0) @binding(0) var<storage, read_write> out: S;
@compute @workgroup_size(1) fn main() {{
    let whole = out;
    let last = whole.m{last};
    out.m0 = last + whole.m1;
}}
",
        last = count - 1
    )
}

#[test]
fn functions_of_many_arguments() {
    let mut faults = Vec::new();
    for count in 250..=MOST {
        let source = with_arguments(count);
        faults.extend(compiles(&format!("{count} arguments"), &source));
        let described = Described::of(&source);
        fits(&described);
        let (_, function) = described.named(FUNCTION, "f");
        let ty = described.definition(function[1]);
        assert_eq!(ty[4], TYPE_FUNCTION);
        let shown = ty[5..].len() - BEFORE_ARGUMENTS;
        assert_eq!(shown, count.min(MOST - BEFORE_ARGUMENTS), "{count} arguments");
        // Each argument is described with its value, those that the type leaves out too.
        for at in [0, 252, count - 1].into_iter().filter(|at| *at < count) {
            let (_, ty, values) = described.local(&format!("a{at}"));
            assert_eq!((ty.as_str(), values.len()), ("u32", 1), "argument {at} of {count}");
        }
        assert_eq!(described.each(LOCAL_VARIABLE).count(), count + 1);
    }
    none(&faults);
}

#[test]
fn structs_of_many_members() {
    let mut faults = Vec::new();
    for count in (242..=260).chain([300, 1000]) {
        let source = with_members(count);
        faults.extend(compiles(&format!("{count} members"), &source));
        let described = Described::of(&source);
        fits(&described);
        let most = MOST - BEFORE_MEMBERS;
        let (_, operands) = described.named(TYPE_COMPOSITE, "S");
        assert_eq!(operands.len() - BEFORE_MEMBERS, count.min(most), "{count} members");
        assert_eq!(
            described.number(operands[7]),
            32 * count as u32,
            "the size is that of all members"
        );
        // No member is described that no list names, and no value is one of such a member.
        assert_eq!(described.each(TYPE_MEMBER).count(), count.min(most));
        let indexes = described.each(VALUE).flat_map(|(_, operands)| &operands[3..]);
        for &index in indexes {
            assert!((described.number(index) as usize) < most);
        }
        let (_, ty, values) = described.local("last");
        assert_eq!((ty.as_str(), values.len()), ("u32", 1));
    }
    none(&faults);
}

/// Long structs in long structs, in arrays, as values, arguments and results.
#[test]
fn nested_structs_of_many_members() {
    let members = |count: usize| list(count, |at| format!("m{at}: u32"));
    let source = format!(
        "struct Inner {{ {inner} }}
struct Outer {{ first: Inner, many: array<Inner, 3>, {outer}, last: Inner }}
@group(0) @binding(0) var<storage, read_write> out: Outer;
fn take(value: Inner, p: ptr<function, Inner>) -> Inner {{ var copy = value; copy.m259 = (*p).m258; return copy; }}
@compute @workgroup_size(1) fn main() {{
    var local = out.last;
    let whole = out;
    let taken = take(out.many[out.m0].first_of(), &local);
    out.m1 = taken.m259 + whole.last.m255 + whole.first.m3 + whole.m257;
}}
",
        inner = members(260),
        outer = members(258),
    )
    .replace(".first_of()", "");
    none(&compiles("nested", &source));
    fits(&Described::of(&source));
}

/// Names and texts longer than a literal string, which are cut or continued.
#[test]
fn long_names_and_texts() {
    let name = "n".repeat(70_000);
    let mut source = format!(
        "struct {name}s {{ {name}m: u32 }}
@group(0) @binding(0) var<storage, read_write> {name}: {name}s;
const {name}c = 7u;
fn {name}f({name}a: u32) -> u32 {{ let {name}l = {name}a + {name}c; return {name}l; }}
@compute @workgroup_size(1) fn main() {{ {name}.{name}m = {name}f(1u); }}
"
    );
    for _ in 0..20_000 {
        let _ = writeln!(source, "// a text that continues");
    }
    none(&compiles("long names", &source));
    fits(&Described::of(&source));
}
