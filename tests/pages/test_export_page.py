"""The Export page: what it offers, and why it does not."""

from streamlit.testing.v1 import AppTest

from calibration import sample_project
from judging.exporters import OF_ANSWERS, OF_LABELS
from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.pages.test_pages import opened

BUNDLE = "Download the bundle"


def shown(**address: str) -> AppTest:
    page = opened("export.py", **address)
    assert not page.exception
    return page


def offered(page: AppTest) -> dict[str, bool]:
    """Return whether each button can be clicked, by its label."""
    return {b.proto.label: not b.proto.disabled for b in page.get("download_button")}


def test_a_judge_that_was_run_here_is_offered_with_what_it_rests_on(project: Project) -> None:
    sample_project.add_to(project)

    page = shown(rubric="conversation@1", judge="rules")

    said = " ".join(text.value for text in page.markdown).replace("\\", "")
    assert all(offered(page).values())
    assert len(offered(page)) == 9 + len(OF_LABELS) + len(OF_ANSWERS)
    assert {"Download the report", "Download for it"} < set(offered(page))
    assert "Labels as Langfuse scores" in offered(page)
    assert "What is known of rules under conversation@1 rests on 107 labels by people" in said
    assert "not certified" in said


def test_a_recorded_judge_is_not_offered_and_the_reason_is_given(project: Project) -> None:
    sample_project.add_to(project)

    page = shown(rubric="conversation@1", judge="example-judge")

    assert not offered(page)[BUNDLE]
    assert "came from a file" in page.info[0].value


def test_what_there_is_none_of_is_off_with_the_reason(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    page = shown()

    said = " ".join(text.value for text in page.markdown)
    assert offered(page) == {
        BUNDLE: False,
        "Sessions as JSONL": True,
        "Sessions as CSV": True,
        "Labels as JSONL": False,
        "Labels as CSV": False,
        "Verdicts as JSONL": False,
        "Verdicts as CSV": False,
    }
    assert "Nobody has labelled a session yet." in said
    assert "No judge has answered yet." in said


def test_a_judge_of_whom_nothing_is_known_is_not_offered(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": Outcome.PASS}, name="rules")

    page = shown()

    assert not offered(page)[BUNDLE]
    assert page.info


def test_says_what_a_spreadsheet_has_to_be_kept_from(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    said = " ".join(text.value for text in shown().markdown)

    assert "formula" in said


def test_another_framework_can_be_chosen(project: Project) -> None:
    sample_project.add_to(project)
    page = shown(rubric="conversation@1", judge="rules")

    page.selectbox(key="export_framework").select("promptfoo").run()

    (button,) = [b for b in page.get("download_button") if b.proto.label == "Download for it"]
    assert not page.exception
    assert button.proto.id.endswith("promptfoo.yaml")
    assert all(offered(page).values())
