"""The Rubric page: what is weak in the wording stands beside the criteria."""

from streamlit.testing.v1 import AppTest

from judging.rubrics import Criterion, RubricVersion
from storage import Project
from tests import keeping
from tests.pages.test_pages import opened

HOSTILE = "Is the ![x](https://a.test/b.png) reply correct and polite?"


def said(page: AppTest) -> str:
    assert not page.exception
    return " ".join(text.value for text in page.markdown)


def test_a_weak_spot_stands_with_its_criterion(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    tone = Criterion("tone", HOSTILE, "It is appropriate.", "It is rude.")
    project.rubrics.add(RubricVersion("support", 1, (tone,)))

    page = opened("rubric.py", rubric="support@1")

    assert "2 weak spots, in one criterion" in page.info[0].value
    assert "**Passes** (appropriate)" in said(page)
    assert "![x]" not in said(page)


def test_a_clean_rubric_is_shown_without_a_word_of_it(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    page = opened("rubric.py", rubric="conversation@1")

    assert said(page)
    assert not page.info
