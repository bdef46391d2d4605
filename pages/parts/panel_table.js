// The criteria in a row each: which one is chosen, what the reviewer says, what the judge says.
class Table {
  constructor(panel) {
    this.panel = panel;
    this.element = node("div", "table");
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", "Criteria");
    this.hasJudge = Boolean(panel.data.judge);
    this.element.classList.toggle("judgeless", !this.hasJudge);
    const head = node("div", "heads");
    head.setAttribute("aria-hidden", "true");
    head.append(node("span", "", "Criterion"), node("span", "", "You"), this.hasJudge ? node("span", "", "Judge") : "");
    this.rows = panel.desk.rubric.criteria.map((criterion, index) => this.row(criterion, index));
    this.element.append(head, ...this.rows.map(({ element }) => element));
  }

  row({ key, name }, index) {
    const element = button("line", "", null, () => this.panel.desk.chooseCriterion(key));
    element.dataset.criterion = key;
    const [yours, theirs] = [node("span", "cell"), node("span", "cell")];
    const number = node("kbd", "", String(index + 1));
    if (index > 8) number.className = "plain";
    element.append(number, node("span", "name", name), yours, this.hasJudge ? theirs : "");
    return { element, key, name, yours, theirs };
  }

  paint(sheet, unit) {
    for (const row of this.rows) {
      const isHere = row.key === unit.key;
      if (isHere && row.element.ariaCurrent !== "true") keepInView(this.element, row.element);
      row.element.ariaCurrent = isHere;
      const said = this.panel.desk.rubric.isOfTurn(row.key) ? this.ofTurns(row, sheet) : this.ofSession(row, sheet);
      row.element.setAttribute("aria-label", [row.name, ...said].join(". "));
    }
  }

  ofSession(row, sheet) {
    const unit = { key: row.key, turn: 0 };
    const mine = this.panel.desk.rubric.chip(row.key, sheet.at(unit).outcome);
    const verdict = sheet.verdict(unit);
    setChip(row.yours, sheet.at(unit).outcome && mine);
    setChip(row.theirs, verdict?.chip, verdict && sign(sheet.agrees(unit)));
    return [`You: ${mine.word}`, ...(verdict ? [`Judge: ${verdict.chip.word}, ${word(sheet.agrees(unit))}`] : [])];
  }

  ofTurns(row, sheet) {
    const units = sheet.unitsOf(row.key);
    const given = units.filter((unit) => sheet.at(unit).outcome).length;
    const mine = `${given} of ${counted(units.length, "turn")}`;
    setText(row.yours, mine);
    if (!sheet.isRevealed) setText(row.theirs, "");
    if (!sheet.isRevealed) return [`You: ${mine}`];
    const differs = units.filter((unit) => sheet.agrees(unit) === false).length;
    const theirs = differs ? `≠ on ${counted(differs, "turn")}` : "= on all";
    setText(row.theirs, theirs);
    return [`You: ${mine}`, `Judge: ${theirs}`];
  }
}

// Equal, not equal; a verdict that is not scored is neither.
function sign(agrees) {
  return agrees === null ? "" : agrees ? "=" : "≠";
}

function word(agrees) {
  return agrees === null ? "which is neither" : agrees ? "agrees" : "differs";
}

// Draws a chip where another or none stands; what is drawn already stays.
function setChip(cell, outcome, mark = "") {
  const now = outcome ? `${outcome.glyph} ${outcome.word} ${mark}` : "";
  if (cell.dataset.now === now) return;
  cell.dataset.now = now;
  cell.replaceChildren(...(outcome ? [brief(outcome)] : []), ...(mark ? [node("span", "same", mark)] : []));
}

// A chip that is its sign alone where there is no room: the criteria's names come first.
function brief(outcome) {
  const made = chip(outcome);
  made.title ||= outcome.word;
  made.replaceChildren(`${outcome.glyph} `, node("span", "in-full", outcome.word));
  return made;
}

// Scrolls `box`, and nothing around it, until `element` is in view; with the next frame, so that
// the page is laid out once.
function keepInView(box, element) {
  requestAnimationFrame(() => {
    const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
    box.scrollTop += Math.max(0, inner.bottom - outer.bottom) - Math.max(0, outer.top - inner.top);
    box.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left);
  });
}

function setText(cell, text) {
  if (cell.dataset.now === text) return;
  cell.dataset.now = text;
  cell.textContent = text;
}
