// The page: the editor, the form of the switches, and the worker that answers.
//
// The state is the text, its language, the switches as the command line takes them, and the files that they name. Every
// change asks the worker; while it works, only the newest state waits. The HTML of the answer is the library's.
"use strict";
const $ = (id) => document.getElementById(id);
const element = (name, attributes = {}, ...children) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
};

const state = { language: "wgsl", text: "", switches: new Map(), files: new Map(), compare: false };
// The switches that the bar has its own controls for.
const IN_BAR = ["target-env", "strict"];
let tables = null;

// The worker, and the calls that it has not answered.

let module = null;
let worker = null;
let calls = new Map();
let lastCall = 0;

const startWorker = () => {
  worker?.terminate();
  worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
  calls = new Map();
  worker.onmessage = ({ data }) => {
    if (data.trap) {
      restart(data.trap);
      return;
    }
    const call = calls.get(data.id);
    calls.delete(data.id);
    call(data);
  };
  return ask("start", module);
};
// A new worker, because the module is in no state to go on. All that is asked of the old one ends with this message.
const restart = (trap) => {
  const old = calls;
  startWorker();
  for (const call of old.values()) call({ trap });
};

const ask = (name, input) => new Promise((answered) => {
  calls.set(++lastCall, answered);
  worker.postMessage({ id: lastCall, name, input });
});

// The page is one file: the module is in it, compressed.
const load = async () => {
  const packed = Uint8Array.from(atob($("wasm").textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  return (await startWorker()).tables;
};

// Asking, and showing the answer.

const request = () => JSON.stringify({
  language: state.language,
  text: state.text,
  switches: [...state.switches].flatMap(([name, values]) => values.map((value) => [name, value])),
  files: [...state.files],
});

// How long an answer may take after its question is no longer the newest, in milliseconds.
const PATIENCE = 3000;
let busy = false;
let again = false;
let asked = 0;
let answer = null;
let words = new Uint8Array();
// For tests: how often an answer was shown, and the size of the module's memory in bytes.
const figures = { shown: 0, memory: 0 };

const update = async () => {
  if (busy) {
    again = true;
    if (performance.now() - asked > PATIENCE) restart("it took too long");
    return;
  }
  busy = true;
  asked = performance.now();
  const data = await ask("request", request());
  if (!again) {
    show(data);
    figures.memory = data.memory ?? 0;
    if (state.compare && words.length > 0) await compare();
    figures.shown += 1;
  }
  busy = false;
  if (again) {
    again = false;
    update();
  }
};
// naga panics on some modules, so it is asked after everything else.
const compare = async () => {
  const of = answer;
  const { answer: html, trap } = await ask("compare", request());
  if (of !== answer || again) return;
  const said = trap ? element("pre", {}, `naga stopped: ${trap}`).outerHTML : html;
  if (said) answer.parts.push(["naga", "Beside naga", said]);
  showTabs();
};

const show = (data) => {
  const trap = data.trap && { messages: [{ severity: "error", text: `Spirula stopped: ${data.trap}`, notes: [] }], summary: "", source: "", parts: [] };
  answer = trap || data.answer;
  words = data.words ?? new Uint8Array();
  document.querySelectorAll("#source li.wrong").forEach((line) => line.classList.remove("wrong"));
  if (answer.source) fill($("source"), answer.source);
  for (const message of answer.messages) {
    if (message.line) $("source").children[message.line - 1]?.classList.add("wrong");
  }
  fit();
  const errors = answer.messages.filter((message) => message.severity === "error").length;
  $("summary").textContent = answer.summary || (errors === 1 ? "1 error" : `${errors} errors`);
  $("messages").replaceChildren(...answer.messages.map(shownMessage));
  $("download").disabled = words.length === 0;
  showTabs();
  mark(false);
};

const shownMessage = (message) => {
  const code = message.code ? `[${message.code}]` : "";
  const item = element("li", { className: message.severity }, element("strong", {}, `${message.severity}${code}: `), message.text);
  if (message.line) {
    const place = element("button", { type: "button", className: "place" }, `line ${message.line}${message.column ? `, column ${message.column}` : ""}`);
    place.onclick = () => goTo(message.line, message.column ?? 1);
    item.append(" ", place);
  }
  item.append(...message.notes.map((note) => element("p", {}, note)));
  return item;
};

// Makes the items of a list those of HTML with one item a line. Those at its beginning and its end that are the same stay
// in the document: an edit changes few.
const shownItems = new WeakMap();
const fill = (list, html) => {
  const items = html.split("\n").slice(0, -1);
  const old = shownItems.get(list) ?? [];
  let first = 0;
  while (first < Math.min(items.length, old.length) && items[first] === old[first]) first += 1;
  let last = 0;
  while (last < Math.min(items.length, old.length) - first && items.at(-1 - last) === old.at(-1 - last)) last += 1;
  const range = document.createRange();
  range.setStart(list, first);
  range.setEnd(list, old.length - last);
  range.deleteContents();
  const made = document.createElement("template");
  made.innerHTML = items.slice(first, items.length - last).join("");
  // The lines of the editor are for the mouse: what they lead to has a place in the tabs, too.
  if (list.ariaHidden) made.content.querySelectorAll("a").forEach((link) => { link.tabIndex = -1; });
  list.insertBefore(made.content, list.children[first] ?? null);
  shownItems.set(list, items);
};

// The parts of the answer. Only the chosen one is in the document.

let chosen = "assembly";
const showTabs = () => {
  const parts = answer.parts;
  const current = parts.find(([id]) => id === chosen) ?? parts[0];
  const known = [...$("tabs").children].map((tab) => tab.dataset.part).join();
  if (known !== parts.map(([id]) => id).join()) {
    $("tabs").replaceChildren(...parts.map(([id, title]) => {
      const tab = element("button", { type: "button", id: `tab-${id}`, textContent: title });
      tab.dataset.part = id;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", "panel");
      tab.onclick = () => { chosen = id; showTabs(); };
      return tab;
    }));
  }
  for (const tab of $("tabs").children) {
    const is = tab.dataset.part === current?.[0];
    tab.setAttribute("aria-selected", is);
    tab.tabIndex = is ? 0 : -1;
  }
  const panel = $("panel");
  if (!current) {
    panel.replaceChildren();
    panel.removeAttribute("aria-labelledby");
    return;
  }
  const [id, title, html] = current;
  panel.setAttribute("aria-labelledby", `tab-${id}`);
  let shown = panel.firstElementChild;
  if (shown?.dataset.part !== id) {
    shown = id === "assembly" ? element("ol", { className: "listing" }) : element("div", { className: "scroll" });
    shown.setAttribute("aria-label", title);
    shown.dataset.part = id;
    shown.tabIndex = 0;
    panel.replaceChildren(shown);
  }
  if (id === "assembly") fill(shown, html);
  else shown.innerHTML = html;
};
$("tabs").onkeydown = (event) => {
  const tabs = [...$("tabs").children];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  if (step && next) { next.click(); next.focus(); event.preventDefault(); }
};

// The editor: a text area over the lines of the answer, which have the numbers, the notes and the marks.

const text = $("text");
const fit = () => {
  const lines = text.value.split("\n");
  const columns = (line) => [...line].reduce((count, one) => count + (one === "\t" ? 4 - (count % 4) : 1), 0);
  const longest = lines.reduce((most, line) => (line.length > most.length ? line : most), "");
  text.style.height = `${Math.max(lines.length, 1) * 1.5}em`;
  text.style.width = `${columns(longest) + 2}ch`;
};
text.addEventListener("input", () => { state.text = text.value; fit(); update(); remember(); });
// A new line is indented as the one before it.
text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
  const before = text.value.slice(0, text.selectionStart).split("\n").pop();
  const indent = before.match(/^[ \t]*/)[0];
  if (indent && document.execCommand("insertText", false, `\n${indent}`)) event.preventDefault();
});
const lineOfCaret = () => text.value.slice(0, text.selectionStart).split("\n").length;
// Marks the lines of the assembly that belong to the caret's line. A click scrolls to them, too.
const mark = (moves) => {
  if (document.activeElement !== text) return;
  const line = $("source").children[lineOfCaret() - 1];
  markedLine = undefined;
  markLine(line?.dataset.line ? line : null, moves);
};
document.addEventListener("selectionchange", () => mark(false));
text.addEventListener("click", () => mark(true));
const goTo = (line, column) => {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0);
  const characters = [...(lines[line - 1] ?? "")];
  const place = start + characters.slice(0, column - 1).join("").length;
  text.focus();
  text.setSelectionRange(place, place);
  const editor = $("editor");
  editor.scrollTop = (line - 1) * (text.clientHeight / lines.length) - editor.clientHeight / 3;
};
// Links within the page do not change the address, which has the state.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link) return;
  event.preventDefault();
  const id = link.getAttribute("href").slice(1);
  if (/^s\d+$/.test(id)) { goTo(Number(id.slice(1)), 1); return; }
  const part = /^a\d+$/.test(id) ? "assembly" : "layouts";
  if (chosen !== part) { chosen = part; showTabs(); }
  document.getElementById(id)?.scrollIntoView({ block: "nearest" });
});

const setText = (value, language) => {
  text.value = value;
  // With the ends of lines that the editor has.
  state.text = text.value;
  if (language) { state.language = language; $("language").value = language; }
  fit();
  $("editor").scrollTop = 0;
};

// The form of the switches. Its values are `state.switches`, a list for each that is set.

const setSwitch = (name, values) => {
  if (values.length) state.switches.set(name, values);
  else state.switches.delete(name);
  refresh();
  update();
  remember();
};
// Shows which switches are set, and disables those that these exclude.
const refresh = () => {
  const set = [...state.switches];
  const shown = set.flatMap(([name, values]) => values.map((value) => (value === null ? `--${name}` : `--${name} ${value}`)));
  $("set").textContent = shown.join(" ");
  const excluded = new Set(set.flatMap(([name]) => tables.switches.find((one) => one.long === name)?.conflicts ?? []));
  for (const control of document.querySelectorAll("[data-switch]")) {
    for (const one of control.querySelectorAll("input, select, button")) one.disabled = excluded.has(control.dataset.switch);
  }
  $("target-env").disabled = excluded.has("target-env");
  $("strict").disabled = excluded.has("strict");
  $("target-env").value = state.switches.get("target-env")?.[0] ?? "";
  $("strict").checked = state.switches.has("strict");
};
const controls = {
  flag: (one, values) => {
    const input = element("input", { type: "checkbox", checked: values.length > 0 });
    input.onchange = () => setSwitch(one.long, input.checked ? [null] : []);
    return [input];
  },
  select: (one, values, choices) => {
    const input = element("select", {}, element("option", { value: "", textContent: "default" }), ...choices.map(([name, help]) => element("option", { value: name, textContent: name, title: help })));
    input.value = values[0] ?? "";
    input.onchange = () => setSwitch(one.long, input.value ? [input.value] : []);
    return [input];
  },
  one: (one, values) => {
    const input = field(one);
    input.value = values[0] ?? "";
    input.onchange = () => setSwitch(one.long, input.value ? [input.value] : []);
    return [input];
  },
  list: (one, values) => {
    const input = field(one);
    const add = () => {
      if (!input.value && one.takes !== "list-or-none") return;
      const value = input.value || null;
      input.value = "";
      if (!values.includes(value)) setSwitch(one.long, [...values, value]);
      form();
      document.querySelector(`[data-switch="${one.long}"] input`)?.focus();
    };
    input.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } };
    const button = element("button", { type: "button", textContent: "Add", onclick: add });
    return [...values.map((value) => chip(one, value, values)), input, button];
  },
  file: (one, values) => {
    const input = element("input", { type: "file", multiple: one.takes === "files" });
    input.onchange = async () => {
      const read = await Promise.all([...input.files].map(async (file) => [file.name, await file.text()]));
      addFiles(one.long, read);
    };
    return [...values.map((value) => chip(one, value, values)), input];
  },
};
const addFiles = (long, read) => {
  const one = tables.switches.find((other) => other.long === long);
  for (const [name, content] of read) state.files.set(name, content);
  // What this excludes is not asked any more.
  for (const other of one.conflicts) state.switches.delete(other);
  const values = one.takes === "files" ? state.switches.get(long) ?? [] : [];
  setSwitch(long, [...new Set([...values, ...read.map(([name]) => name)])]);
  form();
};
const chip = (one, value, values) => {
  const button = element("button", { type: "button", textContent: "×" });
  button.setAttribute("aria-label", `remove ${value ?? one.long}`);
  button.onclick = () => {
    if (one.takes.startsWith("file")) state.files.delete(value);
    setSwitch(one.long, values.filter((other) => other !== value));
    form();
  };
  return element("span", { className: "chip" }, value ?? "all", button);
};
const field = (one) => {
  const input = element("input", { type: "text", placeholder: one.value, spellcheck: false, autocomplete: "off" });
  if (tables.names[one.value]) input.setAttribute("list", `names-${tables.switches.indexOf(tables.switches.find((other) => other.value === one.value))}`);
  return input;
};
const control = (one) => {
  const values = state.switches.get(one.long) ?? [];
  switch (one.takes) {
    case "flag": return controls.flag(one, values);
    case "bool": return controls.select(one, values, [["true", ""], ["false", ""]]);
    case "choice": return controls.select(one, values, one.choices);
    case "list": case "list-or-none": return controls.list(one, values);
    case "file": case "files": return controls.file(one, values);
    default: return controls.one(one, values);
  }
};
const form = () => {
  const lists = Object.entries(tables.names).map(([value, names]) => {
    const first = tables.switches.findIndex((one) => one.value === value);
    return element("datalist", { id: `names-${first}` }, ...names.map((name) => element("option", { value: name })));
  });
  const section = (name, title) => {
    const own = tables.switches.filter((one) => one.section === name && !IN_BAR.includes(one.long));
    return element("fieldset", {}, element("legend", { textContent: title }), ...own.map((one) => {
      const row = element("div", { className: "row" }, ...control(one));
      for (const input of row.querySelectorAll("input, select")) {
        input.setAttribute("aria-label", `--${one.long}`);
        input.setAttribute("aria-describedby", `help-${one.long}`);
      }
      const help = element("small", { id: `help-${one.long}`, textContent: one.help });
      const made = element("div", { className: "switch" }, element("span", { className: "name", textContent: `--${one.long}` }), row, help);
      made.dataset.switch = one.long;
      return made;
    }));
  };
  $("switches").replaceChildren(...lists, section("target", "Target"), section("shader", "Shader"));
  refresh();
};
$("switches").onsubmit = (event) => event.preventDefault();
$("bar").onsubmit = (event) => event.preventDefault();

// The bar.

$("language").onchange = () => { state.language = $("language").value; update(); remember(); };
$("target-env").onchange = () => setSwitch("target-env", $("target-env").value ? [$("target-env").value] : []);
$("strict").onchange = () => setSwitch("strict", $("strict").checked ? [null] : []);
$("compare").onchange = () => { state.compare = $("compare").checked; if (state.compare) chosen = "naga"; update(); remember(); };
$("example").onchange = () => {
  const example = tables.examples.find((one) => one.name === $("example").value);
  if (!example) return;
  setText(example.text, example.language);
  update();
  remember();
};
$("download").onclick = () => {
  const link = element("a", { href: URL.createObjectURL(new Blob([words])), download: "shader.spv" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
};
$("open").onclick = () => $("file").click();
$("file").onchange = () => { for (const file of $("file").files) open(file); $("file").value = ""; };

// A file that is opened or dropped: a device, bindings, a module, or a shader whose language its name tells.
const LANGUAGES = { wgsl: "wgsl", vert: "vert", frag: "frag", comp: "comp", spvasm: "check" };
const open = async (file) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const ending = file.name.replace(/\.glsl$/i, "").split(".").pop().toLowerCase();
  if (ending === "json") {
    const content = new TextDecoder().decode(bytes);
    addFiles(content.trimStart().startsWith("[") ? "bindings" : "device", [[file.name, content]]);
    return;
  }
  const magic = [0x03, 0x02, 0x23, 0x07];
  const begins = (order) => order.every((byte, at) => bytes[at] === byte);
  if (ending === "spv" || begins(magic) || begins([...magic].reverse())) {
    const { answer: found, trap } = await ask("disassemble", bytes);
    if (found?.text === undefined) {
      $("summary").textContent = `${file.name}: ${found?.error ?? trap}`;
      return;
    }
    setText(found.text, "check");
  } else {
    setText(new TextDecoder().decode(bytes), LANGUAGES[ending] ?? state.language);
  }
  $("example").value = "";
  update();
  remember();
};
document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  for (const file of event.dataTransfer.files) open(file);
});

// The state in the address: compressed JSON in base64url.

const piped = async (bytes, through) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
const packed = async () => {
  const kept = { language: state.language, text: state.text, switches: [...state.switches], files: [...state.files], compare: state.compare };
  const bytes = await piped(new TextEncoder().encode(JSON.stringify(kept)), new CompressionStream("deflate-raw"));
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#1.${btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
};
const unpacked = async (fragment) => {
  if (!fragment.startsWith("#1.")) return null;
  try {
    const characters = atob(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await piped(Uint8Array.from(characters, (one) => one.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const kept = JSON.parse(new TextDecoder().decode(bytes));
    // A link of another version may have switches that are not known here.
    kept.switches = kept.switches.filter(([name]) => tables.switches.some((one) => one.long === name));
    const languages = [...$("language").options].map((option) => option.value);
    return typeof kept.text === "string" && languages.includes(kept.language) && Array.isArray(kept.files) ? kept : null;
  } catch {
    return null;
  }
};
let remembering = 0;
let own = "";
const remember = () => {
  clearTimeout(remembering);
  remembering = setTimeout(save, 500);
};
const save = async () => {
  clearTimeout(remembering);
  own = await packed();
  history.replaceState(null, "", own);
};
$("share").onclick = async () => {
  await save();
  let said = "The link is in the address of this page";
  try {
    await navigator.clipboard.writeText(location.href);
    said = "The link is copied";
  } catch {
    // Not every page may write to the clipboard: the address has it all the same.
  }
  const length = Math.ceil(location.href.length / 1000);
  $("summary").textContent = length > 8 ? `${said}; it has ${length},000 characters, more than some programs take` : said;
};
const restore = (kept) => {
  state.switches = new Map(kept.switches);
  state.files = new Map(kept.files);
  state.compare = kept.compare === true;
  $("compare").checked = state.compare;
  setText(kept.text, kept.language);
  form();
  return update();
};
addEventListener("hashchange", async () => {
  const kept = location.hash !== own && await unpacked(location.hash);
  if (kept) restore(kept);
});

// The first state is that of the address, or the first example.
const ready = (async () => {
  tables = await load();
  $("example").append(element("option", { value: "", textContent: "–" }), ...tables.examples.map((one) => element("option", { value: one.name, textContent: one.name })));
  $("target-env").append(element("option", { value: "", textContent: "default" }), ...tables.environments.map((name) => element("option", { value: name, textContent: name })));
  const kept = await unpacked(location.hash);
  if (kept) return restore(kept);
  const first = tables.examples[0];
  $("example").value = first.name;
  setText(first.text, first.language);
  form();
  return update();
})();
