// Interaction of the page: marks the lines of both listings that belong to the source line under the pointer or the focus.
// A click or the focus also scrolls the other listing to them. Without scripts, the line numbers still work as links.
"use strict";
const lines = [...document.querySelectorAll(".listing li[data-line]")];
let current = null;
const show = (line, moves) => {
  if (line === current) return;
  current = line;
  const same = lines.filter((other) => line !== null && other.dataset.line === line.dataset.line);
  lines.forEach((other) => other.classList.toggle("same", same.includes(other)));
  if (!moves || line === null) return;
  const other = same.find((one) => one.parentElement !== line.parentElement);
  if (other) other.parentElement.scrollTop = other.offsetTop - other.parentElement.offsetTop - other.parentElement.clientHeight / 3;
};
for (const line of lines) {
  line.addEventListener("mouseenter", () => show(line, false));
  line.addEventListener("click", () => show(line, true));
  line.addEventListener("focusin", () => show(line, true));
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
