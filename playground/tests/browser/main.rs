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
    // A damaged link is the first example, and nothing in a page that is open.
    browser.open(&format!("{}#1.abc", url()));
    assert!(browser.text("text.value").contains("fn "));
    let summary = "document.getElementById('summary').textContent";
    assert!(browser.text(summary).contains("damaged"));
    set_text(&mut browser, MINE);
    browser.evaluate("location.hash = '#1.abcd', 0");
    wait_for(&mut browser, &format!("{summary}.includes('damaged')"));
    assert_eq!(browser.text("text.value"), MINE);
    // The way back and forward in the history is between links.
    browser.and_answer(|browser| drop(browser.evaluate(&format!("location.href = {}, 0", Value::from(link.as_str())))));
    assert_eq!(browser.text("text.value"), text);
    browser.evaluate("history.back(), 0");
    wait_for(&mut browser, "location.hash === '#1.abcd'");
    browser.and_answer(|browser| drop(browser.evaluate("history.forward(), 0")));
    assert_eq!(browser.text("location.href"), link);
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

/// A shader of 200 functions.
fn of_2000_lines() -> String {
    let mut text = "@group(0) @binding(0) var<storage, read_write> data: array<f32>;\n".to_owned();
    let mut calls = String::new();
    for at in 0..200 {
        text += &format!(
            "fn f{at}(i: u32) -> f32 {{\n    var sum = f32(i);\n    for (var k = 0u; k < {at}u; k++) {{\n        \
             sum += data[i + k];\n        if sum > 9.0 {{\n            data[k] = sum;\n        }}\n    }}\n    return sum;\n}}\n"
        );
        calls += &format!("    data[{at}] = f{at}(id.x);\n");
    }
    text + "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) {\n" + &calls + "}\n"
}

#[test]
fn the_page_is_fast_and_keeps_no_memory() {
    let Some(mut browser) = browser() else { return };
    let names = browser.evaluate("tables.examples.map((one) => one.name)");
    let long = "2,000 lines";
    for name in names.as_array().unwrap().iter().filter_map(Value::as_str).chain([long]) {
        match name == long {
            true => {
                set_value(&mut browser, "language", "wgsl");
                put_text(&mut browser, &of_2000_lines());
            }
            false => set_value(&mut browser, "example", name),
        }
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
        // What is collected may free more at the next collection.
        let heap = (0..4).map(|_| {
            browser.evaluate("new Promise((next) => setTimeout(next, 50))");
            browser.call("HeapProfiler.collectGarbage", json!({}));
            browser.call("Runtime.getHeapUsage", json!({}))["usedSize"]
                .as_f64()
                .unwrap()
        });
        let heap = heap.fold(f64::INFINITY, f64::min);
        (browser.evaluate("figures.memory").as_u64().unwrap(), heap)
    };
    let (module, heap) = edit(&mut browser, 200);
    let (module_after, heap_after) = edit(&mut browser, 1800);
    println!("after 200 and 2,000 edits: module {module} and {module_after} bytes, page {heap} and {heap_after} bytes");
    assert_eq!(module_after, module);
    // What the page keeps varies by some kilobytes; an answer kept for each edit would be a hundred megabytes.
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

/// Waits until an expression is true.
fn wait_for(browser: &mut Browser, expression: &str) {
    browser.evaluate(&format!(
        "new Promise(async (done) => {{ while (!({expression})) await new Promise((next) => setTimeout(next, 5)); done(true); }})"
    ));
}

fn put_text(browser: &mut Browser, text: &str) {
    let text = Value::from(text);
    browser.and_answer(|browser| {
        browser.evaluate(&format!(
            "text.value = {text}, text.dispatchEvent(new Event('input')), 0"
        ));
    });
}

#[test]
fn the_lines_under_the_text_area_are_those_of_its_text() {
    let Some(mut browser) = browser() else { return };
    let shown = "[...document.querySelectorAll('#source li')].map((line) => line.innerText).join('|')";
    put_text(&mut browser, "");
    assert_eq!(browser.text(shown), "1");
    put_text(&mut browser, "// one\r\n\r\n");
    assert_eq!(browser.text(shown), "1// one|2|3");
    // An error at the end of the text has a line.
    put_text(&mut browser, "fn main() {\n");
    assert_eq!(browser.text("document.querySelector('#source li.wrong').id"), "s2");
    // Nothing of the text is wider or higher than its area, or has another height than its line.
    let wide = [
        "文字".repeat(200),
        format!("{}\n// {}", "\t".repeat(200), "a".repeat(300)),
        "🐌👩‍👩‍👧".repeat(90),
        "é".repeat(900),
        "\u{1d11e}e\u{301}\u{fdfd}".repeat(50),
        "\n// x".repeat(5000),
    ];
    for text in wide {
        put_text(&mut browser, &format!("// {text}\n"));
        for (inside, outside) in [
            ("text.scrollWidth", "text.clientWidth"),
            ("text.scrollHeight", "text.clientHeight"),
        ] {
            let excess = browser.evaluate(&format!("{inside} - {outside}")).as_f64().unwrap();
            assert!(excess <= 1.0, "{inside}: {excess}");
        }
        let height = "document.getElementById('source').lastElementChild.getBoundingClientRect().bottom - text.getBoundingClientRect().bottom";
        assert!(browser.evaluate(height).as_f64().unwrap().abs() < 1.0);
        let lines =
            "[...document.querySelectorAll('#source li')].every((line) => Math.abs(line.offsetHeight - 19.5) <= 0.5)";
        assert_eq!(browser.evaluate(lines), true);
    }
    // The area has the focus after a click below its last line.
    put_text(&mut browser, MINE);
    for kind in ["mousePressed", "mouseReleased"] {
        let parameters = json!({"type": kind, "x": 300, "y": 500, "button": "left", "clickCount": 1});
        browser.call("Input.dispatchMouseEvent", parameters);
    }
    assert_eq!(browser.text("document.activeElement.id"), "text");
    // What is undone and redone is answered, too.
    put_text(&mut browser, MINE);
    browser.and_answer(|browser| {
        browser.evaluate("text.focus(), text.setSelectionRange(0, 0)");
        browser.type_text("wrong");
    });
    for (command, is_wrong) in [("undo", false), ("redo", true)] {
        browser.and_answer(|browser| drop(browser.evaluate(&format!("document.execCommand('{command}')"))));
        assert_eq!(messages(&mut browser).contains("wrong"), is_wrong);
    }
    assert_eq!(browser.complaints, [""; 0]);
}

const MINE: &str = "@compute @workgroup_size(1) fn mine() {}";

/// A link with a state in JSON.
fn link(browser: &mut Browser, kept: &Value) -> String {
    let fragment = browser.text(&format!(
        "piped(new TextEncoder().encode(JSON.stringify({kept})), new CompressionStream('deflate-raw')).then((bytes) => \
         btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_'))"
    ));
    format!("{}#1.{fragment}", url())
}

#[test]
fn a_link_with_a_state_that_is_wrong_is_the_first_example() {
    let Some(mut browser) = browser() else { return };
    let kept =
        |switches: Value, files: Value| json!({"language": "wgsl", "text": MINE, "switches": switches, "files": files});
    for wrong in [
        json!(null),
        json!([]),
        kept(json!([["strict", "x"]]), json!([])),
        kept(json!([["enable", [5]]]), json!([])),
        kept(json!([]), json!([1])),
        kept(json!([]), json!([["a.json", 1]])),
        json!({"language": "constructor", "text": "", "switches": [], "files": []}),
    ] {
        let link = link(&mut browser, &wrong);
        browser.open(&link);
        assert!(browser.text("text.value").contains("fn "), "{wrong}");
        assert_eq!(browser.complaints, [""; 0], "{wrong}");
    }
    // What is unknown is left out, and what contradicts itself is a message and can be unset.
    let switches = json!([
        ["unknown", ["x"]],
        ["device", ["d.json"]],
        ["strict", [null]],
        ["core-only", [null]]
    ]);
    let link = link(&mut browser, &kept(switches, json!([["d.json", DEVICE]])));
    browser.open(&link);
    assert_eq!(browser.text("text.value"), MINE);
    assert!(messages(&mut browser).contains("exclude each other"));
    browser.and_answer(|browser| click(browser, "#strict"));
    browser.and_answer(|browser| click(browser, "[data-switch=core-only] input"));
    assert_eq!(messages(&mut browser), "");
    assert_eq!(browser.evaluate("document.getElementById('strict').disabled"), true);
    // A file that no switch names any more is not in the link.
    browser.evaluate("document.getElementById('options').open = true");
    browser.and_answer(|browser| click(browser, "[data-switch=device] .chip button"));
    assert_eq!(browser.evaluate("state.files.size"), 0);
    assert_eq!(
        browser.evaluate("document.activeElement.closest('[data-switch]').dataset.switch"),
        "device"
    );
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn switches_take_what_the_command_line_takes() {
    let Some(mut browser) = browser() else { return };
    let add = |browser: &mut Browser, switch: &str, value: &str| {
        browser.and_answer(|browser| {
            browser.evaluate("document.getElementById('options').open = true");
            browser.evaluate(&format!(
                "document.querySelector('[data-switch={switch}] input').focus()"
            ));
            browser.type_text(value);
            browser.press("Enter", 13);
        });
        messages(browser)
    };
    set_value(&mut browser, "target-env", "vulkan1.1");
    assert_eq!(add(&mut browser, "enable", "shaderFloat64,shaderInt64"), "");
    assert!(add(&mut browser, "enable", "shaderInt64,nothing").contains("nothing"));
    // What is typed into another field stays, and so does the focus.
    browser.evaluate("document.querySelector('[data-switch=disable] input').value = 'half a name'");
    browser.and_answer(|browser| click(browser, "[data-switch=enable] .chip:nth-of-type(2) button"));
    assert_eq!(messages(&mut browser), "");
    assert_eq!(
        browser.text("document.querySelector('[data-switch=disable] input').value"),
        "half a name"
    );
    assert_eq!(
        browser.text("document.activeElement.closest('[data-switch]').dataset.switch"),
        "enable"
    );
    // Each field completes its own names.
    let names = |browser: &mut Browser, switch: &str| {
        browser.text(&format!(
            "[...document.querySelector('[data-switch={switch}] input').list.options].map((one) => one.value).join()"
        ))
    };
    assert_eq!(names(&mut browser, "platform"), "android,windows,linux,macos");
    assert!(names(&mut browser, "workaround").len() > 20);
    // Every name and every choice is one that the switch takes.
    let all = browser.evaluate("tables.switches");
    for one in all.as_array().unwrap() {
        let long = one["long"].as_str().unwrap();
        let known = spirula::switches::Switch::named(long).unwrap();
        let choices = one["choices"].as_array().unwrap().iter().map(|choice| &choice[0]);
        for value in one["names"].as_array().unwrap().iter().chain(choices) {
            assert_eq!(known.check(value.as_str().unwrap()), Ok(()), "--{long} {value}");
        }
    }
    // A module that is checked is not compiled: switches about shaders wait until it is again.
    assert!(add(&mut browser, "override", "wrong").contains("override"));
    set_value(&mut browser, "language", "check");
    assert!(!messages(&mut browser).contains("override"));
    set_value(&mut browser, "language", "wgsl");
    assert!(messages(&mut browser).contains("override"));
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn files_of_all_kinds_are_opened_one_after_the_other() {
    let Some(mut browser) = browser() else { return };
    let place = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = place.path().join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let summary = "document.getElementById('summary').textContent";
    // A module of the other byte order.
    let words = spirula::words::assemble_text(include_str!("../../examples/faulty.spvasm"), 0x0001_0300).unwrap();
    let big: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    let big = file("big.bin", &big);
    browser.and_answer(|browser| browser.drop_file(&big));
    assert!(messages(&mut browser).contains("typing/"));
    // A name decides nothing but the language, and those of JavaScript's objects are no languages.
    let name = file("blur.comp.glsl", b"#version 450\nvoid main() {}\n");
    browser.and_answer(|browser| browser.drop_file(&name));
    assert_eq!(browser.text("state.language"), "comp");
    let name = file("a.constructor", b"#version 450\nvoid main() { }\n");
    browser.and_answer(|browser| browser.drop_file(&name));
    assert_eq!(
        (browser.text("state.language"), messages(&mut browser)),
        ("comp".to_owned(), String::new())
    );
    // A device as PowerShell writes it, whose name looks like that of one of several profiles, or like markup.
    let wide: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(DEVICE.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let name = file("<img src=x onerror=hit()>#1.json", &wide);
    browser.and_answer(|browser| browser.drop_file(&name));
    assert_eq!(messages(&mut browser), "");
    assert_eq!(
        browser.evaluate("document.querySelectorAll('main img, #options img, #bar img').length"),
        0
    );
    // What is no text is refused by name, as is a folder.
    let text = browser.text("text.value");
    let name = file("latin.wgsl", b"// \xe9\n");
    browser.drop_file(&name);
    wait_for(&mut browser, &format!("{summary}.startsWith('latin.wgsl: ')"));
    let folder = place.path().join("folder");
    fs::create_dir(&folder).unwrap();
    browser.drop_file(&folder);
    wait_for(&mut browser, &format!("{summary}.startsWith('folder: ')"));
    assert_eq!(browser.text("text.value"), text);
    // Text that is dragged is for the text area.
    let y = browser.evaluate("Math.round(text.getBoundingClientRect().y) + 5");
    browser.and_answer(|browser| {
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({"items": [{"mimeType": "text/plain", "data": "dragged"}], "dragOperationsMask": 1});
            let parameters = json!({"type": kind, "x": 200, "y": y, "data": data});
            browser.call("Input.dispatchDragEvent", parameters);
        }
    });
    assert!(browser.text("text.value").contains("dragged"));
    assert_eq!(browser.complaints, [""; 0]);
}

/// A worker that does not answer, as one whose front end does not end.
const SILENT: &str = "worker.postMessage = () => {}, 0";

#[test]
fn a_call_that_does_not_end_is_given_up_when_another_waits() {
    let Some(mut browser) = browser() else { return };
    let summary = "document.getElementById('summary').textContent";
    browser.evaluate(SILENT);
    browser.evaluate("text.focus(), text.select()");
    browser.type_text("@compute @workgroup_size(1) fn a() {}");
    wait_for(&mut browser, &format!("{summary} === 'Working…'"));
    browser.and_answer(|browser| browser.type_text("\nfn b() {}"));
    assert!(browser.text(summary).contains("words"));
    // The newest text is answered, although no key follows.
    browser.evaluate(SILENT);
    browser.and_answer(|browser| {
        browser.type_text("\nfn c() {}");
        browser.type_text("\nfn d() {");
    });
    assert!(messages(&mut browser).contains("line 4"));
    // A file that is dropped is opened, and a download is of the newest text.
    browser.evaluate(SILENT);
    browser.type_text("\n}");
    let place = tempfile::tempdir().unwrap();
    let module = place.path().join("faulty.spv");
    let words = spirula::words::assemble_text(include_str!("../../examples/faulty.spvasm"), 0x0001_0300).unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(&module, &bytes).unwrap();
    browser.drop_file(&module);
    wait_for(&mut browser, "state.language === 'check' && !busy");
    let taken = browser.text(
        "new Promise((done) => { URL.createObjectURL = (blob) => { blob.arrayBuffer().then((all) => \
         done(btoa(String.fromCharCode(...new Uint8Array(all))))); return '#'; }; \
         text.value = text.value.replace('; ', ''); document.getElementById('language').value = 'check'; \
         setText('OpCapability Shader\\nOpCapability Linkage\\nOpMemoryModel Logical GLSL450\\n', 'check'); update(); \
         document.getElementById('download').click(); })",
    );
    let taken = BASE64.decode(taken.as_bytes()).unwrap();
    assert_eq!(taken.len(), 4 * 12);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn parts_keep_their_place_while_there_is_a_mistake() {
    let Some(mut browser) = browser() else { return };
    browser.evaluate("document.querySelector('#panel .listing').scrollTop = 300");
    browser.and_answer(|browser| {
        browser.evaluate("text.focus(), text.setSelectionRange(0, 0)");
        browser.type_text("x");
    });
    assert!(messages(&mut browser).contains("line 1"));
    assert_eq!(browser.text("document.getElementById('panel').innerText"), "");
    browser.and_answer(|browser| drop(browser.evaluate("document.execCommand('delete')")));
    assert_eq!(
        browser.evaluate("document.querySelector('#panel .listing').scrollTop"),
        300
    );
    // The comparison stays chosen while the next one is made.
    browser.and_answer(|browser| click(browser, "#compare"));
    browser.evaluate(
        "globalThis.removed = 0, new MutationObserver(() => { removed += 1; }).observe(document.getElementById('tabs'), { childList: true })",
    );
    browser.and_answer(|browser| browser.type_text("\n"));
    assert_eq!(browser.evaluate("removed"), 0);
    assert_eq!(
        browser.text("document.querySelector('#tabs [aria-selected=true]').id"),
        "tab-naga"
    );
    browser.and_answer(|browser| click(browser, "#compare"));
    assert_eq!(browser.evaluate("document.getElementById('tab-naga')"), Value::Null);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn the_keyboard_reaches_everything_in_few_steps() {
    let Some(mut browser) = browser() else { return };
    // From the text to the end of the page.
    browser.evaluate("text.focus()");
    let mut stops = Vec::new();
    while stops.len() < 20 {
        browser.press("Tab", 9);
        let at = "document.activeElement === document.body ? '' : document.activeElement.id || document.activeElement.className || document.activeElement.tagName";
        match browser.text(at) {
            at if at.is_empty() => break,
            at => stops.push(at),
        }
    }
    assert_eq!(stops, ["tab-assembly", "listing", "number"]);
    browser.evaluate("document.getElementById('tab-assembly').focus()");
    for (key, code, tab) in [
        ("End", 35, "tab-layouts"),
        ("ArrowRight", 39, "tab-assembly"),
        ("ArrowLeft", 37, "tab-layouts"),
        ("Home", 36, "tab-assembly"),
    ] {
        browser.press(key, code);
        assert_eq!(browser.text("document.activeElement.id"), tab);
        assert_eq!(browser.text("document.querySelector('[aria-selected=true]').id"), tab);
    }
    // The arrow keys lead from link to link of the list.
    browser.evaluate("document.querySelector('#panel a.number').focus()");
    browser.press("ArrowDown", 40);
    assert_eq!(
        browser.evaluate("[...document.querySelectorAll('#panel a.number')].indexOf(document.activeElement)"),
        1
    );
    // What is read out changes with the result alone.
    browser.evaluate(
        "globalThis.changes = 0, new MutationObserver(() => { changes += 1; }).observe(document.getElementById('summary'), { childList: true, characterData: true, subtree: true })",
    );
    browser.and_answer(|browser| {
        browser.evaluate("text.focus()");
        browser.type_text("\n");
    });
    assert_eq!(browser.evaluate("changes"), 0);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn nothing_of_a_module_is_markup() {
    let Some(mut browser) = browser() else { return };
    let bad = "</code></li><img src=x onerror=hit()><b class='bad'>&lt;script>";
    let module = format!(
        "OpCapability Shader\nOpExtension \"{bad}\"\nOpMemoryModel Logical GLSL450\n\
         OpEntryPoint GLCompute %main \"{bad}\" %data\nOpExecutionMode %main LocalSize 1 1 1\n\
         OpName %block \"{bad}\"\nOpMemberName %block 0 \"{bad}\"\nOpName %data \"{bad}\"\nOpName %constant \"{bad}\"\nOpName %main \"{bad}\"\n\
         OpDecorate %constant SpecId 3\nOpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n\
         OpDecorate %data DescriptorSet 0\nOpDecorate %data Binding 0\n\
         %void = OpTypeVoid\n%function = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%constant = OpSpecConstant %uint 1\n\
         %block = OpTypeStruct %uint\n%pointer = OpTypePointer StorageBuffer %block\n%data = OpVariable %pointer StorageBuffer\n\
         %main = OpFunction %void None %function\n%label = OpLabel\nOpReturn\nOpFunctionEnd\n"
    );
    let faulty = module.replace("OpReturn\n", &format!("OpStore %data %constant\n\"{bad}\"\nOpReturn\n"));
    let commented = format!("// {bad}\n@group(0) @binding(0) var<uniform> a: u32;\nfn main() {{ {bad} }}\n");
    let mut parts = 0;
    for language in ["check", "translate", "wgsl", "comp"] {
        set_value(&mut browser, "language", language);
        for text in [&module, &module.replace("OpExtension", "; "), &faulty, &commented] {
            put_text(&mut browser, text);
            for tab in 0..browser
                .evaluate("document.querySelectorAll('#tabs button').length")
                .as_u64()
                .unwrap()
            {
                browser.evaluate(&format!("document.querySelectorAll('#tabs button')[{tab}].click()"));
                parts += usize::from(
                    browser
                        .text("document.getElementById('panel').innerHTML")
                        .contains("&lt;img"),
                );
                assert_eq!(
                    browser.evaluate("document.querySelectorAll('img, .bad, main script').length"),
                    0
                );
            }
            assert_eq!(
                browser.evaluate("document.querySelectorAll('img, .bad, main script').length"),
                0
            );
            // Each line is one item.
            assert_eq!(
                browser.evaluate("document.querySelectorAll('#source > *').length - text.value.split('\\n').length"),
                0
            );
        }
    }
    assert!(parts >= 4, "{parts}");
    // The page may ask for nothing, and a form may not be sent.
    let policy = browser.text("document.querySelector('meta[http-equiv=Content-Security-Policy]').content");
    for rule in ["default-src 'none'", "base-uri 'none'", "form-action 'none'"] {
        assert!(policy.contains(rule), "{policy}");
    }
    assert_eq!(browser.complaints, [""; 0]);
}

/// The contrast of the text of elements to what is behind it, at least.
const CONTRAST: &str = "(() => {
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    const light = ([red, green, blue]) => [red, green, blue].map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    return [...document.querySelectorAll('.note, .note a, #panel code, .number, #messages li, #messages strong, #summary, small, #tabs button, #about')].map((one) => {
        const behind = [];
        for (let at = one; at; at = at.parentElement) behind.unshift(getComputedStyle(at).backgroundColor);
        context.globalAlpha = 1;
        for (const colour of behind) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
        const back = light(context.getImageData(0, 0, 1, 1).data);
        const style = getComputedStyle(one);
        context.globalAlpha = Number(style.opacity);
        context.fillStyle = style.color;
        context.fillRect(0, 0, 1, 1);
        const front = light(context.getImageData(0, 0, 1, 1).data);
        return [(Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05), one.className + ' ' + one.tagName + ': ' + one.textContent.slice(0, 40)];
    }).sort((a, b) => a[0] - b[0])[0];
})()";

#[test]
fn the_text_is_readable_in_both_schemes_and_on_narrow_windows() {
    let Some(mut browser) = browser() else { return };
    for is_dark in [false, true] {
        browser.resize(1280, 800, is_dark);
        for name in ["particles.wgsl", "image_filter.wgsl", "faulty.spvasm"] {
            set_value(&mut browser, "example", name);
            // Marked as that of the caret, too.
            for marked in ["li.dataset.line === undefined", "true"] {
                browser.evaluate(&format!(
                    "document.querySelectorAll('.listing li').forEach((li) => li.classList.toggle('same', {marked}))"
                ));
                let least = browser.evaluate(CONTRAST);
                println!("{name}, dark: {is_dark}: {least}");
                assert!(least[0].as_f64().unwrap() >= 4.5, "{name}, dark: {is_dark}: {least}");
            }
        }
    }
    // 640 is a window of 1280 at 200 %, and 320 at 400 %.
    browser.evaluate("document.getElementById('options').open = true");
    for width in [640, 390, 320] {
        browser.resize(width, 640, false);
        for list in ["document.documentElement", "document.getElementById('switches')"] {
            let excess = browser.evaluate(&format!("{list}.scrollWidth - {list}.clientWidth"));
            assert!(excess.as_f64().unwrap() <= 0.0, "{list} at {width}: {excess}");
        }
    }
    assert_eq!(browser.complaints, [""; 0]);
}
