// One session's labels as their reviewer sees them: the server's, and over them what is on its way.
const NOTHING = Object.freeze({ outcome: null, note: "", cited: [], quotes: [], missing: [], seconds: 0 });

class Sheet {
  constructor(rubric) {
    this.rubric = rubric;
    this.labels = new Map();
  }

  // What is pending wins over the server's word, which may be from before it.
  take(given, pending) {
    this.given = given;
    this.labels = new Map(Object.entries(given.labels));
    for (const { session, criterion: key, turn, ...label } of pending) {
      if (session === given.name) this.lay({ key, turn }, label);
    }
  }

  // Sets a label, and nothing that hangs on it.
  lay({ key, turn }, { outcome, note, cited, quotes = [], missing = [], seconds }) {
    this.labels.set(`${key} ${turn}`, { outcome, note, cited, quotes, missing, seconds });
  }

  at({ key, turn }) {
    return this.labels.get(`${key} ${turn}`) ?? NOTHING;
  }

  get units() {
    const { turns } = this.given;
    return this.rubric.criteria.flatMap(({ key, level }) =>
      level === "turn" ? turns.map((turn) => ({ key, turn })) : [{ key, turn: 0 }],
    );
  }

  unitsOf(key) {
    return this.units.filter((unit) => unit.key === key);
  }

  missing() {
    return this.units.filter((unit) => !this.at(unit).outcome);
  }

  get isComplete() {
    return this.units.length > 0 && !this.missing().length;
  }

  // Where to begin: at the first answer that lacks.
  start() {
    return this.missing()[0] ?? this.units[0] ?? null;
  }

  // Sets a label, and with a condition what hangs on it; returns what was there before, unit by unit.
  put(unit, label) {
    const before = [[unit, this.at(unit)]];
    this.lay(unit, label);
    for (const key of this.rubric.dependents(unit.key)) {
      const dependent = { key, turn: unit.turn };
      const follows = this.following(label.outcome, this.at(dependent));
      if (follows) before.push(...this.put(dependent, follows));
    }
    return before;
  }

  // Where a condition is absent nothing that hangs on it applies; where it is not, "not applicable"
  // is no answer.
  following(outcome, { outcome: now, ...rest }) {
    const isAbsent = outcome === "fail" || outcome === "not_applicable";
    if (isAbsent && now !== "not_applicable") return { ...rest, outcome: "not_applicable" };
    if (!isAbsent && outcome !== "cannot_tell" && now === "not_applicable") return { ...rest, outcome: null };
    return null;
  }

  // The condition that settled this unit by itself, if one did.
  settledBy({ key, turn }) {
    const { applies_when: condition } = this.rubric.of(key);
    if (!condition || this.at({ key, turn }).outcome !== "not_applicable") return null;
    const { outcome } = this.at({ key: condition, turn });
    return outcome === "fail" || outcome === "not_applicable" ? condition : null;
  }

  verdict({ key, turn }) {
    return this.given.verdicts.find((verdict) => verdict.criterion === key && verdict.turn === turn);
  }

  get isRevealed() {
    return this.given.verdicts.length > 0;
  }

  // Whether the judge says the same; null where it says nothing that can be compared.
  agrees(unit) {
    const { outcome } = this.verdict(unit) ?? {};
    if (!outcome || outcome === "not_scored") return null;
    return outcome === this.at(unit).outcome;
  }
}
