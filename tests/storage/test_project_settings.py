"""What leads settle for a project."""

from sqlalchemy import text

from storage import Project
from storage.engine import opened


def test_settings_are_kept_apart_and_their_changes_written_down(
    project: Project, database_url: str
) -> None:
    before = project.settings.read()
    project.settings.set("one", {"a": 1}, by="lee")
    project.settings.set("other", "x", by="lee")
    project.settings.set("one", None, by="ann")

    assert before == {}
    assert project.settings.read() == {"one": None, "other": "x"}
    engine = opened(database_url)
    with engine.connect() as connection:
        log = connection.execute(text("SELECT actor, subject, payload FROM audit_event"))
        told = [tuple(row) for row in log]
    engine.dispose()
    assert told == [
        ("lee", "one", '{"from": null, "to": {"a": 1}}'),
        ("lee", "other", '{"from": null, "to": "x"}'),
        ("ann", "one", '{"from": {"a": 1}, "to": null}'),
    ]
