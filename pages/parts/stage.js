// How the parts of a page speak to each other in the browser, without asking the server:
//   show  {session}             a transcript on standby appears, another one hides
//   marks {session, marks}      a transcript is marked anew: marks.py says what marks hold
//   jump  {session, turn}       a transcript goes to a turn
//   turn  {session, turn}       a transcript tells which turn is being looked at
//   point {session, criterion}  a transcript points at a criterion, for the rail to show it
// Where sessions are labelled, also:
//   step  {session, turn}       a transcript goes to a turn without a flash, and only if it must
//   ready {session}             a transcript on standby has its session, and could show it now
//   mark  {session, turn}       a transcript asks for a turn to be taken as evidence, or no more
//   help                        a transcript asks for the list of keys
// The last word of the first two is kept, for whoever is drawn later; so is which sessions are
// ready, and whether keys are switched off.
const stage = (window.judgingStage ||= Object.assign(new EventTarget(), {
  shown: null,
  marks: null,
  active: null,
  ready: new Set(),
  size: null,
  isQuiet: false,
}));

function tell(kind, detail = {}) {
  if (kind === "show") stage.shown = detail.session;
  if (kind === "marks") stage.marks = detail;
  if (kind === "ready") stage.ready.add(detail.session);
  stage.dispatchEvent(new CustomEvent(kind, { detail }));
}

// Session text is hostile: `node` and `append` set text, and nothing here ever parses markup.
function node(tag, className = "", text = null) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== null) made.textContent = text;
  return made;
}

function button(className, text, label, act) {
  const made = node("button", className, text);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  if (label) made.title = label;
  made.addEventListener("click", act);
  return made;
}

function chip({ glyph, word, tone, detail }) {
  const made = node("span", "chip", `${glyph} ${word}`);
  made.dataset.tone = tone;
  if (glyph === "∅") made.classList.add("missing");
  if (detail) made.title = detail;
  return made;
}

function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

// Gives `element` the height in CSS that was asked for; without one, down to the window's edge,
// whatever stands above. Returns what to call when that may have changed.
function fitting(element, signal) {
  let asked = "";
  const fit = (height = asked) => {
    asked = height;
    if (element.classList.contains("standby")) return;
    const main = document.querySelector('[data-testid="stMain"]');
    const top = element.getBoundingClientRect().top + (main?.scrollTop ?? 0);
    const rest = Math.max(window.innerHeight - top - 24, window.innerHeight * 0.4);
    element.style.setProperty("--height", asked || `${Math.round(rest)}px`);
  };
  window.addEventListener("resize", () => fit(), { signal });
  const above = new ResizeObserver(() => fit());
  above.observe(element.getRootNode().host?.closest('[data-testid="stMainBlockContainer"]') ?? document.body);
  signal.addEventListener("abort", () => above.disconnect());
  return fit;
}

// One instance for each place on the page. Streamlit calls a component again whenever its data or
// the theme changes, and its clean-up only at the end.
function component(Part) {
  const parts = new WeakMap();
  return ({ parentElement, data, setTriggerValue }) => {
    if (!parts.has(parentElement)) parts.set(parentElement, new Part(parentElement));
    parts.get(parentElement).update(data, setTriggerValue);
    return () => {
      parts.get(parentElement)?.destroy();
      parts.delete(parentElement);
    };
  };
}
