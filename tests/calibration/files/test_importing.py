"""Imports of sessions into a project."""

import io
import json
from collections.abc import Sequence

import pytest

from calibration.files.importing import ImportOptions, OnDuplicate, import_sessions
from judging.errors import SessionFileError
from judging.importers import Source
from judging.ratings import Outcome
from storage import Project
from tests import keeping


def source(*sessions: tuple[str, Sequence[str]], broken: str = "") -> Source:
    roles = ("user", "assistant")
    lines = [
        json.dumps(
            {
                "id": name,
                "messages": [
                    {"role": roles[n % 2], "content": text} for n, text in enumerate(texts)
                ],
            }
        )
        for name, texts in sessions
    ]
    data = "\n".join([*lines, broken]).encode()
    return Source("some.jsonl", lambda: io.BytesIO(data))


def texts(project: Project) -> dict[str, str]:
    return {
        name: project.sessions.get(name).turns[0].content for name in project.sessions.listed_ids()
    }


A = ("a", ("one", "two"))
OTHER = ("a", ("another", "two"))


def test_equal_ones_are_skipped_and_others_renamed(project: Project) -> None:
    import_sessions(project, [source(A)])

    again = import_sessions(project, [source(A)])
    other = import_sessions(project, [source(OTHER)])

    assert (again.imported, len(again.skipped)) == (0, 1)
    assert other.imported == 1
    assert texts(project) == {"a": "one", "a#2": "another"}


def test_a_renamed_one_that_comes_again_changes_nothing(project: Project) -> None:
    import_sessions(project, [source(A)])
    import_sessions(project, [source(OTHER)])

    again = import_sessions(project, [source(OTHER)])

    assert again.imported == 0
    assert "as a#2" in again.skipped[0].reason


def test_a_new_name_is_free_in_the_file_too(project: Project) -> None:
    import_sessions(project, [source(A)])

    import_sessions(project, [source(OTHER, ("a#2", ("third", "two")))])

    assert sorted(texts(project).values()) == ["another", "one", "third"]


def test_what_is_replaced_is_gone(project: Project) -> None:
    import_sessions(project, [source(A)])

    import_sessions(project, [source(OTHER)], ImportOptions(on_duplicate=OnDuplicate.REPLACE))

    assert texts(project) == {"a": "another"}


def test_a_session_with_labels_is_not_replaced_and_nothing_is_stored(project: Project) -> None:
    import_sessions(project, [source(A)])
    keeping.label(project, "a", Outcome.PASS)
    replacing = ImportOptions(on_duplicate=OnDuplicate.REPLACE)

    with pytest.raises(SessionFileError, match="has labels"):
        import_sessions(project, [source(("b", ("x", "y")), OTHER)], replacing)
    assert texts(project) == {"a": "one"}


def test_a_bad_piece_in_a_later_batch_takes_the_earlier_ones_back(project: Project) -> None:
    many = [(f"s{n}", ("hi", f"{n}")) for n in range(450)]

    report = import_sessions(project, [source(*many, broken='{"id": "x", "mess')])

    assert report.n_rejected == 1
    assert not report.stored
    assert project.sessions.count() == 0


def test_partial_keeps_the_good_ones(project: Project) -> None:
    report = import_sessions(
        project, [source(A, broken='{"id": "x", "mess')], ImportOptions(partial=True)
    )

    assert (report.imported, report.n_rejected, report.stored) == (1, 1, True)
    assert texts(project) == {"a": "one"}


def test_progress_is_told_batch_by_batch(project: Project) -> None:
    told: list[int] = []

    import_sessions(
        project,
        [source(*((f"s{n}", ("hi", f"{n}")) for n in range(250)))],
        progress=told.append,
    )

    assert told == [200, 250]
