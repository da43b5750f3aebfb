//! The parameters of one write: the options of a shader and the target of the writer. Workarounds that this build cannot
//! apply are refused here.

use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use crate::target::{Target, Workarounds};
use core::ops::Deref;
use naga::Span;

/// The options of one write, and its target. Dereferences to the options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) target: &'a Target,
    pub(crate) options: &'a Options,
    /// Whether uses of device limits are counted: the target states limits, or the uses are reported.
    pub(crate) counts_limits: bool,
}

impl Deref for Request<'_> {
    type Target = Options;

    fn deref(&self) -> &Options {
        self.options
    }
}

/// The workarounds of the target's driver and of the options.
///
/// # Errors
///
/// If there are some, and the crate is built without its feature `drivers`: words that a driver gets wrong are not
/// written silently.
pub(super) fn workarounds(of_target: Workarounds, options: &Options, has_feature: bool) -> Result<Workarounds, Error> {
    let workarounds = of_target
        .union(options.workarounds)
        .without(options.without_workarounds);
    if workarounds.is_empty() || has_feature {
        Ok(workarounds)
    } else {
        let kind = ErrorKind::NotLowered("a workaround for a driver, without the feature `drivers` of the crate,");
        Err(Diagnostic::new(kind, Span::UNDEFINED).into())
    }
}

#[cfg(test)]
mod tests {
    use super::workarounds;
    use crate::options::Options;
    use spirula_spirv::target::{Workaround, Workarounds};

    #[test]
    fn without_the_feature_workarounds_are_refused() {
        let mut options = Options::default();
        let of_driver = Workarounds::from([Workaround::LogicalNot]);
        assert!(workarounds(Workarounds::NONE, &options, false).unwrap().is_empty());
        assert_eq!(workarounds(of_driver, &options, true).unwrap(), of_driver);
        let error = workarounds(of_driver, &options, false).unwrap_err().to_string();
        assert!(error.contains("the feature `drivers`"), "{error}");
        options.without_workarounds = Workarounds::all();
        assert!(workarounds(of_driver, &options, false).unwrap().is_empty());
        options.without_workarounds = Workarounds::NONE;
        options.workarounds = Workarounds::from([Workaround::FloatClamp]);
        workarounds(Workarounds::NONE, &options, false).unwrap_err();
    }
}
