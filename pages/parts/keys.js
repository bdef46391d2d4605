// What keys do in a transcript. They mean nothing while somebody types, or in a dialog.
const KEYS = {
  j: (it) => it.step(1),
  k: (it) => it.step(-1),
  ArrowRight: (it) => it.step(1),
  ArrowLeft: (it) => it.step(-1),
  n: (it) => it.stepCited(1),
  b: (it) => it.stepCited(-1),
  " ": (it, { shiftKey }) => it.page(shiftKey ? -1 : 1),
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
  ["Space", "a page on; with Shift a page back"],
  ["/", "search; Enter for the next place, Esc to leave"],
  ["o", "fold what tools were asked and said"],
  ["?", "this list"],
];

function isForUs(event) {
  // Where brackets need AltGr, it is reported as Ctrl and Alt.
  const isChord = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"));
  if (event.defaultPrevented || isChord || event.isComposing) return false;
  return !isTyping(event) && !isPressing(event) && !document.querySelector('[data-testid="stDialog"]');
}

// A click beside everything gives the page's own scroller the focus, and the next key would draw a
// frame around the whole page.
function letGo() {
  const { activeElement } = document;
  if (activeElement?.matches("[data-testid=stMain]")) activeElement.blur();
}

// Whether the key is for the button that has the focus.
function isPressing(event) {
  const target = event.composedPath()[0];
  return [" ", "Enter"].includes(event.key) && target instanceof Element && target.matches("button, a, summary");
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
  box.append(...KEY_HELP.map(([keys, what]) => keyRow(keys, what)));
  return box;
}

function keyRow(keys, what) {
  const row = node("div", "row");
  const cell = node("span");
  cell.append(...keys.split(" ").map((key) => node("kbd", "", key)));
  row.append(cell, node("span", "", what));
  return row;
}
