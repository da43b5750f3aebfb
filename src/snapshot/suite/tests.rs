//! Suites in temporary folders: what is written, when, and what a report has.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use super::super::FaultKind as Kind;
use super::*;

const SHADER: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32, 4>;\n\
    @compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { data[i] = data[3]; }\n";

/// Subgroup operations begin with Vulkan 1.1.
const SUBGROUPS: &str = "@compute @workgroup_size(32)\n\
    fn main(@builtin(subgroup_id) i: u32) { if subgroupAdd(i) == 7u { subgroupBarrier(); } }\n";

struct Place(tempfile::TempDir);

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            place.write(name, text);
        }
        place
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (files, _) = files_below(self.0.path(), &[], |_| true);
        files
            .into_iter()
            .map(|path| (path.clone(), fs::read(path).unwrap()))
            .collect()
    }

    fn suite(&self) -> Suite {
        Suite::new(self.0.path())
    }

    /// The kinds and messages of all faults.
    fn faults(&self, suite: &Suite) -> Vec<(Kind, String)> {
        let before = self.files();
        let report = suite.compare().unwrap();
        assert!(suite.updates || self.files() == before, "something was written");
        let faults = report.cases.into_iter().flat_map(|case| case.faults);
        faults.map(|fault| (fault.kind, fault.to_string())).collect()
    }
}

#[test]
fn a_snapshot_is_written_on_request_and_compared() {
    let place = Place::new(&[("a/b.wgsl", SHADER), ("notes.txt", "no shader")]);
    let missing = place.faults(&place.suite());
    assert_eq!(
        missing,
        [(Kind::Missing, "there is no snapshot `b.wgsl.snap`".to_owned())]
    );
    let updated = place.suite().update(true).compare().unwrap();
    assert!(updated.is_good());
    assert_eq!(
        (updated.cases[0].name.as_str(), updated.cases[0].snapshot),
        ("a/b.wgsl", Snapshot::Updated)
    );
    let text = place.read("a/b.wgsl.snap");
    assert!(
        text.starts_with("; SPIR-V normal form 1\n; ---- vulkan1.1 (SPIR-V 1.3)\n") && text.contains("OpStore"),
        "{text}"
    );
    let again = place.suite().update(true).compare().unwrap();
    assert_eq!(again.cases[0].snapshot, Snapshot::Unchanged);
    // Line ends of Windows are no difference.
    place.write("a/b.wgsl.snap", &text.replace('\n', "\r\n"));
    assert_eq!(place.faults(&place.suite()), []);
    place.suite().run();

    place.write("a/b.wgsl", &SHADER.replace("data[3]", "data[2]"));
    let different = place.faults(&place.suite());
    assert_eq!(different.len(), 1);
    assert_eq!(different[0].0, Kind::Different);
    assert!(
        different[0]
            .1
            .starts_with("the output differs from `b.wgsl.snap`:\n; ---- vulkan1.1\n@@ declarations @@\n"),
        "{different:?}"
    );
    let report = place.suite().compare().unwrap().to_string();
    assert!(
        report.ends_with("1 shader, 1 failed; `SPIRULA_SNAPSHOTS=update` writes the snapshots"),
        "{report}"
    );
}

#[test]
fn targets_share_what_is_the_same() {
    let place = Place::new(&[("a.wgsl", SHADER), ("s.wgsl", SUBGROUPS)]);
    let suite = place
        .suite()
        .targets(["vulkan1.0", "vulkan1.1", "vulkan1.2"])
        .update(true);
    assert_eq!(place.faults(&suite), []);
    let headings = |name: &str| -> Vec<String> {
        let text = place.read(name);
        text.lines()
            .filter(|line| line.starts_with("; ---- "))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(
        headings("s.wgsl.snap"),
        ["; ---- vulkan1.0: refused", "; ---- vulkan1.1-1.2 (SPIR-V 1.3, 1.5)"]
    );
    assert_eq!(headings("a.wgsl.snap")[0], "; ---- vulkan1.0 (SPIR-V 1.0)");
    assert!(
        place.read("s.wgsl.snap").contains("┌─ s.wgsl:2:"),
        "{}",
        place.read("s.wgsl.snap")
    );
    // A shader's own targets.
    place.write("s.wgsl", &format!("// targets: vulkan1.1\n{SUBGROUPS}"));
    assert_eq!(place.faults(&suite), []);
    assert_eq!(headings("s.wgsl.snap"), ["; ---- vulkan1.1 (SPIR-V 1.3)"]);
}

/// A failure shows what differs for each target once, also where the snapshot has a difference for it.
#[test]
fn targets_share_what_differs() {
    let shader = |value: &str| SHADER.replace("data[3]", value);
    let place = Place::new(&[
        ("a.wgsl", &shader("data[3] + 2u")),
        ("s.wgsl", "@compute @workgroup_size(1) fn main() {}"),
    ]);
    let suite = place.suite().targets(["vulkan1.0", "vulkan1.1", "vulkan1.2"]);
    assert_eq!(place.faults(&suite.clone().update(true)), []);
    assert!(place.read("a.wgsl.snap").contains(": difference\n"));
    place.write("a.wgsl", &shader("data[3] * 2u"));
    place.write("s.wgsl", SUBGROUPS);
    let messages: Vec<String> = place.faults(&suite).into_iter().map(|fault| fault.1).collect();
    let changes = |text: &str, mark: &str| text.lines().filter(|line| line.starts_with(mark)).count();
    assert!(
        messages[0].starts_with("the output differs from `a.wgsl.snap`:\n; ---- vulkan1.0-1.2\n@@ %main @@\n"),
        "{}",
        messages[0]
    );
    assert_eq!(
        (changes(&messages[0], "-"), changes(&messages[0], "+")),
        (1, 1),
        "{}",
        messages[0]
    );
    // A refusal comes first, and the module that is gone is not shown.
    assert!(
        messages[1].contains("\n; ---- vulkan1.0: is refused now, and the snapshot has a module\nerror"),
        "{}",
        messages[1]
    );
    assert!(!messages[1].contains("OpTypeVoid"), "{}", messages[1]);

    let report = suite.clone().update(true).compare().unwrap();
    assert_eq!(report.cases[1].refused, ["vulkan1.0"]);
    let text = report.to_string();
    assert_eq!(
        text,
        "2 shaders, all as expected, 1 refused by a target, 2 snapshots changed"
    );
    let other = place.suite().targets(["vulkan1.1", "vulkan1.3"]).only("s.wgsl");
    let (_, message) = place.faults(&other).pop().unwrap();
    assert!(
        message.contains("\n; ---- vulkan1.3: the snapshot has no such section\n")
            && message
                .contains("\n; ---- vulkan1.0+vulkan1.2: the snapshot has a section that is not written any more"),
        "{message}"
    );
}

#[test]
fn files_of_other_forms_and_tools_are_named() {
    let place = Place::new(&[("a.wgsl", SHADER)]);
    assert_eq!(place.faults(&place.suite().update(true)), []);
    let text = place.read("a.wgsl.snap");
    place.write("a.wgsl.snap", &text.replace("normal form 1", "normal form 7"));
    let message = "`a.wgsl.snap` is in SPIR-V normal form 7, and this release of Spirula writes SPIR-V normal form 1";
    assert_eq!(place.faults(&place.suite()), [(Kind::Different, message.to_owned())]);
    assert_eq!(place.faults(&place.suite().update(true)), []);
    place.write("a.wgsl.snap", "of another tool");
    let message = "`a.wgsl.snap` is a file of another tool: it does not begin with `; SPIR-V normal form `";
    assert_eq!(
        place.faults(&place.suite().update(true)),
        [(Kind::File, message.to_owned())]
    );
}

#[test]
fn the_source_in_debug_information_is_compared_by_lines() {
    let lines = "// one\n// two\n// three\n// four\n// five\n// six\n// seven\n";
    let place = Place::new(&[("a.wgsl", &format!("{lines}{SHADER}"))]);
    let suite = place.suite().switch("debug-info", "1");
    assert_eq!(place.faults(&suite.clone().update(true)), []);
    place.write("a.wgsl", &format!("{}{SHADER}", lines.replace("five", "5")));
    let (_, message) = place.faults(&suite).pop().unwrap();
    assert!(message.contains("\n // four\n-// five\n+// 5\n // six\n"), "{message}");
    assert!(
        !message.contains("// one") && !message.contains("@compute"),
        "{message}"
    );
}

#[test]
fn requirements_and_checks_have_no_places() {
    let place = Place::new(&[("a.wgsl", SHADER), ("s.wgsl", SUBGROUPS)]);
    let suite = place.suite().emit([Emit::Requirements, Emit::Checks]).update(true);
    assert_eq!(place.faults(&suite), []);
    let text = place.read("a.wgsl.snap");
    let checks = "; ---- vulkan1.1 checks\nindex, not checked: the index is from 0 to 0, of 4 elements\n";
    assert!(text.contains(checks) && !text.contains("OpStore"), "{text}");
    assert!(place.read("s.wgsl.snap").contains("; ---- vulkan1.1 requirements\n"));
    let with_lines = format!("\n\n{SHADER}");
    place.write("a.wgsl", &with_lines);
    assert_eq!(place.faults(&suite.update(false)), []);
}

#[test]
fn check_lines_are_checked_for_each_target() {
    let lines = "// targets: vulkan1.0 vulkan1.1\n";
    let place = Place::new(&[
        (
            "a.wgsl",
            &format!("{lines}{SHADER}// CHECK: OpStore\n// CHECK[vulkan1.1]: OpKill\n"),
        ),
        ("s.wgsl", &format!("{lines}{SUBGROUPS}// CHECK[vulkan1.0]: OpReturn\n")),
    ]);
    let faults = place.faults(&place.suite().update(true));
    assert_eq!(faults.len(), 2);
    assert!(
        faults[0]
            .1
            .starts_with("vulkan1.1: line 5: `CHECK[vulkan1.1]: OpKill`: not found"),
        "{faults:?}"
    );
    assert_eq!(
        faults[1],
        (
            Kind::CheckLine,
            "line 4: `CHECK[vulkan1.0]: OpReturn`: its targets refuse the shader".to_owned()
        )
    );
    let report = place.suite().compare().unwrap();
    assert_eq!(report.cases[0].faults[0].line, Some(5));
}

#[test]
fn what_is_wrong_with_a_shader_is_reported() {
    let place = Place::new(&[
        ("directive.wgsl", &format!("// flipy: true\n{SHADER}")),
        ("invalid.wgsl", "fn main() { oops }"),
        ("text.spvasm", "OpNonsense"),
        ("bytes.spv", "no module"),
    ]);
    let suite = place.suite().update(true);
    let faults = place.faults(&suite);
    assert_eq!(faults.len(), 4);
    assert!(faults.iter().all(|(kind, _)| *kind == Kind::Shader));
    assert!(
        faults
            .iter()
            .any(|(_, message)| message.contains("the nearest is `flip-y`")),
        "{faults:?}"
    );
    assert!(
        faults.iter().any(|(_, message)| message.contains("invalid.wgsl:1:")),
        "{faults:?}"
    );
    assert!(!place.files().keys().any(|path| path.extension().unwrap() == "snap"));
}

#[test]
fn other_languages_and_included_files_are_read() {
    let place = Place::new(&[
        (
            "a.frag",
            "#version 450\n// include: lib\n// define: N=3\n#include \"n.h\"\nlayout(location = 0) out vec4 o;\nvoid main() { o = n(); }\n",
        ),
        ("lib/n.h", "vec4 n() { return vec4(float(N)); }\n"),
        (
            "b.spvasm",
            "; prose\nOpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %1 \"main\"\n\
            OpExecutionMode %1 LocalSize 1 1 1\n%2 = OpTypeVoid\n%3 = OpTypeFunction %2\n%1 = OpFunction %2 None %3\n\
            %4 = OpLabel\nOpReturn\nOpFunctionEnd\n; CHECK: OpEntryPoint\n",
        ),
    ]);
    assert_eq!(place.faults(&place.suite().update(true)), []);
    assert!(place.read("a.frag.snap").contains("OpStore") && place.read("b.spvasm.snap").contains("OpReturn"));
    let debug = place.suite().switch("debug-info", "1").only("a.frag").update(true);
    assert_eq!(place.faults(&debug), []);
    let text = place.read("a.frag.snap");
    assert!(text.contains("OpString \"a.frag\""), "{text}");
}

#[test]
fn unused_snapshots_are_removed_on_request() {
    let place = Place::new(&[
        ("a.wgsl", SHADER),
        ("b.wgsl.snap", "; SPIR-V normal form 1\n; ---- vulkan1.1 (SPIR-V 1.3)\n"),
        ("c.wgsl.snap", "of another tool"),
        ("d.snap", "; SPIR-V normal form 1\n"),
    ]);
    let unused = place.faults(&place.suite()).pop().unwrap();
    assert_eq!(unused, (Kind::Unused, "the snapshot belongs to no shader".to_owned()));
    assert_eq!(place.faults(&place.suite().only("a.wgsl")).len(), 1);
    let report = place.suite().update(true).compare().unwrap();
    assert_eq!(
        (report.failed(), report.changed(), report.cases[1].snapshot),
        (0, 2, Snapshot::Removed)
    );
    assert_eq!(place.files().len(), 4);
}

#[test]
fn wrong_usage_is_an_error() {
    let place = Place::new(&[("a.wgsl", SHADER)]);
    let error = |suite: Suite| suite.compare().unwrap_err().to_string();
    assert!(error(Suite::new("no/folder")).contains("there is no folder"));
    assert!(error(place.suite().switch("flip-z", "")).contains("the nearest is `flip-y`"));
    assert!(error(place.suite().targets(["vulkan9.9"])).starts_with("`targets`: "));
    assert!(error(place.suite().only("b")).contains("has a path with `b`"));
    assert!(error(Place::new(&[("x.txt", "")]).suite()).contains("no shader found"));
}
