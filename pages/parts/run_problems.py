"""What a run has no outcome for: how much of it, why, and the way to ask again."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from calibration.runs import judge_choice, retrying, watching
from calibration.runs.watching import Watched
from judging.errors import JudgeError
from judging.ratings import Problem
from pages.parts import run_links, run_offer, run_state
from pages.parts.plain import plain
from pages.parts.run_offer import Offer
from storage import ProblemUnit, Project

EVERY = 10.0
MOST = 100_000
SHOWN = 1_000
TALL = 12
ALL = "all"
MEANINGS: Mapping[Problem, str] = {
    Problem.PARSE_FAILED: "The reply was no answer in due form, twice. No two replies are the "
    "same, so asking again often helps.",
    Problem.REFUSED: "The model declined to answer. Asking again rarely changes its mind: read "
    "these sessions, or have another model judge them.",
    Problem.TOO_LONG: "The session is longer than the model reads. A model that reads more can "
    "judge it.",
    Problem.DEFERRED: "The service was busy, or limited us, for longer than a run waits. Nothing "
    "was paid; asking again later is all it takes.",
    Problem.BAD_REQUEST: "The service did not accept the request. Its reply says why: look at "
    "one before asking again.",
}

IMPORTED = "What the file holds for these was no answer that a verdict could be made of."


def show(project: Project, watched: Watched) -> None:
    """Draw the problems of a run; while it runs, anew every ten seconds."""
    if watched.problems and watching.is_active(watched.line.status):
        st.fragment(_draw, run_every=EVERY)(project, watched)
    elif watched.problems:
        _draw(project, watched)


def _draw(project: Project, watched: Watched) -> None:
    run = watched.line.id
    units = project.calls.problems(run, limit=MOST)
    st.header("Not scored", anchor=False)
    kind = _kind(run, units)
    some = [unit for unit in units if kind in (ALL, unit.problem)]
    is_live = not watched.line.is_imported
    if isinstance(kind, Problem):
        st.markdown(plain(MEANINGS[kind] if is_live else IMPORTED))
    if watched.can_be_retried:
        _retry(project, run, some)
    keys = project.rubrics.get(watched.line.rubric).rubric.keys
    hidden = [*([] if kind == ALL else ["Why"]), *([] if is_live else ["Calls"])]
    _table(table(project, run, some[:SHOWN], keys).drop(columns=hidden))


def _kind(run: int, units: Sequence[ProblemUnit]) -> str:
    """Draw how many there are of each kind, and return the one to look at."""
    counts = Counter(unit.problem for unit in units)
    if len(counts) == 1:
        [kind] = counts
        st.markdown(f"**{run_state.problem(kind)}: {counts[kind]:,}**")
        return kind
    names = {ALL: f"All ({len(units):,})"} | {
        kind: f"{run_state.problem(kind)} ({n:,})" for kind, n in counts.most_common()
    }
    chosen = st.segmented_control(
        "Why",
        list(names),
        default=ALL,
        required=True,
        format_func=names.__getitem__,
        key=f"run_problem_{run}",
        label_visibility="collapsed",
    )
    return chosen if chosen in counts else ALL


def _retry(project: Project, run: int, units: Sequence[ProblemUnit]) -> None:
    try:
        again = retrying.retry(project, run, units)
    except JudgeError as error:
        st.info(plain(error.sentences))
        return
    if not again.planned.left:
        st.markdown(":blue[✓] All of these have been scored since.")
        return
    objection = judge_choice.objection(project, again.judge.identity.name)
    if objection:
        st.info(plain(objection.sentences), icon=":material/key:")
        return
    offer = Offer(again.planned, again.judge, again.concurrency, verb="Ask again about")
    run_offer.brief(project, offer, key="run_retry")


def _table(shown: pd.DataFrame) -> None:
    st.dataframe(
        shown,
        hide_index=True,
        height="content" if len(shown) <= TALL else 38 + 35 * TALL,
        alt="The sessions without an outcome, each with the reason",
        column_config={
            "Read": st.column_config.LinkColumn(display_text="Read", width="small"),
            "Calls": st.column_config.LinkColumn(display_text="Request and reply"),
        },
    )


def table(
    project: Project, run: int, units: Sequence[ProblemUnit], keys: Sequence[str]
) -> pd.DataFrame:
    """Return the units as people read them, each with the ways to its session and its calls."""
    return pd.DataFrame(
        {
            "Session": [unit.session for unit in units],
            "Why": [run_state.problem(unit.problem) for unit in units],
            "Read": [run_links.session(project, unit.session, unit.turn) for unit in units],
            "Calls": [run_links.calls(project, run, unit.session) for unit in units],
            "Criteria": [_criteria(unit.criteria, keys) for unit in units],
            "Reason": [_reason(unit) for unit in units],
        }
    )


def _reason(unit: ProblemUnit) -> str:
    is_name = unit.problem is Problem.DEFERRED and unit.reason
    return f"The last reply was: {unit.reason.replace('_', ' ')}." if is_name else unit.reason


def _criteria(names: Sequence[str], keys: Sequence[str]) -> str:
    is_all = not names or len(names) == len(keys)
    return "all" if is_all else ", ".join(names)
