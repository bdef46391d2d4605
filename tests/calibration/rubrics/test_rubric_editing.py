"""New versions of rubrics."""

from dataclasses import replace

import pytest

from calibration.rubrics import rubric_changes, rubric_editing
from judging.errors import RubricError
from judging.rubrics import Criterion, RubricVersion, written
from storage import Project


@pytest.mark.parametrize(
    ("name", "key"),
    [("goal_met", "goal_met"), (" Goal met? ", "goal_met"), ("2nd try", "c_2nd_try")],
)
def test_a_name_in_a_file_has_a_key(name: str, key: str) -> None:
    assert rubric_editing.key_of(name) == key


def test_a_meaning_that_was_raised_stays_raised_where_a_file_is_behind(project: Project) -> None:
    first = RubricVersion("own", 0, (Criterion("done", "Done?"),))
    rubric_editing.add(project, first)
    raised = replace(first, criteria=(Criterion("done", "Done well?", meaning=2),))
    rubric_editing.add(project, raised)

    saved = rubric_editing.add(project, replace(first, criteria=(Criterion("done", "Well?"),)))

    assert saved.rubric.number == 3
    assert saved.rubric.criterion("done").meaning == 2


def test_an_edit_that_changes_nothing_is_refused(project: Project) -> None:
    parent = project.rubrics.get("conversation@1").rubric

    with pytest.raises(RubricError, match="Nothing differs"):
        rubric_editing.save(project, parent, parent=parent, author="maya", note="")


def test_an_edit_keeps_its_author_note_and_parent(project: Project) -> None:
    parent = project.rubrics.get("conversation@1").rubric
    edited = replace(parent, instructions="Be fair.")

    saved = rubric_editing.save(project, edited, parent=parent, author="maya", note="Fairer.")

    assert (saved.rubric.author, saved.rubric.note, saved.rubric.parent) == ("maya", "Fairer.", 1)
    assert "+instructions: Be fair." in rubric_changes.changed_lines(parent, saved.rubric)
    assert rubric_changes.changed_lines(parent, parent) == []


def test_a_text_is_an_edit_whose_meanings_stay(project: Project) -> None:
    first = RubricVersion("own", 0, (Criterion("done", "Done?", meaning=2),))
    parent = rubric_editing.add(project, first).rubric
    text = written(parent).replace("Done?", "Done well?").replace("meaning: 2", "meaning: 1")

    edited = rubric_editing.of_text(text, parent)
    saved = rubric_editing.save(project, edited, parent=parent, author="", note="").rubric

    assert (saved.number, saved.criterion("done").question) == (2, "Done well?")
    assert saved.criterion("done").meaning == 2


def test_a_text_of_another_name_is_refused(project: Project) -> None:
    parent = project.rubrics.get("conversation@1").rubric

    with pytest.raises(RubricError, match="The text is of turn, and this is conversation"):
        rubric_editing.of_text(written(project.rubrics.get("turn@1").rubric), parent)
