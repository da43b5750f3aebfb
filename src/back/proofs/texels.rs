//! Texels inside their image: an existing level or sample, and coordinates and a layer below its extents.
//!
//! ```text
//! let size = textureDimensions(t, level);  let at = min(p, size - 1u);  textureLoad(t, at, level)
//! ```
//!
//! An extent is handled like the length of an array ([`Below`]). An image has at least one level, layer and sample, and
//! at least one texel at each existing level.

use super::lengths::Below;
use super::ranges::Ranges;
use super::values::Value;
use naga::{Expression, Handle, ImageQuery};

/// The operands of `textureLoad`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Texel {
    pub(super) image: Handle<Expression>,
    pub(super) coordinate: Handle<Expression>,
    pub(super) array_index: Option<Handle<Expression>>,
    pub(super) sample: Option<Handle<Expression>>,
    pub(super) level: Option<Handle<Expression>>,
}

/// The operands that are proved to be inside an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inside {
    /// The level or sample, if there is one.
    pub(crate) selector: bool,
    /// The level or sample, the coordinates and the layer.
    pub(crate) whole: bool,
}

impl Texel {
    /// The operands of a texel load; `None` for another expression.
    pub(super) fn loaded(expression: &Expression) -> Option<Self> {
        let Expression::ImageLoad {
            image,
            coordinate,
            array_index,
            sample,
            level,
        } = *expression
        else {
            return None;
        };
        Some(Self {
            image,
            coordinate,
            array_index,
            sample,
            level,
        })
    }

    /// The operands that are inside the image.
    pub(super) fn inside(self, ranges: &mut Ranges<'_>) -> Inside {
        let selector = match (self.level, self.sample) {
            (Some(level), _) => self.is_below(ranges, (level, None), ImageQuery::NumLevels),
            (None, Some(sample)) => self.is_below(ranges, (sample, None), ImageQuery::NumSamples),
            (None, None) => true,
        };
        // Extents depend on the level.
        let whole = selector && self.is_inside_extents(ranges);
        Inside { selector, whole }
    }

    fn is_inside_extents(self, ranges: &mut Ranges<'_>) -> bool {
        let size = ImageQuery::Size { level: self.level };
        let coordinates = match ranges.numbering.subject.shape(self.coordinate) {
            Some((None, _)) => self.is_below(ranges, (self.coordinate, None), size),
            Some((Some(count), _)) => {
                (0..count as u32).all(|component| self.is_below(ranges, (self.coordinate, Some(component)), size))
            }
            None => false,
        };
        coordinates
            && self
                .array_index
                .is_none_or(|layer| self.is_below(ranges, (layer, None), ImageQuery::NumLayers))
    }

    /// Whether an integer, or a component of a vector, is at least zero and below the result of a query that is known
    /// to be at least one.
    fn is_below(
        self,
        ranges: &mut Ranges<'_>,
        (index, component): (Handle<Expression>, Option<u32>),
        query: ImageQuery,
    ) -> bool {
        let index: Value = ranges.numbering.value(index, component);
        if ranges.interval(index).is_none_or(|interval| interval.least < 0) {
            return false;
        }
        let limit = ranges.numbering.extent(self.image, query, component);
        let mut below = Below {
            ranges,
            limit,
            least: 1,
            hypothesis: None,
        };
        below.holds(index)
    }
}
