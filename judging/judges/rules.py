"""The rules judge: no model and no key, but facts found by code and stated rules on them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from judging.facts import Fact, FactKind, Reading, found, reads_as_english
from judging.judges.judge import JudgeIdentity
from judging.judges.rule import (
    ABSENT,
    DECIDING,
    GENERAL,
    NO_RULE,
    NOT_ENGLISH,
    ONE_SIDED,
    SILENT,
    UNSURE,
    Rule,
)
from judging.ratings import DECIDED, Citation, Finding, Outcome, Verdict
from judging.rubrics import Criterion, Level, RubricVersion, Sees
from judging.sessions import Role, Session

RULES: tuple[tuple[str, str], ...] = tuple(
    (rule.criterion, rule.sentence) for rule in (*GENERAL, *DECIDING)
)
"""Every rule as criterion (`*` for any) and sentence, in the order in which they are asked."""

TURN_LEVEL = frozenset({"turn_pass"})
MOST = 6


@dataclass(frozen=True)
class RulesJudge:
    """
    Decides by stated rules on facts found by code: the baseline that a model has to beat.

    Where no rule decides, it cannot tell. At turn level it knows only what had been said and
    done up to the turn: adding turns never changes an earlier verdict.
    """

    @property
    def identity(self) -> JudgeIdentity:
        """Named `rules`; the template is raised whenever a rule or a check changes."""
        return JudgeIdentity("rules", "rules", template="1")

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        """Return a verdict on every criterion, on turn-level ones for every assistant turn."""
        case = _Case(Reading(session))
        return tuple(
            case.verdict(rubric, criterion, turn)
            for criterion in rubric.criteria
            for turn in (case.turns if criterion.level is Level.TURN else (0,))
        )


@dataclass(frozen=True)
class _Ruling:
    """A rule that holds, and the facts that make it hold."""

    rule: Rule
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class _Case:
    """One session before the judge."""

    reading: Reading

    @cached_property
    def turns(self) -> tuple[int, ...]:
        return tuple(
            turn.number for turn in self.reading.session.turns if turn.role is Role.ASSISTANT
        )

    @cached_property
    def facts(self) -> dict[tuple[FactKind, int], tuple[Fact, ...]]:
        """The facts by kind and turn, and under turn 0 all of that kind."""
        facts: defaultdict[tuple[FactKind, int], list[Fact]] = defaultdict(list)
        for fact in found(self.reading):
            facts[fact.kind, fact.turn].append(fact)
            facts[fact.kind, 0].append(fact)
        return {key: tuple(of_key) for key, of_key in facts.items()}

    @cached_property
    def is_english(self) -> bool:
        return reads_as_english(self.reading)

    def verdict(self, rubric: RubricVersion, criterion: Criterion, turn: int) -> Verdict:
        ruling = self.ruling(rubric, criterion, turn)
        return Verdict(
            session=self.reading.session.external_id,
            criterion=criterion.key,
            turn=turn,
            outcome=ruling.rule.outcome,
            rationale=_rationale(ruling, criterion.key),
            citations=_citations(ruling.facts),
            findings=tuple(Finding(str(f.kind), f.turn, f.note) for f in ruling.facts[:MOST]),
        )

    def ruling(
        self, rubric: RubricVersion, criterion: Criterion, turn: int, asked: tuple[str, ...] = ()
    ) -> _Ruling:
        """Decide by the condition's outcome and the general rules, then by the criterion's own."""
        condition = self._condition(rubric, criterion, turn, asked)
        rules = _rules_for(criterion)
        if condition is Outcome.FAIL:
            return _Ruling(ABSENT)
        if not rules:
            return _Ruling(NO_RULE)
        if criterion.sees is Sees.ASSISTANT_ONLY:
            return _Ruling(ONE_SIDED)
        if not self.turns:
            return _Ruling(SILENT)
        return self._decided(rules, turn) if condition is Outcome.PASS else _Ruling(UNSURE)

    def _condition(
        self, rubric: RubricVersion, criterion: Criterion, turn: int, asked: tuple[str, ...]
    ) -> Outcome:
        """The outcome of the condition; pass where there is none, or it would go in a circle."""
        if criterion.applies_when is None or criterion.applies_when in asked:
            return Outcome.PASS
        condition = rubric.criterion(criterion.applies_when)
        return self.ruling(rubric, condition, turn, (*asked, criterion.key)).rule.outcome

    def _decided(self, rules: Sequence[Rule], turn: int) -> _Ruling:
        # The last rule of every criterion holds whatever is found.
        rule = next(rule for rule in rules if self._holds(rule, turn))
        if rule.kind is None:
            is_unread = rule.outcome in DECIDED and not self.is_english
            return _Ruling(NOT_ENGLISH if is_unread else rule)
        return _Ruling(rule, self.facts[rule.kind, turn])

    def _holds(self, rule: Rule, turn: int) -> bool:
        if rule.kind is None:
            return True
        is_lifted = rule.unless is not None and (rule.unless, turn) in self.facts
        return (rule.kind, turn) in self.facts and not is_lifted


def _rules_for(criterion: Criterion) -> tuple[Rule, ...]:
    level = Level.TURN if criterion.key in TURN_LEVEL else Level.SESSION
    if criterion.level is not level or criterion.meaning != 1:
        return ()
    return tuple(rule for rule in DECIDING if rule.criterion == criterion.key)


def _rationale(ruling: _Ruling, key: str) -> str:
    if ruling.rule is NO_RULE:
        return f"The rules judge has no rule for {key} as it is asked here."
    if not ruling.facts:
        # Alone, the sentence of a criterion's last rule has nothing to be otherwise to.
        said = ruling.rule.sentence.removeprefix("Otherwise ")
        return said[0].upper() + said[1:]
    sentence = ruling.rule.sentence.rstrip(".")
    return f"{ruling.facts[0].note.rstrip('.')} (rule: {sentence[0].lower()}{sentence[1:]})."


def _citations(facts: Iterable[Fact]) -> tuple[Citation, ...]:
    cited: dict[Citation, None] = {}
    for fact in facts:
        if fact.related_turn is not None:
            cited[Citation(fact.related_turn, fact.related_quote)] = None
        cited[Citation(fact.turn, fact.quote)] = None
    return tuple(cited)[:MOST]
