"""Rubrics as they are kept."""

from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from judging.errors import StoreError
from judging.rubrics import Criterion, RubricVersion
from storage import Project
from storage.engine import opened, writing


def test_the_ready_made_ones_are_there_from_the_start(project: Project) -> None:
    assert [v.rubric.label for v in project.rubrics.versions()] == ["conversation@1", "turn@1"]


def test_an_edit_is_the_next_version_and_leaves_the_first_as_it_was(project: Project) -> None:
    first = project.rubrics.get("conversation@1").rubric

    saved = project.rubrics.add(replace(first, instructions="Be fair."))

    assert (saved.rubric.label, saved.rubric.parent) == ("conversation@2", 1)
    assert project.rubrics.get("conversation@1").rubric == first
    assert project.rubrics.get("conversation").rubric == saved.rubric


@pytest.mark.parametrize("table", ["rubric_version", "criterion"])
def test_a_saved_version_cannot_be_changed(project: Project, database_url: str, table: str) -> None:
    assert project.rubrics.versions()
    engine = opened(database_url)

    with pytest.raises(IntegrityError, match="append-only"), writing(engine) as connection:
        connection.execute(text(f"UPDATE {table} SET id = id"))  # noqa: S608
    engine.dispose()


def test_saving_what_is_saved_makes_no_version(project: Project) -> None:
    first = project.rubrics.get("turn@1")

    again = project.rubrics.add(replace(first.rubric, number=0, note="Once more."))

    assert again.id == first.id


def test_one_that_is_not_there_names_those_that_are(project: Project) -> None:
    with pytest.raises(StoreError, match=r"conversation@7.*\n.*conversation@1"):
        project.rubrics.get("conversation@7")


def test_a_criterion_means_what_its_newest_version_says(project: Project) -> None:
    project.rubrics.add(RubricVersion("own", 0, (Criterion("goal_met", "Done?", meaning=2),)))

    assert project.rubrics.meanings()["goal_met"].number == 2
    assert project.rubrics.meanings()["turn_pass"].level == "turn"


def test_every_field_comes_back(project: Project) -> None:
    criterion = Criterion(
        "polite", "Is it polite?", "It is.", "It is not.", examples=("Please.", "Thanks.")
    )
    written = RubricVersion("manners", 0, (criterion,), "Read all.", "Keep names.", "maya", "New.")

    back = project.rubrics.add(written).rubric

    assert back == replace(written, number=1)
    assert project.rubrics.get("manners@1").rubric == back


def test_a_draft_is_kept_once_and_listed_nowhere(project: Project) -> None:
    first = project.rubrics.get("conversation@1")
    edited = replace(first.rubric, instructions="Read all of it.")

    drafts = [project.rubrics.draft(some) for some in (edited, first.rubric, edited)]

    assert [draft.rubric.label for draft in drafts] == [
        *("conversation-draft@1", "conversation-draft@2", "conversation-draft@1"),
    ]
    assert drafts[0].id == drafts[2].id
    assert all(not v.rubric.name.endswith("draft") for v in project.rubrics.versions())
    assert project.rubrics.numbered(drafts[0].id).rubric.instructions == "Read all of it."


def test_no_rubric_takes_the_name_of_anothers_drafts(project: Project) -> None:
    rubric = project.rubrics.get("conversation@1").rubric
    project.rubrics.draft(rubric)
    project.rubrics.add(replace(rubric, name="turn-draft"))

    with pytest.raises(StoreError, match="drafts are tried"):
        project.rubrics.add(replace(rubric, name="conversation-draft"))
    with pytest.raises(StoreError, match="drafts are tried"):
        project.rubrics.draft(replace(rubric, name="turn"))


def test_a_draft_gives_no_criterion_a_meaning(project: Project) -> None:
    rubric = project.rubrics.get("conversation@1").rubric
    criteria = tuple(replace(c, meaning=7) for c in rubric.criteria)

    project.rubrics.draft(replace(rubric, criteria=criteria))

    assert {meaning.number for meaning in project.rubrics.meanings().values()} == {1}
