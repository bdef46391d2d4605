// From session to session. The browser goes ahead of the server; once no move is on its way, the
// server's word counts again. Where the next session is not here yet, what is typed waits for it.
const PATIENCE = 700;

class Walk {
  constructor(desk) {
    this.desk = desk;
    this.path = new Path();
    this.held = [];
    // Where the reviewer wants to be, while that is not here yet: {name, isBack}; the name is
    // empty for whatever waits next.
    this.wanted = null;
  }

  get isWaiting() {
    return this.wanted !== null;
  }

  get isMoving() {
    return this.desk.outbox.of("go").length > 0;
  }

  hear({ sessions, earlier }, isAnew) {
    Object.assign(this.path, { order: sessions.map(({ name }) => name), earlier });
    if (isAnew) this.resume();
    if (!this.isMoving) this.follow();
    this.proceed();
  }

  // A server that was started anew knows of this tab only what its address once said.
  resume() {
    const here = this.path.at ?? new URL(window.location.href).searchParams.get("session");
    if (here && here !== this.path.order[0] && !this.isMoving) this.move(here);
  }

  follow() {
    const there = this.path.order[0] ?? null;
    // One that was given away while nothing else was here is not before the reviewer any more.
    const isLeft = this.wanted?.name === "" && !this.path.order.includes(this.path.at);
    if (isLeft || (this.wanted?.name && this.wanted.name !== there)) this.wanted = null;
    if (!this.isWaiting && (there !== this.path.at || !this.desk.unit)) this.arrive(there);
  }

  move(name) {
    this.desk.post({ type: "go", session: name });
  }

  arrive(name, isBack = false) {
    this.wanted = null;
    this.path.go(name, isBack);
    this.desk.show(name);
  }

  goTo(name, isBack = false) {
    this.desk.panel.leave();
    this.move(name);
    if (this.isHere(name)) this.arrive(name, isBack);
    else this.wait({ name, isBack });
  }

  isHere(name) {
    return stage.ready.has(this.desk.sheets.get(name)?.given.session);
  }

  wait(wanted) {
    this.since ??= performance.now();
    this.wanted = wanted;
    this.desk.panel.paint();
  }

  // Goes on to where the reviewer wants to be if it is here now, and does what was typed meanwhile.
  proceed() {
    if (this.wanted?.name === "" && this.path.next !== undefined) this.on(this.path.next);
    else if (this.wanted && this.isHere(this.wanted.name)) this.arrive(this.wanted.name, this.wanted.isBack);
    if (this.isWaiting) return;
    this.since = null;
    while (this.held.length && !this.isWaiting) this.desk.panel.press(this.held.shift());
  }

  hold(key) {
    this.held.push(key);
    this.desk.panel.paintSaving();
    if (performance.now() - this.since < PATIENCE) return;
    this.desk.panel.say(`The next session is not here yet. ${counted(this.held.length, "key")} wait for it; Esc drops them.`);
  }

  drop() {
    if (!this.held.length) return false;
    this.held = [];
    this.desk.panel.say("Dropped what was typed ahead.");
    return true;
  }

  // To the next session that waits. One without all its labels comes again at the end.
  next() {
    const { sheet, data } = this.desk;
    if (!sheet) return;
    if (data.queue && !sheet.isComplete && this.path.next !== null) this.leave("later");
    else this.on(this.path.next);
  }

  // Leaves a session without all its labels: in a queue to others or for later, else for later.
  leave(how) {
    const { sheet, data, panel } = this.desk;
    if (!sheet || sheet.isComplete) return;
    if (!data.queue) this.on(this.path.next);
    else {
      this.desk.post({ type: how, session: sheet.given.name, queue: data.queue.name });
      this.depart();
    }
    if (this.desk.sheet === sheet) return;
    const isGone = how === "skip" && data.queue;
    panel.say(isGone ? "Skipped: others get it. [ brings it back to you." : `${how === "skip" ? "Skipped" : "Later"}: it comes again at the end.`);
  }

  // On from a session whatever it lacks; where no next one is known, the server says what comes.
  depart() {
    if (this.path.next !== null) return this.on(this.path.next);
    this.move("");
    this.arrive(null);
  }

  on(name) {
    this.wanted = null;
    if (name === undefined) this.wait({ name: "" });
    else if (name === null) this.finish();
    else this.goTo(name);
  }

  finish() {
    const missing = this.desk.sheet.missing().length;
    if (missing) return this.desk.panel.say(`This is the last session that waits: ${counted(missing, "label")} to go.`);
    this.move("");
    this.arrive(null);
  }

  back() {
    const { previous } = this.path;
    if (previous === null) this.desk.panel.say("This is the first session.");
    else this.goTo(previous, true);
  }

  forward() {
    if (this.desk.sheet && this.path.forward !== null) this.on(this.path.forward);
    else this.desk.panel.say("There is no session further on.");
  }
}
