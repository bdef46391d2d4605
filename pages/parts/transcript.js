// A session in a scroller of its own. Turns are drawn as they come near, and the rest when the
// browser is idle, so that its own search finds them too.
const FIRST = 16;
const NEAR = "1400px";

class Transcript {
  constructor(root) {
    this.turn = 0;
    this.marks = {};
    this.element = node("section", "judging transcript");
    this.element.setAttribute("aria-label", "Session");
    this.search = new Search(this);
    this.acts = {
      jump: (number) => this.jump(number),
      anchor: (number) => this.anchor(number),
      point: (criterion) => tell("point", { session: this.data.session, criterion }),
      mark: (number) => tell("mark", { session: this.data.session, turn: number }),
      isCalm: () => this.data.labelling,
    };
    this.frame();
    root.append(this.element);
    this.near = new IntersectionObserver((seen) => this.approach(seen), { root: this.feed, rootMargin: NEAR });
    this.listen();
  }

  frame() {
    this.title = node("div", "title");
    this.folding = button("tool-button", "Fold tools", "Fold what tools were asked and said (o)", () => this.fold());
    this.folding.setAttribute("aria-pressed", "false");
    const helping = button("tool-button", "?", "Keys (?)", () => this.help());
    const bar = node("div", "bar");
    bar.append(this.title, this.search.element, this.folding, helping);
    this.citedRow = node("nav", "cited-row");
    this.citedRow.setAttribute("aria-label", "Cited turns");
    this.feed = node("div", "feed");
    this.feed.tabIndex = 0;
    this.feed.setAttribute("role", "group");
    this.feed.setAttribute("aria-label", "Turns, scrollable");
    this.opening = node("div", "opening");
    this.list = node("div", "turns");
    this.list.setAttribute("role", "feed");
    this.feed.append(this.opening, this.list);
    this.keys = keyHelp();
    this.settling = new Settling(this.feed);
    this.element.append(bar, this.citedRow, this.feed, this.keys);
  }

  listen() {
    this.heard = new AbortController();
    const { signal } = this.heard;
    this.fit = fitting(this.element, signal);
    giveSize(this.element, signal);
    const mine = (kind, act) =>
      stage.addEventListener(kind, ({ detail }) => detail.session === this.data.session && act(detail), { signal });
    stage.addEventListener("show", () => this.appear(), { signal });
    mine("marks", () => this.mark());
    mine("jump", ({ turn }) => this.jump(turn));
    mine("step", ({ turn }) => this.goTo(turn, "nearest"));
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    for (const kind of ["pointerdown", "focusin"]) this.element.addEventListener(kind, () => (stage.active = this));
    this.list.addEventListener("click", (event) => this.pick(event));
  }

  destroy() {
    this.heard.abort();
    stage.ready.delete(this.session);
    this.near.disconnect();
    this.settling.stop();
    this.emptied();
    if (stage.active === this) stage.active = null;
    this.element.remove();
  }

  update(data) {
    const isOther = data.digest !== this.data?.digest;
    this.data = data;
    this.element.classList.toggle("labelling", data.labelling);
    if (isOther) this.build();
    this.mark();
    this.appear();
    this.fit(data.height);
    if (data.focus && (isOther || data.focus !== this.focus)) this.jump(data.focus);
    this.focus = data.focus;
  }

  // Shells of a likely height first: the scroller's length is about right before a turn is drawn.
  build() {
    const { turns } = this.data.shown;
    this.emptied();
    this.near.disconnect();
    this.turn = 0;
    this.title.replaceChildren(...titled(this.data.shown));
    this.element.setAttribute("aria-label", `Session: ${this.data.shown.title}`);
    this.opening.replaceChildren(...opened(this.data.shown));
    this.articles = turns.map((turn) => shell(turn, turns.length));
    this.list.replaceChildren(...this.articles);
    this.feed.scrollTop = 0;
    this.marks = this.wanted();
    this.fillAround(1, FIRST);
    this.articles.forEach((article) => this.near.observe(article));
    this.fillRest();
    this.drawCited();
    this.stand();
  }

  // Says on standby that its session could be shown.
  stand() {
    stage.ready.delete(this.session);
    this.session = this.data.session;
    if (this.data.standby) tell("ready", { session: this.session });
  }

  emptied() {
    cancelIdle(this.idle);
    this.search.box.value = "";
    this.search.look();
  }

  wanted() {
    return stage.marks?.session === this.data.session ? stage.marks.marks : this.data.marks;
  }

  mark() {
    const [old, now] = [this.marks, this.wanted()];
    this.marks = now;
    const changed = Object.keys({ ...old, ...now }).filter(
      (number) => JSON.stringify(old[number]) !== JSON.stringify(now[number]),
    );
    for (const number of changed) this.redraw(number, old[number] ?? {}, now[number] ?? {});
    if (changed.length) this.drawCited();
  }

  redraw(number, old, now) {
    const article = this.articles[number - 1];
    if (!article?.dataset.drawn) return;
    if (this.data.labelling && isQuotedAlike(old, now)) return drawMargin(article, Number(number), now, this.acts);
    delete article.dataset.drawn;
    this.fill(number - 1);
  }

  fill(index) {
    const article = this.articles[index];
    if (!article || article.dataset.drawn) return;
    article.dataset.drawn = "yes";
    const turn = this.data.shown.turns[index];
    drawTurn(article, turn, this.marks[turn.number] ?? {}, this.acts);
    this.near.unobserve(article);
  }

  fillAround(number, reach) {
    for (let index = number - 1 - reach; index < number + reach; index++) this.fill(index);
  }

  fillAll() {
    this.fillAround(1, this.articles.length);
    cancelIdle(this.idle);
  }

  fillRest(from = 0) {
    this.idle = whenIdle((left) => {
      let index = from;
      while (index < this.articles.length && left() > 4) this.fill(index++);
      if (index < this.articles.length) this.fillRest(index);
    });
  }

  approach(seen) {
    for (const { isIntersecting, target } of seen) if (isIntersecting) this.fill(target.dataset.number - 1);
  }

  // On standby it is laid out already, at the size of the one that is shown: only not to be seen.
  appear() {
    this.isHidden = this.data.standby && stage.shown !== this.data.session;
    this.element.classList.toggle("standby", this.isHidden);
    if (this.data.standby) takeSize(this.element);
    if (!this.isHidden && (this.data.standby || (stage.active?.isHidden ?? true))) stage.active = this;
  }

  drawCited() {
    const cited = Object.entries(this.marks).filter(([, { cited: marks }]) => marks);
    this.cited = cited.map(([number]) => Number(number)).filter((number) => this.articles[number - 1]);
    this.cited.sort((a, b) => a - b);
    this.citedRow.replaceChildren(...citedChips(this.cited, this.marks, this));
    this.point(this.turn);
  }

  key(event) {
    if (stage.active !== this || this.isHidden || !isForUs(event)) return;
    const isInside = event.composedPath().includes(this.element);
    if (!isInside && (!this.data.shortcuts || stage.isQuiet || INSIDE_ONLY.includes(event.key))) return;
    if (!Object.hasOwn(KEYS, event.key) || (event.key === "Escape" && this.keys.hidden)) return;
    event.preventDefault();
    letGo();
    KEYS[event.key](this, event);
  }

  help(isWanted = this.keys.hidden) {
    if (this.data.labelling) return tell("help");
    this.keys.hidden = !isWanted;
  }

  page(by) {
    this.feed.scrollBy({ top: by * this.feed.clientHeight * 0.85 });
  }

  fold() {
    const isFolded = this.list.classList.toggle("folded");
    this.folding.setAttribute("aria-pressed", isFolded);
  }

  pick({ target }) {
    const { number } = target.closest("article")?.dataset ?? {};
    if (number && !window.getSelection()?.toString()) this.look(Number(number));
  }

  // Makes `number` the turn that is looked at, without moving.
  look(number) {
    this.articles[this.turn - 1]?.removeAttribute("aria-current");
    this.turn = number;
    this.articles[number - 1]?.setAttribute("aria-current", "true");
    this.point(number);
    tell("turn", { session: this.data.session, turn: number });
  }

  point(number) {
    for (const shown of this.citedRow.querySelectorAll("[data-turn]")) {
      shown.toggleAttribute("data-here", Number(shown.dataset.turn) === number);
    }
  }

  // The words that are selected within what one turn says; null without.
  picked() {
    const found = selectedIn(this.element);
    return found && this.articles.includes(found.article) ? { turn: Number(found.article.dataset.number), quote: found.quote } : null;
  }

  step(by) {
    const from = this.isSeen(this.turn) ? this.turn + by : this.firstSeen();
    this.goTo(Math.max(1, Math.min(this.articles.length, from)), "nearest");
  }

  stepCited(by) {
    const { cited } = this;
    if (!cited.length) return;
    const ahead = by > 0 ? cited.find((number) => number > this.turn) : cited.findLast((number) => number < this.turn);
    this.jump(ahead ?? cited.at(by > 0 ? 0 : -1));
  }

  // The address now leads to this turn; when the server hears of it, nothing has to move.
  anchor(number) {
    this.focus = number;
    window.history.replaceState(window.history.state, "", addressOf(number));
    this.jump(number);
  }

  jump(number) {
    const article = this.articles[number - 1];
    if (!article) return;
    this.goTo(number, "start");
    article.classList.remove("flash");
    void article.offsetWidth;
    article.classList.add("flash");
  }

  goTo(number, block) {
    const article = this.articles[number - 1];
    this.fillAround(number, 6);
    this.look(number);
    const quote = block === "start" ? article.querySelector("mark") : null;
    if (quote) unfold(quote, this.feed);
    this.settling.by(() => align(this.feed, article, block, quote));
    if (this.element.contains(root(this.element).activeElement)) article.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  reveal(range) {
    unfold(range.startContainer.parentElement, this.feed);
    const { number } = home(range).dataset;
    if (number) this.look(Number(number));
    this.settling.by(() => centre(this.feed, range.getBoundingClientRect()));
  }

  isSeen(number) {
    const article = this.articles[number - 1];
    return Boolean(article) && isWithin(this.feed, article);
  }

  firstSeen() {
    return this.articles.findIndex((_, index) => this.isSeen(index + 1)) + 1;
  }
}

export default component(Transcript);
