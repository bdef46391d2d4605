"""The sealed test, draws and old texts, on PostgreSQL as on SQLite."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from calibration import sample_project
from calibration.agreement.held import Held
from calibration.gate import gating, splitting
from calibration.labels import drawing, labelling
from judging.splitting import Part
from storage import Age, Compared, Project, Reference, RunStatus, label_queues, splits
from tests import keeping
from tests.label_sending import event
from tests.storage import at_work

pytestmark = pytest.mark.postgres


def held(project: Project) -> Held:
    version = project.rubrics.get("conversation@2")
    return Held(version, project.judges.get(sample_project.JUDGE), Reference())


def compared(project: Project, part: Part) -> Compared:
    there = held(project)
    reference = replace(there.reference, part=part)
    return Compared("no_reasking", 1, there.version.id, there.judge.id, reference)


def test_both_part_the_sample_alike_and_seal_the_same(sample: Project, project: Project) -> None:
    sample_project.add_to(project)
    for some in (sample, project):
        splitting.part(some)

    there, here = (
        {one.name: one.split for one in splits.of(some).placed()} for some in (sample, project)
    )
    counts = [
        [some.agreement.counts(compared(some, part)) for part in Part] for some in (sample, project)
    ]

    assert there == here
    assert splits.of(sample).counts() == splits.of(project).counts()
    assert counts[0] == counts[1]
    assert 0 < counts[0][0].units < counts[0][2].units


def test_a_look_is_written_down_once(sample: Project) -> None:
    splitting.part(sample)

    first, again = gating.gate(sample, held(sample)), gating.gate(sample, held(sample))

    assert first.decision == again.decision
    assert [one.look for one in first.criteria] == [one.look for one in again.criteria]


def test_what_was_drawn_is_labelled_with_its_chance(sample: Project) -> None:
    keeping.add(sample, *(keeping.session(f"new{n}") for n in range(6)))
    drawing.draw(sample, 3, Part.ALL)
    version = sample.rubrics.get("conversation@2")

    first = labelling.desk(sample, "nora", version).tasks[0].session.external_id
    sent = event(session=first, reviewer="nora", rubric="conversation@2")
    labelling.receive(sample, "nora", [sent])

    (drawn,) = label_queues.of(sample).draws()
    assert first.startswith("new")
    assert (drawn.sessions, drawn.labelled) == (3, 1)


def test_old_texts_are_forgotten(sample: Project) -> None:
    keeping.add(sample, keeping.session("asked"))
    run = at_work.started(sample, "asked")
    begun = at_work.call(sample, run, "asked")
    at_work.put(sample, run, RunStatus.DONE)
    later = datetime.now(UTC) + timedelta(days=1)

    gone = sample.store.retention.forget(Age(later, later))

    assert begun
    assert (gone.requests, gone.replies) == (1, 1)
