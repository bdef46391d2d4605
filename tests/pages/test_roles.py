"""What each role is shown, page by page: looked for in all that reaches the browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from calibration import projects
from calibration.labels import labelling, revealing
from calibration.visitors import access
from judging.ratings import Outcome
from storage import Project, Reveal, ReviewerRole, Store
from tests import keeping, splitting, staffed
from tests.label_sending import event
from tests.pages.label_page import fire, sent
from tests.pages.test_pages import SCREENS, opened
from tests.staffed import JUDGE, JUDGED, LEAD, NAMES, PEERED, REVIEWER, SPOKEN, VIEWER

PASS, FAIL = Outcome.PASS, Outcome.FAIL
HELD = {"rubric": "conversation@1", "judge": JUDGE}
ADDRESSES = {
    "session.py": {"id": "s0", **HELD},
    "label.py": {"session": "s0", "rubric": "conversation@1"},
    "disagreements.py": {**HELD, "session": "s0", "on": "goal_met"},
    "compare.py": {"rubric": "conversation@1", "judge": JUDGE, "session": "s0"},
    "run.py": {"run": "1", "session": "s0"},
}
# Times of day, and what is drawn by chance.
UNLIKE = re.compile(r"\d\d:\d\d(:\d\d)?(\.\d+)?|id: \"[^\"]*\"|[0-9a-f]{32,}|visit\\\": \\\"\w+")


@pytest.fixture
def project(project: Project) -> Project:
    staffed.fill(project)
    staffed.people(project)
    return project


def shown(screen: str, role: ReviewerRole, **address: str) -> AppTest:
    where = {**ADDRESSES.get(screen, HELD), **address}
    page = opened(screen, reviewer=NAMES[role], **where)
    assert not page.exception
    return page


def text(page: AppTest) -> str:
    """Return all that a page sends to the browser."""
    return "\n".join(str(one.proto) for one in page if hasattr(one, "proto"))


def is_refused(page: AppTest) -> bool:
    return [title.value for title in page.title] == ["Not for you"]


def complete(project: Project, session: str, reviewer: str = "rita") -> None:
    keys = project.rubrics.get("conversation@1").rubric.keys
    events = [
        event(session=session, reviewer=reviewer, criterion=key, outcome="pass") for key in keys
    ]
    assert not labelling.receive(project, reviewer, events).refused


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("role", list(ReviewerRole))
@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_is_open_to_those_who_have_a_right_to_it_and_says_so_to_others(
    screen: str, role: ReviewerRole
) -> None:
    page = shown(screen, role)

    may = access.may_open(access.Standing(role), Path(screen).stem)
    assert is_refused(page) is not may
    if not may:
        [said] = page.info
        assert said.value.startswith(f"A {role} may not ")
        assert not {JUDGED, PEERED, SPOKEN} & {
            word for word in (JUDGED, PEERED, SPOKEN) if word in text(page)
        }


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("screen", SCREENS)
def test_what_was_said_of_a_session_reaches_no_reviewer_before_their_own_labels(
    screen: str,
) -> None:
    page = text(shown(screen, REVIEWER))

    assert len(page) > 50
    assert JUDGED not in page
    assert PEERED not in page


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("screen", SCREENS)
def test_no_session_and_nothing_said_of_one_reaches_a_viewer(screen: str) -> None:
    page = text(shown(screen, VIEWER))

    assert len(page) > 50
    assert not [word for word in (JUDGED, PEERED, SPOKEN, "s0") if word in page]


@pytest.mark.usefixtures("project")
def test_a_lead_is_shown_all_of_it_so_that_these_words_are_there_to_be_found() -> None:
    pages = [text(shown(screen, LEAD)) for screen in ("session.py", "disagreements.py")]

    assert JUDGED in pages[0]
    assert SPOKEN in pages[0]


@pytest.fixture
def worlds(tmp_path: Path, migrated: Path) -> Iterator[list[Project]]:
    """Return two projects that differ in all that judge and peer said, and in nothing else."""
    made = []
    for outcome in (PASS, FAIL):
        file = tmp_path / f"{outcome}.db"
        file.write_bytes(migrated.read_bytes())
        project = projects.new_or_existing(Store(f"sqlite:///{file}"), "default")
        staffed.fill(project, judged=outcome, peered=outcome)
        staffed.people(project)
        made.append(project)
    yield made
    for project in made:
        project.store.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_that_a_reviewer_is_shown_hangs_on_what_others_said(
    screen: str, worlds: list[Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = []
    for world in worlds:
        monkeypatch.setenv("JUDGING_DATABASE_URL", world.store.url)
        st.cache_resource.clear()
        st.cache_data.clear()
        pages.append(UNLIKE.sub("", text(shown(screen, REVIEWER))).replace(world.store.url, ""))

    assert pages[0] == pages[1]


@pytest.mark.parametrize("screen", ["label.py", "session.py", "disagreements.py"])
def test_a_session_opens_to_its_reviewer_with_the_last_label(screen: str, project: Project) -> None:
    splitting.seal(project)
    complete(project, "s0")

    page = text(shown(screen, REVIEWER, reference="rita"))

    assert JUDGED in page
    assert (PEERED in page) is (screen == "disagreements.py")


@pytest.mark.parametrize("screen", ["label.py", "session.py", "disagreements.py"])
def test_a_session_of_the_test_opens_to_nobody(screen: str, project: Project) -> None:
    splitting.seal(project, "s0")
    complete(project, "s0")

    page = text(shown(screen, REVIEWER))

    assert JUDGED not in page
    assert PEERED not in page


@pytest.mark.parametrize("screen", ["label.py", "session.py", "sessions.py", "disagreements.py"])
def test_a_project_that_keeps_its_reviewers_blind_shows_them_nothing_ever(
    screen: str, project: Project
) -> None:
    revealing.set_policy(project, {Reveal.BLIND: 1.0})
    complete(project, "s0")

    page = text(shown(screen, REVIEWER))

    assert JUDGED not in page
    assert PEERED not in page
    rita = project.reviewers.named("rita")
    assert project.exposures.count(rita.id, keeping.number(project, "s0")) == 0


def test_an_open_project_shows_verdicts_from_the_start_and_writes_it_down(
    project: Project,
) -> None:
    revealing.set_policy(project, {Reveal.OPEN: 1.0})

    page = shown("label.py", REVIEWER)

    assert JUDGED in sent(page)
    assert PEERED not in sent(page)
    fire(page, event(session="s0", reviewer="rita"))
    rita = project.reviewers.named("rita")
    [mine] = [
        one
        for one in project.labels.of_session(keeping.number(project, "s0"))
        if one.label.reviewer == "rita"
    ]
    assert project.exposures.count(rita.id, keeping.number(project, "s0")) == 5
    assert mine.label.blind is False


def test_an_open_project_keeps_the_test_blind(project: Project) -> None:
    splitting.seal(project, "s0")
    revealing.set_policy(project, {Reveal.OPEN: 1.0})

    page = shown("label.py", REVIEWER)

    assert f'"{SPOKEN} s0?"' in sent(page).replace('content": ', "")
    assert '"name": "s0"' in sent(page)
    shown_of = [one for one in sent(page).split('"session": ') if '"name": "s0"' in one]
    assert shown_of
    assert not any(JUDGED in one for one in shown_of)


def test_a_verdict_that_is_handed_out_too_early_is_noticed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked for above would be found: here the rule itself is broken on purpose."""
    assert project.number
    monkeypatch.setattr(
        revealing, "ways", lambda _p, _r, some, _b: dict.fromkeys(some, Reveal.OPEN)
    )

    assert JUDGED in text(shown("label.py", REVIEWER))


def test_the_sessions_page_shows_a_reviewer_the_outcomes_of_their_own_sessions(
    project: Project,
) -> None:
    complete(project, "s0")

    [table] = [one.value for one in shown("sessions.py", REVIEWER).dataframe if "Id" in one.value]

    assert list(table["Goal met"]) == ["✗ Fail", "", "", "", "", ""]


def test_who_looks_through_the_sessions_is_written_down(project: Project) -> None:
    shown("sessions.py", LEAD)

    lee = project.reviewers.named("lee")
    assert [project.exposures.count(lee.id, keeping.number(project, n)) for n in ("s0", "s5")] == [
        5,
        5,
    ]


def test_labels_of_somebody_who_may_not_label_any_more_are_refused(project: Project) -> None:
    page = shown("label.py", REVIEWER)
    project.reviewers.set_role(project.reviewers.named("rita").id, VIEWER, by="lee")

    with pytest.raises(AssertionError):
        fire(page, event(session="s0", reviewer="rita"))

    assert not project.labels.labelled(project.reviewers.named("rita").id)


def test_a_reviewer_s_home_counts_their_own_answers_alone(project: Project) -> None:
    before = shown("home.py", REVIEWER)
    complete(project, "s0")
    keeping.label(project, "s1", FAIL, reviewer="rita")

    page = shown("home.py", REVIEWER)

    table = page.dataframe[0].value
    goal_met = table[table["Criterion"] == "Goal met"].iloc[0]
    assert len(before.dataframe) == 0
    assert (goal_met["Fail"], goal_met["Pass"], goal_met["Neither"]) == (1, 1, 0)
    assert len(table) == len(project.rubrics.get("conversation@1").rubric.keys)
