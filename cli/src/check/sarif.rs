//! Prints findings as a log of the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS Standard), for code
//! hosts.
//!
//! A finding in assembly has a region of lines, one in a binary module a region of bytes (section 3.30.4). If the
//! module's debug information has a source line of the shader, that is a related location (3.27.22).

use std::collections::BTreeMap;
use std::io;

use serde_json::{Value, json};
use spirula::check::{Rule, SourceLine, Violation, Warning};
use spirula::target::DriverRemedy;

use super::rules::{driver_sources, driver_title};
use super::{Failure, Judged, print_line};

/// The results so far.
#[derive(Default)]
pub(super) struct Log {
    results: Vec<Value>,
    /// The names of the rules of the results, each with its index in the log.
    rules: BTreeMap<&'static str, usize>,
    /// The descriptors of these rules.
    descriptors: Vec<Value>,
    /// Inputs that could not be checked, and parts that the check does not cover.
    notifications: Vec<Value>,
    is_incomplete: bool,
}

impl Log {
    /// Adds the findings of an input.
    pub(super) fn add(&mut self, name: &str, result: &Result<Judged, Failure>) {
        let judged = match result {
            Ok(judged) => judged,
            Err(failure) => {
                self.is_incomplete = true;
                let mut place = location(name);
                if let Failure::NotAssembled { error, .. } = failure {
                    let region = json!({"startLine": error.line, "startColumn": error.column});
                    set(&mut place, "/physicalLocation", "region", region);
                }
                self.notify("error", &failure.message(name), place);
                return;
            }
        };
        for violation in &judged.report.violations {
            let index = self.index(violation.rule.row().name, || descriptor(violation.rule));
            self.results.push(result_of(name, judged, violation, index));
        }
        for warning in &judged.report.warnings {
            let index = self.index(warning.rule(), || driver_descriptor(warning.fault.remedy()));
            self.results.push(warning_of(name, judged, warning, index));
        }
        if let Some(more @ 1..) = judged.report.counted.checked_sub(judged.report.violations.len()) {
            self.notify("warning", &format!("{name}: {more} more violations"), location(name));
        }
        if let Some(more @ 1..) = judged.report.warned.checked_sub(judged.report.warnings.len()) {
            self.notify("warning", &format!("{name}: {more} more warnings"), location(name));
        }
        for what in &judged.report.not_covered {
            self.notify(
                "warning",
                &format!("{name}: not covered by the check: {what}"),
                location(name),
            );
        }
    }

    fn notify(&mut self, level: &str, message: &str, place: Value) {
        self.notifications
            .push(json!({"level": level, "message": {"text": message}, "locations": [place]}));
    }

    fn index(&mut self, name: &'static str, descriptor: impl FnOnce() -> Value) -> usize {
        let next = self.descriptors.len();
        *self.rules.entry(name).or_insert_with(|| {
            self.descriptors.push(descriptor());
            next
        })
    }

    pub(super) fn print(self) -> io::Result<()> {
        print_line(&self.log())
    }

    pub(super) fn log(self) -> Value {
        json!({
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": "spirula",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": self.descriptors,
                }},
                "columnKind": "unicodeCodePoints",
                "results": self.results,
                "invocations": [{
                    "executionSuccessful": !self.is_incomplete,
                    "toolExecutionNotifications": self.notifications,
                }],
            }],
        })
    }
}

/// The descriptor of a rule.
fn descriptor(rule: Rule) -> Value {
    let row = rule.row();
    let mut help = format!("{}: {}.", row.section, row.title);
    if let Some(part) = row.fragment {
        help += &format!(" Decided: {part}.");
    }
    if let Some(text) = row.text {
        help += &format!(" The text: {text}");
    }
    json!({
        "id": row.name,
        "shortDescription": {"text": row.title},
        "fullDescription": {"text": format!("{}: {}", row.section, row.title)},
        "help": {"text": help},
        "defaultConfiguration": {"level": "error"},
        "properties": {
            "vuid": row.vuid,
            "formerly": row.formerly,
            "source": row.spirv_val.source(),
            "tags": ["SPIR-V"],
        },
    })
}

/// The descriptor of a shape that drivers get wrong.
fn driver_descriptor(remedy: DriverRemedy) -> Value {
    let (title, reported) = (driver_title(remedy), driver_sources(remedy));
    json!({
        "id": remedy.warning(),
        "shortDescription": {"text": title},
        "fullDescription": {"text": title},
        "help": {"text": format!("{title}. Reported: {reported}.")},
        "defaultConfiguration": {"level": "warning"},
        "properties": {
            "source": "driver",
            "reported": reported,
            "tags": ["SPIR-V", "driver"],
        },
    })
}

/// The place of an instruction: in a text its line, in a binary module its bytes, and the function and block.
fn place_of(name: &str, judged: &Judged, offset: usize, function: &Option<String>, block: &Option<String>) -> Value {
    let mut place = location(name);
    let region = match judged.place(offset) {
        Some((line, column)) => json!({"startLine": line, "startColumn": column}),
        None => json!({"byteOffset": offset.saturating_mul(4), "byteLength": judged.bytes_at(offset)}),
    };
    set(&mut place, "/physicalLocation", "region", region);
    if let Some(function) = function {
        let mut logical = vec![json!({"name": function, "kind": "function"})];
        if let Some(block) = block {
            let whole = format!("{function}::{block}");
            logical.push(json!({"name": block, "fullyQualifiedName": whole, "kind": "block"}));
        }
        set(&mut place, "", "logicalLocations", Value::Array(logical));
    }
    place
}

/// Adds the shader's source line to a result.
fn relate(result: &mut Value, source: &Option<SourceLine>) {
    if let Some(source) = source.as_ref().filter(|source| source.line > 0) {
        let mut shader = location(&source.file);
        let mut region = json!({"startLine": source.line});
        if source.column > 0 {
            region["startColumn"] = source.column.into();
        }
        set(&mut shader, "/physicalLocation", "region", region);
        set(&mut shader, "", "message", json!({"text": "compiled from here"}));
        result["relatedLocations"] = json!([shader]);
    }
}

fn result_of(name: &str, judged: &Judged, violation: &Violation, index: usize) -> Value {
    let row = violation.rule.row();
    let place = place_of(name, judged, violation.offset, &violation.function, &violation.block);
    let mut text = format!("{}. {}: {}.", violation.message, row.section, row.title);
    if violation.is_text_only() {
        text += " By the text alone, not in spirv-val.";
    }
    let mut result = json!({
        "ruleId": row.name,
        "ruleIndex": index,
        "level": "error",
        "message": {"text": text},
        "locations": [place],
        "properties": {
            "instruction": violation.instruction,
            "number": violation.number,
            "wordOffset": violation.offset,
            "source": violation.spirv_val.source(),
        },
    });
    relate(&mut result, &violation.source);
    result
}

fn warning_of(name: &str, judged: &Judged, warning: &Warning, index: usize) -> Value {
    let place = place_of(name, judged, warning.offset, &warning.function, &warning.block);
    let mut result = json!({
        "ruleId": warning.rule(),
        "ruleIndex": index,
        "level": "warning",
        "message": {"text": format!("{}: {} ({}).", warning.message, warning.fault, warning.fault.source())},
        "locations": [place],
        "properties": {
            "instruction": warning.instruction,
            "number": warning.number,
            "wordOffset": warning.offset,
            "source": "driver",
        },
    });
    relate(&mut result, &warning.source);
    result
}

/// The location of a whole file.
fn location(name: &str) -> Value {
    json!({"physicalLocation": {"artifactLocation": {"uri": uri(name)}}})
}

fn set(value: &mut Value, pointer: &str, key: &str, member: Value) {
    if let Some(Value::Object(object)) = value.pointer_mut(pointer) {
        object.insert(key.to_owned(), member);
    }
}

/// A path as a relative or absolute URI reference (RFC 3986): every character except unreserved ones and `/` is
/// encoded.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_reference() {
        assert_eq!(uri("a/b-1.spv"), "a/b-1.spv");
        assert_eq!(uri("a b/ä%.spv"), "a%20b/%C3%A4%25.spv");
        assert_eq!(uri("/tmp/x.spv"), "file:///tmp/x.spv");
    }

    #[test]
    fn a_log_of_nothing_is_a_log() {
        let log = Log::default().log();
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(log["runs"][0]["results"], json!([]));
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
    }
}
