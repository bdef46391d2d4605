// One turn, drawn into its article.
const ROLES = { user: "User", assistant: "Assistant", tool: "Tool result", system: "System", other: "Other" };
const TALL = { lines: 11, letters: 1_300 };
const VERY_TALL = { lines: 70, letters: 9_000 };

// Where sessions are labelled, nothing that is marked later may push what is read: marks stand in
// the margin, and long texts stay cut until a reader goes there.
function drawTurn(article, turn, marks, acts) {
  const cited = marks.cited ?? [];
  const drawing = { quotes: cited.flatMap((mark) => mark.quotes), found: new Set(), isCalm: acts.isCalm() };
  const said = body(turn, drawing);
  article.classList.toggle("cited", cited.length > 0);
  const beside = drawing.isCalm ? [] : flags(marks, drawing.found, acts);
  article.replaceChildren(heading(turn, acts), ...beside, ...said);
  if (drawing.isCalm) drawMargin(article, turn.number, marks, acts);
}

function heading(turn, acts) {
  const row = node("header", "heading");
  row.append(anchor(turn.number, acts), node("span", "role", ROLES[turn.role] ?? turn.role));
  if (turn.tool) row.append(node("code", "tool", turn.tool));
  if (turn.is_error) row.append(node("span", "error", "⚠ error"));
  if (turn.answers && turn.answers !== turn.number - 1) row.append("answers ", link(turn.answers, acts));
  const source = node("span", "source");
  for (const word of [turn.speaker, turn.model]) if (word) source.append(node("bdi", "", word));
  if (turn.time) source.append(clock(turn.time));
  row.append(source);
  return row;
}

function clock(time) {
  const shown = node("time", "", time.slice(11));
  shown.title = `${time} UTC`;
  return shown;
}

function anchor(number, acts) {
  const shown = node("a", "number", `#${number}`);
  shown.href = addressOf(number);
  shown.setAttribute("aria-label", `Turn ${number}: link`);
  shown.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    acts.anchor(number);
  });
  return shown;
}

function addressOf(number) {
  const address = new URL(window.location.href);
  address.searchParams.set("turn", number);
  return address.href;
}

function link(number, acts) {
  return button("link", `#${number}`, `Go to turn ${number}`, () => acts.jump(number));
}

function flags(marks, found, acts) {
  const row = node("div", "flags");
  for (const mark of marks.cited ?? []) row.append(citedFlag(mark, found, acts));
  for (const mark of marks.judged ?? []) row.append(judgedFlag(mark, acts));
  for (const { tag, note } of marks.findings ?? []) row.append(noted("finding", `⚑ ${tag}`, note));
  for (const fact of marks.facts ?? []) row.append(factFlag(fact, acts));
  return row.childElementCount ? [row] : [];
}

function citedFlag(mark, found, acts) {
  const flag = button("flag cite", "", null, () => acts.point(mark.criterion));
  flag.append(node("span", "diamond", "◆ "), `cited for ${mark.name} `, chip(mark.chip));
  if (mark.by) flag.append(node("span", "muted", ` ${mark.by}`));
  const lost = mark.quotes.filter((quote) => !found.has(quote));
  if (lost.length) flag.append(node("span", "lost", "quote not found in this turn"));
  if (lost.length) flag.title = lost.join("\n");
  return flag;
}

function judgedFlag(mark, acts) {
  const flag = button("flag", "", null, () => acts.point(mark.criterion));
  flag.append(`${mark.name.replace(/, turn \d+$/, "")} `, chip(mark.chip));
  if (mark.by) flag.append(node("span", "muted", ` ${mark.by}`));
  return flag;
}

function factFlag(fact, acts) {
  const flag = noted(fact.is_pointer ? "fact pointer" : "fact", `by code: ${fact.kind}`, fact.note);
  if (fact.related) flag.append(" ", link(fact.related, acts));
  if (fact.is_pointer) flag.append(node("span", "doubt", "may be wrong"));
  if (fact.doubt) flag.title = fact.doubt;
  return flag;
}

function noted(className, title, note) {
  const flag = node("span", `flag ${className}`);
  flag.append(node("span", "title", title));
  if (note) flag.append(node("bdi", "note", note));
  return flag;
}

function body(turn, drawing) {
  const parts = [];
  if (turn.reasoning) parts.push(reasoning(turn.reasoning, drawing));
  const { content = "" } = turn;
  if (content && turn.role === "tool") parts.push(said("pre", laidOut(content), drawing, content.length));
  else if (content) parts.push(said("div", content, drawing));
  for (const call of turn.calls ?? []) parts.push(toolCall(call, drawing));
  return parts.length ? parts : [node("p", "nothing", "nothing said")];
}

// What tools say is cut sooner than what is said in words.
function said(tag, text, drawing, size = text.length) {
  const shown = node(tag, "said");
  const found = quoted(shown, text, drawing.quotes);
  found.forEach((quote) => drawing.found.add(quote));
  const limit = tag === "pre" ? TALL : VERY_TALL;
  if (text.length < limit.letters && lines(text) < limit.lines) return shown;
  return cut(shown, size, found.length > 0 && !drawing.isCalm);
}

function lines(text) {
  return text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 110)), 0);
}

function cut(shown, size, isOpen) {
  const box = node("div", isOpen ? "long open" : "long");
  const label = () =>
    box.classList.contains("open") ? "Show less" : `Show all ${counted(size, "character")}`;
  const more = button("more", label(), null, () => {
    box.classList.toggle("open");
    more.textContent = label();
    more.setAttribute("aria-expanded", box.classList.contains("open"));
  });
  more.setAttribute("aria-expanded", isOpen);
  box.append(shown, more);
  return box;
}

function reasoning(text, drawing) {
  const box = node("details", "reasoning");
  box.append(node("summary", "", `Reasoning, ${counted(text.length, "character")}`));
  box.append(said("div", text, drawing));
  box.open = box.querySelector("mark") !== null && !drawing.isCalm;
  return box;
}

function toolCall({ name, arguments: given }, drawing) {
  const text = laidOut(given);
  const box = node(text.includes("\n") ? "details" : "div", "call");
  const title = node(box.tagName === "DETAILS" ? "summary" : "code", "name");
  title.append(node("code", "", name));
  box.append(title, said("pre", text || "no arguments", drawing, given.length));
  if (box.tagName === "DETAILS") box.open = true;
  return box;
}
