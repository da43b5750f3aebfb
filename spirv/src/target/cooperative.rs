//! Owns the combinations of cooperative matrices that a device supports: `VkCooperativeMatrixPropertiesKHR`, which
//! `vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR` enumerates.
//!
//! It knows nothing of shaders. If a target does not state them, they are not checked.

use super::Target;
use alloc::vec::Vec;

macro_rules! component_types {
    ($($(#[$doc:meta])* $variant:ident $value:literal $name:literal;)*) => {
        /// The type of a matrix's components: `VkComponentTypeKHR`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ComponentType {
            $($(#[$doc])* $variant,)*
        }

        impl ComponentType {
            /// The type with a value of `VkComponentTypeKHR`.
            pub fn from_value(value: u32) -> Option<Self> {
                match value {
                    $($value => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The type with an enumerant's name, with any vendor's suffix: `VK_COMPONENT_TYPE_FLOAT16_KHR`.
            pub fn from_name(name: &str) -> Option<Self> {
                let name = name.strip_prefix("VK_COMPONENT_TYPE_")?;
                match ["_KHR", "_NV", "_EXT"].iter().find_map(|suffix| name.strip_suffix(suffix))? {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

component_types! {
    /// `OpTypeFloat 16`
    Float16 0 "FLOAT16";
    /// `OpTypeFloat 32`
    Float32 1 "FLOAT32";
    /// `OpTypeFloat 64`
    Float64 2 "FLOAT64";
    /// `OpTypeInt 8 1`
    Sint8 3 "SINT8";
    /// `OpTypeInt 16 1`
    Sint16 4 "SINT16";
    /// `OpTypeInt 32 1`
    Sint32 5 "SINT32";
    /// `OpTypeInt 64 1`
    Sint64 6 "SINT64";
    /// `OpTypeInt 8 0`
    Uint8 7 "UINT8";
    /// `OpTypeInt 16 0`
    Uint16 8 "UINT16";
    /// `OpTypeInt 32 0`
    Uint32 9 "UINT32";
    /// `OpTypeInt 64 0`
    Uint64 10 "UINT64";
    /// `OpTypeFloat 16 BFloat16KHR`
    BFloat16 1_000_141_000 "BFLOAT16";
    /// `OpTypeFloat 8 Float8E4M3EXT`
    Float8E4M3 1_000_491_002 "FLOAT8_E4M3";
    /// `OpTypeFloat 8 Float8E5M2EXT`
    Float8E5M2 1_000_491_003 "FLOAT8_E5M2";
}

impl ComponentType {
    /// Whether it is a signed integer.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Sint8 | Self::Sint16 | Self::Sint32 | Self::Sint64)
    }
}

/// One supported combination: `VkCooperativeMatrixPropertiesKHR`. A is M × K, B is K × N, C and the result are M × N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CooperativeMatrixProperties {
    /// `MSize`, rows of A, C and the result.
    pub m_size: u32,
    /// `NSize`, columns of B, C and the result.
    pub n_size: u32,
    /// `KSize`, columns of A and rows of B.
    pub k_size: u32,
    /// `AType`
    pub a_type: ComponentType,
    /// `BType`
    pub b_type: ComponentType,
    /// `CType`
    pub c_type: ComponentType,
    /// `ResultType`
    pub result_type: ComponentType,
    /// `saturatingAccumulation`
    pub saturating_accumulation: bool,
    /// `scope`, with the values of SPIR-V.
    pub scope: spirv::Scope,
}

impl CooperativeMatrixProperties {
    /// What lists are ordered by: all members.
    pub(super) fn key(&self) -> ([u32; 4], [ComponentType; 4], bool) {
        (
            [self.m_size, self.n_size, self.k_size, self.scope as u32],
            [self.a_type, self.b_type, self.c_type, self.result_type],
            self.saturating_accumulation,
        )
    }
}

impl Target {
    /// States all combinations of cooperative matrices that the device supports; an empty list means none. If they are
    /// not stated, they are not checked.
    pub fn with_cooperative_matrices(mut self, supported: Vec<CooperativeMatrixProperties>) -> Target {
        self.cooperative_matrices = Some(supported);
        self
    }

    /// The combinations of cooperative matrices that the device supports, if they are stated.
    pub fn cooperative_matrices(&self) -> Option<&[CooperativeMatrixProperties]> {
        self.cooperative_matrices.as_deref()
    }
}

#[cfg(feature = "profiles")]
impl CooperativeMatrixProperties {
    /// The combination in a JSON object with Vulkan's member names and enumerants.
    pub(super) fn from_json(value: &serde_json::Value) -> Option<Self> {
        let size = |name| value.get(name)?.as_u64().and_then(|size| u32::try_from(size).ok());
        let ty = |name| {
            let value = value.get(name)?;
            match value.as_str() {
                Some(name) => ComponentType::from_name(name),
                None => ComponentType::from_value(u32::try_from(value.as_u64()?).ok()?),
            }
        };
        let saturating = value.get("saturatingAccumulation")?;
        let scope = value.get("scope")?;
        let scope = match scope.as_str() {
            Some("VK_SCOPE_DEVICE_KHR") => spirv::Scope::Device,
            Some("VK_SCOPE_WORKGROUP_KHR") => spirv::Scope::Workgroup,
            Some("VK_SCOPE_SUBGROUP_KHR") => spirv::Scope::Subgroup,
            Some("VK_SCOPE_QUEUE_FAMILY_KHR") => spirv::Scope::QueueFamily,
            Some(_) => return None,
            None => spirv::Scope::from_u32(u32::try_from(scope.as_u64()?).ok()?)?,
        };
        Some(Self {
            m_size: size("MSize")?,
            n_size: size("NSize")?,
            k_size: size("KSize")?,
            a_type: ty("AType")?,
            b_type: ty("BType")?,
            c_type: ty("CType")?,
            result_type: ty("ResultType")?,
            saturating_accumulation: saturating.as_bool().or(saturating.as_u64().map(|value| value != 0))?,
            scope,
        })
    }
}
