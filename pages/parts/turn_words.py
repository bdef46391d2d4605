"""What a rater's answers on the turns of one session come to, in words."""

from collections.abc import Iterable, Sequence

from judging.agreement import summarise_turns
from judging.agreement.first_failing import TurnSummary
from judging.ratings import Outcome
from judging.rubrics import Kind
from judging.wording import counted
from pages.parts.marks import Answer

OPEN = {Outcome.NOT_SCORED, Outcome.CANNOT_TELL}


def headline(answers: Iterable[Answer]) -> str:
    """
    Say in which turn a session first fails, by one rater on one criterion.

    Returns:
        A sentence or two; nothing for a condition, which is present or absent and never fails, or
        without an answer on a turn.
    """
    given = [answer for answer in answers if answer.rating.turn and answer.rating.outcome]
    if not given or given[0].criterion.kind is Kind.CONDITION:
        return ""
    turns = [(one.rating.turn, one.rating.outcome or Outcome.NOT_SCORED) for one in given]
    found = summarise_turns(turns)
    if found.failing_share is None:
        verb = "is" if found.unscored == 1 else "are"
        return f"No turn is passed or failed: {found.unscored:,} {verb} undecided."
    return f"{_first(found, turns)} {_share(found, turns)}".strip()


def _first(found: TurnSummary, turns: Sequence[tuple[int, Outcome]]) -> str:
    first = found.first_failing
    undecided = [n for n, outcome in sorted(turns) if outcome in OPEN and (not first or n < first)]
    could, does = _listed(undecided), "does" if len(undecided) == 1 else "do"
    if first is None:
        return f"No turn fails, but {could} could." if could else "No turn fails."
    earlier = f", unless {could} {does}" if could else ""
    return f"First fails at #{first}{earlier}."


def _share(found: TurnSummary, turns: Sequence[tuple[int, Outcome]]) -> str:
    fails = sum(outcome is Outcome.FAIL for _, outcome in turns)
    decided = sum(outcome in (Outcome.PASS, Outcome.FAIL) for _, outcome in turns)
    left = f", {found.unscored:,} undecided" if found.unscored else ""
    verb = "fails" if fails == 1 else "fail"
    return f"{fails:,} of {counted(decided, 'decided turn')} {verb}{left}."


def _listed(numbers: Sequence[int]) -> str:
    """Return a few turns by number, and how many there are beyond."""
    shown = [f"#{number}" for number in numbers[:3]]
    if len(numbers) > len(shown):
        shown.append(f"{len(numbers) - len(shown):,} more")
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} or {shown[-1]}"
