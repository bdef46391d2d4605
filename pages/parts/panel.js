// The label panel: one reviewer's answers, given by key or by hand.
class Panel {
  constructor(root) {
    this.element = node("section", "judging panel");
    this.element.setAttribute("aria-label", "Labels");
    root.append(this.element);
    this.heard = new AbortController();
    this.fit = fitting(this.element, this.heard.signal);
    stage.isQuiet = wasQuiet();
  }

  destroy() {
    this.leave();
    this.desk?.outbox.close();
    this.heard.abort();
    this.element.remove();
  }

  update(data, send) {
    this.data = data;
    if (!this.desk) this.build();
    const refused = this.desk.hear(data, send);
    this.paint();
    this.fit();
    this.notices.refused(refused);
  }

  build() {
    this.desk = new Desk(this.data, this, this.heard.signal);
    this.remap = new Remap();
    this.keySheet = new KeySheet(this);
    this.recent = new Recent(this);
    this.head = new Head(this);
    this.foot = new Foot(this);
    this.table = new Table(this);
    this.question = new Question(this);
    this.support = new Support(this);
    this.judged = new Judged(this);
    this.middle = node("div", "middle");
    this.middle.append(...[this.table, this.question, this.support, this.judged].map(({ element }) => element));
    this.notices = new Notices(this.data);
    const parts = [this.head, this.notices, { element: this.middle }, this.foot, this.keySheet, this.recent];
    this.element.append(...parts.map(({ element }) => element));
    this.remap.write(this.element);
    this.listen(this.heard.signal);
  }

  listen(signal) {
    const { desk } = this;
    document.addEventListener("keydown", (event) => this.key(event), { signal, capture: true });
    window.addEventListener("pagehide", () => this.leave(), { signal });
    keepUncovered(signal);
    const mine = (kind, act) =>
      stage.addEventListener(kind, ({ detail }) => detail.session === desk.sheet?.given.session && act(detail), { signal });
    mine("turn", ({ turn }) => desk.look(turn));
    mine("mark", ({ turn }) => desk.markTurn(turn));
    stage.addEventListener("ready", () => desk.walk.proceed(), { signal });
    stage.addEventListener("help", () => this.keySheet.toggle(), { signal });
    // A click leaves the focus where it was, so that Enter still means the next session.
    this.element.addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
  }

  key(event) {
    if (event.key === "Escape") return void (this.escape() && event.preventDefault());
    if (stage.isQuiet || !isForUs(event)) return;
    const key = this.remap.meant(keyOf(event));
    if (!key || !Object.hasOwn(LABEL_KEYS, key)) return;
    letGo();
    // A key that is held down means one answer, not thirty.
    const isHandled = (event.repeat && !"jk".includes(key)) || this.press(key);
    if (isHandled) event.preventDefault();
  }

  // Does what a key means; returns false if that is nothing here.
  press(key) {
    const { walk } = this.desk;
    if (walk.isWaiting && WAITING.includes(key)) walk.hold(key);
    else if (LABEL_KEYS[key](this) === false) return false;
    return true;
  }

  escape() {
    const open = [this.keySheet, this.recent].find(({ element }) => !element.hidden);
    if (!open) return this.desk.walk.drop();
    open.toggle(false);
    return true;
  }

  // Before anything else lies before the reviewer.
  leave() {
    this.support?.commit();
  }

  say(text, act) {
    this.head.say(text, act);
  }

  paintSaving() {
    this.head?.paintSaving();
  }

  paint() {
    const { sheet, unit, walk } = this.desk;
    this.head.paint(this.data);
    this.foot.paint(sheet);
    this.element.classList.toggle("quiet", stage.isQuiet);
    this.element.setAttribute("aria-busy", walk.isWaiting);
    this.middle.hidden = !unit;
    if (!unit) return;
    for (const part of [this.table, this.question, this.support, this.judged]) part.paint(sheet, unit);
    tell("marks", { session: sheet.given.session, marks: marksOf(sheet, unit) });
  }
}

export default component(Panel);
