"""A new run: who judges what, and what it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from calibration.runs import ceiling, judge_choice, judges, planning, run_scope, watching
from calibration.runs.planning import RunPlan
from calibration.runs.run_scope import Scope, Which
from judging.errors import JudgeError
from judging.judges import RULES, Judge
from judging.splitting import Part
from pages.parts import chosen, run_more, run_obstacle, run_offer
from pages.parts.plain import plain
from pages.parts.run_more import More
from pages.parts.run_offer import Offer
from storage import Project, RunLine, Split, StoredVersion, label_queues, splits

JUDGES = {
    judge_choice.RULES: "Rules judge (no model)",
    judge_choice.CLAUDE: "Claude",
    judge_choice.OPENAI: "OpenAI or compatible",
}
BASELINE = "It reads facts found by code and asks no model: the baseline that a model has to beat."
ADDRESS = (
    "Any service that speaks as OpenAI's does, also one of your own, which may need no key. Most "
    "addresses end in /v1."
)
PARTS = {Part.ALL: "Both", Part.DEVELOP: "Develop", Part.TEST: "Sealed test"}
WHICH = (
    "Failed are those that people or a judge fail as a whole, disputed those on which a judge and "
    "a label differ, or two reviewers: both are worth judging turn by turn."
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen: the judge by its word, and how it is to ask."""

    word: str
    judge: Judge
    more: More = field(default_factory=More)


def show(project: Project, lines: Sequence[RunLine]) -> None:
    """Draw the choices, then what would be judged for how much, then the button."""
    with st.container(border=True):
        judge = _judge(project)
        parts = _parts(project)
        what, sessions, *split, limit = st.columns(4 if parts else 3, vertical_alignment="bottom")
        with what:
            version = chosen.version(project)
        with sessions:
            which = _which(project)
        part = _part(split[0], parts) if parts else Part.ALL
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
            scope = Scope(which=which, part=part, limit=most)
            label, runs = version.rubric.label, judge.more.runs
            planned = planning.plan(project, label, judge.judge, scope, runs=runs)
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
        chosen_more = run_more.show()
    address = _address() if word == judge_choice.OPENAI else ""
    if not model:
        return None
    secret, options = project.store.secret(), chosen_more.options
    if word == judge_choice.CLAUDE:
        return Chosen(word, judges.named(f"{word}:{model}", secret, options), chosen_more)
    try:
        judge = judges.served(model, address, secret, options)
    except JudgeError as error:
        return error
    return Chosen(word, judge, chosen_more)


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


def _which(project: Project) -> Which:
    """Draw the choice between all sessions and those of which something was said."""
    drawn = len(label_queues.of(project).listed())
    place = (project.store.url, project.number, project.agreement.revision(), drawn)
    counts = {Which.ALL: project.sessions.count(), **_counts(project, place)}
    chosen_one = st.selectbox(
        "Sessions",
        list(counts),
        format_func=lambda some: f"{some.capitalize()} ({counts[some]:,})",
        key="run_sessions",
        help=WHICH,
        persist_state="session",
    )
    return Which(chosen_one)


def _parts(project: Project) -> dict[Part, int]:
    """Count the sessions of each part of the split; nothing while there is no split."""
    counts = splits.of(project).counts()
    n = {split: shares.sessions for split, shares in counts.items()}
    if not n.get(Split.TEST):
        return {}
    every = sum(n.values())
    return {Part.ALL: every, Part.DEVELOP: every - n[Split.TEST], Part.TEST: n[Split.TEST]}


def _part(column: DeltaGenerator, counts: Mapping[Part, int]) -> Part:
    """Draw the choice between the sealed test and what is there to look at."""
    chosen_one = column.selectbox(
        "Split",
        list(counts),
        format_func=lambda part: f"{PARTS[part]} ({counts[part]:,})",
        key="run_split",
        help="What a judge says of the sealed test is counted here, and shown by no page before "
        "the gate looks at it.",
        persist_state="session",
    )
    return Part(chosen_one)


@st.cache_data(max_entries=50, show_spinner=False)
def _counts(_project: Project, place: tuple[object, ...]) -> dict[Which, int]:
    """Count sessions by what was said of them, once until more is said."""
    _ = place
    return {which: len(run_scope.of(_project, which)) for which in Which if which is not Which.ALL}


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
        no_price = ceiling.objection(judge.judge.identity, judge.more.max_cost)
        offer = Offer(
            planned,
            judge.judge,
            judge.more.concurrency,
            obstacle=no_key or no_price,
            max_cost=judge.more.max_cost,
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
