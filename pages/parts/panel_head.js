// How far the reviewer has come, whether all is saved, and what was done last.

class Head {
  constructor(panel) {
    this.panel = panel;
    this.element = node("header", "head");
    this.count = node("span", "count");
    this.bar = node("progress");
    this.bar.setAttribute("aria-label", "Sessions labelled");
    this.saving = node("span", "saving");
    const recent = button("small", "Recent", "Labelled last (h)", () => panel.recent.toggle());
    const keys = button("small", "?", "Keys (?)", () => panel.keySheet.toggle());
    this.said = node("p", "said");
    this.said.setAttribute("role", "status");
    const row = node("div", "row");
    row.append(this.count, this.said, this.saving, recent, keys);
    this.queue = new QueueLine(panel);
    this.element.append(row, this.bar, this.queue.element);
  }

  paint(data) {
    const { done, total } = data.queue ?? data;
    const where = data.queue ? " in this queue" : "";
    this.count.textContent = `${done.toLocaleString("en")} of ${total.toLocaleString("en")}${where}`;
    this.count.title = data.queue ? "Done by all of you" : "Sessions that you have labelled to the end";
    this.queue.paint(data, this.panel.desk.sheet);
    this.bar.max = Math.max(total, 1);
    this.bar.value = done;
    this.paintSaving();
  }

  paintSaving() {
    const { outbox, walk } = this.panel.desk;
    const { state } = outbox;
    const labels = outbox.of("label").length;
    const some = `${counted(labels, "label")} ${labels === 1 ? "waits" : "wait"}`;
    const text = { saving: labels ? `Saving ${labels}…` : "Loading…", offline: labels ? `Offline: ${some}` : "Offline" }[state] ?? "Saved";
    if (this.saving.textContent !== text) this.saving.textContent = text;
    this.saving.dataset.state = state;
    this.panel.element.dataset.pending = outbox.events.size + walk.held.length;
    if (state === "offline" && this.state !== "offline") this.say(`The server does not answer. ${some} here until it does.`);
    this.state = state;
  }

  // Shown, and read out. A button may lead to what it is about.
  say(text, act = null) {
    this.said.replaceChildren(node("span", "", text), ...(act ? [button("link", act.label, null, act.go)] : []));
    this.said.title = text;
  }
}
