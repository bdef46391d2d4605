// What a reviewer, and then the judge, put beside a turn: in its heading, where it pushes nothing.
function drawMargin(article, number, marks, acts) {
  const { cited = [], judged = [], missing = [] } = marks;
  article.classList.toggle("cited", cited.length > 0);
  const old = article.querySelector(".margin");
  const row = node("span", "margin");
  row.append(...judged.map(answered), ...cited.map(evidenceOf), ...missing.map(gapOf), evidenceButton(number, cited, acts));
  if (old) keepFocus(old, row);
  else article.querySelector(".source").before(row);
}

// The answers to one turn.
function answered({ by, name, chip: outcome }) {
  const shown = chip({ ...outcome, detail: `${name}, ${by}` });
  if (by !== "you") shown.prepend(`${by} `);
  return shown;
}

// For which criterion a turn is evidence: by its number in the panel.
function evidenceOf({ by, name, number, chip: { glyph, word, tone } }) {
  const shown = node("span", "evidence", `◆ ${number}`);
  shown.title = `Evidence for ${name}: ${word} (${by})`;
  if (by === "you") return shown;
  const sign = node("span", "sign", ` ${glyph}`);
  sign.dataset.tone = tone;
  shown.append(sign);
  shown.prepend("judge ");
  return shown;
}

// For which criterion something is missing after a turn.
function gapOf({ name, number }) {
  const shown = node("span", "evidence", `⊟ ${number}`);
  shown.title = `Something is missing after this turn, for ${name}`;
  return shown;
}

function evidenceButton(number, cited, acts) {
  const isMarked = cited.some(({ isHere }) => isHere);
  const label = `Turn ${number} as evidence for your answer (e)`;
  const shown = button("mark-button", isMarked ? "◆ Evidence" : "◇ Evidence", label, (event) => {
    event.stopPropagation();
    acts.mark(number);
  });
  // So that what is selected stays selected.
  shown.addEventListener("mousedown", (event) => event.preventDefault());
  shown.setAttribute("aria-pressed", isMarked);
  return shown;
}

function keepFocus(old, row) {
  const hadFocus = old.contains(root(old).activeElement);
  old.replaceWith(row);
  if (hadFocus) row.lastChild.focus({ preventScroll: true });
}

function isQuotedAlike(old, now) {
  const quotes = ({ cited = [] }) => JSON.stringify(cited.map((mark) => mark.quotes).filter((some) => some.length));
  return quotes(old) === quotes(now);
}
