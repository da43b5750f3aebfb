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
// Until the module is there.
document.body.inert = true;

// The worker, and the calls that it has not answered, in the order in which it answers them.

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
    const { answered } = calls.get(data.id);
    calls.delete(data.id);
    answered(data);
  };
  return ask("start", module);
};
// A new worker, because the module is in no state to go on. The first call ends with this message, and the others are
// asked again.
const restart = (trap) => {
  const [failed, ...others] = calls.values();
  startWorker();
  for (const { name, input, answered } of others) post(name, input, answered);
  failed.answered({ trap });
};

const post = (name, input, answered) => {
  calls.set(++lastCall, { name, input, answered });
  worker.postMessage({ id: lastCall, name, input });
};
const ask = (name, input) => new Promise((answered) => post(name, input, answered));

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

// How long an answer may take when something else waits for the worker, in milliseconds. Otherwise the page says that it
// works on.
const PATIENCE = 3000;
// Ends when the newest state has its answer; null if it has it.
let busy = null;
let again = false;
let asked = 0;
let answer = null;
let words = new Uint8Array();
// For tests: how often an answer was shown, and the size of the module's memory in bytes.
const figures = { shown: 0, memory: 0 };

const update = () => {
  again = true;
  hurry();
  busy ??= answerAll();
  return busy;
};
const answerAll = async () => {
  while (again) {
    again = false;
    asked = performance.now();
    const late = setTimeout(hurry, 1.01 * PATIENCE);
    const data = await ask("request", request());
    if (!again) {
      show(data);
      figures.memory = data.memory ?? 0;
      if (state.compare && words.length > 0) await compare();
      figures.shown += 1;
    }
    clearTimeout(late);
  }
  busy = null;
};
const hurry = () => {
  if (!busy || performance.now() - asked < PATIENCE) return;
  if (again || calls.size > 1) restart("it took too long");
  else say("Working…");
};
// Says something only if it is new: each change is read out.
const say = (said) => {
  if ($("summary").textContent !== said) $("summary").textContent = said;
};
// naga panics on some modules, so it is asked after everything else.
const compare = async () => {
  const of = answer;
  const { answer: html, trap } = await ask("compare", request());
  if (of !== answer || again) return;
  const said = trap ? element("pre", {}, `naga stopped: ${trap}`).outerHTML : html;
  answer.parts = answer.parts.filter(([id]) => id !== "naga");
  if (said) answer.parts.push(["naga", "Beside naga", said]);
  showTabs();
};

const show = (data) => {
  const trap = data.trap && { messages: [{ severity: "error", text: `Spirula stopped: ${data.trap}`, notes: [] }], summary: "", source: "", parts: [] };
  // The last comparison is shown until the next one is there, so that its tab stays.
  const compared = answer?.parts.find(([id]) => id === "naga");
  answer = trap || data.answer;
  if (state.compare && compared && data.words?.length) answer.parts.push(compared);
  words = data.words ?? new Uint8Array();
  document.querySelectorAll("#source li.wrong").forEach((line) => line.classList.remove("wrong"));
  fill($("source"), answer.source);
  for (const message of answer.messages) {
    if (message.line) $("source").children[message.line - 1]?.classList.add("wrong");
  }
  fit();
  const errors = answer.messages.filter((message) => message.severity === "error").length;
  say(answer.summary || (errors === 1 ? "1 error" : `${errors} errors`));
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
  // The Tab key stops at one link of a list at most, from which the arrow keys lead to the others. The lines of the editor
  // are for the mouse: what they lead to has a place in the tabs, too.
  made.content.querySelectorAll("a").forEach((link) => { link.tabIndex = -1; });
  list.insertBefore(made.content, list.children[first] ?? null);
  if (!list.ariaHidden) list.querySelector("a")?.setAttribute("tabindex", 0);
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
  // While there is a mistake the last part is hidden, and it has kept its place when it is shown again.
  panel.style.visibility = current ? "visible" : "hidden";
  if (!current) return;
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
  const at = tabs.indexOf(document.activeElement);
  const place = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  const next = tabs.at(place % tabs.length);
  if (place !== undefined) { next.click(); next.focus(); event.preventDefault(); }
};

// The editor: a text area over the lines of the answer, which have the numbers, the notes and the marks.

const text = $("text");
const fit = () => {
  const lines = text.value.split("\n");
  // A tab has up to 4 columns. A character of another script than Latin has up to 3 columns for each of its UTF-16 units.
  const columns = (line) => {
    let count = line.length;
    if (/[^ -~]/.test(line)) for (const one of line.matchAll(/\t|[^\0-\u02ff]/g)) count += one[0] === "\t" ? 3 : 2;
    return count;
  };
  text.style.height = `${lines.length * 1.5}em`;
  text.style.width = `${lines.reduce((most, line) => Math.max(most, columns(line)), 0) + 2}ch`;
};
text.addEventListener("input", () => { state.text = text.value; $("example").value = ""; fit(); update(); remember(); });
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
// Below the last line, too.
$("editor").addEventListener("click", (event) => { if (!event.target.closest("a")) text.focus(); });
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

const setText = (value, language, example = "") => {
  text.value = value;
  $("example").value = example;
  // With the ends of lines that the editor has.
  state.text = text.value;
  state.language = language;
  $("language").value = language;
  fit();
  $("editor").scrollTop = 0;
};

// The form of the switches. Its values are `state.switches`, a list for each that is set.

const switchNamed = (name) => tables.switches.find((one) => one.long === name);
const setSwitch = (name, values) => {
  if (values.length) state.switches.set(name, values);
  else state.switches.delete(name);
  // A file that no switch names is no part of the state.
  const named = new Set([...state.switches.values()].flat());
  for (const file of state.files.keys()) if (!named.has(file)) state.files.delete(file);
  refresh();
  update();
  remember();
};
// Shows which switches are set, and disables those that these exclude.
const refresh = () => {
  const set = [...state.switches];
  const shown = set.flatMap(([name, values]) => values.map((value) => (value === null ? `--${name}` : `--${name} ${value}`)));
  $("set").textContent = shown.join(" ");
  const excluded = new Set(set.flatMap(([name]) => switchNamed(name).conflicts));
  // One that is set all the same, by a link, can be unset.
  const isDisabled = (name) => excluded.has(name) && !state.switches.has(name);
  for (const control of document.querySelectorAll("[data-switch]")) {
    for (const one of control.querySelectorAll("input, select, button")) one.disabled = isDisabled(control.dataset.switch);
  }
  for (const name of IN_BAR) $(name).disabled = isDisabled(name);
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
      setSwitch(one.long, [...new Set([...values, value])]);
      redraw(one, true);
    };
    input.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } };
    const button = element("button", { type: "button", textContent: "Add", onclick: add });
    return [...values.map((value) => chip(one, value, values)), input, button];
  },
  file: (one, values) => {
    const input = element("input", { type: "file", multiple: one.takes === "files" });
    input.onchange = () => opened(input.files, (name, bytes) => addFile(one, name, decoded(bytes)));
    return [...values.map((value) => chip(one, value, values)), input];
  },
};
const addFile = (one, name, content) => {
  state.files.set(name, content);
  // What this excludes is not asked any more.
  for (const other of one.conflicts) state.switches.delete(other);
  const values = one.takes === "files" ? state.switches.get(one.long) ?? [] : [];
  setSwitch(one.long, [...new Set([...values, name])]);
  for (const other of [one.long, ...one.conflicts]) redraw(switchNamed(other));
};
const chip = (one, value, values) => {
  const button = element("button", { type: "button", textContent: "×" });
  button.setAttribute("aria-label", `remove ${value ?? one.long}`);
  button.onclick = () => {
    setSwitch(one.long, values.filter((other) => other !== value));
    redraw(one, true);
  };
  return element("span", { className: "chip" }, value ?? "all", button);
};
const field = (one) => {
  const input = element("input", { type: "text", placeholder: one.value, spellcheck: false, autocomplete: "off" });
  if (one.names.length) input.setAttribute("list", `names-${one.long}`);
  return input;
};
const control = (one) => {
  const made = controlsOf(one, state.switches.get(one.long) ?? []);
  for (const input of made.filter((part) => part.matches("input, select"))) {
    input.setAttribute("aria-label", `--${one.long}`);
    input.setAttribute("aria-describedby", `help-${one.long}`);
  }
  return made;
};
const controlsOf = (one, values) => {
  switch (one.takes) {
    case "flag": return controls.flag(one, values);
    case "bool": return controls.select(one, values, [["true", ""], ["false", ""]]);
    case "choice": return controls.select(one, values, one.choices);
    case "list": case "list-or-none": return controls.list(one, values);
    case "file": case "files": return controls.file(one, values);
    default: return controls.one(one, values);
  }
};
// Makes the controls of one switch again, and moves the focus there: it may have been on one of them.
const redraw = (one, focused) => {
  const row = document.querySelector(`[data-switch="${one.long}"] .row`);
  row?.replaceChildren(...control(one));
  refresh();
  if (focused) row.querySelector("input").focus();
};
const form = () => {
  const named = tables.switches.filter((one) => one.names.length);
  const lists = named.map((one) => element("datalist", { id: `names-${one.long}` }, ...one.names.map((name) => element("option", { value: name }))));
  const section = (name, title) => {
    const own = tables.switches.filter((one) => one.section === name && !IN_BAR.includes(one.long));
    return element("fieldset", {}, element("legend", { textContent: title }), ...own.map((one) => {
      const row = element("div", { className: "row" }, ...control(one));
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

const languages = () => [...$("language").options].map((option) => option.value);
$("language").onchange = () => { state.language = $("language").value; update(); remember(); };
$("target-env").onchange = () => setSwitch("target-env", $("target-env").value ? [$("target-env").value] : []);
$("strict").onchange = () => setSwitch("strict", $("strict").checked ? [null] : []);
$("compare").onchange = () => { state.compare = $("compare").checked; if (state.compare) chosen = "naga"; update(); remember(); };
$("example").onchange = () => {
  const example = tables.examples.find((one) => one.name === $("example").value);
  if (!example) return;
  setText(example.text, example.language, example.name);
  update();
  remember();
};
// The words of the text as it is when the button is pressed.
$("download").onclick = async () => {
  await busy;
  if (words.length === 0) return;
  const link = element("a", { href: URL.createObjectURL(new Blob([words])), download: "shader.spv" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
};
$("open").onclick = () => $("file").click();
$("file").onchange = async () => { await opened($("file").files, open); $("file").value = ""; };

// Does something with the name and the bytes of each file, one after the other. Of several shaders the last one stays.
const opened = async (files, work) => {
  for (const file of [...files]) {
    try {
      await work(file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      say(`${file.name}: ${error.message}`);
    }
  }
};
// The text of a file. PowerShell writes UTF-16.
const decoded = (bytes) => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error("it is no text in UTF-8");
  }
};
// A file that is opened or dropped: a device, bindings, a module, or a shader whose language its name tells.
const open = async (name, bytes) => {
  const ending = name.replace(/\.glsl$/i, "").split(".").pop().toLowerCase();
  if (ending === "json") {
    const content = decoded(bytes);
    addFile(switchNamed(content.trimStart().startsWith("[") ? "bindings" : "device"), name, content);
    return;
  }
  const magic = [0x03, 0x02, 0x23, 0x07];
  const begins = (order) => order.every((byte, at) => bytes[at] === byte);
  if (ending === "spv" || begins(magic) || begins([...magic].reverse())) {
    const asking = ask("disassemble", bytes);
    hurry();
    const { answer: found, trap } = await asking;
    if (found?.text === undefined) throw new Error(found?.error ?? trap);
    setText(found.text, "check");
  } else {
    const language = ending === "spvasm" ? "check" : ending;
    setText(decoded(bytes), languages().includes(language) ? language : state.language);
  }
  update();
  remember();
};
// Text that is dragged is for the text area.
const hasFiles = (event) => event.dataTransfer.types.includes("Files");
document.addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (tables) opened(event.dataTransfer.files, open);
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
    kept.switches = kept.switches.filter(([name, values]) => switchNamed(name) && values.length);
    const isText = (value) => typeof value === "string";
    const isRight = isText(kept.text) && languages().includes(kept.language) && kept.files.every((file) => file.length === 2 && file.every(isText))
      && kept.switches.every(([, values]) => values.every((value) => value === null || isText(value)));
    return isRight ? kept : null;
  } catch {
    return null;
  }
};
const DAMAGED = "The link is damaged or of another version: it is not shown";
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
  say(length > 8 ? `${said}; it has ${length},000 characters, more than some programs take` : said);
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
  if (location.hash === own) return;
  const kept = await unpacked(location.hash);
  if (kept) restore(kept);
  else say(DAMAGED);
});

// The first state is that of the address, or the first example.
const ready = (async () => {
  tables = await load();
  document.body.inert = false;
  $("example").append(element("option", { value: "", textContent: "–" }), ...tables.examples.map((one) => element("option", { value: one.name, textContent: one.name })));
  $("target-env").append(element("option", { value: "", textContent: "default" }), ...tables.environments.map((name) => element("option", { value: name, textContent: name })));
  const kept = await unpacked(location.hash);
  if (kept) return restore(kept);
  const first = tables.examples[0];
  setText(first.text, first.language, first.name);
  form();
  await update();
  if (location.hash) say(DAMAGED);
})();
ready.catch((error) => {
  document.body.replaceChildren(`This browser cannot run Spirula: ${error.message}`);
  document.body.inert = false;
});
