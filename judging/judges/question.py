"""One call to a model judge: which criteria, of which turns, and what is shown of the rest."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

from judging.judges import fitting
from judging.judges.fence import shown
from judging.judges.fitting import Context, Fitted, Limits
from judging.judges.shortening import Account
from judging.rubrics import Criterion, Level, RubricVersion, Sees
from judging.sessions import Role, Session

CriteriaPerCall = Literal["all", "one"]


@dataclass(frozen=True, slots=True)
class Question:
    """
    What one call asks.

    Attributes:
        rubric: The criteria as they are read: those asked, and the conditions they hang on.

        keys: The criteria to answer, all of one level; empty where a part of the session is to
            be summarised.

        sees: Which turns these criteria look at.

        turn: The turn that is judged; 0 for the session as a whole, or where the question is
            yet to be put of each turn.

        hindsight: Whether what came after that turn is shown.

        fit: What there is room for; None to show every session in full.

        is_graded: Whether the criteria are answered of the parts that do not fit, which are
            summarised otherwise.

        part: The part that is told on its own, from 1; 0 for what comes of all.

        accounts: What stands for each part, once there is something.

        sample: Which of the answers to it is asked for; the request is the same for all.
    """

    rubric: RubricVersion
    keys: tuple[str, ...]
    sees: Sees
    level: Level = Level.SESSION
    turn: int = 0
    hindsight: bool = False
    fit: Limits | None = None
    is_graded: bool = False
    part: int = 0
    accounts: tuple[Account, ...] = ()
    sample: int = 1

    @property
    def up_to(self) -> int | None:
        """The last turn that is shown; None for all of them."""
        return None if self.hindsight or not self.turn else self.turn

    def of(self, session: Session) -> "tuple[Question, ...]":
        """Return the question as it is put of `session`: once, or of each turn of the assistant."""
        if self.level is Level.SESSION:
            return (self,)
        turns = (turn.number for turn in session.turns if turn.role is Role.ASSISTANT)
        return tuple(replace(self, turn=number) for number in turns)

    def fitted(self, session: Session) -> Fitted | None:
        """Return how `session` is shortened for the question; None if it is shown in full."""
        if self.fit is None:
            return None
        return fitting.fitted(shown(session, self.sees), self.fit, self.sees)

    def of_parts(self, session: Session) -> "tuple[Question, ...]":
        """Return what is to be asked first, of each part that does not fit; often nothing."""
        found = self.fitted(session)
        keys = self.keys if self.is_graded else ()
        numbers = range(1, 1 + len(found.parts if found else ()))
        return tuple(replace(self, keys=keys, part=number) for number in numbers)

    def is_askable(self, session: Session) -> bool:
        """Tell whether the turn that is judged is one that the question's view shows."""
        numbers = {turn.number for turn in shown(session, self.sees)}
        return not self.turn or self.turn in numbers


def judge_name(
    name: str, *, hindsight: bool = False, context: Context = "full", majority: int = 1
) -> str:
    """Return a judge's name, told apart from that of the same one that is asked in another way."""
    shortened = "" if context == "full" else f"+{context}"
    counted = f"+majority{majority}" if majority > 1 else ""
    return f"{name}{shortened}{counted}{'+hindsight' if hindsight else ''}"


def without_context(name: str) -> str:
    """Return a judge's name without what tells how it is shown long sessions."""
    for context in get_args(Context):
        name = name.replace(f"+{context}", "")
    return name


def questions(
    rubric: RubricVersion,
    per_call: CriteriaPerCall,
    *,
    hindsight: bool = False,
    context: Context = "full",
    limits: Limits | None = None,
) -> tuple[Question, ...]:
    """
    Split `rubric` into calls: one for each level and view of the turns, or for each criterion.

    One by one, a criterion's request holds no word of the others, but for its conditions, so
    that an edit of those leaves its verdicts valid. Turns are judged with all that came before
    them, whatever there is room for.
    """
    if per_call == "one":
        together = [[criterion] for criterion in rubric.criteria]
    else:
        by_view: dict[tuple[Level, Sees], list[Criterion]] = {}
        for criterion in rubric.criteria:
            by_view.setdefault((criterion.level, criterion.sees), []).append(criterion)
        together = list(by_view.values())
    found = (_question(rubric, asked) for asked in together)
    fit = None if context == "full" else limits or Limits()
    return tuple(
        replace(one, hindsight=hindsight)
        if one.level is Level.TURN
        else replace(one, fit=fit, is_graded=context == "chunks")
        for one in found
    )


def again(asked: Iterable[Question], sample: int) -> tuple[Question, ...]:
    """Return questions as they are put for the `sample`-th time; the first time, as they are."""
    return tuple(replace(one, sample=one.sample + sample - 1) for one in asked)


def put(asked: Iterable[Question], session: Session) -> Iterator[Question]:
    """Yield every question as it is put of `session`: those of turns of one turn after another."""
    for question in asked:
        yield from question.of(session)


def _question(rubric: RubricVersion, asked: list[Criterion]) -> Question:
    keys = tuple(criterion.key for criterion in asked)
    needed = _with_conditions(rubric, keys)
    criteria = tuple(criterion for criterion in rubric.criteria if criterion.key in needed)
    sees, level = asked[0].sees, asked[0].level
    read = replace(rubric, criteria=criteria)
    return Question(read, keys, sees, level)


def _with_conditions(rubric: RubricVersion, keys: Iterable[str]) -> set[str]:
    needed: set[str] = set()
    left = list(keys)
    while left:
        key = left.pop()
        if key not in needed:
            needed.add(key)
            left += filter(None, [rubric.criterion(key).applies_when])
    return needed
