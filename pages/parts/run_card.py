"""One run: how far it is, what it has cost, and what can be done about it."""

import time
from collections.abc import Callable, Mapping

import streamlit as st

from calibration.runs import steering, watching
from calibration.runs.money import HIGHEST_CEILING, MICRO, dollars, micro
from calibration.runs.run_progress import Look, Pace
from calibration.runs.watching import Action, Watched
from judging.errors import JudgeError, StoreError
from judging.wording import counted
from pages.parts import run_batch, run_links, run_notice, run_state, run_time
from pages.parts.plain import plain
from storage import Project, RunLine, RunStatus

EVERY = 2.0
MANY = 10_000
PACE = "run_pace"
CEILING = "run_ceiling"
# Streamlit fades what a slow look has not drawn yet; numbers that are read should not blink.
STEADY = "<style>.st-key-run_card [data-stale] { opacity: 1; transition: none }</style>"
STEER: Mapping[Action, Callable[[Project, int], object]] = {
    Action.PAUSE: steering.pause,
    Action.RESUME: steering.resume,
    Action.CANCEL: steering.cancel,
}
LABELS = {
    Action.PAUSE: ("Pause", ":material/pause:"),
    Action.RESUME: ("Resume", ":material/play_arrow:"),
    Action.CANCEL: ("Cancel", ":material/stop:"),
}


def show(project: Project, drawn: Watched) -> None:
    """
    Draw a run, and draw it anew every two seconds for as long as it changes by itself.

    A run over very many is looked at less often: counting it takes a while.
    """
    is_active = watching.is_active(drawn.line.status)
    every = max(EVERY, drawn.line.units / MANY) if is_active else None
    about = run_state.settings(watching.judge_of(project, drawn.line.id))
    st.html(STEADY)
    st.fragment(_draw, run_every=every)(project, drawn, about)


def _draw(project: Project, drawn: Watched, about: str) -> None:
    watched = watching.look(project, drawn.line.id)
    if _rest(watched) != _rest(drawn) or run_notice.is_left():
        st.rerun()
    with st.container(border=True, key="run_card"):
        _head(watched, about)
        with st.container(gap="xsmall"):
            st.header(run_state.heading(watched), anchor=False)
            _bar(watched)
            _words(watched, _pace(watched))
        _numbers(watched)
        _steps(project, watched)


def _rest(watched: Watched) -> tuple[object, ...]:
    """Return what the rest of the page hangs on, and whether to look again."""
    return watched.line.status, bool(watched.problems)


def _head(watched: Watched, about: str) -> None:
    line = watched.line
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(run_state.CHIPS[line.status].badge, width="content")
        who = f"**Run {line.id}** {plain(line.judge)} under {plain(line.rubric)}"
        st.markdown(who, width="content")
        ended = f", ended {run_time.said(line.finished_at)}" if line.finished_at else ""
        started = f"Started {run_time.said(line.created_at)}{ended}"
        facts = " · ".join(filter(None, [about, started]))
        st.markdown(f":gray[{plain(facts)}]", width="content")


def _bar(watched: Watched) -> None:
    if watched.line.status != RunStatus.DONE and not run_batch.is_waiting(watched):
        st.progress(min(1.0, watched.judged / max(1, watched.line.units)))


def _words(watched: Watched, pace: Pace) -> None:
    line = watched.line
    if line.status == RunStatus.FAILED:
        st.markdown(f":orange[**{plain(line.reason)}**]")
    st.markdown(plain(run_state.sentence(watched, pace)))
    if watched.is_stranded and not watched.has_keeper:
        st.code("judging worker", language=None)


def _pace(watched: Watched) -> Pace:
    """Return the speed that this visitor's looks at the run tell; a run at rest has none."""
    run, before = st.session_state.get(PACE, (0, Pace()))
    if watched.line.status != RunStatus.RUNNING:
        st.session_state.pop(PACE, None)
        return Pace()
    pace = (before if run == watched.line.id else Pace()).after(
        Look(time.monotonic(), watched.judged)
    )
    st.session_state[PACE] = (watched.line.id, pace)
    return pace


def _numbers(watched: Watched) -> None:
    with st.container(horizontal=True, gap="small"):
        for name, number in numbers(watched).items():
            st.markdown(f":gray[{name}]  \n**{plain(number)}**", width=104)


def numbers(watched: Watched) -> dict[str, str]:
    """Return the counts worth a glance, each under its name."""
    line = watched.line
    left = line.units - watched.judged
    is_active = watching.is_active(line.status)
    shown = {"Scored": f"{line.scored:,}", "Not scored": f"{sum(watched.problems.values()):,}"}
    if line.cached:
        shown["Judged before"] = f"{line.cached:,}"
    if is_active or left:
        shown["Left"] = f"{left:,}"
    if line.calls or (is_active and line.provider != "rules"):
        shown |= _active_costs(line) if is_active else _costs(watched)
    if line.samples > 1:
        shown["Each asked"] = f"{line.samples} times"
    if line.max_cost is not None:
        shown["Cost ceiling"] = dollars(line.max_cost)
    return shown


def _active_costs(line: RunLine) -> dict[str, str]:
    """Return the same entries at every look, so that none of them changes its place."""
    counts = {"On their way": f"{line.in_flight:,}", "Calls": f"{line.calls:,}"}
    return counts | {"Cost so far": dollars(line.cost)}


def _costs(watched: Watched) -> dict[str, str]:
    line = watched.line
    name = "At the service" if watched.waiting else "Never answered"
    lost = {name: f"{line.in_flight:,}"} if line.in_flight else {}
    return lost | {
        "Calls": f"{line.calls:,}",
        "Tokens in": f"{line.usage.prompt:,}",
        "Tokens out": f"{line.usage.output:,}",
        "Cost": dollars(line.cost),
    }


def _steps(project: Project, watched: Watched) -> None:
    if watched.line.status == RunStatus.DONE:
        line = watched.line
        run_links.results(line.rubric, line.judge, is_repeated=line.samples > 1)
        return
    if not watched.actions:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        for action in watched.actions:
            if action is Action.CANCEL:
                _cancel(project, watched)
            elif action is Action.RESUME and watched.line.max_cost is not None:
                _resume(project, watched.line)
            else:
                _button(project, watched.line.id, action)


def _cancel(project: Project, watched: Watched) -> None:
    label, icon = LABELS[Action.CANCEL]
    noun = run_state.noun(watched.line.level)
    left = counted(watched.line.units - watched.judged, noun)
    with st.popover(label, icon=icon, key="run_cancel_ask"):
        st.write(
            f"Stop this run for good? {left} would stay without verdicts. Those that are there "
            "stay." + (run_batch.CANCELLED if watched.waiting else "")
        )
        _button(project, watched.line.id, Action.CANCEL, "Cancel the run")


def _resume(project: Project, line: RunLine) -> None:
    """Draw the button to go on, beside the ceiling under which to do so."""
    _button(project, line.id, Action.RESUME)
    st.number_input(
        "Cost ceiling, in dollars",
        0.01,
        float(HIGHEST_CEILING),
        value=max(0.01, (line.max_cost or 0) / MICRO),
        key=CEILING,
        help="What is spent is a part of it.",
        width=200,
    )


def _button(project: Project, run: int, action: Action, words: str = "") -> None:
    label, icon = LABELS[action]
    st.button(
        words or label,
        icon=icon,
        key=f"run_{action}",
        type="primary" if action is Action.RESUME else "secondary",
        on_click=_steer,
        args=(project, run, action),
    )


def _steer(project: Project, run: int, action: Action) -> None:
    amount = st.session_state.get(CEILING) if action is Action.RESUME else None
    try:
        if amount is None:
            STEER[action](project, run)
        else:
            steering.resume(project, run, max_cost=micro(amount))
    except (JudgeError, StoreError) as error:
        run_notice.leave(error)
