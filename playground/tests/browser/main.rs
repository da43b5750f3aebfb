//! The page in Chromium: what a user does with it, its speed and memory, and that its words are those of the library.
//!
//! `cargo xtask playground` builds the page. Without it or without Chromium the tests say so and pass, unless
//! `SPIRULA_REQUIRE_CHROMIUM` is set. Pictures are written beside the page.

#![allow(clippy::unwrap_used, clippy::panic)]

mod devtools;

use std::fs;
use std::path::{Path, PathBuf};

use data_encoding::BASE64;
use devtools::Browser;
use serde_json::{Value, json};
use spirula_playground::{beside_naga, encoded};

/// The size of the module after `gzip -9`, in bytes.
const LIMIT: usize = 1_500_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/playground")
}

fn url() -> String {
    format!(
        "file://{}",
        folder().join("index.html").canonicalize().unwrap().display()
    )
}

/// A browser with the page; `None` if one of them is not there.
fn browser() -> Option<Browser> {
    let found = folder().join("index.html").is_file().then(Browser::start).flatten();
    let Some(mut browser) = found else {
        let what = "the page is not built (`cargo xtask playground`), or there is no Chromium";
        assert!(std::env::var_os("SPIRULA_REQUIRE_CHROMIUM").is_none(), "{what}");
        eprintln!("skipped: {what}");
        return None;
    };
    browser.resize(1280, 800, false);
    browser.open(&url());
    Some(browser)
}

/// Replaces the text as a user does: all of it is selected, and the new one is typed or pasted.
fn set_text(browser: &mut Browser, text: &str) {
    browser.and_answer(|browser| {
        browser.evaluate("text.focus(), text.select()");
        browser.type_text(text);
    });
}

fn set_value(browser: &mut Browser, id: &str, value: &str) {
    browser.and_answer(|browser| {
        browser.evaluate(&format!(
            "(() => {{ const it = document.getElementById('{id}'); it.value = '{value}'; \
             it.dispatchEvent(new Event('change')); }})()"
        ));
    });
}

fn click(browser: &mut Browser, selector: &str) {
    browser.evaluate(&format!("document.querySelector('{selector}').click()"));
}

fn messages(browser: &mut Browser) -> String {
    browser.text("document.getElementById('messages').innerText")
}

const MISTAKE: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    data[id.x] = dat[id.x] + 1u;
}
";

#[test]
fn a_mistake_is_shown_at_its_line_and_its_mending_as_assembly() {
    let Some(mut browser) = browser() else { return };
    set_text(&mut browser, MISTAKE);
    let shown = messages(&mut browser);
    assert!(shown.contains("error") && shown.contains("`dat`"), "{shown}");
    assert!(shown.contains("line 5, column 18"), "{shown}");
    assert_eq!(
        browser
            .text("document.querySelector('#source li.wrong code').textContent")
            .trim(),
        "data[id.x] = dat[id.x] + 1u;"
    );
    assert!(!browser.evaluate("document.querySelector('#tabs button')").is_object());
    // The place leads to the caret.
    click(&mut browser, "#messages .place");
    assert_eq!(
        browser.text("text.value.slice(text.selectionStart, text.selectionStart + 3)"),
        "dat"
    );
    browser.and_answer(|browser| {
        browser.evaluate("text.setSelectionRange(text.selectionStart + 3, text.selectionStart + 3)");
        browser.type_text("a");
    });
    assert_eq!(messages(&mut browser), "");
    let assembly = browser.text("document.getElementById('panel').innerText");
    assert!(assembly.contains("OpEntryPoint GLCompute %main \"main\""), "{assembly}");
    // The caret's line and its instructions are marked, as they are in the page of `--emit html`.
    let marked =
        browser.text("[...document.querySelectorAll('#panel li.same')].map((line) => line.innerText).join('\\n')");
    assert!(marked.contains("OpIAdd") && marked.contains("OpStore"), "{marked}");
    // The reason of a check is at its line.
    let note = browser.text("document.querySelector('#source #s5 .note').textContent");
    assert!(note.contains("index"), "{note}");
    // A key adds a line with the indentation of the one before it.
    browser.and_answer(|browser| {
        browser.evaluate("text.setSelectionRange(text.value.indexOf(';\\n}') + 1, text.value.indexOf(';\\n}') + 1)");
        browser.press("Enter", 13);
    });
    assert!(browser.text("text.value").contains("1u;\n    \n}"));
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn what_a_strict_target_lacks_is_named_with_what_allows_it() {
    let Some(mut browser) = browser() else { return };
    set_value(&mut browser, "target-env", "vulkan1.0");
    browser.and_answer(|browser| click(browser, "#strict"));
    set_text(
        &mut browser,
        "enable f16;\n@group(0) @binding(0) var<storage, read_write> data: array<f32>;\n\
         @compute @workgroup_size(1)\nfn main() {\n    let half = f16(data[0]);\n    data[0] = f32(half * half);\n}\n",
    );
    let shown = messages(&mut browser);
    assert!(shown.contains("shaderFloat16") && shown.contains("line 5"), "{shown}");
    assert!(shown.contains("--enable shaderFloat16"), "{shown}");
    // It is enabled in the form, whose field completes the names of features.
    let list = browser.text("document.querySelector('[data-switch=enable] input').getAttribute('list')");
    let known = format!("[...document.getElementById('{list}').options].some((one) => one.value === 'shaderFloat16')");
    assert_eq!(browser.evaluate(&known), true);
    browser.and_answer(|browser| {
        browser.evaluate("document.getElementById('options').open = true");
        browser.evaluate("document.querySelector('[data-switch=enable] input').focus()");
        browser.type_text("shaderFloat16");
        browser.press("Enter", 13);
    });
    assert_eq!(messages(&mut browser), "");
    let need = browser
        .text("[...document.querySelectorAll('#source .note.need')].map((note) => note.textContent).join('\\n')");
    assert!(need.contains("shaderFloat16"), "{need}");
    assert_eq!(
        browser.text("document.getElementById('set').textContent"),
        "--target-env vulkan1.0 --strict --enable shaderFloat16"
    );
    click(&mut browser, "#tab-requirements");
    assert!(
        browser
            .text("document.getElementById('panel').innerText")
            .contains("shaderFloat16")
    );
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_dropped_module_is_checked_and_a_device_is_a_target() {
    let Some(mut browser) = browser() else { return };
    let faulty = spirula::words::assemble_text(include_str!("../../examples/faulty.spvasm"), 0x0001_0300).unwrap();
    let place = tempfile::tempdir().unwrap();
    let module = place.path().join("faulty.spv");
    fs::write(
        &module,
        faulty.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>(),
    )
    .unwrap();
    browser.and_answer(|browser| browser.drop_file(&module));
    assert_eq!(browser.text("document.getElementById('language').value"), "check");
    let shown = messages(&mut browser);
    for rule in ["typing/", "layout/"] {
        assert!(shown.contains(rule), "{rule}: {shown}");
    }
    assert!(
        browser
            .text("document.querySelector('#source li.wrong code').textContent")
            .contains("Op")
    );
    assert!(
        browser
            .text("document.getElementById('summary').textContent")
            .starts_with("invalid for vulkan1.1")
    );
    // What is dropped is assembled to the same words.
    let bytes = browser.text("btoa(String.fromCharCode(...words))");
    assert_eq!(BASE64.decode(bytes.as_bytes()).unwrap(), fs::read(&module).unwrap());

    let device = place.path().join("device.json");
    fs::write(&device, DEVICE).unwrap();
    browser.and_answer(|browser| browser.drop_file(&device));
    assert_eq!(browser.evaluate("document.getElementById('target-env').disabled"), true);
    assert!(
        browser
            .text("document.getElementById('set').textContent")
            .contains("--device device.json")
    );
    // It has no 64-bit floats.
    set_value(&mut browser, "language", "wgsl");
    set_text(
        &mut browser,
        "@compute @workgroup_size(1) fn main() { var a = 1lf; a *= a; }",
    );
    let shown = messages(&mut browser);
    assert!(shown.contains("shaderFloat64"), "{shown}");

    // No module at all.
    let other = place.path().join("other.spv");
    fs::write(&other, b"\x03\x02\x23\x07\x00").unwrap();
    browser.drop_file(&other);
    let said = "new Promise(async (done) => { const it = document.getElementById('summary'); \
                while (!it.textContent.startsWith('other.spv')) await new Promise((next) => setTimeout(next, 5)); done(it.textContent); })";
    assert!(browser.text(said).contains("other.spv: "));
    assert_eq!(browser.complaints, [""; 0]);
}

const DEVICE: &str = r#"{
  "$schema": "https://schema.khronos.org/vulkan/profiles-0.8-latest.json",
  "capabilities": {"device": {"extensions": {}, "features": {"VkPhysicalDeviceFeatures": {"robustBufferAccess": true}}, "properties": {}}},
  "profiles": {"device": {"version": 1, "api-version": "1.1.0", "label": "", "description": "", "capabilities": ["device"]}}
}"#;

#[test]
fn a_link_has_the_whole_state_and_only_the_page_is_loaded() {
    let Some(mut browser) = browser() else { return };
    set_text(&mut browser, &MISTAKE.replace("= dat[", "= /* ✓ */ data["));
    set_value(&mut browser, "target-env", "vulkan1.3");
    browser.and_answer(|browser| click(browser, "#compare"));
    assert!(
        browser
            .text("document.getElementById('panel').innerText")
            .contains("naga ")
    );
    browser.evaluate("document.getElementById('share').onclick()");
    let (link, text) = (browser.text("location.href"), browser.text("text.value"));
    let (assembly, set) = (
        browser.evaluate("answer"),
        browser.text("document.getElementById('set').textContent"),
    );
    browser.open(&link);
    assert_eq!(browser.text("text.value"), text);
    assert_eq!(browser.text("document.getElementById('set').textContent"), set);
    assert_eq!(browser.evaluate("answer"), assembly);
    // A damaged link is the first example.
    browser.open(&format!("{}#1.abc", url()));
    assert!(browser.text("text.value").contains("fn "));
    let own = |asked: &&String| {
        !["file:", "data:", "blob:", "about:"]
            .iter()
            .any(|scheme| asked.starts_with(scheme))
    };
    assert_eq!(browser.requested.iter().find(own), None);
    let files: Vec<&String> = browser
        .requested
        .iter()
        .filter(|asked| asked.starts_with("file:"))
        .collect();
    assert!(
        !files.is_empty() && files.iter().all(|asked| asked.starts_with(&url())),
        "{files:?}"
    );
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn the_page_is_fast_and_keeps_no_memory() {
    let Some(mut browser) = browser() else { return };
    let names = browser.evaluate("tables.examples.map((one) => one.name)");
    for name in names.as_array().unwrap() {
        let name = name.as_str().unwrap();
        set_value(&mut browser, "example", name);
        // From the key to the end of the layout, for a key that changes the number of every line.
        let script = "new Promise(async (done) => {
            const times = [];
            for (let at = 0; at < 21; at += 1) {
                text.focus();
                text.setSelectionRange(0, at % 2);
                const before = figures.shown, began = performance.now();
                document.execCommand('insertText', false, at % 2 ? '' : '\\n');
                while (figures.shown === before || busy) await new Promise((next) => { const port = new MessageChannel(); port.port1.onmessage = next; port.port2.postMessage(0); });
                document.body.offsetHeight;
                times.push(performance.now() - began);
            }
            done(times.sort((a, b) => a - b)[10]);
        })";
        let median = browser.evaluate(script).as_f64().unwrap();
        println!("{name}: {median:.1} ms from a key to the result");
        // Ten times what is promised: other programs may run on the machine.
        assert!(median < 600.0, "{name}: {median} ms");
    }
    set_value(&mut browser, "example", "particles.wgsl");
    let edit = |browser: &mut Browser, count: u32| {
        browser.evaluate(&format!(
            "new Promise(async (done) => {{
                for (let at = 0; at < {count}; at += 1) {{
                    const before = figures.shown;
                    text.value = text.value.replace(/(\\/\\/ \\d*\\n)?$/, `// ${{at % 10}}\\n`);
                    text.dispatchEvent(new Event('input'));
                    while (figures.shown === before || busy) await new Promise((next) => {{ const port = new MessageChannel(); port.port1.onmessage = next; port.port2.postMessage(0); }});
                }}
                done(true);
            }})"
        ));
        browser.call("HeapProfiler.collectGarbage", json!({}));
        let heap = browser.call("Runtime.getHeapUsage", json!({}))["usedSize"]
            .as_f64()
            .unwrap();
        (browser.evaluate("figures.memory").as_u64().unwrap(), heap)
    };
    let (module, heap) = edit(&mut browser, 200);
    let (module_after, heap_after) = edit(&mut browser, 1800);
    println!("after 200 and 2,000 edits: module {module} and {module_after} bytes, page {heap} and {heap_after} bytes");
    assert_eq!(module_after, module);
    // What the page keeps varies by half a megabyte; an answer kept for each edit would be a hundred.
    assert!(heap_after < heap + 4e6, "{heap} then {heap_after}");
    assert_eq!(browser.complaints, [""; 0]);
}

/// A request for a shader of the snapshots: its directives are the switches.
fn of_snapshot(path: &Path) -> Option<Value> {
    let text = fs::read_to_string(path).ok()?;
    let language = match path.extension()?.to_str()? {
        language @ ("wgsl" | "vert" | "frag" | "comp") => language,
        "spvasm" => "translate",
        _ => return None,
    };
    let comments = text
        .lines()
        .map_while(|line| line.strip_prefix("//").or_else(|| line.strip_prefix(';')));
    let mut switches = vec![("names", Some("true"))];
    for (key, value) in comments.filter_map(|line| line.split_once(':')) {
        let Some(switch) = spirula::switches::Switch::named(key.trim()) else {
            continue;
        };
        let value = value.trim();
        // A directive names files beside the shader, and a flag may have a value.
        match switch.takes {
            spirula::switches::Takes::File | spirula::switches::Takes::Files => continue,
            spirula::switches::Takes::Flag(_) => switches.push((switch.long, None)),
            _ => switches.push((switch.long, Some(value))),
        }
    }
    let target = [("target-env", Some("vulkan1.3"))];
    if !switches.iter().any(|(name, _)| *name == "target-env") {
        switches.extend(target);
    }
    Some(json!({"language": language, "text": text, "switches": switches}))
}

fn snapshots(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => snapshots(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn the_answers_are_those_of_the_library() {
    let Some(mut browser) = browser() else { return };
    let mut files = Vec::new();
    snapshots(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots"), &mut files);
    files.sort();
    let (mut compared, mut compiled) = (0, 0);
    for file in files {
        let Some(request) = of_snapshot(&file) else { continue };
        let request = request.to_string();
        let own = encoded(request.as_bytes());
        let length = u32::from_le_bytes(own[..4].try_into().unwrap()) as usize;
        let (answer, words) = own[4..].split_at(length);
        let expression = format!(
            "ask('request', {}).then((data) => ({{ answer: data.answer, trap: data.trap, words: btoa(Array.from(data.words ?? [], (byte) => String.fromCharCode(byte)).join('')) }}))",
            Value::from(request)
        );
        let theirs = browser.evaluate(&expression);
        assert!(theirs["trap"].is_null(), "{}: {}", file.display(), theirs["trap"]);
        let their_words = BASE64.decode(theirs["words"].as_str().unwrap().as_bytes()).unwrap();
        assert!(their_words == words, "{}: the words differ", file.display());
        let answer: Value = serde_json::from_slice(answer).unwrap();
        assert!(theirs["answer"] == answer, "{}: the answer differs", file.display());
        compared += 1;
        compiled += usize::from(!words.is_empty());
    }
    println!("{compared} answers are equal, {compiled} of them with words");
    assert!(compiled > 250, "{compiled} of {compared}");
}

/// What ends the module in the worker is a message, and the next answer comes from a new one.
#[test]
fn a_trap_ends_nothing_but_its_answer() {
    let Some(mut browser) = browser() else { return };
    // naga's front end takes a frame of the stack for each.
    let chain = " else if a == 1 { a = 2; }".repeat(30_000);
    let deep = format!("@compute @workgroup_size(1) fn main() {{ var a = 0; if a == 0 {{ a = 1; }}{chain} }}");
    for _ in 0..3 {
        set_text(&mut browser, &deep);
        let shown = messages(&mut browser);
        assert!(shown.contains("Spirula stopped: it is nested too deeply"), "{shown}");
        set_text(&mut browser, MISTAKE);
        assert!(messages(&mut browser).contains("line 5, column 18"));
    }
    // A module on which naga panics: its own part says so, and the rest is there.
    let mut files = Vec::new();
    snapshots(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots"), &mut files);
    files.sort();
    spirula::source::guard::keep_guarded_panics_quiet();
    let panics = files.iter().find(|file| {
        let request = of_snapshot(file).and_then(|request| serde_json::from_value(request).ok());
        request.is_some_and(|request| beside_naga(&request).contains("panic: "))
    });
    let text = fs::read_to_string(panics.unwrap()).unwrap();
    set_value(&mut browser, "target-env", "vulkan1.3");
    set_text(&mut browser, &text);
    browser.and_answer(|browser| click(browser, "#compare"));
    let shown = browser.text("document.getElementById('panel').innerText");
    assert!(
        shown.starts_with("naga stopped: ") && !shown.contains("/root/"),
        "{shown}"
    );
    click(&mut browser, "#tab-assembly");
    assert!(
        browser
            .text("document.getElementById('panel').innerText")
            .contains("OpFunctionEnd")
    );
    set_text(&mut browser, &MISTAKE.replace("= dat[", "= data["));
    click(&mut browser, "#tab-naga");
    assert!(
        browser
            .text("document.getElementById('panel').innerText")
            .contains("words, Spirula")
    );
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn the_page_is_small_and_looks_right() {
    let Some(mut browser) = browser() else { return };
    let module = fs::read(folder().join("spirula.wasm")).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, &module).unwrap();
    let packed = encoder.finish().unwrap().len();
    println!("{packed} bytes after gzip -9");
    assert!(packed <= LIMIT, "{packed}");
    // A line with its instructions, in the middle of both lists.
    set_value(&mut browser, "example", "image_filter.wgsl");
    browser.evaluate(
        "(() => { const note = document.querySelector('#source .note.proved, #source .note.kept'); \
         goTo(Number(note.closest('li').id.slice(1)), 1); mark(true); })()",
    );
    for (name, width, height, is_dark) in [
        ("desktop", 1280, 800, false),
        ("desktop-dark", 1280, 800, true),
        ("telephone", 390, 844, false),
    ] {
        browser.resize(width, height, is_dark);
        // Nothing is wider than the window.
        let overflow = browser.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert!(overflow.as_f64().unwrap() <= 0.0, "{name}: {overflow}");
        fs::write(folder().join(format!("{name}.png")), browser.picture()).unwrap();
    }
    // Every control has a name.
    let nameless = "[...document.querySelectorAll('input, select, textarea, button')].filter((one) => !one.hidden && \
                    !one.labels?.length && !one.getAttribute('aria-label') && !one.textContent.trim()).length";
    assert_eq!(browser.evaluate(nameless), 0);
}
