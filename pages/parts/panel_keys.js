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
  s: ({ desk }) => desk.walk.leave("skip"),
  l: ({ desk }) => desk.walk.leave("later"),
  Enter: ({ desk }) => desk.walk.next(),
  "]": ({ desk }) => desk.walk.forward(),
  "[": ({ desk }) => desk.walk.back(),
  h: ({ recent }) => recent.toggle(),
  "?": ({ keySheet }) => keySheet.toggle(),
  ...Object.fromEntries([..."123456789"].map((key) => [key, ({ desk }) => desk.chooseCriterion(desk.rubric.criteria[key - 1]?.key)])),
};
// While a session is on its way these wait for it; what else is pressed does not.
const WAITING = [..."pfxuegjkzsl123456789]", "Enter"];
const ANSWER_KEYS = { pass: "p", fail: "f", not_applicable: "x", cannot_tell: "u" };
const LABEL_KEY_HELP = [
  ["p f", "pass, fail; of a condition: present, absent"],
  ["x u", "not applicable, cannot tell"],
  ["1–9", "choose a criterion"],
  ["Enter", "next session; labels are already saved"],
  ["[ ]", "back, and forward again"],
  ["s", "skip: in a queue others get the session; else it comes again at the end"],
  ["l", "later: the session comes again at the end"],
  ["z", "undo the last label, in whichever session"],
  ["e", "the turn you are at is evidence, or the words you selected; or no more"],
  ["g", "something is missing after the turn you are at, or no more"],
  ["m", "note; Esc leaves it"],
  ["h", "what you labelled last"],
];
const CHANGEABLE = [..."pfxuslegmzh[]"];
const KEY_NAMES = {
  p: "Pass",
  f: "Fail",
  x: "Not applicable",
  u: "Cannot tell",
  s: "Skip",
  l: "Later",
  e: "Evidence",
  g: "Missing after",
  m: "Note",
  z: "Undo",
  h: "Labelled last",
  "[": "Back",
  "]": "Forward",
};
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
      this.changing(panel),
      close,
    );
  }

  // One field a key that can be another one; what is typed into it is the new one.
  changing(panel) {
    const { remap } = panel;
    const box = node("details", "changing");
    const said = node("p", "muted");
    said.setAttribute("role", "status");
    const fields = CHANGEABLE.map((ours) => this.field(panel, ours, said));
    const reset = button("small", "As they were", null, () => {
      remap.reset();
      fields.forEach(({ fill }) => fill());
      remap.write(panel.element);
    });
    const grid = node("div", "grid");
    grid.append(...fields.map(({ element }) => element));
    box.append(node("summary", "", "Choose other keys"), grid, said, reset);
    return box;
  }

  field(panel, ours, said) {
    const { remap } = panel;
    const element = node("label");
    const input = node("input");
    input.maxLength = 1;
    const fill = () => (input.value = remap.shown(ours));
    fill();
    input.setAttribute("aria-label", KEY_NAMES[ours]);
    input.addEventListener("keydown", (event) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      said.textContent = remap.choose(ours, keyOf(event), CHANGEABLE);
      fill();
      remap.write(panel.element);
    });
    element.append(input, node("span", "", KEY_NAMES[ours]));
    return { element, fill };
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
