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

/// Values that consist of numbers, all of which are bounded.
pub(super) trait Numbers: Copy {
    type Number: Copy + Ord;

    /// The value of the numbers of both, one after another.
    fn zip(self, other: Self, combine: impl Fn(Self::Number, Self::Number) -> Self::Number) -> Self;
    /// A number by its index; the first of a single number.
    fn number(self, index: usize) -> Option<i64>;
}

macro_rules! single {
    ($($number:ty)*) => {$(
        impl Numbers for $number {
            type Number = $number;

            fn zip(self, other: Self, combine: impl Fn($number, $number) -> $number) -> Self {
                combine(self, other)
            }

            fn number(self, index: usize) -> Option<i64> {
                (index == 0).then_some(self.into())
            }
        }
    )*};
}
single! { u32 i32 }

impl<const N: usize> Numbers for [u32; N] {
    type Number = u32;

    fn zip(mut self, other: Self, combine: impl Fn(u32, u32) -> u32) -> Self {
        for (own, other) in self.iter_mut().zip(other) {
            *own = combine(*own, other);
        }
        self
    }

    fn number(self, index: usize) -> Option<i64> {
        self.get(index).copied().map(i64::from)
    }
}

impl Numbers for FloatControlsIndependence {
    type Number = u8;

    fn zip(self, other: Self, combine: impl Fn(u8, u8) -> u8) -> Self {
        let rank = |value| match value {
            Self::None => 0,
            Self::Only32Bit => 1,
            Self::All => 2,
        };
        match combine(rank(self), rank(other)) {
            0 => Self::None,
            1 => Self::Only32Bit,
            _ => Self::All,
        }
    }

    fn number(self, _: usize) -> Option<i64> {
        None
    }
}

/// How the values that two devices state combine. Each function is commutative and associative, and yields the value of
/// two equal ones.
pub(super) mod combine {
    use super::Numbers;

    /// The value of both, or of the one that states it: what is not stated is not enforced.
    fn stated<T: Numbers>(
        left: Option<T>,
        right: Option<T>,
        both: impl Fn(T::Number, T::Number) -> T::Number,
    ) -> Option<T> {
        match (left, right) {
            (Some(left), Some(right)) => Some(left.zip(right, both)),
            (one, other) => one.or(other),
        }
    }

    /// Of an upper bound.
    pub(in super::super) fn least<T: Numbers>(left: Option<T>, right: Option<T>) -> Option<T> {
        stated(left, right, Ord::min)
    }

    /// Of a lower bound, and of an amount that the device reserves.
    pub(in super::super) fn greatest<T: Numbers>(left: Option<T>, right: Option<T>) -> Option<T> {
        stated(left, right, Ord::max)
    }

    /// Of a size that others are multiples of, or are rounded up to: the least common multiple. Zero, which is no size,
    /// is the same as one.
    pub(in super::super) fn multiple(left: Option<u32>, right: Option<u32>) -> Option<u32> {
        stated(left, right, |left, right| {
            let (mut one, mut other) = (left.max(1), right.max(1));
            let product = u64::from(one) * u64::from(other);
            while other != 0 {
                (one, other) = (other, one % other);
            }
            match left == right {
                true => left,
                false => u32::try_from(product / u64::from(one)).unwrap_or(u32::MAX),
            }
        })
    }

    /// Of bits, and of a boolean.
    pub(in super::super) fn common(left: Option<u32>, right: Option<u32>) -> Option<u32> {
        stated(left, right, |left, right| left & right)
    }

    /// Of a property that permits more: only what both state.
    pub(in super::super) fn agreed(left: Option<u32>, right: Option<u32>) -> Option<u32> {
        left.filter(|_| left == right)
    }
}

/// A line for each limit: field, name in Vulkan, type, how it combines with that of another device.
macro_rules! limits {
    ($($(#[$doc:meta])* $field:ident $name:literal $type:ty, $combine:ident;)*) => {
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

            /// The limits that are within those of both: upper bounds are the least, lower bounds the greatest, bits and
            /// booleans those of both. A limit that only one states is that one's.
            ///
            /// ```
            /// use spirula_spirv::target::Limits;
            ///
            /// let (mut one, mut other) = (Limits::default(), Limits::default());
            /// (one.min_texel_offset, other.min_texel_offset) = (Some(-8), Some(-16));
            /// (one.max_clip_distances, other.max_clip_distances) = (Some(8), Some(6));
            /// let both = one.intersect(&other);
            /// assert_eq!((both.min_texel_offset, both.max_clip_distances), (Some(-8), Some(6)));
            /// ```
            #[must_use]
            pub fn intersect(&self, other: &Self) -> Self {
                use $crate::target::limits::combine;
                Self {$(
                    $field: combine::$combine(self.$field, other.$field),
                )*}
            }

            /// The value of a bound by its name in Vulkan's spelling; of one with several numbers by `name[index]`.
            pub(super) fn bound(&self, name: &str) -> Option<i64> {
                use $crate::target::limits::Numbers as _;
                let (name, index) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
                    Some((name, index)) => (name, index.parse().ok()?),
                    None => (name, 0),
                };
                // A name is found by its place: a comparison of texts for each limit is twice the code.
                #[allow(non_camel_case_types)]
                enum Place {
                    $($field),*
                }
                static NAMES: $crate::packed::Texts = $crate::packed::texts![$($name),*];
                let place = NAMES.iter().position(|known| known == name)?;
                match place {
                    $(place if place == Place::$field as usize => self.$field?.number(index),)*
                    _ => None,
                }
            }
        }
    };
}
pub(super) use limits;
