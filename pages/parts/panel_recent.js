// What the reviewer labelled last, in whichever session: a click goes there.
class Recent {
  constructor(panel) {
    this.panel = panel;
    this.element = node("div", "sheet recent");
    this.element.hidden = true;
    this.element.setAttribute("role", "dialog");
    this.element.setAttribute("aria-label", "Labelled last");
    this.list = node("ol");
    const close = button("close", "Close", null, () => this.toggle(false));
    close.append(node("kbd", "", "Esc"));
    this.element.append(node("h3", "", "Labelled last"), this.list, close);
  }

  toggle(isWanted = this.element.hidden) {
    this.element.hidden = !isWanted;
    if (isWanted) this.fill();
    if (isWanted) this.before = root(this.element).activeElement;
    if (isWanted) this.element.querySelector("button").focus();
    else this.before?.focus?.();
  }

  fill() {
    const { recent } = this.panel.data;
    const rows = recent.map((one) => {
      const row = node("li");
      row.append(this.row(one));
      return row;
    });
    this.list.replaceChildren(...(rows.length ? rows : [node("li", "muted", "Nothing yet.")]));
  }

  row({ session, title, criterion, turn, outcome }) {
    const { desk } = this.panel;
    const shown = button("", "", null, () => {
      this.toggle(false);
      desk.visit(session, { key: criterion, turn });
    });
    const name = node("span", "name");
    name.append(`${desk.nameOf({ key: criterion, turn })} · `, node("bdi", "muted", title));
    shown.append(chip(desk.rubric.chip(criterion, outcome)), name);
    return shown;
  }
}
