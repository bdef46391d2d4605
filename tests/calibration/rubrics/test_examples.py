"""Examples in a rubric: from what people settled, never from the sealed test."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from calibration.gate import splitting
from calibration.rubrics import examples
from calibration.rubrics.examples import NewExample
from judging.errors import RubricError, StoreError
from judging.ratings import Outcome
from judging.rubrics import prompt
from storage import Project, Split, splits
from storage import examples as stored_examples
from storage.engine import opened, writing
from tests import keeping
from tests.splitting import seal

TOLD = "A hand-off with a ticket is a result."


@pytest.fixture
def labelled(project: Project) -> Project:
    """Return a project with a session that passes, one that fails, and one without a label."""
    keeping.add(project, *(keeping.session(name, f"Where is {name}?") for name in "abc"))
    keeping.label(project, "a", Outcome.PASS)
    keeping.label(project, "b", Outcome.FAIL)
    return project


def added(project: Project, session: str, said: str = TOLD, criterion: str = "goal_met") -> str:
    version = project.rubrics.get("conversation@1")
    saved = examples.add(project, version, NewExample(criterion, session, said, "maya"))
    return saved.rubric.label


def test_the_next_version_has_it_with_what_people_settled(labelled: Project) -> None:
    assert added(labelled, "b", f"  {TOLD}\n") == "conversation@2"

    rubric = labelled.rubrics.get("conversation@2").rubric
    assert rubric.criterion("goal_met").examples == (f"Fail: {TOLD}",)
    assert (rubric.author, rubric.parent) == ("maya", 1)
    assert rubric.note == "An example for Goal met, from session b."
    assert f"example: Fail: {TOLD}" in prompt(rubric)
    assert rubric.criterion("goal_met").meaning == 1


def test_its_session_is_never_in_the_test(labelled: Project) -> None:
    added(labelled, "a")

    parted = splitting.part(labelled, share=0.99)

    assert parted.used == 1
    assert splits.of(labelled).names(Split.DEVELOP) == ["a"]


def test_a_sealed_session_is_neither_offered_nor_taken(labelled: Project) -> None:
    seal(labelled, "b")
    criterion = labelled.rubrics.get("conversation@1").rubric.criterion("goal_met")

    with pytest.raises(StoreError, match="sealed test"):
        added(labelled, "b")

    assert examples.offered(labelled, criterion) == {"a": Outcome.PASS}
    assert stored_examples.of(labelled).sessions() == frozenset()
    assert [one.rubric.label for one in labelled.rubrics.versions("conversation")] == [
        "conversation@1"
    ]


@pytest.mark.parametrize(
    ("session", "said", "criterion", "told"),
    [
        ("c", TOLD, "goal_met", "not settled"),
        ("a", "", "goal_met", "0 characters"),
        ("a", "x" * 1_001, "goal_met", "1,001 characters"),
        ("a", TOLD, "polite", "polite"),
    ],
)
def test_what_makes_no_example_says_why_and_marks_nothing(
    labelled: Project, session: str, said: str, criterion: str, told: str
) -> None:
    with pytest.raises(RubricError, match=told):
        added(labelled, session, said, criterion)

    assert stored_examples.of(labelled).sessions() == frozenset()


def test_a_tie_settles_nothing(labelled: Project) -> None:
    keeping.label(labelled, "a", Outcome.FAIL, reviewer="jonas")

    with pytest.raises(RubricError, match="not settled"):
        added(labelled, "a")


def test_the_mark_stays_for_good(labelled: Project, database_url: str) -> None:
    added(labelled, "a")
    engine = opened(database_url)

    with pytest.raises(IntegrityError, match="append-only"), writing(engine) as connection:
        connection.execute(text("DELETE FROM rubric_example"))
    engine.dispose()


def test_criteria_of_turns_take_none_from_sessions(labelled: Project) -> None:
    version = labelled.rubrics.get("turn@1")
    criterion = version.rubric.criteria[0]

    with pytest.raises(RubricError, match="single turns"):
        examples.add(labelled, version, NewExample(criterion.key, "a", TOLD))

    assert examples.offered(labelled, criterion) == {}
