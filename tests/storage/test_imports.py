"""Imports."""

import multiprocessing
from datetime import timedelta

import pytest
from sqlalchemy import text

from judging.errors import StoreError
from judging.sessions import Session
from storage import Project
from storage import imports as storage_imports
from storage.engine import opened, writing
from tests import keeping


def test_a_session_comes_back_as_it_went_in(project: Project, lost_parcel: Session) -> None:
    keeping.add(project, lost_parcel)

    back = project.sessions.get("lost-parcel")
    assert back.turns == lost_parcel.turns
    assert (back.goal, back.group, back.content_hash) == (
        "Find parcel 007.",
        "lost-parcel",
        lost_parcel.content_hash,
    )


def test_shows_nothing_before_it_is_complete(project: Project) -> None:
    with project.imports.begin() as unfinished:
        unfinished.add([keeping.session("a")])

        assert project.sessions.count() == 0
        with pytest.raises(StoreError, match="no session 'a'"):
            project.sessions.get("a")


def test_takes_everything_back_when_it_is_left_early(project: Project, database_url: str) -> None:
    with project.imports.begin() as unfinished:
        unfinished.add([keeping.session("a")])

    engine = opened(database_url)
    with engine.connect() as connection:
        left = [
            connection.scalar(text(f'SELECT count(*) FROM "{name}"'))  # noqa: S608
            for name in ("session", "turn", "import")
        ]
    engine.dispose()
    assert left == [0, 0, 0]


def _begin_and_die(url: str) -> None:
    import os  # noqa: PLC0415

    from storage import Store  # noqa: PLC0415

    project = Store(url).project("default")
    unfinished = project.imports.begin()
    unfinished.add([keeping.session("a")])
    os._exit(9)


def test_what_a_killed_process_left_stays_unseen_and_in_nobodys_way(
    project: Project, database_url: str
) -> None:
    process = multiprocessing.get_context("spawn").Process(
        target=_begin_and_die, args=(database_url,)
    )
    process.start()
    process.join()

    keeping.add(project, keeping.session("a", "Hello?", "Yes?"))

    assert process.exitcode == 9
    assert [t.content for t in project.sessions.get("a").turns] == ["Hello?", "Yes?"]


def test_what_was_abandoned_is_swept_away(
    project: Project, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.imports.begin().add([keeping.session("a")])
    monkeypatch.setattr(storage_imports, "ABANDONED_AFTER", timedelta(seconds=-1))

    project.imports.begin()

    engine = opened(database_url)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM session")) == 0
    engine.dispose()


def test_two_at_once_with_one_id_leave_one_of_them(project: Project) -> None:
    with project.imports.begin() as first, project.imports.begin() as second:
        first.add([keeping.session("a", "first")])
        second.add([keeping.session("a", "second")])
        second.complete()
        with pytest.raises(StoreError, match="same id"):
            first.complete()

    assert project.sessions.get("a").turns[0].content == "second"


def test_replaces_a_session_only_once_it_is_complete(project: Project) -> None:
    keeping.add(project, keeping.session("a", "old"))
    with project.imports.begin() as unfinished:
        unfinished.add([keeping.session("a", "new")], replaced=[keeping.number(project, "a")])

        assert project.sessions.get("a").turns[0].content == "old"
        unfinished.complete()
    assert project.sessions.get("a").turns[0].content == "new"


def test_a_session_with_labels_is_never_replaced(project: Project) -> None:
    from judging.ratings import Outcome  # noqa: PLC0415

    keeping.add(project, keeping.session("a", "old"))
    keeping.label(project, "a", Outcome.PASS)
    with project.imports.begin() as unfinished:
        unfinished.add([keeping.session("a", "new")], replaced=[keeping.number(project, "a")])
        with pytest.raises(StoreError, match="labelled"):
            unfinished.complete()

    assert project.sessions.get("a").turns[0].content == "old"


def test_text_is_kept_to_the_letter(project: Project) -> None:
    hostile = "  <script>alert(1)</script>\u2028\u0000é\ud83d\ude00'; DROP TABLE session;--"
    keeping.add(
        project, keeping.session("007", hostile.encode("utf-16", "surrogatepass").decode("utf-16"))
    )

    assert "DROP TABLE" in project.sessions.get("007").turns[0].content


def test_a_database_tells_readers_and_writers_apart(database_url: str) -> None:
    engine = opened(database_url)
    with writing(engine) as connection:
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
        assert connection.scalar(text("PRAGMA synchronous")) == 2
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
    with writing(engine, durable=False) as connection:
        assert connection.scalar(text("PRAGMA synchronous")) == 1
    with writing(engine) as connection:
        assert connection.scalar(text("PRAGMA synchronous")) == 2
    engine.dispose()
