"""What reviewers were shown."""

from storage import Project
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
