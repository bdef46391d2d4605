"""What the place of a step in its trace tells: its session, and what only repeats others."""

from collections.abc import Iterable
from dataclasses import replace

from judging.importers.exchange import Exchange

# A step by its trace and its own id, since ids need only differ inside of a trace.
Key = tuple[str, str]


def placed(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """
    Return the steps, each with its session, and ranked by what stands inside of what.

    A call of a model around another one is a step around it. What stands inside of a tool's
    run is another agent's, and tells of the session only where nothing else does.
    """
    known = _by_trace(exchanges)
    tree = {(step.trace, step.span): step for step in known if step.span}
    repeating: set[int] = set()
    for step in filter(_is_model_call, known):
        above = _above(step, tree)
        repeating |= {id(outer) for outer in above if _is_model_call(outer)}
        if above and above[-1].ran:
            repeating.add(id(step))
    return [replace(step, rank=1) if id(step) in repeating else step for step in known]


def _by_trace(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """Return the steps, those without a session in the one that their trace names."""
    known = list(exchanges)
    named: dict[str, str] = {}
    for step in known:
        if step.trace and step.session:
            named.setdefault(step.trace, step.session)
    return [
        step
        if step.session
        else replace(step, session=named.get(step.trace) or step.trace or step.record.stand_in)
        for step in known
    ]


def _is_model_call(step: Exchange) -> bool:
    return step.rank == 0 and bool(step.messages) and not step.ran


def _above(step: Exchange, tree: dict[Key, Exchange]) -> list[Exchange]:
    """Return the steps around `step` from the inside out, the last a tool's run or the root."""
    above: list[Exchange] = []
    seen = {step.span}
    while (outer := tree.get((step.trace, step.parent))) and outer.span not in seen:
        above.append(outer)
        seen.add(outer.span)
        if outer.ran:
            break
        step = outer
    return above
