//! A walk over the statements of a shader that looks for a `DebugLine` with the line of each.

use std::collections::HashSet;

use super::module::{Described, LINE};
use crate::common::parse::Shader;
use naga::{Arena, Block, Expression, Function, GlobalVariable, Handle, Literal, Span, Statement};

/// The number of statements that were looked for, and the line and kind of each one without a `DebugLine`.
#[derive(Default)]
pub struct Statements {
    pub looked_for: usize,
    pub missing: Vec<(u32, &'static str)>,
}

/// The walk over all functions that entry points call, directly or indirectly.
struct Walk<'a> {
    source: &'a str,
    /// The expressions of the current function.
    expressions: &'a Arena<Expression>,
    /// The output variables of mesh shaders.
    meshes: Vec<Handle<GlobalVariable>>,
    lines: HashSet<u32>,
    reached: Vec<Handle<Function>>,
    found: Statements,
}

/// Looks for the line of every statement that can run. An `Emit` is skipped, because its expressions have their own
/// lines.
pub fn statements(shader: &Shader, source: &str, words: &[u32]) -> Statements {
    let described = Described::of_words(words.to_vec());
    let lines = described.each(LINE).map(|(_, operands)| described.number(operands[1]));
    let module = &shader.module;
    let Some(first) = module.entry_points.first() else {
        return Statements::default();
    };
    let meshes = module
        .entry_points
        .iter()
        .filter_map(|entry| Some(entry.mesh_info.as_ref()?.output_variable));
    let mut walk = Walk {
        source,
        expressions: &first.function.expressions,
        meshes: meshes.collect(),
        lines: lines.collect(),
        reached: Vec::new(),
        found: Statements::default(),
    };
    for entry in &module.entry_points {
        walk.expressions = &entry.function.expressions;
        walk.block(&entry.function.body);
    }
    let mut next = 0;
    while let Some(&function) = walk.reached.get(next) {
        walk.expressions = &module.functions[function].expressions;
        walk.block(&module.functions[function].body);
        next += 1;
    }
    walk.found
}

impl Walk<'_> {
    /// Walks the statements of a block up to the first one after which nothing runs. Returns whether there is one.
    fn block(&mut self, block: &Block) -> bool {
        for (statement, &span) in block.span_iter() {
            self.statement(statement, span);
            if self.ends(statement) {
                return true;
            }
        }
        false
    }

    fn statement(&mut self, statement: &Statement, span: Span) {
        if matches!(statement, Statement::Emit(_) | Statement::Block(_)) || !span.is_defined() {
            return;
        }
        if let Statement::Call { function, .. } = *statement
            && !self.reached.contains(&function)
        {
            self.reached.push(function);
        }
        let has_no_instruction = match *statement {
            Statement::Store { pointer, .. } => self.is_mesh_count(pointer),
            Statement::If { condition, .. } => matches!(self.expressions[condition], Expression::Literal(_)),
            _ => false,
        };
        if has_no_instruction {
            return;
        }
        self.found.looked_for += 1;
        let line = span.location(self.source).line_number;
        if !self.lines.contains(&line) {
            let kind = match statement {
                Statement::Call { .. } => "call",
                Statement::Store { .. } => "store",
                Statement::Return { .. } => "return",
                Statement::If { .. } => "if",
                Statement::Loop { .. } => "loop",
                Statement::Switch { .. } => "switch",
                Statement::Break | Statement::Continue | Statement::Kill => "jump",
                _ => "other",
            };
            self.found.missing.push((line, kind));
        }
    }

    /// Whether a pointer is a direct member of a mesh's output variable, such as a count. A literal count is an operand
    /// of `OpSetMeshOutputsEXT`, so its store has no instruction.
    fn is_mesh_count(&self, pointer: Handle<Expression>) -> bool {
        let Expression::AccessIndex { base, .. } = self.expressions[pointer] else {
            return false;
        };
        matches!(self.expressions[base], Expression::GlobalVariable(global) if self.meshes.contains(&global))
    }

    /// Walks the blocks of a statement. Returns whether nothing runs after it.
    fn ends(&mut self, statement: &Statement) -> bool {
        match *statement {
            Statement::Return { .. } | Statement::Kill | Statement::Break | Statement::Continue => true,
            Statement::Block(ref block) => self.block(block),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => match self.expressions[condition] {
                Expression::Literal(Literal::Bool(true)) => self.block(accept),
                Expression::Literal(Literal::Bool(false)) => self.block(reject),
                // An arm that is only a jump is the target of the branch of the `if`, and has no instruction.
                _ => {
                    let [accept, reject] = [accept, reject].map(|block| is_jump(block) || self.block(block));
                    accept && reject
                }
            },
            Statement::Switch { ref cases, .. } => {
                for case in cases {
                    self.block(&case.body);
                }
                false
            }
            Statement::Loop {
                ref body,
                ref continuing,
                ref break_if,
            } => {
                let _ = self.block(body);
                let _ = self.block(continuing);
                break_if.is_none() && !body.iter().any(breaks)
            }
            _ => false,
        }
    }
}

/// Whether a block consists of one jump.
fn is_jump(block: &Block) -> bool {
    matches!(**block, [Statement::Break | Statement::Continue])
}

/// Whether a statement contains a `break` out of its innermost loop.
fn breaks(statement: &Statement) -> bool {
    match *statement {
        Statement::Break => true,
        Statement::Block(ref block) => block.iter().any(breaks),
        Statement::If {
            ref accept, ref reject, ..
        } => accept.iter().chain(reject).any(breaks),
        _ => false,
    }
}
