"""What a run would take, and the button that starts it."""

from dataclasses import dataclass, replace

import streamlit as st

from calibration.bias import own_family
from calibration.runs import estimating, planning, steering, watching
from calibration.runs.estimating import Estimate
from calibration.runs.money import dollars
from calibration.runs.planning import RunPlan
from judging.errors import JudgeError, StoreError
from judging.judges import Judge
from judging.judges.model_judge import ModelJudge
from judging.wording import counted
from pages.parts import run_batch, run_notice, run_state
from pages.parts.plain import plain
from storage import Project


@dataclass(frozen=True, slots=True)
class Offer:
    """
    A run that can be started.

    Attributes:
        verb: What the button says before the count.

        obstacle: Why it cannot be started here and now; the estimate is shown all the same.

        max_cost: What it may cost at most, in micro-dollars; None for no ceiling.

        in_batches: Whether it is sent as a batch.
    """

    planned: RunPlan
    judge: Judge
    concurrency: int = 32
    verb: str = "Judge"
    obstacle: JudgeError | None = None
    max_cost: int | None = None
    in_batches: bool = False

    @property
    def noun(self) -> str:
        """What is counted, in the singular."""
        return run_state.noun(self.planned.level)

    @property
    def left(self) -> str:
        """What is still to be judged: `12 sessions`."""
        return counted(self.planned.units - self.planned.cached, self.noun)


def show(project: Project, offer: Offer, *, key: str) -> None:
    """Draw what the run would take, then the button; the first estimate takes a few seconds."""
    found = estimate(project, offer)
    if found is None:
        return
    if run_batch.switch(offer.judge, found):
        offer, found = replace(offer, in_batches=True), found.in_batches()
    with st.container(gap="xsmall"):
        st.header(plain(first(offer, found)), anchor=False)
        st.markdown(f":gray[{plain(more(offer, found))}]")
    if advice := planning.advice(project, offer.planned):
        st.info(plain(advice), icon=":material/info:")
    if warning := own_family.warning(project, offer.judge.identity):
        st.caption(plain(warning))
    if offer.obstacle is None:
        _button(project, offer, found, key)


def brief(project: Project, offer: Offer, *, key: str) -> None:
    """Draw the button, and beside it what the run would take."""
    if found := estimate(project, offer):
        with st.container(horizontal=True, vertical_alignment="center"):
            _button(project, offer, found, key)
            st.markdown(f":gray[{plain(more(offer, found))}]", width="content")


def estimate(project: Project, offer: Offer) -> Estimate | None:
    """Return what the run would take, worked out once for a plan; None, and said, where not."""
    planned = offer.planned
    place = (project.store.url, project.number, planned.version.id)
    left = (planned.runs, len(planned.left), hash(planned.left))
    asked = (offer.judge.identity.fingerprint, *left)
    try:
        with st.spinner("Reckoning what it takes…"):
            return _estimated(project, offer, (*place, *asked))
    except JudgeError as error:
        st.info(plain(error.sentences), icon=":material/info:")
        return None


@st.cache_data(max_entries=200, ttl="10m", show_spinner=False)
def _estimated(_project: Project, _offer: Offer, key: tuple[object, ...]) -> Estimate:
    _ = key
    return estimating.estimate(_project, _offer.planned, _offer.judge)


def first(offer: Offer, found: Estimate) -> str:
    """Return what is to be judged, for how much."""
    return f"{offer.left} to judge, {price(found)}"


def more(offer: Offer, found: Estimate) -> str:
    """Return what stands behind the first sentence."""
    sentences = [_calls(offer, found)]
    if offer.planned.runs > 1:
        sentences.insert(0, f"Each is asked {offer.planned.runs} times; the first answer counts.")
    if found.cost is None:
        sentences.append(
            "No price is known for this model: name a file of prices in JUDGE_PRICES to see one."
        )
    if cached := offer.planned.cached:
        sentences.append(f"{counted(cached, offer.noun)} judged before cost nothing more.")
    if offer.max_cost is not None and found.cost:
        sentences.append(f"It is paused before it costs more than {dollars(offer.max_cost)}.")
    sentences += planning.left_out(offer.planned)
    return " ".join(sentences)


def price(found: Estimate) -> str:
    """Return what it is likely to cost, in words that fit on a button."""
    if not found.calls:
        return "at no cost"
    return "price unknown" if found.cost is None else f"about {dollars(found.cost)}"


def _calls(offer: Offer, found: Estimate) -> str:
    if not isinstance(offer.judge, ModelJudge):
        return "No model is asked."
    if not found.calls:
        return "The model has answered all of it before: nothing is sent."
    sessions = len(offer.planned.left)
    some = f"{found.looked_at} of them" if found.looked_at < sessions else "all of them"
    tokens = f"{_rounded(found.usage.input)} tokens in and {_rounded(found.usage.output)} out"
    calls = counted(found.calls, "call")
    told = f"{calls} to the model, about {tokens}: reckoned from {some}, without a cache."
    if not found.reused:
        return told
    kept = "answer" if found.reused == 1 else "answers"
    return f"{told} {found.reused:,} {kept} of before still hold and are not paid again."


def _rounded(n: int) -> str:
    """Return a count with two digits that say something: it is an estimate."""
    return f"{round(n, 2 - len(str(n))):,}"


def _button(project: Project, offer: Offer, found: Estimate, key: str) -> None:
    st.button(
        plain(f"{offer.verb} {offer.left}, {price(found)}"),
        type="primary",
        key=key,
        on_click=_start,
        args=(project, offer),
    )


def _start(project: Project, offer: Offer) -> None:
    try:
        number = steering.start(
            project,
            offer.planned,
            offer.judge,
            concurrency=offer.concurrency,
            max_cost=offer.max_cost,
            in_batches=offer.in_batches,
        )
    except StoreError as error:
        other = watching.rival(project, watching.newest(project), offer.planned, offer.judge)
        run_notice.leave(error, is_shown=other is not None)
        if other is None:
            return
        number = other.id
    st.query_params["run"] = str(number)
