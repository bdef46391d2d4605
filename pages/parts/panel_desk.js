// A reviewer at work: which session and which question lie before them, and what they do. Each act
// shows at once, and goes to the outbox as the label now stands.
const MOST_CITED = 50;

class Desk {
  constructor(data, panel, signal) {
    this.panel = panel;
    this.rubric = new Rubric(data);
    this.outbox = new Outbox(data.project, data.reviewer, () => panel.paintSaving());
    this.walk = new Walk(this);
    this.clock = new Clock(signal);
    this.sheets = new Map();
    this.sheet = null;
    this.unit = null;
    this.undone = [];
    this.wish = null;
    this.turn = 0;
  }

  // Takes the server's word; what is still on its way to it comes over that. Returns what it refused.
  hear(data, send) {
    const isAnew = this.data?.visit !== data.visit;
    this.data = data;
    this.outbox.post = (events) => send("events", events);
    if (isAnew) this.outbox.restart();
    const refused = this.outbox.settle(data.acked, data.refused);
    for (const given of data.sessions) this.sheetOf(given.name).take(given, this.outbox.of("label"));
    this.walk.hear(data, isAnew);
    return refused;
  }

  sheetOf(name) {
    if (!this.sheets.has(name)) this.sheets.set(name, new Sheet(this.rubric));
    return this.sheets.get(name);
  }

  // Puts a session before the reviewer, transcript and labels in one; null where nothing is left.
  show(name) {
    this.panel.leave();
    this.sheet = this.sheets.get(name) ?? null;
    this.unit = (this.wish?.name === name ? this.wish.unit : null) ?? this.sheet?.start() ?? null;
    this.wish = null;
    this.clock.restart();
    const { reviewer, rubric, queue } = this.data;
    settleAddress({ session: name, reviewer, rubric, ...(queue ? { queue: queue.name } : {}) });
    const hadFocus = document.activeElement?.shadowRoot?.activeElement?.closest(".feed");
    tell("show", { session: this.sheet?.given.session ?? null });
    if (hadFocus) stage.active?.feed.focus({ preventScroll: true });
    this.turn = this.sheet && stage.active?.session === this.sheet.given.session ? stage.active.turn : 0;
    if (this.unit?.turn) this.step();
    this.panel.paint();
    this.panel.say(this.sheet ? `Session: ${this.sheet.given.title}` : "Nothing is left to label.");
  }

  // Goes to one unit, in whichever session it is.
  visit(name, unit) {
    if (this.sheet?.given.name === name) return this.choose(unit);
    this.wish = { name, unit };
    this.walk.goTo(name);
  }

  choose(unit) {
    const isOtherTurn = unit.turn && (unit.turn !== this.unit.turn || this.turn !== unit.turn);
    this.unit = unit;
    if (isOtherTurn) this.step();
    this.panel.paint();
  }

  // Chooses a criterion; of a turn, at the turn that is looked at if it can be answered there.
  chooseCriterion(key) {
    if (!this.unit || !key) return;
    const { turns } = this.sheet.given;
    if (!this.rubric.isOfTurn(key)) return this.choose({ key, turn: 0 });
    const open = this.sheet.unitsOf(key).find((unit) => !this.sheet.at(unit).outcome);
    const turn = [this.unit.turn, this.turn].find((number) => turns.includes(number)) ?? open?.turn ?? turns[0];
    if (turn) this.choose({ key, turn });
  }

  step() {
    tell("step", { session: this.sheet.given.session, turn: this.unit.turn });
  }

  jump(turn) {
    tell("jump", { session: this.sheet.given.session, turn });
  }

  // Where turns are answered one by one, to the assistant's next; else the transcript steps itself.
  stepTurn(by) {
    if (!this.unit?.turn) return false;
    const { turns } = this.sheet.given;
    const next = turns[turns.indexOf(this.unit.turn) + by];
    this.choose({ ...this.unit, turn: next ?? this.unit.turn });
    return true;
  }

  look(turn) {
    this.turn = turn;
    const isOther = this.unit?.turn && turn !== this.unit.turn && this.sheet.given.turns.includes(turn);
    if (isOther) this.choose({ ...this.unit, turn });
    else this.panel.paint();
  }

  answer(outcome, key = this.unit?.key) {
    if (!this.unit || this.walk.isWaiting) return;
    if (key !== this.unit.key) this.chooseCriterion(key);
    const { sheet, unit } = this;
    if (sheet.at(unit).outcome !== outcome) {
      const before = sheet.put(unit, { ...sheet.at(unit), outcome, seconds: this.spent() });
      this.undone.push({ sheet, before });
      for (const [one] of before) this.send(sheet, one);
    }
    const end = sheet.isComplete ? ". Every label is given." : ".";
    this.panel.say(`${this.nameOf(unit)}: ${this.rubric.chip(unit.key, outcome).word}${end}`);
    this.choose(this.rubric.after(unit, sheet.given.turns) ?? unit);
  }

  // Undoes the last act, wherever it was, and says where.
  takeBack() {
    if (this.walk.isWaiting) return;
    const { sheet, before } = this.undone.pop() ?? {};
    if (!sheet) return this.panel.say("Nothing to undo in this tab.");
    const [[unit, { outcome }]] = before;
    const isAnswer = outcome !== sheet.at(unit).outcome;
    for (const [one, label] of before) {
      sheet.lay(one, label);
      this.send(sheet, one);
    }
    if (sheet === this.sheet) this.choose(unit);
    else this.panel.paint();
    this.sayUndone(sheet, unit, isAnswer);
  }

  sayUndone(sheet, unit, isAnswer) {
    const { outcome } = sheet.at(unit);
    const now = outcome ? `is ${this.rubric.chip(unit.key, outcome).word} again` : "has no answer again";
    const text = `Undone: ${isAnswer ? `${this.nameOf(unit)} ${now}` : `evidence for ${this.nameOf(unit)}`}`;
    if (sheet === this.sheet) return this.panel.say(`${text}.`);
    const { name, title } = sheet.given;
    this.panel.say(`${text}, in ${title}.`, { label: "Go there", go: () => this.walk.goTo(name) });
  }

  // Takes what is selected as evidence for the answer, or else the turn that is looked at; or no
  // more.
  markTurn(turn = this.turn) {
    if (!this.unit || this.walk.isWaiting) return;
    const picked = stage.active?.picked?.();
    if (picked) return this.markQuote(picked);
    const { sheet, unit } = this;
    const label = sheet.at(unit);
    const isCited = label.cited.includes(turn);
    if (!turn) return this.panel.say("Go to a turn first: with j, or with a click on it.");
    if (!isCited && label.cited.length >= MOST_CITED) return this.panel.say(`${MOST_CITED} turns are all that one answer can cite.`);
    const cited = isCited ? label.cited.filter((number) => number !== turn) : [...label.cited, turn];
    const quotes = label.quotes.filter((one) => cited.includes(one.turn));
    this.support({ cited, quotes }, `Turn ${turn} is ${isCited ? "no longer" : "now"} evidence for ${this.nameOf(unit)}.`);
  }

  markQuote({ turn, quote }) {
    const { cited, quotes } = this.sheet.at(this.unit);
    const isSame = (one) => one.turn === turn && one.quote === quote;
    if (quotes.length >= MOST_CITED) return this.panel.say(`${MOST_CITED} quotes are all that one answer can cite.`);
    if (quotes.some(isSame)) return this.support({ quotes: quotes.filter((one) => !isSame(one)) }, "These words are no longer evidence.");
    const more = { cited: [...new Set([...cited, turn])], quotes: [...quotes, { turn, quote }] };
    this.support(more, `These words of turn ${turn} are now evidence for ${this.nameOf(this.unit)}.`);
  }

  // Takes it that something is missing after the turn that is looked at, or no more.
  markMissing(turn = this.turn) {
    if (!this.unit || this.walk.isWaiting) return;
    if (!turn) return this.panel.say("Go to a turn first: with j, or with a click on it.");
    const { missing } = this.sheet.at(this.unit);
    const isMarked = missing.includes(turn);
    if (!isMarked && missing.length >= MOST_CITED) return this.panel.say(`${MOST_CITED} turns are all that one answer can name.`);
    const now = isMarked ? missing.filter((number) => number !== turn) : [...missing, turn];
    this.support({ missing: now }, `Something is ${isMarked ? "no longer " : ""}missing after turn ${turn}, for ${this.nameOf(this.unit)}.`);
  }

  // Changes what supports the answer at hand, so that it can be undone.
  support(fields, words) {
    const { sheet, unit } = this;
    this.undone.push({ sheet, before: [[unit, sheet.at(unit)]] });
    this.change(sheet, unit, fields);
    this.panel.say(words);
    this.panel.paint();
  }

  note(sheet, unit, note) {
    this.change(sheet, unit, { note });
  }

  change(sheet, unit, fields) {
    const seconds = sheet === this.sheet ? this.spent(unit) : sheet.at(unit).seconds;
    sheet.lay(unit, { ...sheet.at(unit), ...fields, seconds });
    this.send(sheet, unit);
  }

  spent(unit = this.unit) {
    return Math.min(LONGEST, (this.sheet.at(unit).seconds ?? 0) + this.clock.take());
  }

  send(sheet, { key, turn }) {
    this.post({ type: "label", session: sheet.given.name, criterion: key, turn, ...sheet.at({ key, turn }) });
  }

  post(fields) {
    this.outbox.add({ reviewer: this.data.reviewer, rubric: this.data.rubric, ...fields });
  }

  nameOf({ key, turn }) {
    const { name } = this.rubric.of(key);
    return turn ? `${name}, turn ${turn}` : name;
  }
}

// The address leads back here after a reload.
function settleAddress(wanted) {
  const address = new URL(window.location.href);
  if (address.searchParams.get("session") !== wanted.session) address.searchParams.delete("turn");
  for (const [name, value] of Object.entries(wanted)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
}
