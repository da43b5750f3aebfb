// Interaction of the page: marks the lines of both listings that belong to the source line under the pointer or the focus.
// A click or the focus also scrolls the other listing to them. Without scripts, the line numbers still work as links.
"use strict";
const lineOf = (event) => event.target.closest?.(".listing li[data-line]");
let markedLine = null;
const markLine = (line, moves) => {
  if (line === markedLine) return;
  markedLine = line;
  document.querySelectorAll(".listing li.same").forEach((other) => other.classList.remove("same"));
  if (line === null) return;
  const same = [...document.querySelectorAll(`.listing li[data-line="${line.dataset.line}"]`)];
  same.forEach((other) => other.classList.add("same"));
  const other = moves && same.find((one) => one.parentElement !== line.parentElement);
  if (!other) return;
  const list = other.closest(".editor") ?? other.parentElement;
  list.scrollTop = other.offsetTop - list.offsetTop - list.clientHeight / 3;
};
document.addEventListener("mouseover", (event) => { const line = lineOf(event); if (line) markLine(line, false); });
for (const name of ["click", "focusin"]) {
  document.addEventListener(name, (event) => { const line = lineOf(event); if (line) { markedLine = null; markLine(line, true); } });
}
// The up and down arrow keys move the focus to the previous or next linked line.
document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const line = document.activeElement.closest(".listing li");
  if (!step || !line) return;
  const links = [...line.parentElement.querySelectorAll("a.number")];
  const next = links[links.indexOf(document.activeElement) + step];
  if (next) { next.focus(); event.preventDefault(); }
});
