"""The step to queues, on a database with a draw in it."""

from pathlib import Path

from alembic import command
from sqlalchemy import text

from calibration import projects
from storage import Store, label_queues, migrate
from storage.engine import opened, writing
from tests import keeping
from tests.storage.migrations.test_0002_durable_runs import bring

DRAW = (
    """
    INSERT INTO label_queue (id, project_id, name, design, overlap, settings, created_at)
    VALUES (1, 1, 'draw 1', 'random', 1, '{}', '2026-01-01 00:00:00')
    """,
    """
    INSERT INTO label_task
        (id, queue_id, session_id, slot, stratum, inclusion_prob, priority, state)
    VALUES (1, 1, 1, 1, '', 0.25, 0, 'open')
    """,
)


def test_what_was_drawn_stays_first_for_everybody_with_its_chance(
    migrated: Path, tmp_path: Path
) -> None:
    file = tmp_path / "judging.db"
    file.write_bytes(migrated.read_bytes())
    url = f"sqlite:///{file}"
    store = Store(url)
    project = projects.new_or_existing(store, "default")
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    store.close()
    bring(url, "0012", by=command.downgrade)
    engine = opened(url)
    with writing(engine) as connection:
        for row in DRAW:
            connection.execute(text(row))
    engine.dispose()

    migrate.upgrade(url)

    store = Store(url)
    (draw,) = label_queues.of(store.project("default")).draws()
    (queue,) = label_queues.of(store.project("default")).listed()
    store.close()
    assert (draw.name, draw.sessions, draw.labelled) == ("draw 1", 1, 0)
    assert (queue.reserves, queue.is_open, queue.lease_minutes) == (False, True, 30)
