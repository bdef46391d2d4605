"""What reviewers were shown."""

from datetime import timedelta

from storage import Project
from storage.tables.columns import now
from tests import keeping


def test_what_is_shown_again_is_written_down_once(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    maya, jonas = (project.reviewers.named(name) for name in ("maya", "jonas"))
    session = keeping.number(project, "a")

    project.exposures.record(maya.id, session, verdicts=[1, 2])
    project.exposures.record(maya.id, session, verdicts=[2, 3], labels=[2])

    assert project.exposures.count(maya.id, session) == 4
    assert project.exposures.count(jonas.id, session) == 0
    assert project.exposures.count(maya.id, keeping.number(project, "b")) == 0


def test_what_somebody_saw_before_they_had_a_name_is_theirs_from_a_moment_on(
    project: Project,
) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    nobody, maya = (project.reviewers.named(name) for name in ("nobody", "maya"))
    a, b = (keeping.number(project, name) for name in "ab")
    project.exposures.record(nobody.id, a, verdicts=[1, 2], labels=[3])
    project.exposures.record(maya.id, a, verdicts=[2])
    since = now()
    project.exposures.record(nobody.id, b, verdicts=[4])

    project.exposures.take_over(nobody.id, maya.id, since=since)
    only_since = [project.exposures.count(maya.id, session) for session in (a, b)]
    for _ in range(2):
        project.exposures.take_over(nobody.id, maya.id, since=since - timedelta(hours=1))

    assert only_since == [1, 1]
    assert [project.exposures.count(maya.id, session) for session in (a, b)] == [3, 1]
