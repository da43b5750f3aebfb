//! Generates control flow of every form with any nesting: branches and switches with and without fall-through to the
//! next statement, loops of every form, and all of these in `continuing`, which only its own loops and switches may
//! jump within.

use super::generator::{Generator, Kind, Stage};
use super::types::{BOOL, I32, Scalar, Ty, U32};

impl Generator {
    /// `return`, `break`, `continue` or `discard`, where one is allowed.
    pub fn leave(&mut self) -> bool {
        if self.context.stage == Stage::Fragment && self.random.chance(30) {
            self.line("discard;");
            return true;
        }
        if self.random.chance(60) && !self.jump(self.context.may_break) {
            return false;
        }
        self.assignment();
        true
    }

    /// `return`, `break` (if `breaks` allows it) or `continue`; returns true if none is allowed.
    fn jump(&mut self, breaks: bool) -> bool {
        let mut ways = Vec::new();
        if self.context.may_return {
            ways.push("return");
        }
        if breaks {
            ways.push("break");
        }
        if self.context.may_continue {
            ways.push("continue");
        }
        if ways.is_empty() {
            return true;
        }
        match (self.random.choose(&ways), self.context.result.clone()) {
            ("return", Some(ty)) => {
                let value = self.expression(&ty, 2);
                self.line(format!("return {value};"));
            }
            (way, _) => self.line(format!("{way};")),
        }
        false
    }

    /// The block of a branch or case. With `leaves` it ends with a jump if one is allowed. Returns whether control can
    /// reach its end.
    fn arm(&mut self, most: usize, nesting: usize, leaves: bool, breaks: bool) -> bool {
        let statements = self.random.below(most);
        self.block_with(statements, nesting - 1, |generator| !leaves || generator.jump(breaks))
    }

    pub fn branch(&mut self, nesting: usize) -> bool {
        let breaks = self.context.may_break;
        // Control does not pass an `if` all of whose branches end with jumps.
        let leaves = self.random.chance(15);
        let condition = self.expression(&BOOL, 3);
        self.line(format!("if {condition} {{"));
        let mut open = self.arm(4, nesting, leaves, breaks);
        for _ in 0..self.random.choose(&[0, 0, 0, 1, 2]) {
            let condition = self.expression(&BOOL, 2);
            self.line(format!("}} else if {condition} {{"));
            open |= self.arm(3, nesting, leaves, breaks);
        }
        if leaves || self.random.chance(40) {
            self.line("} else {");
            open |= self.arm(4, nesting, leaves, breaks);
        } else {
            open = true;
        }
        self.line("}");
        open
    }

    pub fn switch(&mut self, nesting: usize) -> bool {
        if self.cases > 0 && self.random.chance(30) {
            return self.switch_of_many(nesting);
        }
        let ty = self.integer_type();
        let suffix = if ty == U32 { "u" } else { "i" };
        let selector = self.runtime_expression(&ty, 2);
        let selector = match self.random.below(3) {
            0 => selector,
            _ => format!("{selector} & 3{suffix}"),
        };
        self.line(format!("switch {selector} {{"));
        self.level += 1;
        let cases = self.random.between(0, 4);
        let default = self.random.between(0, cases);
        let mut next = 0;
        let leaves = self.random.chance(15);
        let mut open = false;
        for case in 0..=cases {
            let mut selectors = Vec::new();
            let count = if case == default {
                self.random.below(2)
            } else {
                self.random.between(1, 2)
            };
            for _ in 0..count {
                selectors.push(format!("{next}{suffix}"));
                next += self.random.choose(&[1, 1, 1, 2, 40]);
            }
            open |= self.case(selectors, case == default, 3, nesting, leaves);
        }
        self.level -= 1;
        self.line("}");
        open
    }

    /// A clause of a switch, in which `break` is allowed. With `leaves` it ends with a jump out of the switch if one is
    /// allowed. Returns whether control can reach the statement after the switch from it.
    pub fn case(
        &mut self,
        mut selectors: Vec<String>,
        default: bool,
        most: usize,
        nesting: usize,
        leaves: bool,
    ) -> bool {
        if default && selectors.is_empty() {
            self.line("default: {");
        } else {
            if default {
                let at = self.random.below(selectors.len() + 1);
                selectors.insert(at, "default".to_owned());
            }
            self.line(format!("case {} {{", selectors.join(", ")));
        }
        let before = self.context.may_break;
        self.context.may_break = true;
        let from = self.lines.len();
        let open = self.arm(most, nesting, leaves, false);
        self.context.may_break = before;
        let broken = self.lines[from..].iter().any(|line| line.trim() == "break;");
        self.line("}");
        open || broken
    }

    /// The statements of a loop with at most `times` iterations.
    pub fn body(&mut self, nesting: usize, times: u64) {
        let before = self.context.clone();
        self.context.may_break = true;
        self.context.may_continue = true;
        self.context.repeats *= times;
        let statements = self.random.between(1, 4);
        self.block(statements, nesting - 1);
        let weight = self.context.weight;
        self.context = before;
        self.context.weight = weight;
    }

    pub fn for_loop(&mut self, nesting: usize) {
        let times = self.random.between(1, 4) as u64;
        let name = self.fresh("i");
        let scope = self.scope.len();
        self.level += 1;
        self.declare(&name, &I32, Kind::Value);
        self.level -= 1;
        let header = match self.random.below(if self.executes() { 3 } else { 5 }) {
            0 => format!("for (var {name} = 0i; {name} < {times}i; {name}++) {{"),
            1 => format!("for (var {name} = {times}i; {name} > 0i; {name} -= 1i) {{"),
            2 => format!("for (var {name} = -{times}i; {name} != 0i; {name} = {name} + 1i) {{"),
            3 => {
                let condition = self.expression(&BOOL, 2);
                format!("for (var {name} = 0i; {condition}; {name} += 3i) {{")
            }
            _ => format!("for (var {name} = any_i32; {name} <= {times}i; {name} <<= 1u) {{"),
        };
        self.line(header);
        self.body(nesting, times);
        self.line("}");
        self.scope.truncate(scope);
    }

    pub fn while_loop(&mut self, nesting: usize) {
        let times = self.random.between(1, 4) as u64;
        let name = self.fresh("i");
        let condition = self.expression(&BOOL, 2);
        self.line(format!("var {name} = 0u;"));
        self.line(format!("while ({name} < {times}u && {condition}) {{"));
        self.level += 1;
        self.line(format!("{name} += 1u;"));
        self.level -= 1;
        self.body(nesting, times);
        self.line("}");
    }

    /// A `loop` with every form of exit, or another loop without a condition.
    pub fn plain_loop(&mut self, nesting: usize) {
        let times = self.random.between(1, 4) as u64;
        let name = self.fresh("i");
        self.line(format!("var {name} = 0u;"));
        let shape = self.random.below(4);
        let continues = shape > 0;
        let heads: &[&str] = if continues {
            &["loop {"]
        } else {
            &["loop {", "while true {", "for (;;) {"]
        };
        let head = self.random.choose(heads);
        self.line(head);
        let before = self.context.clone();
        self.context.repeats *= times;
        self.context.may_break = true;
        self.context.may_continue = true;
        let scope = self.scope.len();
        // The loop ends by `break if`, or in its body.
        let ends = matches!(shape, 1 | 2);
        self.level += 1;
        self.declare(&name, &U32, Kind::Value);
        if !ends {
            self.line(format!("if {name} >= {times}u {{ break; }}"));
        }
        if !continues {
            self.line(format!("{name}++;"));
        }
        self.level -= 1;
        // Declarations of the body are in scope in `continuing`, but a `continue` must not skip them.
        let jumps = self.random.chance(60);
        self.context.may_continue = jumps;
        let kept = self.loop_body(nesting);
        if continues {
            if jumps {
                for hidden in &mut self.scope[kept..] {
                    (hidden.ty, hidden.kind) = (Ty::Atomic(Scalar::Bool), Kind::Value);
                }
            }
            self.level += 1;
            self.continuing(&name, ends.then_some(times), nesting);
            self.level -= 1;
        }
        self.scope.truncate(scope);
        self.line("}");
        let weight = self.context.weight;
        self.context = before;
        self.context.weight = weight;
    }

    /// The body of a `loop`, whose declarations stay in scope. Returns the previous length of the scope.
    fn loop_body(&mut self, nesting: usize) -> usize {
        let before = self.scope.len();
        self.level += 1;
        for _ in 0..self.random.between(1, 3) {
            if !self.counts_statement() || !self.statement(nesting - 1) {
                break;
            }
        }
        self.level -= 1;
        before
    }

    /// A `continuing` block, which counts iterations and may have any statement except a jump out of it. With `times`
    /// it ends the loop.
    fn continuing(&mut self, counter: &str, times: Option<u64>, nesting: usize) {
        self.line("continuing {");
        self.context.may_break = false;
        self.context.may_continue = false;
        self.context.may_return = false;
        // In naga `continuing` does not have its own scope: it cannot shadow declarations of the body.
        self.context.may_shadow = false;
        let first = self.random.chance(50);
        if first {
            self.line(format!("    {counter} += 1u;"));
        }
        if self.context.stage == Stage::Fragment && self.random.chance(10) {
            self.line("    discard;");
        }
        let statements = self.random.below(4);
        self.block(statements, nesting - 1);
        self.level += 1;
        if !first {
            self.line(format!("{counter} += 1u;"));
        }
        if let Some(times) = times {
            let more = if self.random.chance(40) {
                format!(" || {}", self.expression(&BOOL, 2))
            } else {
                String::new()
            };
            self.line(format!("break if {counter} >= {times}u{more};"));
        }
        self.level -= 1;
        self.line("}");
    }
}
