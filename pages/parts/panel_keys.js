// What keys do while labelling. One that returns false is left to the transcript.
const LABEL_KEYS = {
  p: ({ desk }) => desk.answer("pass"),
  f: ({ desk }) => desk.answer("fail"),
  x: ({ desk }) => desk.answer("not_applicable"),
  u: ({ desk }) => desk.answer("cannot_tell"),
  j: ({ desk }) => desk.stepTurn(1),
  k: ({ desk }) => desk.stepTurn(-1),
  e: ({ desk }) => desk.markTurn(),
  g: ({ desk }) => desk.markMissing(),
  m: ({ support }) => support.write(),
  z: ({ desk }) => desk.takeBack(),
  s: ({ desk }) => desk.walk.next(true),
  Enter: ({ desk }) => desk.walk.next(),
  "]": ({ desk }) => desk.walk.forward(),
  "[": ({ desk }) => desk.walk.back(),
  "?": ({ keySheet }) => keySheet.toggle(),
  ...Object.fromEntries([..."123456789"].map((key) => [key, ({ desk }) => desk.chooseCriterion(desk.rubric.criteria[key - 1]?.key)])),
};
// While a session is on its way these wait for it; what else is pressed does not.
const WAITING = [..."pfxuegjkzs123456789]", "Enter"];
const ANSWER_KEYS = { pass: "p", fail: "f", not_applicable: "x", cannot_tell: "u" };
const LABEL_KEY_HELP = [
  ["p f", "pass, fail; of a condition: present, absent"],
  ["x u", "not applicable, cannot tell"],
  ["1–9", "choose a criterion"],
  ["Enter", "next session; labels are already saved"],
  ["[ ]", "back, and forward again"],
  ["s", "skip: the session comes again at the end"],
  ["z", "undo the last label, in whichever session"],
  ["e", "the turn you are at is evidence, or the words you selected; or no more"],
  ["g", "something is missing after the turn you are at, or no more"],
  ["m", "note; Esc leaves it"],
];
const QUIET = "judging-keys-off";

// The key as the map names it: letters whatever the alphabet and the shift lock.
function keyOf(event) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (event.key.length > 1 || !letter) return event.key;
  return /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : letter.toLowerCase();
}

// The list of all keys, with the switch that turns them off.
class KeySheet {
  constructor(panel) {
    this.element = node("div", "sheet");
    this.element.hidden = true;
    this.element.setAttribute("role", "dialog");
    this.element.setAttribute("aria-label", "Keys");
    const others = KEY_HELP.filter(([keys]) => keys !== "?");
    const close = button("close", "Close", null, () => this.toggle(false));
    close.append(node("kbd", "", "Esc"));
    this.element.append(
      node("h3", "", "Keys"),
      ...LABEL_KEY_HELP.map(([keys, what]) => keyRow(keys, what)),
      node("h3", "", "In the transcript"),
      ...others.map(([keys, what]) => keyRow(keys, what)),
      this.switch(panel),
      close,
    );
  }

  switch(panel) {
    const label = node("label", "switch");
    this.box = node("input");
    this.box.type = "checkbox";
    this.box.addEventListener("change", () => {
      setQuiet(!this.box.checked);
      panel.paint();
    });
    label.append(this.box, "Keys work on this page");
    return label;
  }

  toggle(isWanted = this.element.hidden) {
    this.element.hidden = !isWanted;
    this.box.checked = !stage.isQuiet;
    if (isWanted) this.before = root(this.element).activeElement;
    if (isWanted) this.box.focus();
    else this.before?.focus?.();
  }
}

function setQuiet(isQuiet) {
  stage.isQuiet = isQuiet;
  try {
    localStorage.setItem(QUIET, isQuiet ? "yes" : "");
  } catch {
    // Then the choice holds for this visit.
  }
}

function wasQuiet() {
  try {
    return localStorage.getItem(QUIET) === "yes";
  } catch {
    return false;
  }
}

function root(element) {
  return element.getRootNode();
}
