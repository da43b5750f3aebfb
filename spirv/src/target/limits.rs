//! Owns the limits and properties of a device that apply to shaders. All are optional: a limit that is not stated is
//! not enforced, so a target that describes no particular device refuses nothing because of them.
//!
//! It knows nothing of shaders. Names and units are those of `VkPhysicalDeviceLimits` and of the named property
//! structures.

/// The value of `VkShaderFloatControlsIndependence`: for which widths a float control can differ from that of the other
/// widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatControlsIndependence {
    /// The 32-bit control can differ from the others; 16 and 64 bits must agree.
    Only32Bit,
    /// Every width can differ.
    All,
    /// All widths must agree.
    None,
}

/// Conversion of numbers to the value of a limit.
pub(super) trait FromNumbers: Sized {
    fn from_numbers(numbers: &[i64]) -> Option<Self>;
}

impl FromNumbers for u32 {
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        let [number] = *numbers else { return None };
        // No shader exceeds a limit of more than 32 bits.
        u32::try_from(number.min(i64::from(u32::MAX))).ok()
    }
}

impl FromNumbers for i32 {
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        let [number] = *numbers else { return None };
        i32::try_from(number).ok()
    }
}

impl FromNumbers for [u32; 2] {
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        let &[x, y] = numbers else { return None };
        Some([u32::from_numbers(&[x])?, u32::from_numbers(&[y])?])
    }
}

impl FromNumbers for [u32; 3] {
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        let &[x, y, z] = numbers else { return None };
        Some([
            u32::from_numbers(&[x])?,
            u32::from_numbers(&[y])?,
            u32::from_numbers(&[z])?,
        ])
    }
}

impl FromNumbers for FloatControlsIndependence {
    /// The values of `VkShaderFloatControlsIndependence`.
    fn from_numbers(numbers: &[i64]) -> Option<Self> {
        u32::from_numbers(numbers).map(Self::from_value)
    }
}

/// A line for each limit: field, name in Vulkan, type.
macro_rules! limits {
    ($($(#[$doc:meta])* $field:ident $name:literal $type:ty;)*) => {
        /// Limits and properties of a device. `None` means that the limit is not enforced.
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct Limits {$(
            $(#[$doc])*
            pub $field: Option<$type>,
        )*}

        impl Limits {
            /// Sets a limit by its name in Vulkan's spelling (`maxComputeWorkGroupSize`): one number, or an array of
            /// numbers. Returns whether there is such a limit and the numbers are a valid value.
            ///
            /// ```
            /// use spirula_spirv::target::Limits;
            ///
            /// let mut limits = Limits::default();
            /// assert!(limits.set("maxComputeWorkGroupSize", &[1024, 1024, 64]));
            /// assert_eq!(limits.max_compute_work_group_size, Some([1024, 1024, 64]));
            /// assert!(!limits.set("maxImageDimension2D", &[4096])); // does not bound shaders
            /// ```
            pub fn set(&mut self, name: &str, numbers: &[i64]) -> bool {
                use $crate::target::limits::FromNumbers as _;
                match name {
                    $($name => {
                        let value = <$type>::from_numbers(numbers);
                        let known = value.is_some();
                        self.$field = value.or(self.$field);
                        known
                    })*
                    _ => false,
                }
            }
        }
    };
}
pub(super) use limits;
