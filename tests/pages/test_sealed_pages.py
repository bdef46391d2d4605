"""
Nothing that any page shows hangs on what a judge said of the sealed test.

Whoever could tell two databases apart that differ in just that would have been told of it.
"""

import re

import pytest
import streamlit as st
from streamlit.testing.v1.element_tree import Block, Element

from tests.pages.test_pages import opened
from tests.two_worlds import FIRST, World

JUDGED = {"rubric": "conversation@1", "judge": FIRST.identity.name}
TURNS = {"rubric": "turn@1", "judge": FIRST.identity.name}
PAGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("home.py", {}),
    ("sessions.py", JUDGED),
    ("session.py", {"id": "s0", **JUDGED}),
    ("session.py", {"id": "s0", **TURNS}),
    ("agreement.py", JUDGED),
    ("agreement.py", {"view": "slices", "criterion": "goal_met", **JUDGED}),
    ("agreement.py", {"view": "time", "criterion": "goal_met", **JUDGED}),
    ("agreement.py", {"view": "pass_rate", "criterion": "goal_met", **JUDGED}),
    ("agreement.py", {"view": "evidence", "criterion": "goal_met", **JUDGED}),
    ("agreement.py", {"view": "repeats", "criterion": "goal_met", **JUDGED}),
    ("agreement.py", TURNS),
    ("bias.py", JUDGED),
    ("disagreements.py", JUDGED),
    ("propose.py", JUDGED),
    ("propose.py", {"criterion": "goal_met", **JUDGED}),
    ("disagreements.py", {"reviewer": "maya", **JUDGED}),
    ("disagreements.py", {"view": "again", "reviewer": "maya", **JUDGED}),
    ("disagreements.py", {"view": "conflicts", "reviewer": "maya", **JUDGED}),
    ("disagreements.py", {"view": "unclear", "reviewer": "maya", **JUDGED}),
    ("compare.py", {**JUDGED, "other": "claude:second"}),
    ("gate.py", JUDGED),
    ("gate.py", TURNS),
    ("export.py", JUDGED),
    ("run.py", {"run": "new"}),
    ("run.py", {"run": "1"}),
    ("run.py", {"run": "1", "session": "s0"}),
    ("label.py", {}),
    ("people.py", {}),
    ("queues.py", {"design": "judge-stratified", **JUDGED}),
)
# Times of day, and what is drawn by chance.
UNLIKE = re.compile(
    r"\d\d\\*:\d\d(:\d\d)?(\.\d+)?|id: \"[^\"]*\"|[0-9a-f]{32,}|T_[0-9a-f]{5}|/\S+/(?:one|other)/"
)


def drawn(world: World, page: str, address: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return all that a page sends to the browser, as text."""
    monkeypatch.setenv("JUDGING_DATABASE_URL", world.project.store.url)
    st.cache_resource.clear()
    st.cache_data.clear()
    shown = opened(page, **address)
    assert not shown.exception
    # The table of runs holds when each began; its counts are those that the command prints.
    is_timed = page == "run.py"
    every = (one for one in shown if hasattr(one, "proto") and not (is_timed and _is_table(one)))
    protos = [str(one.proto) for one in every]
    return UNLIKE.sub("", "\n".join(protos))


def _is_table(element: Element | Block) -> bool:
    return "frame" in element.type


@pytest.mark.parametrize(("page", "address"), PAGES)
def test_no_page_shows_what_was_said_of_the_test(
    page: str, address: dict[str, str], worlds: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (drawn(world, page, address, monkeypatch) for world in worlds)

    assert len(one) > 200
    assert one == other


def test_a_sealed_session_says_so(worlds: list[World], monkeypatch: pytest.MonkeyPatch) -> None:
    sealed, open_ = (
        drawn(worlds[0], "session.py", {"id": name, **JUDGED}, monkeypatch) for name in ("s0", "s1")
    )

    assert "one of the sealed test" in sealed
    assert "one of the sealed test" not in open_
