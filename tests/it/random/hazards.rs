//! Generates the shapes in which a proof about an index or a loop is most likely wrong: stores that control never
//! reaches after every kind of exit, values that an earlier iteration computed, guards in other places than the access,
//! nested loops on one counter.
//!
//! Every shape has its own array, and ends after few iterations whatever its conditions are.

use std::rc::Rc;

use super::generator::{Generator, Kind, Space};
use super::types::{BOOL, Ty, U32};

/// The maximum number of iterations of a loop.
const TIMES: usize = 4;

impl Generator {
    /// One of the shapes.
    pub fn hazard(&mut self) {
        match self.random.below(7) {
            0 | 1 => self.store_after_exit(),
            2 | 3 => self.value_of_iteration_before(),
            4 => self.guard_with_exit(),
            5 => self.loops_on_one_counter(),
            _ => self.element_below_length(),
        }
    }

    /// An array of the shape: its name and its length.
    fn own_array(&mut self) -> (String, u32) {
        let (name, length) = (self.fresh("v"), self.random.between(2, 9) as u32);
        let ty = Ty::Array(Rc::new(U32), length);
        self.line(format!("var {name}: {};", ty.wgsl()));
        let (space, writable) = (Space::Function, true);
        self.declare(&name, &ty, Kind::Memory { space, writable });
        (name, length)
    }

    /// A number that no front end knows: near a length, or any. Below the length if the mode requires it.
    fn number_near(&mut self, length: u32) -> String {
        let zero = if self.executes() { "zero" } else { "any_u32" };
        let number = match self.random.below(3) {
            0 => self.runtime_expression(&U32, 2),
            1 => format!("({zero} + {}u)", self.random.below(length as usize)),
            _ => {
                let number = self.random.choose(&[0, length - 1, length, length + 1, u32::MAX]);
                format!("({zero} + {number}u)")
            }
        };
        if self.keeps_in_range() {
            format!("({number} % {length}u)")
        } else {
            number
        }
    }

    fn store_to(&mut self, array: &str, index: &str) -> String {
        let value = self.random.between(1, 99);
        format!("{array}[{index}] = {array}[{index}] * 3u + {value}u;")
    }

    /// Statements of a loop's body after which control is never, or seldom.
    fn exit(&mut self) -> String {
        let condition = self.expression(&BOOL, 1);
        let selector = format!("({} & 3u)", self.runtime_expression(&U32, 1));
        let value = match self.context.result.clone() {
            Some(ty) => format!(" {}", self.expression(&ty, 1)),
            None => String::new(),
        };
        match self.random.below(if self.context.may_return { 14 } else { 11 }) {
            0 | 1 => "{ continue; }".to_owned(),
            2 => format!("if {condition} {{ continue; }} else {{ break; }}"),
            3 => format!("if {condition} {{ {{ continue; }} }} else {{ continue; }}"),
            4 => format!("switch {selector} {{ case 0u: {{ continue; }} default: {{ continue; }} }}"),
            5 => format!(
                "switch {selector} {{ case 0u, 1u: {{ continue; }} case 2u: {{ if {condition} {{ continue; }} else {{ continue; }} }} default: {{ continue; }} }}"
            ),
            6 => format!("{{ if {condition} {{ break; }} {{ continue; }} }}"),
            7 => "{ break; }".to_owned(),
            8 => format!("loop {{ if {condition} {{ break; }} {{ break; }} }} {{ continue; }}"),
            // Control can pass these.
            9 => format!("if {condition} {{ continue; }}"),
            10 => format!("switch {selector} {{ case 0u: {{ continue; }} default: {{ }} }}"),
            11 => format!("if {condition} {{ continue; }} else {{ return{value}; }}"),
            12 => format!("switch {selector} {{ case 0u: {{ return{value}; }} default: {{ continue; }} }}"),
            _ => format!("{{ if {condition} {{ return{value}; }} {{ continue; }} }}"),
        }
    }

    /// A value in range is stored after an exit, and the value from before is an index in `continuing`.
    fn store_after_exit(&mut self) {
        let (array, length) = self.own_array();
        let (at, count) = (self.fresh("i"), self.fresh("i"));
        let times = self.random.between(1, TIMES);
        let first = self.number_near(length);
        self.line(format!("var {at} = {first};"));
        self.line(format!("var {count} = 0u;"));
        self.line("loop {");
        let before = self.context.repeats;
        self.context.repeats *= times as u64;
        self.level += 1;
        let exit = self.exit();
        let nested = self.random.chance(30);
        if nested {
            let inside = self.random.below(length as usize);
            self.line(format!("{{ {exit} {at} = {inside}u; }}"));
        } else {
            self.line(exit);
        }
        if self.random.chance(50) {
            let store = self.store_to(&array, &at);
            self.line(store);
        }
        let inside = self.random.below(length as usize);
        self.line(format!("{at} = {inside}u;"));
        self.line("continuing {");
        self.level += 1;
        let store = self.store_to(&array, &at);
        self.line(store);
        self.line(format!("{count} += 1u;"));
        self.line(format!("break if {count} >= {times}u;"));
        self.level -= 1;
        self.line("}");
        self.level -= 1;
        self.line("}");
        self.context.repeats = before;
        let store = self.store_to(&array, &at);
        self.line(store);
    }

    /// The index is a value of the iteration before; conditions and limits are of this one.
    fn value_of_iteration_before(&mut self) {
        let (array, length) = self.own_array();
        let (last, now, count) = (self.fresh("i"), self.fresh("v"), self.fresh("i"));
        let times = self.random.between(2, TIMES);
        let first = self.number_near(length);
        self.line(format!("var {last} = {first};"));
        self.line(format!("for (var {count} = 0u; {count} < {times}u; {count}++) {{"));
        let before = self.context.repeats;
        self.context.repeats *= times as u64;
        self.level += 1;
        let scope = self.scope.len();
        let value = match self.random.below(4) {
            0 => format!("{length}u - {count} % {length}u - 1u"),
            1 => format!("{} + {count}", self.number_near(length)),
            _ => self.number_near(length),
        };
        let value = if self.keeps_in_range() {
            format!("({value}) % {length}u")
        } else {
            value
        };
        self.line(format!("let {now} = {value};"));
        self.declare(&now, &U32, Kind::Value);
        let store = self.store_to(&array, &last);
        match self.random.below(4) {
            0 => self.line(store),
            1 => self.line(format!("if {now} < {length}u {{ {store} }}")),
            2 => self.line(format!("if {last} <= {now} && {now} < {length}u {{ {store} }}")),
            _ => {
                self.line(format!("if {now} >= {length}u {{ break; }}"));
                self.line(store);
            }
        }
        self.line(format!("{last} = {now};"));
        if self.random.chance(40) {
            let store = self.store_to(&array, &last);
            self.line(format!("if {now} < {length}u {{ {store} }}"));
        }
        self.scope.truncate(scope);
        self.level -= 1;
        self.line("}");
        self.context.repeats = before;
    }

    /// An index that a guard with an exit bounds: the right one, one whose arm does not always leave, or one before a
    /// change of the index.
    fn guard_with_exit(&mut self) {
        let (array, length) = self.own_array();
        let (at, count) = (self.fresh("i"), self.fresh("i"));
        let times = self.random.between(2, TIMES);
        let first = self.number_near(length);
        let step = self.random.choose(&[1, 1, 2, u32::MAX, 0x8000_0000]);
        self.line(format!("var {at} = {first};"));
        self.line(format!("for (var {count} = 0u; {count} < {times}u; {count}++) {{"));
        let before = self.context.repeats;
        self.context.repeats *= times as u64;
        self.level += 1;
        let condition = self.expression(&BOOL, 1);
        let limit = self.random.choose(&[length, length, length, length + 1, length - 1]);
        let guard = match self.random.below(6) {
            0 | 1 => format!("if {at} >= {limit}u {{ break; }}"),
            2 => format!("if {at} >= {limit}u {{ {{ continue; }} {at} = 0u; }}"),
            3 => format!("if {at} >= {limit}u {{ if {condition} {{ break; }} }}"),
            4 => format!("if {at} >= {limit}u {{ if {condition} {{ break; }} else {{ continue; }} {at} = 0u; }}"),
            _ => format!("if !({at} < {limit}u) {{ loop {{ break; }} }}"),
        };
        self.line(guard);
        let late = self.random.chance(30);
        let change = if self.keeps_in_range() {
            format!("{at} = ({at} + {step}u) % {length}u;")
        } else {
            format!("{at} += {step}u;")
        };
        let store = self.store_to(&array, &at);
        let (one, other) = if late { (change, store) } else { (store, change) };
        self.line(one);
        self.line(other);
        self.level -= 1;
        self.line("}");
        self.context.repeats = before;
    }

    /// Two nested loops that step the same counter.
    fn loops_on_one_counter(&mut self) {
        let (array, length) = self.own_array();
        let at = self.fresh("i");
        let last = self.random.between(length as usize - 1, length as usize + 2);
        let inner = self.random.between(1, last + 1);
        let [one, two] = [(); 2].map(|()| self.random.between(1, 3));
        let first = self.random.below(3);
        self.line(format!("var {at} = {first}u;"));
        self.line(format!("while {at} < {last}u {{"));
        let before = self.context.repeats;
        self.context.repeats *= 12;
        self.level += 1;
        let index = |this: &mut Self| {
            let offset = this.random.choose(&["", "", " + 1u", " - 1u"]);
            if this.keeps_in_range() {
                format!("({at}{offset}) % {length}u")
            } else {
                format!("{at}{offset}")
            }
        };
        let (head, step) = match self.random.below(3) {
            0 => (format!("while {at} < {inner}u {{"), one),
            1 => (format!("while ({at} & 3u) != 3u {{"), 1),
            _ => (format!("for (; {at} < {inner}u && ({at} & 1u) == 0u;) {{"), one),
        };
        self.line(head);
        self.level += 1;
        let place = index(self);
        let store = self.store_to(&array, &place);
        self.line(store);
        self.line(format!("{at} += {step}u;"));
        if self.random.chance(30) {
            let place = index(self);
            let store = self.store_to(&array, &place);
            self.line(store);
        }
        self.level -= 1;
        self.line("}");
        let place = index(self);
        let store = self.store_to(&array, &place);
        self.line(store);
        self.line(format!("{at} += {two}u;"));
        self.level -= 1;
        self.line("}");
        self.context.repeats = before;
    }

    /// An element of a run-time array that is only read, at an index below its length, or nearly.
    fn element_below_length(&mut self) {
        let is_read = |v: &super::generator::Variable| {
            let read = matches!(
                v.kind,
                Kind::Memory {
                    space: Space::Storage,
                    writable: false
                }
            );
            read && v.text == v.name && matches!(v.ty, Ty::Runtime(_))
        };
        let Some(variable) = self.variable(is_read) else {
            return self.store_after_exit();
        };
        let Ty::Runtime(element) = variable.ty.clone() else {
            return;
        };
        if !self.is_constructible(&element) {
            return;
        }
        let (array, length, at, value) = (variable.text, self.fresh("v"), self.fresh("v"), self.fresh("v"));
        self.line(format!("let {length} = arrayLength(&{array});"));
        let any = self.runtime_expression(&U32, 2);
        let index = match self.random.below(if self.keeps_in_range() { 2 } else { 5 }) {
            0 => format!("min({any}, {length} - 1u)"),
            1 => format!("{any} % {length}"),
            2 => format!("min({any}, {length})"),
            3 => format!("select({any}, {length} - 1u, {any} > {length})"),
            _ => format!("{length} - 1u - ({any} & 1u)"),
        };
        self.line(format!("let {at} = {index};"));
        self.line(format!("let {value} = {array}[{at}];"));
        self.declare(&value, &element, Kind::Value);
    }
}
