"""Whether a judge's errors depend on what they must not depend on."""

from collections import Counter

import streamlit as st

from calibration.agreement.held import Held
from calibration.bias import bias_checks
from calibration.bias.bias_checks import CriterionBias
from judging.agreement.bias import BiasState
from judging.rubrics import Kind, Level
from pages.parts import (
    address,
    bias_audit,
    bias_card,
    bias_plot,
    bias_words,
    empty,
    held_choice,
    opened,
)
from pages.parts.bias_card import Place
from pages.parts.plain import plain


def criterion(held: Held, labelled: dict[str, int]) -> str:
    """Draw the choice of a criterion and return its key; the first with labels at first."""
    names = {c.key: plain(c.name) for c in held.version.rubric.criteria}
    default = next(key for key in names if labelled[key])
    return address.segments("Criterion", names, default, key="criterion")


def states(found: CriterionBias) -> None:
    """Count the states, and say what they rest on."""
    if found.criterion.kind is Kind.CONDITION:
        st.caption("On this criterion, pass stands for present and fail for absent.")
    counts = Counter(each.check.state for each in found.checks)
    st.markdown(
        " ".join(
            f":{chip.tone}-badge[{chip.glyph} {counts[state]} {chip.word.lower()}]"
            for state, chip in bias_words.CHIPS.items()
            if counts[state]
        )
    )
    if set(counts) == {BiasState.INSUFFICIENT}:
        st.caption("Nothing can be concluded yet. Each check says which labels it takes.")
        return
    st.caption(
        "A check is flagged if its interval excludes 0 and the difference is 10 points or more, "
        "and cleared if all of the interval is within 10 points, the grey band. The checks that "
        "have labels enough share the error rate: each interval is at "
        f"{bias_words.percent(found.confidence)}."
    )


project = opened.project()
st.title("Bias", anchor=False)
if project is None or not project.sessions.count():
    empty.no_sessions()
held = held_choice.read(project)
held_choice.summary(project, held)
labelled = bias_checks.labelled(project, held)
if not any(labelled.values()):
    empty.no_labels()
asked = held.version.rubric.criterion(criterion(held, labelled))
found = bias_checks.of_criterion(project, held, asked)
states(found)
if found.caveat:
    st.caption(found.caveat)
reach = bias_plot.reach(each.check for each in found.checks)
noun = "turn" if asked.level is Level.TURN else "session"
for number, each in enumerate(found.checks):
    bias_card.show(project, each, Place(f"{asked.key}_{number}", noun, reach, held))
if found.looked_back:
    bias_audit.looked_back(project, held, found.looked_back)
