"""What a report says in sentences."""

from collections.abc import Mapping

from judging.bundle import Bundle, CriterionResult, Figure
from judging.wording import listed

DEPLOYABLE = "deployable"
ANSWERS: Mapping[str, str] = {
    DEPLOYABLE: "may run unwatched",
    "not_deployable": "must not run unwatched",
    "insufficient_evidence": "not enough is known",
    "": "not looked at",
}
WHOSE: Mapping[str, str] = {"person": "people", "program": "programs", "model": "models"}
UNDEFINED: Mapping[str, str] = {
    "undefined_empty": "nothing was decided by both sides",
    "undefined_single_class": "all labels say the same",
    "degenerate_one_rater_constant": "one side always says the same",
    "judge_not_better_than_chance": "the judge is no better than chance",
    "too_few_clusters": "too few independent sessions",
    "no_spread": "all sessions say the same",
}
SPLITS: Mapping[str, str] = {
    "test": "a sealed test, whose sessions nobody had seen a verdict on before",
    "develop": "the sessions that the rubric may have been tuned on",
    "all": "all sessions with a label, also those that the rubric may have been tuned on",
}


def headline(bundle: Bundle) -> str:
    """Answer whether the judge may run unwatched, on which criteria, and how long that holds."""
    name, rubric, count = bundle.identity.name, bundle.rubric.label, len(bundle.results)
    if bundle.certified and bundle.expires_at:
        until = f"{bundle.expires_at:%d %B %Y}"
        whole = "its one criterion" if count == 1 else f"all {count} criteria"
        return f"Yes: {name} may run unwatched under {rubric}, on {whole}, until {until}."
    passed = [named(bundle, one) for one in bundle.results if one.gate == DEPLOYABLE]
    if passed:
        return (
            f"In part: {name} under {rubric} may run unwatched on {listed(passed)}, on "
            f"{len(passed)} of {count} criteria, and is not certified as a whole."
        )
    return f"No: {name} has not shown that it may run unwatched under {rubric}."


def reasons(bundle: Bundle) -> str:
    """Say how that is known, or why it is not."""
    basis = bundle.basis
    whose, sessions = (
        WHOSE.get(basis.reference, basis.reference),
        SPLITS.get(basis.split, basis.split),
    )
    blind = ", given blind," if basis.blind_only else ""
    held = (
        f"It was held against {basis.labels:,} labels by {whose}{blind} on {sessions}. "
        f"On {basis.decided:,} of them both sides say pass or fail."
    )
    return held if bundle.certified else f"It is not certified: {bundle.reason}. {held}"


def ceilings(bundle: Bundle) -> list[str]:
    """Say on which criteria the judge was held to what people reach, and what was found."""
    return [
        f"{named(bundle, one)}: {one.ceiling.sentence}" for one in bundle.results if one.ceiling
    ]


def answer(result: CriterionResult) -> str:
    """Return what the gate says of a criterion, and whether it held the judge to people."""
    said = ANSWERS.get(result.gate, result.gate)
    return f"{said}, held to what people reach" if result.ceiling else said


def looks(bundle: Bundle) -> str:
    """Say which looks at the sealed test the figures come from."""
    numbers = sorted({one.look for one in bundle.results if one.look is not None})
    if not numbers:
        return "The figures come from no look at a sealed test."
    which = listed([str(number) for number in numbers])
    noun = "look" if len(numbers) == 1 else "looks"
    return (
        f"The figures come from {noun} {which}. Each further look at the same test asks for more."
    )


def named(bundle: Bundle, result: CriterionResult) -> str:
    """Return a criterion's name as people say it."""
    return bundle.rubric.criterion(result.criterion).name


def figure(found: Figure, *, as_percent: bool = False) -> str:
    """Return a figure with its interval, or why there is none."""
    if found.value is None:
        return f"undefined: {UNDEFINED.get(found.status, found.status.replace('_', ' '))}"
    value = number(found.value, as_percent=as_percent)
    if found.low is None or found.high is None:
        return f"{value}, no interval"
    low, high = (number(end, as_percent=as_percent) for end in (found.low, found.high))
    return f"{value} [{low} to {high}]"


def number(value: float, *, as_percent: bool = False) -> str:
    """Return a number as the report writes it."""
    return f"{value:.0%}" if as_percent else f"{value:.2f}"
