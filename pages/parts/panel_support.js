// What supports the answer: turns taken as evidence, and a note that saves itself.
const PAUSE = 700;
const LONGEST_NOTE = 10_000;

class Support {
  constructor(panel) {
    this.panel = panel;
    this.element = node("div", "support");
    this.cited = node("div", "cited");
    this.cited.setAttribute("aria-label", "Your evidence");
    this.cited.setAttribute("role", "group");
    this.mark = button("small", "", "The turn you are at is evidence, or no more (e)", () => panel.desk.markTurn());
    this.sign = node("span");
    this.mark.append(this.sign, node("kbd", "", "e"));
    this.gap = button("small", "", "Something is missing after the turn you are at, or no more (g)", () => panel.desk.markMissing());
    this.gapSign = node("span");
    this.gap.append(this.gapSign, node("kbd", "", "g"));
    this.element.append(this.mark, this.gap, this.cited, this.field());
  }

  field() {
    const field = node("label", "note");
    this.box = node("textarea");
    this.box.rows = 1;
    this.box.maxLength = LONGEST_NOTE;
    this.box.placeholder = "Note";
    this.box.setAttribute("aria-label", "Note");
    this.box.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.commit(), PAUSE);
    });
    this.box.addEventListener("blur", () => this.commit());
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.box.blur();
    });
    field.append(this.box, node("kbd", "", "m"));
    return field;
  }

  write() {
    this.box.focus();
    this.box.setSelectionRange(this.box.value.length, this.box.value.length);
  }

  // Hands the note on as it stands, to the answer that it was begun for.
  commit() {
    clearTimeout(this.timer);
    if (!this.owner) return;
    const { sheet, unit } = this.owner;
    const note = this.box.value;
    if (note.trim() !== sheet.at(unit).note.trim()) this.panel.desk.note(sheet, unit, note.trim());
  }

  paint(sheet, unit) {
    const label = sheet.at(unit);
    const isMarked = label.cited.includes(this.panel.desk.turn);
    setText(this.sign, isMarked ? "◆ Evidence " : "◇ Evidence ");
    this.mark.ariaPressed = isMarked;
    const isGap = label.missing.includes(this.panel.desk.turn);
    setText(this.gapSign, isGap ? "⊟ Missing " : "⊡ Missing ");
    this.gap.ariaPressed = isGap;
    this.paintCited(label);
    const isOther = this.owner?.sheet !== sheet || this.owner.unit.key !== unit.key || this.owner.unit.turn !== unit.turn;
    const isWriting = root(this.element).activeElement === this.box;
    if (isOther && isWriting) this.box.blur();
    this.owner = { sheet, unit };
    if ((isOther || !isWriting) && this.box.value !== label.note) this.box.value = label.note;
  }

  paintCited({ cited, quotes, missing }) {
    const now = JSON.stringify([cited, quotes, missing]);
    if (this.cited.dataset.now === now) return;
    this.cited.dataset.now = now;
    const go = (turn, text, label) => button("turn-chip", text, label, () => this.panel.desk.jump(turn));
    const sorted = cited.toSorted((a, b) => a - b);
    const quoted = (turn) => quotes.filter((one) => one.turn === turn).length;
    const words = (turn) => (quoted(turn) ? `, ${counted(quoted(turn), "quote")}` : "");
    this.cited.replaceChildren(
      ...sorted.map((turn) => go(turn, `#${turn}${quoted(turn) ? " ❝" : ""}`, `Go to turn ${turn}${words(turn)}`)),
      ...missing.map((turn) => go(turn, `#${turn} ⊟`, `Go to turn ${turn}, after which something is missing`)),
    );
  }
}
