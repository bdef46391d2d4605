"""Sessions that were drawn, from the draw to the gate."""

import pytest

from calibration.gate import gating
from calibration.labels import drawing, labelling
from judging.errors import StoreError
from judging.ratings import Outcome
from judging.splitting import Part
from storage import Project, label_queues
from tests import keeping, splitting
from tests.calibration.gate.test_gating import ONE, judged
from tests.label_sending import event

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NAMES = [f"s{n}" for n in range(40)]


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    project.rubrics.add(ONE)
    keeping.add(project, *map(keeping.session, NAMES))
    splitting.seal(project, *NAMES[:30])


def desk(project: Project, reviewer: str = "maya") -> labelling.LabelDesk:
    return labelling.desk(project, reviewer, project.rubrics.get("one@1"))


def label(project: Project, name: str, outcome: Outcome) -> None:
    """Label a session as the Label page does."""
    sent = event(session=name, rubric="one@1", outcome=str(outcome))
    assert labelling.receive(project, "maya", [sent]).kept == (sent["id"],)


def test_what_was_drawn_comes_first_in_the_order_of_the_draw(project: Project) -> None:
    before = desk(project).tasks[0].session.external_id

    drawing.draw(project, 5, Part.TEST)
    order: list[str] = []
    while len(order) < 6:
        order.append(desk(project).tasks[0].session.external_id)
        keeping.label(project, order[-1], PASS)

    assert before == "s0"
    assert len(set(order)) == 6
    assert set(order[:5]) <= set(NAMES[:30])
    assert order[:5] != sorted(order[:5])
    assert order[5] == next(name for name in NAMES if name not in order[:5])


def test_a_draw_is_of_what_nobody_has_labelled_or_drawn(project: Project) -> None:
    keeping.label(project, "s0", PASS)

    first = drawing.draw(project, 20, Part.TEST)
    second = drawing.draw(project, 20, Part.TEST)

    assert (first.sessions, first.population) == (20, 29)
    assert (second.sessions, second.population) == (9, 9)
    with pytest.raises(StoreError, match="no session left"):
        drawing.draw(project, 1, Part.TEST)


def test_how_many_are_labelled_is_told(project: Project) -> None:
    drawing.draw(project, 4, Part.TEST)
    keeping.label(project, desk(project).tasks[0].session.external_id, PASS)

    (found,) = label_queues.of(project).draws()

    assert (found.name, found.design, found.sessions, found.labelled) == ("draw 1", "random", 4, 1)


def test_a_judge_s_answers_are_drawn_alike_and_not_told(project: Project) -> None:
    held = judged(project, {n: FAIL if i < 4 else PASS for i, n in enumerate(NAMES)})

    drawing.draw(project, 8, Part.TEST, of=(held, ONE.criterion("goal_met")))

    shown = {one.session.external_id for one in desk(project).tasks}
    assert shown <= set(NAMES[:30])
    assert label_queues.of(project).draws()[0].design == "judge-stratified"


def test_labels_of_what_was_drawn_count_for_the_gate(project: Project) -> None:
    held = judged(project, {n: FAIL if i % 3 else PASS for i, n in enumerate(NAMES)})
    label(project, "s0", FAIL)
    drawing.draw(project, 10, Part.TEST)
    label(project, desk(project).tasks[0].session.external_id, FAIL)

    (found,) = gating.standing(project, held)

    assert (found.fails, found.passes, found.left_out) == (1, 0, 1)
