//! The table of what drivers get wrong: its ranges at their edges in each vendor's packing, the names of drivers, what
//! real devices report of themselves, and that `docs/drivers.md` has the same rows.

use crate::common::root;
use spirula::check::check;
use spirula::target::{
    DRIVER_NAMES, Driver, DriverError, DriverFault, DriverRemedy, Feature, Platform, SpirvVersion, Support, Target,
    Workaround as W, Workarounds,
};
use spirula::words;

/// `VK_MAKE_VERSION`.
const fn vulkan(major: u32, minor: u32, patch: u32) -> u32 {
    major << 22 | minor << 12 | patch
}

fn parse(text: &str) -> Driver {
    Driver::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn set(text: &str) -> Vec<W> {
    parse(text).workarounds().iter().collect()
}

/// A row that has a driver and a workaround, with what is said of its versions.
fn row(drivers: &str, workaround: W) -> (&'static DriverFault, String) {
    let mut rows = DriverFault::ALL
        .iter()
        .filter(|fault| fault.drivers() == drivers && fault.workaround() == Some(workaround));
    let found = rows.next().unwrap_or_else(|| panic!("{drivers}: {workaround}"));
    assert!(rows.next().is_none(), "{drivers}: {workaround} has two rows");
    (found, found.versions())
}

/// The last version that has a fault and the first that has not, both as they are packed.
/// The rows that name a driver: all but those that no driver has.
fn with_driver() -> impl Iterator<Item = &'static DriverFault> {
    DriverFault::ALL.iter().filter(|fault| fault.drivers() != "not known")
}

#[test]
fn ranges_end_where_they_say() {
    for (drivers, workaround, versions, bad, good) in [
        (
            "radv",
            W::FloatNegation,
            "before 25.3",
            vulkan(25, 2, 4095),
            vulkan(25, 3, 0),
        ),
        (
            "radv",
            W::FloatAbsolute,
            "before 25.3",
            vulkan(25, 2, 4095),
            vulkan(25, 3, 0),
        ),
        (
            "radv",
            W::ScalarDistance,
            "before 25.3",
            vulkan(25, 2, 4095),
            vulkan(25, 3, 0),
        ),
        (
            "xclipse",
            W::UnsignedZeroEquality,
            "before 25.0",
            vulkan(24, 1023, 4095),
            vulkan(25, 0, 0),
        ),
        (
            "adreno",
            W::LogicalNot,
            "before 512.494",
            1 << 31 | 493 << 12 | 4095,
            1 << 31 | 494 << 12,
        ),
        // 10, 8, 8 and 6 bits: 395.255.255.63.
        (
            "nvidia",
            W::InlineCalls,
            "before 396.0",
            395 << 22 | 255 << 14 | 255 << 6 | 63,
            396 << 22,
        ),
    ] {
        let (row, said) = row(drivers, workaround);
        assert_eq!(said, versions, "{drivers}: {workaround}");
        let driver = parse(drivers);
        assert!(row.matches(&driver), "{drivers} of any version: {workaround}");
        let of = |packed: u32| driver.clone().with_driver_version(packed);
        assert!(row.matches(&of(bad)), "{}: {workaround}", of(bad).version().unwrap());
        assert!(!row.matches(&of(good)), "{}: {workaround}", of(good).version().unwrap());
        assert!(!row.matches(&of(u32::MAX)), "{workaround}");
    }
    // Drivers of Qualcomm before Android 9 pack their versions otherwise; all of them are older.
    assert!(set("adreno").contains(&W::LogicalNot));
    let old = parse("adreno").with_driver_version(0x7fff_ffff);
    assert!(old.workarounds().contains(W::LogicalNot));

    let (row, said) = row("amd", W::DebugInfo);
    assert_eq!(said, "windows, 25.6.1 to before 26.0");
    for (info, has) in [
        ("25.5.99", false),
        ("25.6.0", false),
        ("25.6.1", true),
        ("25.6.1 (AMD proprietary shader compiler)", true),
        ("25.99.99", true),
        ("26.0", false),
        ("26.1.1", false),
        ("AMD driver", true), // no version
    ] {
        let driver = parse("amd").with_driver_info(info);
        assert_eq!(row.matches(&driver), has, "{info}");
    }
    // Rows without a range hold for every version.
    let with_ranges = ["before", "to before"];
    for fault in with_driver() {
        if with_ranges.iter().all(|word| !fault.versions().contains(word)) {
            let driver = parse(fault.drivers().split(", ").next().unwrap());
            for packed in [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
                assert!(fault.matches(&driver.clone().with_driver_version(packed)), "{fault:?}");
            }
        }
    }
}

#[test]
fn versions_are_packed_as_each_vendor_does() {
    for (name, packed, shown) in [
        ("adreno:512.800", 0x8032_0000, "512.800"),
        ("adreno:512.800.46", 0x8032_002e, "512.800.46"),
        ("adreno:0.800.46", 0x8032_002e, "512.800.46"),
        ("adreno:800.46", 0x8032_002e, "512.800.46"),
        ("mali:r38p1", vulkan(38, 1, 0), "38.1"),
        ("mali:r38", vulkan(38, 0, 0), "38.0"),
        ("mali:38.1.0", vulkan(38, 1, 0), "38.1"),
        ("powervr:5742315", 5_742_315, "5742315.0"),
        ("powervr:1.11@5742315", 5_742_315, "5742315.0"),
        ("xclipse:25.1.3", vulkan(25, 1, 3), "25.1.3"),
        ("amd:2.0.353", vulkan(2, 0, 353), "2.0.353"),
        ("radv:25.2.1", vulkan(25, 2, 1), "25.2.1"),
        ("radv:25.3.0-rc1", vulkan(25, 3, 0), "25.3"),
        ("anv:26.0.3", vulkan(26, 0, 3), "26.0.3"),
        ("intel:101.5590", 101 << 14 | 5590, "101.5590"),
        ("intel:31.0.101.5590", 101 << 14 | 5590, "101.5590"),
        ("nvidia:580.159", 580 << 22 | 159 << 14, "580.159"),
        ("nvidia:580.159.3.1", 580 << 22 | 159 << 14 | 3 << 6 | 1, "580.159.3.1"),
        ("swiftshader:5.0.0", vulkan(5, 0, 0), "5.0"),
        ("turnip:25.2.6", 104_865_798, "25.2.6"),
    ] {
        let driver = parse(name);
        assert_eq!(driver.driver_version, Some(packed), "{name}");
        assert_eq!(driver.version().unwrap().to_string(), shown, "{name}");
        assert_eq!(driver.name(), name.split(':').next(), "{name}");
    }
    let release = parse("amd:25.6.1");
    assert_eq!(
        (release.driver_version, release.driver_info.as_deref()),
        (None, Some("25.6.1"))
    );
    // Old drivers of Mali report a hash (libretro/flycast#793: 659.11.3337), from which no version follows.
    let hash = parse("mali").with_driver_version(vulkan(659, 11, 3337));
    assert_eq!(hash.version(), None);
    // Intel's version depends on the driver.
    let intel = Driver::default()
        .with_vendor_id(0x8086)
        .with_driver_version(101 << 14 | 5590);
    assert_eq!(intel.version(), None);
    let on = |platform| intel.clone().with_platform(platform).version().unwrap().to_string();
    assert_eq!(on(Platform::Windows), "101.5590");
    assert_ne!(on(Platform::Linux), "101.5590");
}

#[test]
fn unknown_names_and_versions_are_errors() {
    for name in DRIVER_NAMES {
        assert_eq!(parse(name).name(), Some(*name));
    }
    let error = Driver::parse("adrenno:512").unwrap_err();
    let text = error.to_string();
    assert!(text.contains("`adrenno` is no known driver"), "{text}");
    assert!(text.contains("the nearest is `adreno`"), "{text}");
    for name in DRIVER_NAMES {
        assert!(text.contains(name), "{text}");
    }
    let error = Driver::default().on("andriod").unwrap_err().to_string();
    assert!(
        error.contains("nearest is `android`") && error.contains("macos"),
        "{error}"
    );
    assert!(Driver::default().on("android-16").is_err());
    for text in [
        "mali:",
        "mali:x",
        "mali:g6p0",
        "mali:r38p1p2",
        "radv:25.3.0.0.0",
        "radv:1024",
        "radv:25.1024",
        "radv:25.3.4096",
        "radv:+25",
        "nvidia:580.256",
        "nvidia:99999999999",
        "intel:101.16384",
        "amd:31.0.21921.1",
        "adreno:512.1.2.3",
        "powervr:1.11",
    ] {
        let error = Driver::parse(text).unwrap_err();
        assert!(matches!(error, DriverError::Version { .. }), "{text}: {error}");
        assert!(error.to_string().contains("versions are as "), "{error}");
    }
}

/// What is not stated matches every row.
#[test]
fn what_is_not_stated_matches_every_row() {
    let nothing = Driver::default();
    assert_eq!(nothing.faults().count(), with_driver().count());
    assert_eq!(nothing.name(), None);
    for fault in with_driver() {
        for name in fault.drivers().split(", ") {
            assert!(fault.matches(&parse(name)), "{name}: {fault:?}");
        }
    }
    // What is stated and differs takes rows away.
    for (driver, lost) in [
        (parse("adreno").on("windows").unwrap(), W::MatrixArguments),
        (parse("adreno").on("android-64").unwrap(), W::CompareCubeArray),
        (parse("adreno").with_device_name("Adreno (TM) 740"), W::PrivateComponent),
        (parse("adreno").with_device_name("Adreno (TM) 740"), W::InlineCalls),
        (parse("intel").on("linux").unwrap(), W::FloatClamp),
        (parse("anv").with_device_id(0x9a49), W::HalfBroadcast),
        (parse("amd").on("linux").unwrap(), W::NestedSubgroupMinMax),
        (parse("swiftshader").on("linux-32").unwrap(), W::SourceLanguage),
    ] {
        let mut all = parse(driver.name().unwrap()).workarounds();
        assert!(all.contains(lost), "{driver:?}");
        assert!(!driver.workarounds().contains(lost), "{driver:?}");
        all.remove(lost);
        let left = driver.workarounds();
        assert!(left.iter().all(|workaround| all.contains(workaround)));
    }
    let (adreno, named) = (parse("adreno"), |name| parse("adreno").with_device_name(name));
    assert!(named("Adreno (TM) 650").workarounds().contains(W::PrivateComponent));
    assert!(
        adreno
            .clone()
            .with_32_bit(true)
            .workarounds()
            .contains(W::CompareCubeArray)
    );
    // Skylake.
    assert!(
        parse("anv")
            .with_device_id(0x1912)
            .workarounds()
            .contains(W::HalfBroadcast)
    );
    // Drivers of the same vendors that no row has.
    for name in ["amdvlk", "nvk", "turnip", "panvk", "lavapipe"] {
        assert!(parse(name).workarounds().is_empty(), "{name}");
    }
}

/// What devices report of themselves, as it is quoted in public issues: each with its address.
#[test]
fn reported_devices_have_the_rows_of_the_table() {
    let report = Driver::default;
    let qualcomm = [
        W::HandleArguments,
        W::CompareSample,
        W::VectorMinMax,
        W::VertexIndexEquality,
        W::InterfaceNames,
    ];
    for (address, driver, name, version, workarounds) in [
        (
            "https://github.com/ggml-org/llama.cpp/pull/19569",
            report()
                .with_vendor_id(0x5143)
                .with_device_id(0x3633_4330)
                .with_device_name("Qualcomm(R) Adreno(TM) X1-85 GPU")
                .with_driver_id(8)
                // vulkaninfo prints 0.851.0, as an API version of the variant 4.
                .with_driver_version(1 << 31 | 851 << 12)
                .on("windows-64")
                .unwrap(),
            Some("adreno"),
            "512.851",
            qualcomm.to_vec(),
        ),
        (
            // Without a driver id, the name of the device tells Turnip from Qualcomm's own driver.
            "https://github.com/qualcomm-linux/meta-qcom/issues/2681",
            report()
                .with_vendor_id(0x5143)
                .with_device_id(0x0603_0500)
                .with_device_name("Turnip Adreno (TM) 643")
                .with_driver_version(104_865_798),
            Some("turnip"),
            "25.2.6",
            Vec::new(),
        ),
        (
            "https://github.com/GPUOpen-Tools/radeon_developer_panel/issues/57",
            report()
                .with_vendor_id(0x1002)
                .with_device_id(0x73df)
                .with_device_name("AMD Radeon RX 6700 XT (RADV NAVI22)")
                .with_driver_id(3)
                .with_driver_info("Mesa 24.0.9-0ubuntu0.2")
                .with_driver_version(vulkan(24, 0, 9)),
            Some("radv"),
            "24.0.9",
            vec![W::ScalarDistance, W::FloatNegation, W::FloatAbsolute],
        ),
        (
            "https://github.com/strato-emu/compat-list/issues/1450",
            report()
                .with_vendor_id(0x13b5)
                .with_device_name("Mali-G78")
                .with_driver_id(9)
                .with_driver_version(vulkan(36, 0, 0))
                .with_platform(Platform::Android),
            Some("mali"),
            "36.0",
            vec![W::HandleArguments, W::Pack4x8, W::CooperativeStride, W::VectorAnd],
        ),
        (
            "https://github.com/xMeM/vulkan-wsi-layer/issues/25",
            report()
                .with_vendor_id(0x144d)
                .with_device_id(0x0130_0100)
                .with_device_name("Samsung Xclipse 530")
                .with_driver_version(8_388_608),
            Some("xclipse"),
            "2.0",
            vec![W::WorkgroupAtomicStore, W::UnsignedZeroEquality],
        ),
        (
            // The driver is named in words: "AMD proprietary driver 2.0.213", on Windows.
            "https://github.com/GPUOpen-Drivers/AMDVLK/issues/251",
            report()
                .with_vendor_id(0x1002)
                .with_device_name("Radeon RX 570 Series")
                .with_driver_id(1)
                .with_driver_version(vulkan(2, 0, 213))
                .with_platform(Platform::Windows),
            Some("amd"),
            "2.0.213",
            vec![W::PassedInitializer, W::NestedSubgroupMinMax, W::DebugInfo],
        ),
        (
            // Neither a driver id nor a platform.
            "https://github.com/mozilla/angle/pull/33",
            report()
                .with_vendor_id(0x5143)
                .with_device_id(0x3633_4330)
                .with_device_name("Qualcomm(R) Adreno(TM) X1-85 GPU")
                .with_driver_version(2_150_789_120),
            None,
            "512.807",
            [&qualcomm[..], &[W::MatrixArguments, W::CompareCubeArray]].concat(),
        ),
    ] {
        assert_eq!(driver.name(), name, "{address}");
        assert_eq!(driver.version().unwrap().to_string(), version, "{address}");
        assert_eq!(driver.workarounds(), workarounds.into_iter().collect(), "{address}");
    }
}

/// A target for a driver avoids what the driver gets wrong, and its check accepts it.
#[test]
fn a_target_does_without_what_its_driver_gets_wrong() {
    let zero = Feature::ShaderZeroInitializeWorkgroupMemory;
    let target = Target::vulkan(1, 3).driver(parse("mali").on("android").unwrap());
    assert_eq!(target.feature(zero), Support::Unavailable);
    assert_eq!(target.spirv_version(), SpirvVersion::V1_3);
    assert_eq!(target.workarounds(), parse("mali").workarounds());
    assert_eq!(target.drivers()[0].name(), Some("mali"));
    assert_eq!(target.clone().enable(zero).feature(zero), Support::Enabled);
    let newest = target.clone().with_spirv_version(SpirvVersion::V1_6);
    assert_eq!(newest.spirv_version(), SpirvVersion::V1_6);
    // Another driver in its place.
    let other = target.clone().driver(parse("nvidia:580"));
    assert_eq!(other.feature(zero), Support::Enabled);
    assert_eq!(other.spirv_version(), SpirvVersion::V1_6);
    assert_eq!(other.workarounds(), Workarounds::NONE);
    assert_eq!(
        Target::vulkan(1, 1).driver(parse("mali")).spirv_version(),
        SpirvVersion::V1_3
    );
    assert_eq!(
        Target::vulkan(1, 0).driver(parse("mali")).spirv_version(),
        SpirvVersion::V1_0
    );
    let module = "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\" %shared
        OpExecutionMode %main LocalSize 1 1 1
        %void = OpTypeVoid
        %float = OpTypeFloat 32
        %pointer = OpTypePointer Workgroup %float
        %null = OpConstantNull %float
        %shared = OpVariable %pointer Workgroup %null
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        OpReturn
        OpFunctionEnd";
    let module = words::assemble_text(module, SpirvVersion::V1_6.word()).unwrap();
    let report = check(&module, &target);
    assert!(report.is_valid(), "{:#?}", report.violations);
    assert!(!check(&module, &target.disable(zero)).is_valid());
}

/// The page has the rows of the table, in its order.
#[test]
fn the_page_has_the_rows() {
    let page = std::fs::read_to_string(root("docs/drivers.md")).unwrap();
    let (_, table) = page.split_once("| driver | where | what is done |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let expected: Vec<Vec<String>> = DriverFault::ALL
        .iter()
        .map(|fault| {
            let remedy = match fault.remedy() {
                DriverRemedy::Without(feature) => format!("without `{}`", feature.name()),
                remedy => fault
                    .workaround()
                    .map_or(remedy.to_string(), |name| format!("`{name}`")),
            };
            let drivers = match fault.drivers() {
                unknown if unknown == "not known" => unknown,
                known => format!("`{}`", known.replace(", ", "`, `")),
            };
            let columns = [drivers, fault.versions(), remedy];
            let words = [fault.reason(), fault.source()].map(str::to_owned);
            columns.into_iter().chain(words).collect()
        })
        .collect();
    for (row, expected) in rows.iter().zip(&expected) {
        assert_eq!(row.len(), 6, "{row:?}");
        assert_eq!(&row[..5], expected, "a row of docs/drivers.md");
        assert!(!row[5].is_empty(), "{row:?} has no cost");
    }
    assert_eq!(rows.len(), expected.len());
    for workaround in W::ALL {
        assert!(
            page.contains(&format!("`{workaround}`")),
            "{workaround} is not on the page"
        );
    }
}
