// Marks what belongs to the line under the pointer or the focus, in both listings, and brings the other listing to it.
// Without scripts the numbers of lines are links all the same.
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
// Up and down go from one linked line to the next.
document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const line = document.activeElement.closest(".listing li");
  if (!step || !line) return;
  const links = [...line.parentElement.querySelectorAll("a.number")];
  const next = links[links.indexOf(document.activeElement) + step];
  if (next) { next.focus(); event.preventDefault(); }
});
