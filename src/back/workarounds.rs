//! The workarounds that a module is written with. Those that this build cannot apply are refused here.

use crate::error::{Diagnostic, Error, ErrorKind};
use crate::options::Options;
use crate::target::Workarounds;
use naga::Span;

/// The workarounds of the target's driver and of the options.
///
/// # Errors
///
/// If there are some, and the crate is built without its feature `drivers`: words that a driver gets wrong are not
/// written silently.
pub(super) fn of(of_target: Workarounds, options: &Options, has_feature: bool) -> Result<Workarounds, Error> {
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
    use super::of;
    use crate::options::Options;
    use spirula_spirv::target::{Workaround, Workarounds};

    #[test]
    fn without_the_feature_workarounds_are_refused() {
        let mut options = Options::default();
        let of_driver = Workarounds::from([Workaround::LogicalNot]);
        assert!(of(Workarounds::NONE, &options, false).unwrap().is_empty());
        assert_eq!(of(of_driver, &options, true).unwrap(), of_driver);
        let error = of(of_driver, &options, false).unwrap_err().to_string();
        assert!(error.contains("the feature `drivers`"), "{error}");
        options.without_workarounds = Workarounds::all();
        assert!(of(of_driver, &options, false).unwrap().is_empty());
        options.without_workarounds = Workarounds::NONE;
        options.workarounds = Workarounds::from([Workaround::FloatClamp]);
        of(Workarounds::NONE, &options, false).unwrap_err();
    }
}
