"""What a check found, for people: in a terminal, and in a pull request."""

import re
from collections.abc import Sequence

from judging.agreement import wilson
from judging.bundle import Bundle
from judging.bundle.checking import CriterionCheck
from judging.ratings import Outcome

HEAD = (
    "criterion",
    "passes",
    "fails",
    "pass rate [95 %]",
    "asked for",
    "result",
    "cannot tell",
    "not applicable",
    "not scored",
)
UNDECIDED = (Outcome.CANNOT_TELL, Outcome.NOT_APPLICABLE, Outcome.NOT_SCORED)
RESULTS = {True: "met", False: "missed", None: ""}
MOST = 10
MARKS = re.compile(r"([\\`*_{}\[\]()#+!|<>~-])")


def sentence(bundle: Bundle, found: Sequence[CriterionCheck]) -> str:
    """Say whether enough sessions pass, by which judge, and whether it may be believed."""
    asked = [one for one in found if one.minimum is not None]
    missed = [one.criterion for one in asked if one.is_met is False]
    undecided = [one.criterion for one in asked if one.is_met is None]
    if missed:
        said = f"Too few pass on {', '.join(missed)}."
    elif undecided:
        said = f"Too little is decided to tell on {', '.join(undecided)}."
    else:
        said = "Enough pass on all that is asked for." if asked else "Nothing is asked for."
    name, rubric = bundle.identity.name, bundle.rubric.label
    is_good = bundle.certified and not bundle.is_expired()
    believed = "certified" if is_good else "not certified: nobody has shown that it may be believed"
    return f"{said} Judged by {name} under {rubric}, {believed}."


def rows(found: Sequence[CriterionCheck]) -> list[tuple[object, ...]]:
    """Return a row for each criterion, as `HEAD` names its cells."""
    return [
        (
            one.criterion,
            one.outcomes.get(Outcome.PASS, 0),
            one.outcomes.get(Outcome.FAIL, 0),
            _rate(one),
            "" if one.minimum is None else f"{one.minimum:.0%}",
            "undecided" if one.minimum is not None and one.is_met is None else RESULTS[one.is_met],
            *(one.outcomes.get(outcome, 0) for outcome in UNDECIDED),
        )
        for one in found
    ]


def markdown(bundle: Bundle, found: Sequence[CriterionCheck]) -> str:
    """Return a summary for a pull request; what sessions hold is in it as text alone."""
    table = [HEAD, ("---",) * len(HEAD), *rows(found)]
    lines = [f"| {' | '.join(_plain(str(cell)) for cell in row)} |" for row in table]
    lines[1] = lines[1].replace("\\", "")
    failed = [
        f"- {_plain(one.criterion)} fails {_plain(unit.session)}"
        f"{f', turn {unit.turn}' if unit.turn else ''}: {_plain(unit.reason)}"
        for one in found
        if one.is_met is False
        for unit in one.failed[:MOST]
    ]
    told = [f"**{_plain(sentence(bundle, found))}**", "", *lines, "", *failed]
    return "\n".join(told) + "\n"


def _rate(one: CriterionCheck) -> str:
    rate = wilson(one.outcomes.get(Outcome.PASS, 0), one.decided)
    if rate.value is None or rate.low is None or rate.high is None:
        return "nothing decided"
    return f"{rate.value:.0%} [{rate.low:.0%}, {rate.high:.0%}]"


def _plain(text: str) -> str:
    return MARKS.sub(r"\\\1", " ".join(text.split()))
