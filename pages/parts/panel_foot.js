// Where to go from here.
class Foot {
  constructor(panel) {
    this.panel = panel;
    this.element = node("footer", "foot");
    this.back = this.button("Back", "[", "To the session before ([)", () => panel.desk.walk.back());
    this.undo = this.button("Undo", "z", "Undo the last label (z)", () => panel.desk.takeBack());
    this.skip = this.button("Skip", "s", "", () => panel.desk.walk.leave("skip"));
    this.later = this.button("Later", "l", "To the next session; this one comes again at the end (l)", () => panel.desk.walk.leave("later"));
    this.next = this.button("Next session", "⏎", "To the next session that waits (Enter)", () => panel.desk.walk.next());
    this.next.classList.add("next");
    this.element.append(this.back, this.undo, this.skip, this.later, this.next);
  }

  button(text, key, label, act) {
    const shown = button("nav", "", label, act);
    shown.append(node("span", "", text), node("kbd", "", key));
    return shown;
  }

  paint(sheet) {
    const { walk, undone } = this.panel.desk;
    this.back.disabled = walk.path.previous === null;
    this.undo.disabled = !undone.length;
    const { queue } = this.panel.data;
    this.skip.title = `To the next session; ${queue ? "others get this one" : "this one comes again at the end"} (s)`;
    this.skip.setAttribute("aria-label", this.skip.title);
    this.skip.disabled = this.later.disabled = !sheet || sheet.isComplete;
    this.later.hidden = !queue;
    this.next.disabled = !sheet;
    this.next.classList.toggle("ready", Boolean(sheet?.isComplete));
    this.next.firstChild.textContent = walk.isWaiting ? "Loading…" : "Next session";
  }
}
