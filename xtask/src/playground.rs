//! `cargo xtask playground`: builds the playground's module for a browser and joins it with the page into one file.
//!
//! `target/playground/index.html` has everything, so that it opens from disk; `spirula.wasm` beside it is the module
//! alone, whose size is printed.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use data_encoding::BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Result;

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "playground";

/// Builds the page. `rustc` is a compiler with the source of the standard library, for systems where the standard
/// library of the target is not installed.
pub(crate) fn build(root: &Path, rustc: Option<&str>) -> Result<()> {
    let module = module(root, rustc)?;
    let packed = gzip(&module)?;
    let folder = root.join("playground/page");
    let part = |name: &str| read(&folder.join(name));
    let library = |name: &str| read(&root.join("src/source").join(name));
    let page = filled(
        &part("index.html")?,
        &[
            ("/*STYLE*/", library("page.css")? + &part("playground.css")?),
            ("/*WORKER*/", part("worker.js")?),
            ("/*WASM*/", BASE64.encode(&packed)),
            ("/*LINKS*/", library("page.js")?),
            ("/*SCRIPT*/", part("playground.js")?),
        ],
    )?;
    let out = root.join("target/playground");
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    write(&out.join("index.html"), page.as_bytes())?;
    write(&out.join("spirula.wasm"), &module)?;
    println!(
        "{}: {} bytes, of which the module has {} after gzip -9",
        out.join("index.html").display(),
        page.len(),
        packed.len()
    );
    Ok(())
}

/// The page with each mark replaced by its text. Nothing of a text ends the element that it is in.
fn filled(page: &str, parts: &[(&str, String)]) -> Result<String> {
    let mut filled = page.to_owned();
    for (mark, text) in parts {
        if page.matches(mark).count() != 1 {
            return Err(format!("the page has no `{mark}`, or several"));
        }
        if text.contains("</script") || text.contains("</style") {
            return Err(format!("the text for `{mark}` would end its element"));
        }
        filled = filled.replacen(mark, text, 1);
    }
    Ok(filled)
}

/// The bytes of the module.
fn module(root: &Path, rustc: Option<&str>) -> Result<Vec<u8>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root);
    cargo.args(["build", "--package", "spirula-playground", "--lib"]);
    cargo.args(["--profile", PROFILE, "--target", TARGET]);
    match rustc {
        None => {
            let installed = PathBuf::from(printed("rustc", &["--print", "target-libdir", "--target", TARGET])?);
            if !installed.is_dir() {
                return Err(format!(
                    "the standard library of {TARGET} is not installed: `rustup target add {TARGET}`"
                ));
            }
        }
        Some(rustc) => {
            cargo.arg("-Zbuild-std=std,panic_abort");
            // So that a stable compiler takes the switch.
            cargo.env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
            if let Some(linker) = linker()? {
                cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            }
        }
    }
    let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err("the playground was not built".to_owned());
    }
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&metadata.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let target = metadata["target_directory"].as_str().unwrap_or("target");
    let file = Path::new(target)
        .join(TARGET)
        .join(PROFILE)
        .join("spirula_playground.wasm");
    fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The linker of the default toolchain, for a compiler that comes without one.
fn linker() -> Result<Option<PathBuf>> {
    let sysroot = PathBuf::from(printed("rustc", &["--print", "sysroot"])?);
    let host = printed("rustc", &["--print", "host-tuple"])?;
    let linker = sysroot.join("lib/rustlib").join(host).join("bin/rust-lld");
    Ok(linker.is_file().then_some(linker))
}

/// What a program prints, without the end of the line.
fn printed(program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.map_err(|error| format!("gzip: {error}"))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
