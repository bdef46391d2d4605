"""What the gate's page says in words."""

from collections.abc import Mapping, Sequence

from calibration.gate.gating import Standing
from judging.agreement.ceiling import ENOUGH_UNITS
from judging.agreement.gate import Deployment
from judging.agreement.gate_row import Condition, RowOutcome
from judging.agreement.looks import look
from judging.wording import counted
from pages.parts.outcome import Chip, Tone
from pages.parts.plain import plain
from storage import Split
from storage.splits import Shares

WHY = (
    "A rubric that was tuned on sessions looks better on them than it is. So a part of the "
    "sessions is kept for a test that nobody sees: reports, lists and exports leave out what "
    "judges say of them, until the gate looks. Label them all the same, blind."
)
FOR_GOOD = (
    "Sessions of one group stay together, and so do those in which the user says the same. None "
    "is ever moved: what was seen once cannot be unseen."
)
DECISIONS: Mapping[Deployment, Chip] = {
    Deployment.DEPLOYABLE: Chip("✓", "May run unwatched", Tone.BLUE),
    Deployment.INSUFFICIENT_EVIDENCE: Chip("○", "Not enough is known", Tone.GRAY),
    Deployment.NOT_DEPLOYABLE: Chip("✗", "Must not run unwatched", Tone.ORANGE),
}
OUTCOMES: Mapping[RowOutcome, Chip] = {
    RowOutcome.MET: Chip("✓", "Met", Tone.BLUE),
    RowOutcome.UNPROVEN: Chip("○", "Unproven", Tone.GRAY),
    RowOutcome.DISPROVED: Chip("✗", "Disproved", Tone.ORANGE),
    RowOutcome.WARNING: Chip("△", "Not measured", Tone.GRAY),
}
CONDITIONS: Mapping[Condition, str] = {
    Condition.CLASS_MINIMUMS: "Labels of the rarer answer",
    Condition.KAPPA: "Agreement (kappa)",
    Condition.TPR: "Failures found (TPR)",
    Condition.TNR: "Passes left alone (TNR)",
    Condition.NOT_SCORED: "Left without a verdict",
    Condition.BIAS: "No bias found by a check",
    Condition.APPLICABILITY: "The criterion that says when it applies",
    Condition.SELF_CONSISTENCY: "Contradicts itself",
    Condition.ELIGIBLE_LABELS: "Labels that count",
}


def sealed(shares: Mapping[Split | None, Shares]) -> str:
    """Say how many sessions are sealed, and how many are not."""
    test, develop = shares[Split.TEST], shares.get(Split.DEVELOP, Shares(0, 0))
    return (
        f"The test: **{counted(test.sessions, 'session')}** in {counted(test.groups, 'group')}. "
        f"To look at and tune on: {counted(develop.sessions, 'session')}."
    )


def heading(found: Sequence[Standing]) -> str:
    """Say what was decided, or that the test is closed."""
    answered = [one.answered for one in found if one.answered is not None]
    if not answered:
        return "The test is sealed for this judge and rubric"
    passed = sum(one.decision is Deployment.DEPLOYABLE for one in answered)
    noun = "criterion" if len(found) == 1 else "criteria"
    return f"May run unwatched on {passed} of {len(found)} {noun}"


def ceiling(found: Sequence[Standing]) -> str:
    """Say when the human ceiling may take the place of a fixed kappa, and what there is for it."""
    twice = "; ".join(f"{plain(one.criterion.name)}: {one.twice:,}" for one in found)
    return (
        "Where even people do not reach kappa 0.60 with each other, a judge can be asked to agree "
        f"with them nearly as well as they do: by at most 0.10 less. It takes {ENOUGH_UNITS} "
        f"sessions of the test that two people labelled blind. There are: {twice}. It is a look "
        "of its own."
    )


def cost(found: Sequence[Standing]) -> str:
    """Say what a look costs: which number it is, and what bound that asks for."""
    lines = []
    for one in found:
        spent = look(one.next_look)
        fresh = " Better take fresh sessions." if spent.wants_fresh_labels else ""
        level = f"{1 - spent.alpha:.1%}".replace(".0%", "%")
        lines.append(
            f"- **{plain(one.criterion.name)}**: look {one.next_look}, kappa's lower bound at "
            f"{level}.{fresh}"
        )
    told = "It cannot be taken back, and is written down. Each look asks for more than the last:"
    return "\n".join([told, "", *lines])
