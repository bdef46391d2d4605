// The criteria that are asked, and in which order they come.
const ANSWERS = ["pass", "fail", "not_applicable", "cannot_tell"];

class Rubric {
  constructor({ criteria, outcomes }) {
    this.criteria = criteria;
    this.outcomes = outcomes;
    this.ofTurn = criteria.filter(({ level }) => level === "turn");
  }

  of(key) {
    return this.criteria.find((criterion) => criterion.key === key);
  }

  number(key) {
    return this.criteria.findIndex((criterion) => criterion.key === key) + 1;
  }

  isOfTurn(key) {
    return this.of(key).level === "turn";
  }

  chip(key, outcome) {
    return this.outcomes[this.of(key).kind][outcome ?? ""];
  }

  dependents(key) {
    return this.criteria.filter(({ applies_when: condition }) => condition === key).map((criterion) => criterion.key);
  }

  // What comes after an answer: the turn's next criterion, the next turn, the next criterion.
  after({ key, turn }, turns) {
    const here = this.criteria.findIndex((criterion) => criterion.key === key);
    const behind = this.criteria.slice(here + 1);
    if (!this.isOfTurn(key)) return this.first(behind[0], turns);
    const beside = behind.find(({ level }) => level === "turn");
    if (beside) return { key: beside.key, turn };
    const next = turns.find((number) => number > turn);
    if (next) return { key: this.ofTurn[0].key, turn: next };
    return this.first(behind.find(({ level }) => level === "session"), turns);
  }

  first(criterion, turns) {
    if (!criterion) return null;
    if (criterion.level === "session") return { key: criterion.key, turn: 0 };
    return turns.length ? { key: criterion.key, turn: turns[0] } : null;
  }
}
