"""What few have to change of a run, out of the way."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import streamlit as st

from calibration.runs.judges import EFFORTS, CriteriaPerCall, Effort, Options
from calibration.runs.money import HIGHEST_CEILING, micro
from judging.judges.fitting import Context
from judging.judges.judge import MOST_SAMPLES

Word = TypeVar("Word")
Answers = Literal["apart", "majority"]
EFFORT_NAMES: dict[Effort | None, str] = {
    **{effort: effort.capitalize() for effort in EFFORTS},
    None: "Left out",
}
EFFORT = "How much the model thinks before it answers. Leave it out for a model that refuses it."
PER_CALL: dict[CriteriaPerCall, str] = {"all": "All in one call", "one": "One a call"}
PER_CALL_HELP = (
    "One a call is dearer, since the session is sent for each criterion; but an edit of one "
    "criterion leaves the verdicts on the others valid."
)
CONTEXTS: dict[Context, str] = {
    "full": "In full",
    "fit": "Middle summarised",
    "chunks": "Middle judged in parts",
}
CONTEXT_HELP = (
    "Otherwise a session of over 40,000 characters is judged as a whole by its first 4 and last "
    "8 turns, and by what the model says of every 20 turns of the rest: a summary, or its verdicts "
    "on them, which takes longer and loses less. Each is another judge, to be calibrated for "
    "itself. Turns are always judged with all that came before them."
)
MAX_COST = "The run is paused before it costs more, and can be resumed with a higher ceiling."
AT_ONCE = 32
RUNS = (
    "3 times on some fifty sessions tell how often the judge contradicts itself; it costs three "
    "times as much, less what was answered before."
)
ANSWERS: dict[Answers, str] = {"apart": "The first counts", "majority": "The majority counts"}
ANSWERS_HELP = (
    "Where the first counts, the others are there to compare it with. A judge by majority gives "
    "one verdict, what more than half of its answers say: another judge, to be calibrated for "
    "itself."
)


@dataclass(frozen=True, slots=True)
class More:
    """
    What was chosen.

    Attributes:
        options: Those of the judge.

        concurrency: How many requests may be on their way at once.

        max_cost: What the run may cost at most, in micro-dollars; None for no ceiling.

        runs: How often the same is asked of each.
    """

    options: Options = field(default_factory=Options)
    concurrency: int = AT_ONCE
    max_cost: int | None = None
    runs: int = 1


def show() -> More:
    """Draw the choices, and return what was chosen."""
    with st.popover("More", icon=":material/tune:", key="run_more"):
        effort = _segments("Effort", EFFORT_NAMES, "low", EFFORT, key="run_effort")
        per_call = _segments("Criteria", PER_CALL, "all", PER_CALL_HELP, key="run_per_call")
        context = _segments("Long sessions", CONTEXTS, "full", CONTEXT_HELP, key="run_context")
        runs, majority = _repeats()
        at_once = st.number_input(
            "Requests at once", 1, 512, AT_ONCE, key="run_at_once", persist_state="session"
        )
        max_cost = _ceiling()
    options = Options(effort, per_call, context=context, majority=majority)
    return More(options, int(at_once), max_cost, runs)


def _repeats() -> tuple[int, int]:
    """Draw how often each is asked, and return that and how many answers make one verdict."""
    times = st.number_input(
        "Ask each so many times", 1, MOST_SAMPLES, 1, key="run_times", persist_state="session"
    )
    st.markdown(f":gray[{RUNS}]")
    if times == 1:
        return 1, 1
    answers = _segments("Of several answers", ANSWERS, "apart", ANSWERS_HELP, key="run_answers")
    return (int(times), 1) if answers == "apart" else (1, int(times))


def _ceiling() -> int | None:
    """Draw what the run may cost at most, and return it in micro-dollars."""
    max_cost = st.number_input(
        "Cost ceiling, in dollars",
        0.01,
        float(HIGHEST_CEILING),
        value=None,
        key="run_max_cost",
        placeholder="No ceiling",
        help=MAX_COST,
        persist_state="session",
    )
    return None if max_cost is None else micro(max_cost)


def _segments(name: str, words: Mapping[Word, str], usual: Word, why: str, *, key: str) -> Word:
    """Draw a choice among a few words, and what it means below."""
    chosen_one = st.segmented_control(
        name,
        list(words),
        default=usual,
        required=True,
        format_func=words.__getitem__,
        key=key,
        persist_state="session",
    )
    st.markdown(f":gray[{why}]")
    return chosen_one if chosen_one in words else usual
