// What keys do in a transcript. They mean nothing while somebody types, or in a dialog.
const KEYS = {
  j: (it) => it.step(1),
  k: (it) => it.step(-1),
  ArrowRight: (it) => it.step(1),
  ArrowLeft: (it) => it.step(-1),
  n: (it) => it.stepCited(1),
  b: (it) => it.stepCited(-1),
  o: (it) => it.fold(),
  "/": (it) => it.search.box.focus(),
  "?": (it) => it.help(),
  Escape: (it) => it.help(false),
};
// Elsewhere on the page arrows belong to sliders and tabs.
const INSIDE_ONLY = ["ArrowRight", "ArrowLeft"];
const KEY_HELP = [
  ["j k", "next, previous turn; so do → and ← in here"],
  ["n b", "next, previous cited turn"],
  ["/", "search; Enter for the next place, Esc to leave"],
  ["o", "fold what tools were asked and said"],
  ["?", "this list"],
];

function isForUs(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return !isTyping(event) && !document.querySelector('[data-testid="stDialog"]');
}

function isTyping(event) {
  const target = event.composedPath()[0];
  return target instanceof Element && (target.matches("input, textarea, select") || target.isContentEditable);
}

function keyHelp() {
  const box = node("div", "keys");
  box.hidden = true;
  box.setAttribute("role", "note");
  box.setAttribute("aria-label", "Keys");
  for (const [keys, what] of KEY_HELP) {
    const row = node("div", "row");
    const cell = node("span");
    cell.append(...keys.split(" ").map((key) => node("kbd", "", key)));
    row.append(cell, node("span", "", what));
    box.append(row);
  }
  return box;
}
