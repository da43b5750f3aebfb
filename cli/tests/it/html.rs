//! Tests of `--emit html`: the structure of the page, its links in both directions, the escaping, and the page in a
//! browser.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use super::place::Place;

const SHADER: &str = "// </code><script>alert('no')</script> & \"quotes\"
@group(0) @binding(0) var<uniform> turn: mat2x2<f32>;
struct Item { at: vec3<f32>, flag: u32, sizes: array<u32, 12>, last: vec3<f32> }
@group(0) @binding(1) var<storage, read_write> items: array<Item>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    if items[i].flag < 12u && i > 1u {
        items[i].sizes[i & 3u] = u32(turn[i & 1u].x);
    }
}
";

fn page() -> String {
    let place = Place::with(&[("a&b.wgsl", SHADER)]);
    let run = place.run(&[
        "compile",
        "a&b.wgsl",
        "--emit",
        "html",
        "-o",
        "-",
        "--target-env",
        "vulkan1.1",
    ]);
    String::from_utf8(run.good().stdout).unwrap()
}

/// The tags of a page with their attributes, in order.
fn tags(page: &str) -> Vec<(&str, BTreeMap<&str, &str>)> {
    let (head, body) = page.split_once("<body>").unwrap();
    assert!(head.starts_with("<!doctype html>\n<html lang=\"en\">"));
    let body = body.split_once("<script>").unwrap().0;
    let mut tags = Vec::new();
    for tag in body.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap_or_else(|| panic!("<{tag} has no end"));
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while let Some((key, value)) = rest.split_once("=\"") {
            let (value, after) = value.split_once('"').unwrap();
            attributes.insert(key.trim(), value);
            rest = after;
        }
        tags.push((name, attributes));
    }
    tags
}

#[test]
fn every_tag_is_closed_and_nothing_is_fetched() {
    let page = page();
    let mut open = Vec::new();
    for (name, _) in tags(&page) {
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn the_text_of_the_shader_is_no_markup() {
    let page = page();
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("&lt;/code&gt;&lt;script&gt;alert(&#39;no&#39;)&lt;/script&gt; &amp; &quot;quotes&quot;"));
    assert!(page.contains("<title>a&amp;b.wgsl</title>"));
    assert!(page.contains("vec3&lt;f32&gt;"));
}

#[test]
fn lines_are_linked_in_both_directions() {
    let page = page();
    let tags = tags(&page);
    let ids: Vec<&str> = tags
        .iter()
        .filter_map(|(_, attributes)| attributes.get("id").copied())
        .collect();
    assert_eq!(
        ids.len(),
        ids.iter().collect::<BTreeSet<_>>().len(),
        "an id is given twice"
    );
    for (name, attributes) in tags.iter().filter(|(name, _)| *name == "a") {
        let to = attributes["href"].strip_prefix('#').unwrap();
        assert!(ids.contains(&to), "<{name}> leads to {to}, which is not there");
    }
    // A linked line is a list item with the number of its source line, followed by a link.
    let linked = tags.windows(2).filter(|pair| pair[0].1.contains_key("data-line"));
    let linked: BTreeMap<&str, (&str, &str)> = linked
        .map(|pair| {
            (
                pair[0].1["id"],
                (pair[0].1["data-line"], pair[1].1["href"].trim_start_matches('#')),
            )
        })
        .collect();
    let (mut from_source, mut from_assembly) = (BTreeSet::new(), 0);
    for (id, (line, to)) in &linked {
        let (other_line, back) = linked[to];
        assert_eq!(other_line, *line, "{id}");
        if id.starts_with('s') {
            assert_eq!((*id, back), (format!("s{line}").as_str(), *id));
            from_source.insert(line.parse::<usize>().unwrap());
        } else {
            assert_eq!(*to, format!("s{line}"));
            from_assembly += 1;
        }
    }
    assert_eq!(from_source, BTreeSet::from([6, 7]));
    assert!(from_assembly > 10, "{from_assembly} lines of assembly");
    // `OpStore` belongs to the line of the assignment.
    let store = page.lines().rfind(|line| line.contains("OpStore")).unwrap();
    assert!(store.contains("data-line=\"7\""), "{store}");
    assert!(!page.contains("OpLine") && !page.contains("OpSource"));
}

#[test]
fn layouts_checks_and_reflection_are_shown() {
    let page = page();
    let line = |number: usize| {
        let line = page
            .lines()
            .find(|line| line.contains(&format!("<li id=\"s{number}\"")));
        line.unwrap_or_else(|| panic!("{page}"))
    };
    assert!(line(3).contains(">layout of Item</a>"), "{}", line(3));
    assert!(line(6).contains("class=\"note kept\">index, checked: "), "{}", line(6));
    assert!(
        line(7).contains("class=\"note proved\">index, not checked: "),
        "{}",
        line(7)
    );
    assert!(page.contains("set 0, binding 1 `items`: StorageBuffer"));
    assert!(page.contains("Workgroup of 4 × 1 × 1"));
    assert!(
        page.contains("turn as the module holds it (the twin), 16 bytes"),
        "{page}"
    );
    // Each row of a layout table has 16 bytes, except the last. The heading of a row spans two columns.
    let tables = page.split("<table class=\"bytes\">").skip(1);
    let mut drawn = 0;
    for table in tables {
        let table = table
            .split_once("<tbody>\n")
            .unwrap()
            .1
            .split_once("</tbody>")
            .unwrap()
            .0;
        let rows: Vec<u32> = table
            .split("<tr>")
            .skip(1)
            .map(|row| {
                let spans = row.split("<td").skip(1);
                let spans = spans.map(|cell| cell.split("colspan=\"").nth(1).unwrap().split('"').next().unwrap());
                spans.map(|span| span.parse::<u32>().unwrap()).sum()
            })
            .collect();
        let (last, whole) = rows.split_last().unwrap();
        assert!(whole.iter().all(|&row| row == 16) && *last <= 16, "{rows:?}: {table}");
        drawn += 1;
    }
    assert!(drawn >= 2, "{drawn} tables");
    // `at` has 12 bytes, `flag` 4, `sizes` 48 (drawn as one row), `last` 12; then padding up to byte 80.
    assert!(
        page.contains("<td class=\"padding\" colspan=\"4\" title=\"bytes 76 to 79\">padding</td>"),
        "{page}"
    );
}

/// A browser without a window that opens no connections, with a profile of its own.
fn chromium(place: &Place) -> Command {
    let mut command = Command::new("chromium");
    command
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .arg(format!("--user-data-dir={}", place.path("profile").display()));
    command
}

/// A browser shows the page in both colour schemes. If `SPIRULA_SCREENSHOTS` is a folder, the pictures are kept there.
#[test]
fn a_browser_shows_the_page() {
    if Command::new("chromium").arg("--version").output().is_err() {
        assert!(
            std::env::var_os("SPIRULA_REQUIRE_CHROMIUM").is_none(),
            "chromium cannot be run"
        );
        println!("skipped: chromium cannot be run");
        return;
    }
    let place = Place::with(&[("page.html", &page())]);
    let mut pictures = Vec::new();
    for (name, switches) in [
        ("light", &[][..]),
        (
            "dark",
            &["--force-dark-mode", "--blink-settings=preferredColorScheme=0"][..],
        ),
    ] {
        let picture = place.path(&format!("{name}.png"));
        let done = chromium(&place)
            .args(["--hide-scrollbars", "--window-size=1400,1800"])
            .args(switches)
            .arg(format!("--screenshot={}", picture.display()))
            .arg(format!("file://{}", place.path("page.html").display()))
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let bytes = std::fs::read(&picture).unwrap();
        if let Some(folder) = std::env::var_os("SPIRULA_SCREENSHOTS") {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), &bytes).unwrap();
        }
        pictures.push(bytes);
    }
    assert!(
        pictures
            .iter()
            .all(|picture| picture.len() > 20_000 && picture.starts_with(b"\x89PNG"))
    );
    assert_ne!(pictures[0], pictures[1], "both schemes look the same");

    // The focus marks the lines that belong together, and the arrow keys move it to the next linked line.
    // A window that the system has not focused yet sends no event.
    let script = "const link = document.querySelector('#s7 a');
        link.focus();
        if (!document.hasFocus()) link.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
        const marked = [...document.querySelectorAll('.same')].map((line) => line.id);
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));
        const moved = document.activeElement.parentElement.id;
        document.body.textContent = `marked ${marked.join(' ')}, moved to ${moved}.`;\n</script>";
    place.write(
        "keys.html",
        page()
            .replace("</script>\n</body>", &format!("{script}\n</body>"))
            .as_bytes(),
    );
    let done = chromium(&place)
        .arg("--dump-dom")
        .arg(format!("file://{}", place.path("keys.html").display()))
        .output()
        .unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let marked = text
        .split_once("marked ")
        .and_then(|(_, rest)| rest.split_once(", moved to "))
        .unwrap_or_else(|| panic!("{text}"));
    let of_source = marked.0.split(' ').filter(|id| id.starts_with('s')).collect::<Vec<_>>();
    assert_eq!(of_source, ["s7"]);
    assert!(
        marked.0.split(' ').filter(|id| id.starts_with('a')).count() > 5,
        "{text}"
    );
    assert!(marked.1.starts_with("s6."), "{text}");
}
