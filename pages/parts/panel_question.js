// What is asked, and the four answers. The blocks of all criteria lie on one another, so that the
// tallest makes room for each and nothing moves from one to the next.
class Question {
  constructor(panel) {
    this.panel = panel;
    this.element = node("div", "stack");
    this.blocks = new Map(panel.desk.rubric.criteria.map((criterion) => [criterion.key, this.block(criterion)]));
    this.element.append(...[...this.blocks.values()].map(({ element }) => element));
  }

  block(criterion) {
    const element = node("div", "block");
    const head = node("div", "asked");
    head.append(node("h3", "", criterion.name));
    if (criterion.kind === "condition") head.append(node("span", "muted", "a condition: no fault either way"));
    const turns = criterion.level === "turn" ? this.turns() : null;
    head.append(this.guide(criterion));
    if (turns) head.append(turns.element);
    const answers = node("div", "answers");
    answers.setAttribute("role", "group");
    answers.setAttribute("aria-label", `Your answer on ${criterion.name}`);
    const buttons = ANSWERS.map((outcome) => this.answer(criterion, outcome));
    answers.append(...buttons);
    const applies = node("span", "muted");
    if (criterion.applies_when) head.append(applies);
    element.append(head, node("p", "ask", criterion.question), ...(turns ? [turns.strip] : []), answers);
    return { element, buttons, applies, turns, condition: criterion.applies_when };
  }

  // On a small screen there is no room for it in the answers.
  guide({ kind, pass_when: pass, fail_when: fail }) {
    const guide = node("details", "guide");
    const box = node("div");
    const words = this.panel.data.outcomes[kind];
    for (const [outcome, when] of Object.entries({ pass, fail })) {
      if (when) box.append(node("p", "", `${words[outcome].word}: ${when}`));
    }
    guide.append(node("summary", "", "What counts"), box);
    return guide;
  }

  answer({ key, kind, pass_when: pass, fail_when: fail }, outcome) {
    const { glyph, word, tone } = this.panel.data.outcomes[kind][outcome];
    const shown = button("answer", "", null, () => this.panel.desk.answer(outcome, key));
    shown.dataset.tone = tone;
    const head = node("span", "word", `${glyph} ${word}`);
    head.append(node("kbd", "", ANSWER_KEYS[outcome]));
    shown.append(head);
    const when = { pass, fail }[outcome];
    if (when !== undefined) shown.classList.add("tall");
    if (when) shown.append(node("span", "when", when));
    return shown;
  }

  turns() {
    const element = node("div", "walk");
    const where = node("span", "muted");
    const steps = [-1, 1].map((by) => {
      const label = by < 0 ? "Assistant turn before (k)" : "Next assistant turn (j)";
      return button("small", by < 0 ? "‹" : "›", label, () => this.panel.desk.stepTurn(by));
    });
    element.append(where, ...steps);
    return { element, where, strip: node("div", "strip") };
  }

  // Every turn of the assistant with its answer, to see where one is and to go there.
  paintStrip(strip, sheet, unit) {
    const units = sheet.unitsOf(unit.key);
    if (strip.dataset.session !== sheet.given.session) {
      strip.dataset.session = sheet.given.session;
      strip.replaceChildren(...units.map((one) => this.turnButton(one)));
    }
    units.forEach((one, index) => {
      const shown = strip.children[index];
      const { glyph, word, tone } = this.panel.desk.rubric.chip(one.key, sheet.at(one).outcome);
      setText(shown.lastChild, glyph);
      shown.lastChild.dataset.tone = tone;
      shown.setAttribute("aria-label", `Turn ${one.turn}: ${word}`);
      const isHere = one.turn === unit.turn;
      if (isHere && shown.ariaCurrent !== "true") keepInView(strip, shown);
      shown.ariaCurrent = isHere;
    });
  }

  turnButton(unit) {
    const shown = button("", `#${unit.turn}`, null, () => this.panel.desk.choose(unit));
    shown.append(node("span", "sign"));
    return shown;
  }

  paint(sheet, unit) {
    for (const [key, block] of this.blocks) {
      const isHere = key === unit.key;
      block.element.classList.toggle("here", isHere);
      if (isHere) this.paintBlock(block, sheet, unit);
    }
  }

  paintBlock(block, sheet, unit) {
    const { outcome } = sheet.at(unit);
    block.buttons.forEach((shown, index) => (shown.ariaPressed = ANSWERS[index] === outcome));
    if (block.condition) this.paintCondition(block, sheet, unit);
    if (!block.turns) return;
    const units = sheet.unitsOf(unit.key);
    const given = units.filter((one) => sheet.at(one).outcome).length;
    setText(block.turns.where, `Turn ${unit.turn} · ${given} of ${counted(units.length, "turn")}`);
    this.paintStrip(block.turns.strip, sheet, unit);
  }

  paintCondition(block, sheet, unit) {
    const { rubric } = this.panel.desk;
    const { name } = rubric.of(block.condition);
    const settled = sheet.settledBy(unit);
    const outcome = settled && sheet.at({ key: settled, turn: unit.turn }).outcome;
    const text = settled
      ? `set by itself: ${name} is ${rubric.chip(settled, outcome).word.toLowerCase()}`
      : `only where ${name} is ${rubric.chip(block.condition, "pass").word.toLowerCase()}`;
    setText(block.applies, text);
    block.applies.classList.toggle("settled", Boolean(settled));
  }
}
