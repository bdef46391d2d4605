"""The Compare page without a browser, with two sides to compare on six sessions."""

from dataclasses import replace
from typing import Any

from streamlit.testing.v1 import AppTest

from judging.ratings import Outcome
from judging.rubrics import Criterion
from storage import Project
from tests import keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
PAGE = "compare.py"

# By session: the label, the first side's verdict, the second's.
SIX = {
    "a": (FAIL, PASS, FAIL),
    "b": (PASS, FAIL, PASS),
    "c": (PASS, PASS, FAIL),
    "d": (FAIL, FAIL, FAIL),
    "e": (PASS, PASS, PASS),
    "f": (UNSURE, PASS, PASS),
}


def said(page: AppTest) -> str:
    """Return all that the page says outside tables and components."""
    assert not page.exception
    drawn = [*page.title, *page.markdown, *page.info, *page.success]
    return "\n".join(one.value for one in drawn).replace("\\", "")


def chosen(page: AppTest) -> list[Any]:
    return [box.value for box in page.selectbox]


def label(project: Project, **group: str) -> None:
    """Add the six sessions with their labels."""
    keeping.add(project, *(keeping.session(n, group=group.get(n, "")) for n in SIX))
    for name, (human, _, _) in SIX.items():
        keeping.label(project, name, human)


def judges(project: Project, first: str = "first", second: str = "second") -> None:
    """Have two judges answer one version."""
    label(project)
    keeping.judge(project, {name: three[1] for name, three in SIX.items()}, name=first)
    keeping.judge(project, {name: three[2] for name, three in SIX.items()}, name=second)


def versions(project: Project, *criteria: Criterion, **group: str) -> None:
    """Have one judge answer two versions, the second of these criteria or with one reworded."""
    label(project, **group)
    rubric = project.rubrics.get("conversation@1").rubric
    first, *rest = rubric.criteria
    reworded = replace(first, fail_when="Nothing is handed on, with a ticket to show for it.")
    later = replace(rubric, criteria=criteria or (reworded, *rest))
    label_of = project.rubrics.add(later).rubric.label
    keeping.judge(project, {name: three[1] for name, three in SIX.items()})
    keeping.judge(project, {name: three[2] for name, three in SIX.items()}, rubric=label_of)
