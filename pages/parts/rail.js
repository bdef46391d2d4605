// What was answered about a session. Turn numbers in it move the transcript.
class Rail {
  constructor(root) {
    this.element = node("aside", "judging rail");
    this.element.tabIndex = 0;
    this.element.setAttribute("aria-label", "Answers");
    root.append(this.element);
    this.heard = new AbortController();
    const { signal } = this.heard;
    this.fit = fitting(this.element, signal);
    const mine = (kind, act) =>
      stage.addEventListener(kind, ({ detail }) => detail.session === this.data?.session && act(detail), { signal });
    mine("turn", ({ turn }) => this.here(turn));
    mine("point", ({ criterion }) => this.point(criterion));
  }

  destroy() {
    this.heard.abort();
    this.element.remove();
  }

  update(data) {
    const isSame = JSON.stringify(data) === JSON.stringify(this.data);
    this.data = data;
    this.fit(data.height);
    if (isSame) return;
    this.hasAnswers = data.criteria.some(({ answers }) => answers.length);
    this.element.replaceChildren(
      ...(data.note ? [node("p", "aside-note", data.note)] : []),
      ...data.criteria.map((criterion) => this.card(criterion)),
      ...this.section("Findings", data.findings, (finding) => this.finding(finding)),
      ...this.section("Found by code", data.facts.filter((fact) => !fact.is_pointer), (fact) => this.fact(fact)),
      ...this.section("Pointers by code, may be wrong", data.facts.filter((fact) => fact.is_pointer), (fact) => this.fact(fact)),
    );
  }

  card({ key, name, kind, question, answers, headlines }) {
    const card = node("section", "card");
    card.dataset.criterion = key;
    const head = node("header");
    head.append(node("h3", "", name));
    if (kind === "condition") head.append(node("span", "muted", "condition"));
    const whole = answers.filter(({ turn }) => !turn);
    const single = whole.length === 1 && answers.length === 1 ? whole[0] : null;
    if (single) head.append(...this.verdict(single));
    card.append(head, this.question(question));
    whole.forEach((answer) => card.append(this.answer(answer, !single)));
    card.append(...headlines.map((one) => this.headline(one)));
    card.append(...this.byTurn(answers.filter(({ turn }) => turn)));
    if (!answers.length && this.hasAnswers) card.append(node("p", "muted", "No answer here."));
    return card;
  }

  question(text) {
    const shown = node("p", "question muted", text);
    shown.title = text;
    return shown;
  }

  verdict({ by, chip: outcome }) {
    const parts = [chip(outcome)];
    if (by) parts.unshift(node("bdi", "muted by", by));
    return parts;
  }

  answer(answer, hasHead) {
    const box = node("div", "answer");
    if (hasHead) {
      const head = node("div", "who");
      head.append(...this.verdict(answer));
      box.append(head);
    }
    if (answer.chip.detail) box.append(node("p", "problem", answer.chip.detail));
    if (answer.chip.detail && answer.raw_value) box.append(node("pre", "raw", answer.raw_value));
    if (answer.rationale) box.append(node("p", "rationale", answer.rationale));
    if (answer.citations.length) box.append(list("citations", this.citations(answer.citations)));
    if (answer.behind) box.append(this.behind(answer.behind));
    return box;
  }

  // In another tab: the reader's place in this session is kept.
  behind(address) {
    const link = node("a", "muted behind", "Request and reply");
    link.title = "What the judge was sent, and what came back; opens another tab";
    Object.assign(link, { href: address, target: "_blank", rel: "noopener" });
    return link;
  }

  // A row for each quote, and one for all turns that are cited without.
  citations(all) {
    const rows = all.filter(({ quote }) => quote).map(({ turn, quote }) => [this.jump(turn), node("q", "quote", quote)]);
    const bare = all.filter(({ quote }) => !quote).map(({ turn }) => this.jump(turn));
    return [...rows, ...(bare.length ? [[node("span", "muted", "cites"), ...bare]] : [])].map((parts) => {
      const row = node("li");
      row.append(...parts);
      return row;
    });
  }

  headline({ by, text }) {
    const shown = node("p", "headline");
    if (by) shown.append(node("bdi", "muted by", by), " ");
    shown.append(text);
    return shown;
  }

  // One tick a turn, in their order, so that one sees where in the session it went wrong.
  ticks(answers) {
    const strip = node("div", "ticks");
    strip.append(
      ...answers.map(({ turn, chip: { glyph, word, tone } }) => {
        const tick = this.jump(turn, "tick");
        tick.textContent = glyph;
        tick.dataset.tone = tone;
        tick.title = `#${turn} ${word}`;
        tick.setAttribute("aria-label", `Turn ${turn}: ${word}`);
        return tick;
      }),
    );
    return strip;
  }

  // Answers for single turns: first what is wrong or undecided, then the rest in one fold.
  byTurn(answers) {
    if (!answers.length) return [];
    const counts = new Map();
    for (const { chip: { glyph, word } } of answers) {
      const text = `${glyph} ${word}`;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const summed = [...counts].map(([text, count]) => `${count} ${text}`).join(" · ");
    const isPlain = ({ chip: { tone, word } }) => tone !== "orange" && tone !== "yellow" && word !== "Not scored";
    const rest = node("details", "rest");
    const plain = answers.filter(isPlain);
    rest.append(node("summary", "", `The other ${counted(plain.length, "turn")}`));
    rest.append(...plain.map((answer) => this.turnAnswer(answer)));
    return [
      ...(answers.length > 1 ? [this.ticks(answers)] : []),
      node("p", "summed", `${counted(answers.length, "turn")}: ${summed}`),
      ...answers.filter((answer) => !isPlain(answer)).map((answer) => this.turnAnswer(answer)),
      ...(plain.length ? [rest] : []),
    ];
  }

  turnAnswer(answer) {
    const box = node("div", "turn-answer");
    const head = node("div", "who");
    head.append(this.jump(answer.turn), ...this.verdict(answer));
    box.append(head, ...this.answer(answer, false).childNodes);
    return box;
  }

  jump(turn, className = "jump") {
    const shown = button(className, `#${turn}`, `Go to turn ${turn}`, () =>
      tell("jump", { session: this.data.session, turn }),
    );
    shown.dataset.turn = turn;
    return shown;
  }

  section(title, items, draw) {
    if (!items.length) return [];
    const box = node("section", "list");
    box.append(node("h3", "", title), list("items", items.map(draw)));
    return [box];
  }

  finding({ tag, turn, note, by }) {
    return this.item(turn, `⚑ ${tag}`, note, by);
  }

  fact({ kind, turn, note, related, doubt }) {
    const row = this.item(turn, kind, note, "");
    if (related) row.lastChild.append(" (", this.jump(related, "link"), ")");
    if (doubt) row.title = doubt;
    return row;
  }

  item(turn, title, note, by) {
    const row = node("li");
    if (turn) row.append(this.jump(turn));
    const text = node("span", "text");
    text.append(node("span", "item-title", title));
    if (note) text.append(" ", node("bdi", "", note));
    if (by) text.append(" ", node("bdi", "muted", by));
    row.append(text);
    return row;
  }

  here(turn) {
    for (const shown of this.element.querySelectorAll("[data-turn]")) {
      shown.toggleAttribute("data-here", Number(shown.dataset.turn) === turn);
    }
  }

  point(criterion) {
    const card = this.element.querySelector(`[data-criterion="${CSS.escape(criterion)}"]`);
    if (!card) return;
    card.scrollIntoView({ block: "nearest" });
    card.classList.remove("flash");
    void card.offsetWidth;
    card.classList.add("flash");
  }
}

function list(className, rows) {
  const made = node("ul", className);
  made.append(...rows);
  return made;
}

export default component(Rail);
