// What to mark in the transcript: the reviewer's own evidence and answers, and the judge's once
// the server has handed them out.
function marksOf(sheet, unit) {
  const marks = {};
  const put = (turn, kind, mark) => ((marks[turn] ??= {})[kind] ??= []).push(mark);
  for (const one of sheet.units) {
    const label = sheet.at(one);
    const about = { ...aboutOf(sheet, one), by: "you", chip: sheet.rubric.chip(one.key, label.outcome) };
    const isHere = one.key === unit?.key && one.turn === unit.turn;
    const quotesOf = (turn) => label.quotes.filter((one) => one.turn === turn).map(({ quote }) => quote);
    for (const turn of label.cited) put(turn, "cited", { ...about, quotes: quotesOf(turn), isHere });
    for (const turn of label.missing) put(turn, "missing", { ...about, isHere });
    if (one.turn && label.outcome) put(one.turn, "judged", about);
  }
  for (const verdict of sheet.given.verdicts) markVerdict(sheet, verdict, put);
  return marks;
}

function markVerdict(sheet, verdict, put) {
  const about = { ...aboutOf(sheet, { key: verdict.criterion, turn: verdict.turn }), by: "judge", chip: verdict.chip };
  if (verdict.turn) put(verdict.turn, "judged", about);
  const quotes = new Map();
  for (const { turn, quote } of verdict.citations) {
    quotes.set(turn, [...(quotes.get(turn) ?? []), ...(quote ? [quote] : [])]);
  }
  for (const [turn, some] of quotes) put(turn, "cited", { ...about, quotes: some });
}

function aboutOf({ rubric }, { key, turn }) {
  const { name } = rubric.of(key);
  return { criterion: key, name: turn ? `${name}, turn ${turn}` : name, number: rubric.number(key) };
}
