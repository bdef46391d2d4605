"""What was drawn of when reviewers are shown verdicts."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from storage import Project, Reveal, RevealDraw, reveal_draws
from storage.engine import opened, writing
from tests import keeping


@pytest.fixture
def sessions(project: Project) -> list[int]:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    return [keeping.number(project, name) for name in "ab"]


def test_draws_are_kept_once_and_the_newest_comes_first(
    project: Project, sessions: list[int], database_url: str
) -> None:
    maya, [a, b] = project.reviewers.named("maya").id, sessions
    first, later = (RevealDraw(maya, a, way, 0.5) for way in (Reveal.OPEN, Reveal.BLIND))

    project.reveal_draws.keep([first, RevealDraw(maya, b, Reveal.AFTER_SAVING, 1.0)])
    project.reveal_draws.keep([later, first])

    assert project.reveal_draws.of(maya, [a]) == {a: [Reveal.BLIND, Reveal.OPEN]}
    assert set(project.reveal_draws.of(maya)) == {a, b}
    assert project.reveal_draws.of(maya + 1) == {}
    engine = opened(database_url)
    with engine.connect() as connection:
        oldest = reveal_draws.first(connection, [a])
    engine.dispose()
    assert oldest == {(a, maya): Reveal.OPEN}


def test_a_draw_cannot_be_changed(project: Project, sessions: list[int], database_url: str) -> None:
    maya = project.reviewers.named("maya").id
    project.reveal_draws.keep([RevealDraw(maya, sessions[0], Reveal.OPEN, 0.5)])
    engine = opened(database_url)

    with pytest.raises(IntegrityError, match="append-only"), writing(engine) as connection:
        connection.execute(text("UPDATE reveal_draw SET reveal = 'blind'"))
    engine.dispose()
