//! Texels that are inside their image: a level or sample that the image has, and coordinates and a layer below its extents.
//!
//! ```text
//! let size = textureDimensions(t, level);  let at = min(p, size - 1u);  textureLoad(t, at, level)
//! ```
//!
//! An extent is followed as the length of an array is ([`Below`]). An image has a level, a layer, a sample, and a texel at each
//! level that it has.

use super::lengths::Below;
use super::ranges::Ranges;
use super::values::Value;
use naga::{Expression, Handle, ImageQuery};

/// What `textureLoad` is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Texel {
    pub(super) image: Handle<Expression>,
    pub(super) coordinate: Handle<Expression>,
    pub(super) array_index: Option<Handle<Expression>>,
    pub(super) sample: Option<Handle<Expression>>,
    pub(super) level: Option<Handle<Expression>>,
}

/// What is known to be inside an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inside {
    /// The level or sample, if one is chosen.
    pub(crate) selector: bool,
    /// That, the coordinates and the layer.
    pub(crate) whole: bool,
}

impl Texel {
    /// The texel that an expression loads.
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

    /// What of it is inside the image.
    pub(super) fn inside(self, ranges: &mut Ranges<'_>) -> Inside {
        let selector = match (self.level, self.sample) {
            (Some(level), _) => self.is_below(ranges, (level, None), ImageQuery::NumLevels),
            (None, Some(sample)) => self.is_below(ranges, (sample, None), ImageQuery::NumSamples),
            (None, None) => true,
        };
        // The extents are those of the level.
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

    /// Whether an integer, or a component of a vector, is no less than zero and below the result of a query, of which it is
    /// known that it is no zero.
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
            taken: None,
        };
        below.holds(index)
    }
}
