// The judge's answer to what is chosen. Its place is kept from the start; what stands there comes
// from the server, and only once every label is given.
class Judged {
  constructor(panel) {
    this.panel = panel;
    this.element = node("div", "judge");
    this.element.setAttribute("aria-label", "The judge");
    this.element.setAttribute("role", "group");
    this.element.tabIndex = 0;
  }

  paint(sheet, unit) {
    const { given } = sheet;
    const missing = sheet.missing().length;
    const state = sheet.isRevealed ? sheet.at(unit).outcome : [missing, given.is_complete];
    const now = JSON.stringify([given.name, unit, given.verdicts.length, state]);
    if (this.now === now) return;
    this.now = now;
    const shown = sheet.isRevealed ? this.answers(sheet, unit) : [this.hidden(missing, given)];
    this.element.replaceChildren(...shown);
    if (sheet.isRevealed) this.element.scrollTop = 0;
  }

  hidden(missing, { is_complete: isSaved, is_never_revealed: isBlind }) {
    const { judge } = this.panel.data;
    if (isBlind) return node("p", "muted", "What a judge says of this session is not shown here.");
    if (!judge) return node("p", "muted", "No judge has answered under this rubric yet.");
    const text = `The judge’s answers stay hidden until you have given yours: ${missing.toLocaleString("en")} to go.`;
    if (missing) return node("p", "muted", text);
    return node("p", "muted", isSaved ? "The judge has said nothing of this session." : "Every label is given.");
  }

  answers(sheet, unit) {
    const verdict = sheet.verdict(unit);
    const head = node("div", "who");
    head.append(node("h3", "", "Judge"), node("bdi", "muted", this.panel.data.judge));
    const rest = [this.summary(sheet), ...this.found(sheet.given.facts)];
    if (!verdict) return [head, node("p", "muted", "No answer to this."), ...rest];
    const agrees = sheet.agrees(unit);
    if (agrees !== null) head.append(node("span", "verdict-sign", agrees ? "= agrees" : "≠ differs"));
    head.append(chip(verdict.chip));
    const parts = [];
    if (verdict.chip.detail) parts.push(node("p", "muted", verdict.chip.detail));
    if (verdict.rationale) parts.push(node("p", "rationale", verdict.rationale));
    if (verdict.citations.length) parts.push(this.citations(verdict.citations));
    return [head, ...parts, ...rest];
  }

  summary(sheet) {
    const compared = sheet.units.map((unit) => sheet.agrees(unit)).filter((agrees) => agrees !== null);
    const same = compared.filter(Boolean).length;
    return node("p", "muted", `Agrees with you on ${same} of ${compared.length}. What you change from here on does not count as blind.`);
  }

  citations(all) {
    const list = node("ul");
    for (const { turn, quote } of all) {
      const row = node("li");
      row.append(button("turn-chip", `#${turn}`, `Go to turn ${turn}`, () => this.panel.desk.jump(turn)));
      if (quote) row.append(node("q", "quote", quote));
      list.append(row);
    }
    return list;
  }

  found(facts) {
    if (!facts.length) return [];
    const list = node("ul");
    for (const { turn, kind, note } of facts) {
      const row = node("li");
      if (turn) row.append(button("turn-chip", `#${turn}`, `Go to turn ${turn}`, () => this.panel.desk.jump(turn)));
      const text = node("span");
      text.append(node("span", "kind", kind), " ", node("bdi", "", note));
      row.append(text);
      list.append(row);
    }
    return [node("h3", "", "Found by code"), list];
  }
}
