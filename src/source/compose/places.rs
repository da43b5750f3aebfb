//! Places in a composed module: converts its spans, which are offsets into the text that the composer parses for each
//! file, to offsets into the joined text of the files.

use naga::{Arena, Block, Function, Module, Span, Statement};
use naga_oil::compose::tokenizer::{Token, Tokenizer};

use super::directives::lines;

/// Number of low bits of a span that are an offset; naga_oil does not export it.
pub(super) const SPAN_SHIFT: usize = 21;
/// The maximum length of a file in bytes: half of the offsets, so that there are as many for its header.
pub(super) const MAX_BYTES: usize = 1 << (SPAN_SHIFT - 1);

/// The number of the file of a span.
pub(super) fn index_of(span: Span) -> usize {
    span.to_range().map_or(0, |range| range.start >> SPAN_SHIFT)
}

/// Replaces every span of a module.
pub(super) fn map_spans(module: &mut Module, map: &mut dyn FnMut(Span) -> Span) {
    fn arena<T>(arena: &mut Arena<T>, map: &mut dyn FnMut(Span) -> Span) {
        let mut new = Arena::new();
        for (_, value, span) in arena.drain() {
            new.append(value, map(span));
        }
        *arena = new;
    }
    fn block(inner: &mut Block, map: &mut dyn FnMut(Span) -> Span) {
        for (statement, span) in inner.span_iter_mut() {
            if let Some(span) = span {
                *span = map(*span);
            }
            match statement {
                Statement::Block(inner) => block(inner, map),
                Statement::If { accept, reject, .. } => {
                    block(accept, map);
                    block(reject, map);
                }
                Statement::Switch { cases, .. } => cases.iter_mut().for_each(|case| block(&mut case.body, map)),
                Statement::Loop { body, continuing, .. } => {
                    block(body, map);
                    block(continuing, map);
                }
                // catch-all: the others have no blocks.
                _ => {}
            }
        }
    }
    fn function(function: &mut Function, map: &mut dyn FnMut(Span) -> Span) {
        arena(&mut function.local_variables, map);
        arena(&mut function.expressions, map);
        block(&mut function.body, map);
    }
    let types = module.types.take();
    for (handle, ty) in types.iter() {
        module.types.insert(ty.clone(), map(types.get_span(handle)));
    }
    arena(&mut module.constants, map);
    arena(&mut module.overrides, map);
    arena(&mut module.global_variables, map);
    arena(&mut module.global_expressions, map);
    arena(&mut module.functions, map);
    for (_, inner) in module.functions.iter_mut() {
        function(inner, map);
    }
    for entry in &mut module.entry_points {
        function(&mut entry.function, map);
    }
}

/// Maps offsets into the text that the composer parses for a file to places of the file.
pub(super) struct Map {
    /// The length of the header.
    header: usize,
    /// Offsets into the preprocessed text, and the corresponding ones in the file: where lines and tokens begin.
    starts: Vec<(usize, usize)>,
    /// The offset of the file in the joined text.
    base: usize,
    /// The length of the file.
    length: usize,
}

impl Map {
    pub(super) fn new(text: &str, preprocessed: &str, header: usize, base: usize) -> Self {
        let mut starts = Vec::new();
        let mut at = 0;
        let mut lines = lines(text).into_iter();
        for line in preprocessed.split('\n') {
            let range = lines.next().unwrap_or(text.len()..text.len());
            let own = text.get(range.clone()).unwrap_or_default();
            starts.push((at, range.start));
            if line != own && !line.trim().is_empty() {
                align(line, own, |inner, outer| starts.push((at + inner, range.start + outer)));
            }
            starts.push((at + line.len(), range.end));
            at += line.len() + 1;
        }
        Self {
            header,
            starts,
            base,
            length: text.len(),
        }
    }

    /// The offset in the joined text.
    pub(super) fn place(&self, offset: usize) -> usize {
        let after = self.starts.partition_point(|(start, _)| *start <= offset);
        let (start, own) = after
            .checked_sub(1)
            .and_then(|at| self.starts.get(at))
            .copied()
            .unwrap_or_default();
        let end = self.starts.get(after).map_or(self.length, |(_, own)| *own);
        self.base + (own + (offset - start)).min(end.max(own))
    }

    /// The span in the joined text; undefined in the header.
    pub(super) fn span(&self, span: Span) -> Span {
        let mask = (1 << SPAN_SHIFT) - 1;
        let range = span.to_range().and_then(|range| {
            let start = (range.start & mask).checked_sub(self.header)?;
            let end = start + range.len();
            Some((
                u32::try_from(self.place(start)).ok()?,
                u32::try_from(self.place(end)).ok()?,
            ))
        });
        range.map_or(Span::UNDEFINED, |(start, end)| Span::new(start, end))
    }
}

/// Reports the offsets of corresponding tokens of a preprocessed line and of the line of the file. Tokens between two
/// pairs of equal tokens correspond.
pub(super) fn align(line: &str, own: &str, mut report: impl FnMut(usize, usize)) {
    /// The maximum number of tokens that replace one.
    const MAX_REPLACEMENT: usize = 8;
    fn tokens(line: &str) -> Vec<(usize, &str)> {
        let starts: Vec<usize> = Tokenizer::new(line, true).map(|token: Token<'_>| token.pos()).collect();
        let ends = starts.iter().skip(1).copied().chain([line.len()]);
        let all = starts.iter().zip(ends);
        all.map(|(&start, end)| (start, line.get(start..end).unwrap_or_default()))
            .collect()
    }
    let (inner, outer) = (tokens(line), tokens(own));
    let (mut at, mut own_at) = (0, 0);
    while let (Some((start, token)), Some((own_start, own_token))) = (inner.get(at), outer.get(own_at)) {
        report(*start, *own_start);
        if token == own_token {
            (at, own_at) = (at + 1, own_at + 1);
            continue;
        }
        let is_equal = |(skip, own_skip): &(usize, usize)| {
            let token = inner.get(at + skip).map(|(_, token)| token);
            token.is_some() && token == outer.get(own_at + own_skip).map(|(_, token)| token)
        };
        let pairs = (2..2 * MAX_REPLACEMENT).flat_map(|sum| (1..sum).map(move |skip| (skip, sum - skip)));
        let Some((skip, own_skip)) = pairs.into_iter().find(is_equal) else {
            break;
        };
        (at, own_at) = (at + skip, own_at + own_skip);
    }
}
