"""What changed from one version of a rubric to another."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.rubrics import rubric_changes
from calibration.rubrics.rubric_changes import Edit
from judging.rubrics import Criterion, RubricVersion

DONE = Criterion("done", "Is it done?", fail_when="It is carried out, or handed on.")


def test_a_criterion_that_reads_the_same_has_no_rewording() -> None:
    assert rubric_changes.reworded(DONE, replace(DONE)) == []


def test_words_that_went_stand_before_those_that_came() -> None:
    after = replace(DONE, fail_when="It is carried out, and shown.")

    [part] = rubric_changes.reworded(DONE, after)

    assert part.field == "fail_when"
    assert part.pieces == (
        (Edit.KEPT, "It is carried out,"),
        (Edit.REMOVED, "or handed on."),
        (Edit.ADDED, "and shown."),
    )


@pytest.mark.parametrize(
    ("after", "field", "words"),
    [
        (replace(DONE, name="Is done"), "name", "Is done"),
        (replace(DONE, applies_when="asked"), "applies_when", "asked"),
        (replace(DONE, examples=("one", "two")), "examples", "one; two"),
        (replace(DONE, meaning=2), "meaning", "2"),
    ],
)
def test_whatever_a_criterion_holds_is_looked_at(after: Criterion, field: str, words: str) -> None:
    [part] = rubric_changes.reworded(DONE, after)

    assert part.field == field
    assert part.pieces[-1] == (Edit.ADDED, words)


SENTENCES = st.lists(st.sampled_from(["a", "b", "c", "hand-off."]), min_size=1).map(" ".join)


@given(SENTENCES, SENTENCES)
def test_without_what_came_it_is_the_old_text_and_without_what_went_the_new(
    before: str, after: str
) -> None:
    parts = rubric_changes.reworded(replace(DONE, question=before), replace(DONE, question=after))

    for part in parts:
        for gone, text in ((Edit.ADDED, before), (Edit.REMOVED, after)):
            assert " ".join(words for edit, words in part.pieces if edit is not gone) == text
    assert bool(parts) == (before != after)


def test_lines_that_differ_between_versions_are_marked() -> None:
    first = RubricVersion("own", 1, (DONE,))
    second = RubricVersion("own", 2, (replace(DONE, question="Was it done?"),))

    lines = rubric_changes.changed_lines(first, second)

    assert [line for line in lines if line.startswith(("-  ", "+  "))] == [
        "-  question: Is it done?",
        "+  question: Was it done?",
    ]
