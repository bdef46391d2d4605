"""Every page opens inside the frame, on an empty and on a filled database."""

import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from calibration import sample_project
from judging.ratings import Outcome
from storage import Project
from tests import keeping

PAGES = Path(__file__).parents[2] / "pages"
SCREENS = sorted(path.name for path in PAGES.glob("*.py") if path.stem not in {"__init__", "main"})
HEADINGS = {
    "home.py": "Judging",
    "import_.py": "Import",
    "propose.py": "Revise",
    "run.py": "Run judge",
}
HOSTILE = "<script>alert(1)</script> ![x](https://example.org/x.png) :red[x]"


def opened(screen: str, **address: str) -> AppTest:
    frame = AppTest.from_file(PAGES / "main.py", default_timeout=60)
    frame.run()
    for name, value in address.items():
        frame.query_params[name] = value
    return frame.switch_page(screen).run()


@pytest.mark.usefixtures("database_url")
@pytest.mark.parametrize("screen", SCREENS)
def test_opens_on_an_empty_database(screen: str) -> None:
    page = opened(screen)

    assert not page.exception
    heading = HEADINGS.get(screen, Path(screen).stem.capitalize())
    assert [title.value for title in page.title] == [heading]


@pytest.mark.parametrize("screen", SCREENS)
def test_opens_on_the_sample(project: Project, screen: str) -> None:
    sample_project.add_to(project)

    page = opened(screen)

    assert not page.exception


@pytest.mark.usefixtures("database_url")
def test_the_sample_is_a_click_away_from_an_empty_page() -> None:
    page = opened("sessions.py")

    page.button(key="empty_sample").click().run()

    assert not page.exception
    assert len(page.dataframe[0].value) == 24


def test_a_session_shows_its_verdicts_and_writes_down_who_saw_them(project: Project) -> None:
    sample_project.add_to(project)
    name = project.sessions.listed_ids()[0]

    page = opened("session.py", id=name)

    assert not page.exception
    transcript, rail = page.get("bidi_component")[:2]
    assert name in transcript.proto.json
    assert "Goal met" in rail.proto.json
    [visitor] = [r for r in project.reviewers.listed() if r.name == "unnamed visitor"]
    assert project.exposures.count(visitor.id, keeping.number(project, name)) >= 5


def test_a_session_that_is_gone_is_said_to_be(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    page = opened("session.py", id="b")

    assert "There is no session 'b'" in str(page.exception[0].value)


def test_agreement_lists_the_sessions_behind_a_cell(project: Project) -> None:
    keeping.many(project, [(Outcome.FAIL, Outcome.PASS)] * 2 + [(Outcome.PASS, Outcome.PASS)] * 3)

    page = opened("agreement.py")
    page.button(key="agreement_cell_fn").click().run()

    assert not page.exception
    assert [s.value for s in page.header] == ["Missed failure: 2 sessions"]
    [behind] = [table.value for table in page.dataframe if "Id" in table.value]
    assert list(behind["Id"]) == ["s0", "s1"]


def test_agreement_says_what_is_undefined_in_words(project: Project) -> None:
    keeping.many(project, [(Outcome.PASS, Outcome.PASS)] * 3)

    page = opened("agreement.py")

    assert not page.exception
    strip = page.dataframe[0].value
    assert strip["Labels still needed"].iloc[0] == "one class only"
    assert strip["Fails found"].iloc[0] == "undefined: one class only"


def test_an_edit_of_a_rubric_is_saved_as_the_next_version(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    page = opened("rubric.py")
    page.session_state["rubric_tab"] = "Edit"
    page.run()
    number = project.rubrics.get("conversation").id

    question = page.text_area(key=f"rubric_{number}_goal_met_question")
    question.set_value("Was the errand done?")
    page.button[-1].click().run()

    saved = project.rubrics.get("conversation").rubric
    assert (saved.number, saved.parent) == (2, 1)
    assert saved.criterion("goal_met").question == "Was the errand done?"


@pytest.mark.parametrize("screen", ["sessions.py", "session.py", "import_.py", "home.py"])
def test_hostile_names_reach_no_markdown(project: Project, screen: str) -> None:
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))

    page = opened(screen, id=HOSTILE)

    assert not page.exception
    drawn = [*page.markdown, *page.title, *page.header, *page.info]
    assert [text.value for text in drawn if "![x](" in text.value or "<script" in text.value] == []


def test_no_script_that_streamlit_runs_has_a_folder_named_pages_beside_it() -> None:
    assert not (PAGES / "pages").exists(), "Streamlit would discover it and bypass the frame."


@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_hides_a_module(screen: str) -> None:
    # Streamlit puts the folder of the script it runs, which is pages/, first on the path.
    others = {*sys.stdlib_module_names, "calibration", "judging", "storage", "pages"}

    assert Path(screen).stem not in others
