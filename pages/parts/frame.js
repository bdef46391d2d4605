// What surrounds the turns: shells, the opening, the row of cited turns, and moving about.
function shell({ number, role, content = "", calls = [] }, total) {
  const article = node("article", "turn");
  article.dataset.number = number;
  article.dataset.role = role;
  article.id = `turn-${number}`;
  article.tabIndex = -1;
  article.setAttribute("aria-posinset", number);
  article.setAttribute("aria-setsize", total);
  article.setAttribute("aria-label", `Turn ${number}, ${ROLES[role] ?? role}`);
  const text = lines(content) * 20;
  const likely = 46 + (role === "tool" ? Math.min(text, 180) : Math.min(text, 1400)) + calls.length * 90;
  article.style.containIntrinsicSize = `auto ${likely}px`;
  return article;
}

function titled({ title, about, turns }) {
  const facts = [...about, counted(turns.length, "turn")];
  const small = node("span", "muted");
  facts.forEach((fact, index) => small.append(index ? " · " : "", node("bdi", "", fact)));
  return [node("bdi", "strong", title), small];
}

const GOAL_SOURCES = { file: "as the file states it", file_derived: "derived from the file", user: "from the user" };

function opened({ goal, goal_source: source, system_prompt: prompt, warnings }) {
  const from = source ? `Goal, ${GOAL_SOURCES[source] ?? source}` : "Goal";
  return [
    goal ? folder("goal", from, goal) : "",
    prompt ? folder("prompt", `System prompt, ${counted(prompt.length, "character")}`, prompt) : "",
    warnings.length ? folder("warnings", counted(warnings.length, "import warning"), warnings.join("\n")) : "",
  ];
}

function folder(className, title, text) {
  const box = node("details", className);
  const summary = node("summary");
  summary.append(node("span", "label", title), node("bdi", "preview", text.slice(0, 300)));
  box.append(summary, node("div", "said", text));
  return box;
}

function citedChips(numbers, marks, acts) {
  if (!numbers.length) return [];
  const previous = button("step", "‹", "Previous cited turn (b)", () => acts.stepCited(-1));
  const next = button("step", "›", "Next cited turn (n)", () => acts.stepCited(1));
  const chips = node("div", "chips");
  chips.append(...numbers.map((number) => citedChip(number, marks[number].cited, acts)));
  return [node("span", "label", "◆ Cited"), previous, next, chips];
}

function citedChip(number, cited, acts) {
  const reasons = cited.map(({ name, by, chip: { word } }) => `${name}: ${word}${by ? ` (${by})` : ""}`);
  const label = `Turn ${number}, cited for ${reasons.join("; ")}`;
  const shown = button("cited-chip", `#${number} `, label, () => acts.jump(number));
  shown.dataset.turn = number;
  const outcomes = new Map(cited.map(({ chip: { glyph, tone } }) => [glyph, tone]));
  for (const [glyph, tone] of outcomes) {
    const sign = node("span", "sign", glyph);
    sign.dataset.tone = tone;
    shown.append(sign);
  }
  return shown;
}

// The size of what is shown, for those on standby: they are laid out before they are called for.
function giveSize(element, signal) {
  const watch = new ResizeObserver(() => {
    if (element.classList.contains("standby")) return;
    stage.size = { width: `${element.offsetWidth}px`, height: element.style.getPropertyValue("--height") };
  });
  watch.observe(element);
  signal.addEventListener("abort", () => watch.disconnect());
}

function takeSize(element) {
  for (const [name, value] of Object.entries(stage.size ?? {})) element.style.setProperty(`--${name}`, value);
}

// Opens whatever hides `element` inside `feed`.
function unfold(element, feed) {
  for (let box = element; box !== feed; box = box.parentElement) {
    if (box.tagName === "DETAILS") box.open = true;
    if (box.matches(".long:not(.open)")) box.querySelector(".more").click();
  }
}

function root(element) {
  return element.getRootNode();
}

function isWithin(feed, element) {
  const [outer, inner] = [feed.getBoundingClientRect(), element.getBoundingClientRect()];
  return inner.bottom > outer.top + 8 && inner.top < outer.bottom - 8;
}

// Scrolls `feed` so that `element` is well in view, or the `quote` in it where it is too long for
// both; tells whether anything moved.
function align(feed, element, block, quote) {
  const [outer, inner] = [feed.getBoundingClientRect(), element.getBoundingClientRect()];
  const words = quote?.getBoundingClientRect();
  if (words && words.bottom - inner.top > outer.height - 110) return centre(feed, words);
  if (block === "start") return scroll(feed, inner.top - outer.top - Math.min(96, outer.height * 0.15));
  const isAbove = inner.top < outer.top + 6;
  if (!isAbove && inner.bottom <= outer.bottom - 6) return false;
  if (isAbove || inner.height > outer.height - 24) return scroll(feed, inner.top - outer.top - 10);
  return scroll(feed, inner.bottom - outer.bottom + 12);
}

// Scrolls `feed` so that `place` stands in its middle, unless it is in view already.
function centre(feed, place) {
  const outer = feed.getBoundingClientRect();
  if (place.top >= outer.top + 8 && place.bottom <= outer.bottom - 8) return false;
  return scroll(feed, place.top - outer.top - (outer.height - place.height) / 2);
}

function scroll(feed, by) {
  const before = feed.scrollTop;
  feed.scrollTop += by;
  return Math.abs(feed.scrollTop - before) > 1;
}

// Calls `act` with a function that tells how many milliseconds are left.
function whenIdle(act) {
  if (!window.requestIdleCallback) return setTimeout(() => act(() => 5 - (performance.now() % 6)), 30);
  return requestIdleCallback((deadline) => act(() => deadline.timeRemaining()));
}

function cancelIdle(idle) {
  if (idle) (window.cancelIdleCallback ?? clearTimeout)(idle);
}
