"""The choice of when reviewers see what a judge said of a session."""

import streamlit as st

from calibration.labels import revealing
from judging.errors import StoreError
from pages.parts.plain import plain
from storage import Project, Reveal

KEY = "people_policy"
SAID = "people_policy_said"
DRAWN = "drawn"
WORDS = {
    Reveal.BLIND: "Never",
    Reveal.AFTER_SAVING: "After their own labels",
    Reveal.OPEN: "From the start",
    DRAWN: "Drawn at random",
}
WHY = {
    Reveal.BLIND: "Nothing that a judge said is shown on the Label page, nor on any other page to "
    "a reviewer.",
    Reveal.AFTER_SAVING: "What the judge said appears once every question on a session has its "
    "answer. Labels are blind, and a second thought is kept apart from them.",
    Reveal.OPEN: "What the judge said stands beside the questions. No label is blind then, so "
    "none counts at the gate; sessions of the sealed test stay blind all the same.",
    DRAWN: "For each reviewer and session one of the three is drawn, and kept. With a share shown "
    "from the start, the Bias page can say how far sight of the verdicts pulls labels.",
}


def show(project: Project) -> None:
    """Draw what holds, and the choice."""
    settled = revealing.policy(project)
    st.markdown(plain(revealing.in_words(settled)))
    way = st.segmented_control(
        "They see it",
        list(WORDS),
        default=settled.only or DRAWN,
        format_func=WORDS.__getitem__,
        required=True,
        key=KEY,
    )
    st.markdown(f":gray[{WHY[way or DRAWN]}]")
    shares = _shares(settled) if way == DRAWN else {Reveal(way): 1.0}
    total = round(sum(shares.values()) * 100)
    if total != 100:
        st.warning(f"Together the shares are {total} %, and have to be 100.")
    st.button(
        "Keep this",
        key=f"{KEY}_keep",
        disabled=total != 100 or {w: s for w, s in shares.items() if s} == dict(settled.shares),
        on_click=_keep,
        args=(project, shares),
    )
    if said := st.session_state.pop(SAID, None):
        st.error(plain(said))


def _shares(settled: revealing.Policy) -> dict[Reveal, float]:
    before = settled.shares if settled.only is None else {}
    usual = {Reveal.BLIND: 0.0, Reveal.AFTER_SAVING: 0.8, Reveal.OPEN: 0.2}
    with st.container(horizontal=True):
        return {
            way: st.number_input(
                f"{WORDS[way]}, in percent",
                0,
                100,
                round((before.get(way, 0) if before else share) * 100),
                5,
                key=f"{KEY}_{way}",
                width=220,
            )
            / 100
            for way, share in usual.items()
        }


def _keep(project: Project, shares: dict[Reveal, float]) -> None:
    """Set the policy; it holds for what is shown from now on."""
    try:
        revealing.set_policy(project, shares)
    except StoreError as error:
        st.session_state[SAID] = error.sentences
    else:
        st.toast("Kept.", icon=":material/check:")
