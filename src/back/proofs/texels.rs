//! Texel loads inside their image, which has at least one level, layer and sample, and at least one texel at each level
//! that exists, unless it is an element of a binding array that is tested.

use super::Analysis;
use super::ranges::Limit;
use naga::{Expression, Handle, ImageQuery};

impl Analysis<'_, '_> {
    /// Whether the level or sample, the layer and the coordinates of a texel load are in range.
    pub(super) fn is_inside(&mut self, load: Handle<Expression>) -> bool {
        let Expression::ImageLoad {
            image,
            coordinate,
            array_index,
            sample,
            level,
        } = self.subject.function.expressions[load]
        else {
            return false;
        };
        let coordinates = self.subject.inner(coordinate).vector_size_and_scalar();
        let mut is_below = |index: Handle<Expression>, component: Option<u32>, query: ImageQuery| {
            let limit = Limit::Query(image, query, component);
            self.index(self.operand(index, component), limit)
                .is_some_and(|index| index.is_index())
        };
        // The extents depend on the level.
        if !level.is_none_or(|level| is_below(level, None, ImageQuery::NumLevels))
            || !sample.is_none_or(|sample| is_below(sample, None, ImageQuery::NumSamples))
            || !array_index.is_none_or(|layer| is_below(layer, None, ImageQuery::NumLayers))
        {
            return false;
        }
        let extent = ImageQuery::Size { level };
        match coordinates {
            Some((Some(size), _)) => (0..size as u32).all(|part| is_below(coordinate, Some(part), extent)),
            Some((None, _)) => is_below(coordinate, None, extent),
            None => false,
        }
    }

    /// Whether two queries of images yield the same. A size without a level is that of level 0.
    pub(super) fn same_query(
        &self,
        (one, first): (Handle<Expression>, ImageQuery),
        (other, second): (Handle<Expression>, ImageQuery),
    ) -> bool {
        let level = |query| match query {
            ImageQuery::Size { level } => level.filter(|&level| self.constant(level.into()) != Some(0)),
            ImageQuery::NumLevels | ImageQuery::NumLayers | ImageQuery::NumSamples => None,
        };
        let same_level = match (level(first), level(second)) {
            (Some(one), Some(other)) => self.same(one.into(), other.into()),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        core::mem::discriminant(&first) == core::mem::discriminant(&second)
            && same_level
            && self.same(one.into(), other.into())
    }
}
