// Where quotes stand in a text. First letter by letter; then without white space, letter case,
// Markdown's emphasis and the shape of quotation marks and dashes. A quote with "…" in it is
// looked for piece by piece, in order.
function spans(text, quote) {
  const whole = exact(text, quote) ?? folded(text, quote);
  if (whole) return [whole];
  const pieces = quote.split(/\s*(?:\.{3}|…)\s*/).filter(Boolean);
  const found = [];
  for (const piece of pieces.length > 1 ? pieces : []) {
    const from = found.at(-1)?.[1] ?? 0;
    const span = exact(text, piece, from) ?? folded(text, piece, from);
    if (!span) return [];
    found.push(span);
  }
  return found;
}

function exact(text, quote, from = 0) {
  const start = text.indexOf(quote, from);
  return start < 0 || !quote ? null : [start, start + quote.length];
}

function folded(text, quote, from = 0) {
  const [wanted] = fold(quote);
  const [plain, places] = fold(text);
  const first = places.findIndex((place) => place >= from);
  const start = wanted && first >= 0 ? plain.indexOf(wanted, first) : -1;
  return start < 0 ? null : [places[start], places[start + wanted.length - 1] + 1];
}

const SHAPES = { "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "‑": "-" };

// Returns the folded text, and the place in `text` of each of its letters.
function fold(text) {
  const letters = [];
  const places = [];
  for (let place = 0; place < text.length; place++) {
    const letter = SHAPES[text[place]] ?? text[place];
    if (/[\s*_`]/.test(letter)) continue;
    const lower = letter.toLowerCase();
    letters.push(lower.length === 1 ? lower : letter);
    places.push(place);
  }
  return [letters.join(""), places];
}

// Fills `element` with `text`, the quotes found in it marked; returns those found.
function quoted(element, text, quotes) {
  const found = quotes.filter((quote) => spans(text, quote).length);
  const all = found.flatMap((quote) => spans(text, quote)).sort((a, b) => a[0] - b[0]);
  let at = 0;
  for (const [start, end] of all) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    element.append(text.slice(at, from), node("mark", "", text.slice(from, end)));
    at = end;
  }
  element.append(text.slice(at));
  return found;
}
