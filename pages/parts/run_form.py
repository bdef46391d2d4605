"""A new run: who judges what, and what it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st

from calibration import ceiling, judge_choice, judges, planning, watching
from calibration.judges import EFFORTS, CriteriaPerCall, Effort, Options
from calibration.money import HIGHEST_CEILING, micro
from calibration.planning import RunPlan, Scope, Which
from judging.errors import JudgeError
from judging.judges import RULES, Judge
from judging.judges.fitting import Context
from pages.parts import chosen, run_obstacle, run_offer
from pages.parts.plain import plain
from pages.parts.run_offer import Offer
from storage import Project, RunLine, StoredVersion

Word = TypeVar("Word")
JUDGES = {
    judge_choice.RULES: "Rules judge (no model)",
    judge_choice.CLAUDE: "Claude",
    judge_choice.OPENAI: "OpenAI or compatible",
}
BASELINE = "It reads facts found by code and asks no model: the baseline that a model has to beat."
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
ADDRESS = (
    "Any service that speaks as OpenAI's does, also one of your own, which may need no key. Most "
    "addresses end in /v1."
)
FAILED = "Failed are those that people or a judge fail as a whole: worth judging turn by turn."
MAX_COST = "The run is paused before it costs more, and can be resumed with a higher ceiling."
AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen: the judge by its word, how it is to ask, and what that may cost at most."""

    word: str
    judge: Judge
    concurrency: int = AT_ONCE
    max_cost: int | None = None


def show(project: Project, lines: Sequence[RunLine]) -> None:
    """Draw the choices, then what would be judged for how much, then the button."""
    with st.container(border=True):
        judge = _judge(project)
        what, sessions, limit = st.columns(3, vertical_alignment="bottom")
        with what:
            version = chosen.version(project)
        with sessions:
            which = _which(project)
        most = limit.number_input(
            "At most", 1, value=None, step=1, key="run_limit", placeholder="No limit"
        )
        if version is None:
            run_obstacle.no_rubric()
        elif judge is None:
            run_obstacle.no_model()
        elif isinstance(judge, JudgeError):
            st.info(plain(judge.sentences), icon=":material/info:")
        else:
            scope = Scope(which=which, limit=most)
            planned = planning.plan(project, version.rubric.label, judge.judge, scope)
            _outlook(project, lines, judge, planned, which)
    if version and isinstance(judge, Chosen) and judge.word == judge_choice.RULES:
        _rules(version)


def _judge(project: Project) -> Chosen | JudgeError | None:
    """Draw the choice of a judge and return it, or why it is none; None while none is named."""
    who, beside, more = st.columns(3, vertical_alignment="bottom")
    words = list(JUDGES)
    word = who.selectbox(
        "Judge",
        words,
        index=words.index(judge_choice.usual_judge()),
        format_func=JUDGES.__getitem__,
        key="run_judge",
        persist_state="session",
    )
    assert word is not None
    if word == judge_choice.RULES:
        beside.markdown(f":gray[{BASELINE}]")
        return Chosen(word, judges.named(word, project.store.secret()))
    with beside:
        model = _model(word)
    with more:
        options, at_once, max_cost = _more()
    address = _address() if word == judge_choice.OPENAI else ""
    if not model:
        return None
    secret = project.store.secret()
    if word == judge_choice.CLAUDE:
        return Chosen(word, judges.named(f"{word}:{model}", secret, options), at_once, max_cost)
    try:
        judge = judges.served(model, address, secret, options)
    except JudgeError as error:
        return error
    return Chosen(word, judge, at_once, max_cost)


def _model(word: str) -> str:
    models, usual = judge_choice.models(word), judge_choice.usual_model(word)
    model = st.selectbox(
        "Model",
        models,
        index=models.index(usual) if usual else None,
        key="run_model" if word == judge_choice.CLAUDE else f"run_model_{word}",
        placeholder="Choose one, or type a model's id",
        accept_new_options=True,
        persist_state="session",
    )
    return (model or "").strip()


def _address() -> str:
    """Draw where the model is asked; empty for the usual place."""
    typed = st.text_input(
        "Address",
        key="run_address",
        placeholder=judge_choice.usual_address(),
        help=ADDRESS,
        persist_state="session",
    )
    return (typed or "").strip()


def _more() -> tuple[Options, int, int | None]:
    """Draw what few have to change, out of the way."""
    with st.popover("More", icon=":material/tune:", key="run_more"):
        effort = _segments("Effort", EFFORT_NAMES, "low", EFFORT, key="run_effort")
        per_call = _segments("Criteria", PER_CALL, "all", PER_CALL_HELP, key="run_per_call")
        context = _segments("Long sessions", CONTEXTS, "full", CONTEXT_HELP, key="run_context")
        at_once = st.number_input(
            "Requests at once", 1, 512, AT_ONCE, key="run_at_once", persist_state="session"
        )
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
    most = None if max_cost is None else micro(max_cost)
    return Options(effort, per_call, context=context), int(at_once), most


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


def _which(project: Project) -> Which:
    """Draw the choice between all sessions, the labelled ones and those that failed."""
    place = (project.store.url, project.number, project.agreement.revision())
    counts = {Which.ALL: project.sessions.count(), **_counts(project, place)}
    chosen_one = st.selectbox(
        "Sessions",
        list(counts),
        format_func=lambda some: f"{some.capitalize()} ({counts[some]:,})",
        key="run_sessions",
        help=FAILED,
        persist_state="session",
    )
    return Which(chosen_one)


@st.cache_data(max_entries=50, show_spinner=False)
def _counts(_project: Project, place: tuple[object, ...]) -> dict[Which, int]:
    """Count sessions by what was said of them, once until more is said."""
    _ = place
    return {
        Which.LABELLED: len(_project.labels.labelled()),
        Which.FAILED: len(_project.verdicts.failed()),
    }


def _outlook(
    project: Project, lines: Sequence[RunLine], judge: Chosen, planned: RunPlan, which: Which
) -> None:
    """Draw what would be judged, or why nothing would be."""
    if other := watching.rival(project, lines, planned, judge.judge):
        run_obstacle.at_work(other.id)
    elif not planned.sessions:
        run_obstacle.no_sessions(planned, which)
    elif not planned.left:
        run_obstacle.nothing_left(planned, judge.judge.identity.name)
    else:
        no_key = judge_choice.objection(project, judge.judge.identity.name)
        no_price = ceiling.objection(judge.judge.identity, judge.max_cost)
        offer = Offer(
            planned,
            judge.judge,
            judge.concurrency,
            obstacle=no_key or no_price,
            max_cost=judge.max_cost,
        )
        run_offer.show(project, offer, key="run_start")
        if no_key:
            run_obstacle.no_key(no_key)
        elif no_price:
            st.info(plain(no_price.sentences), icon=":material/info:")


def _rules(version: StoredVersion) -> None:
    with st.expander("How the rules judge decides"):
        st.write(
            "It says cannot tell where code cannot, and is held against people like any judge."
        )
        keys = version.rubric.keys
        for key, sentence in RULES:
            if key in keys:
                name = version.rubric.criterion(key).name
                st.markdown(f"**{plain(name)}** — {plain(sentence)}")
