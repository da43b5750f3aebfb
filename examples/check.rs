//! Checks SPIR-V files: `check check --target-env ENV [--message-format json] FILE…`, one line of JSON a file, or the
//! report as text. The command line of the crate does the same with all its options; this needs no feature.
#![allow(clippy::print_stdout)]

use serde_json::json;
use spirula::Target;
use spirula::check::{Report, check_bytes};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut target = Target::vulkan(1, 1);
    let mut as_json = false;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "check" => {}
            "--target-env" => match Target::parse(&arguments.next().unwrap_or_default()) {
                Ok(named) => target = named,
                Err(error) => {
                    eprintln!("{error}");
                    return ExitCode::from(2);
                }
            },
            "--message-format" => as_json = arguments.next().as_deref() == Some("json"),
            _ => files.push(argument),
        }
    }
    let mut status = ExitCode::SUCCESS;
    for file in files {
        let report = match std::fs::read(&file) {
            Ok(bytes) => check_bytes(&bytes, &target),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        };
        if !report.is_valid() {
            status = ExitCode::FAILURE;
        }
        if as_json {
            println!("{}", line(&file, &report));
        } else {
            println!("{file}: {report}");
        }
    }
    status
}

fn line(file: &str, report: &Report) -> serde_json::Value {
    let violations: Vec<_> = report
        .violations
        .iter()
        .map(|violation| {
            json!({
                "rule": violation.rule.row().name,
                "vuid": violation.vuid(),
                "offset": violation.offset,
                "message": violation.message,
            })
        })
        .collect();
    json!({
        "file": file,
        "verdict": report.verdict().to_string(),
        "violations": violations,
        "not_covered": report.not_covered,
    })
}
