"""Queues as they are made: what is drawn from where, and with what chance."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from calibration.labels import labelling, queue_making, queueing
from calibration.labels.queue_making import QueueRequest
from judging.errors import StoreError
from judging.families import family
from judging.judges import JudgeIdentity
from judging.ratings import Outcome
from judging.sampling import Design
from judging.splitting import Part
from storage import Project, label_queues
from storage.label_queues import Chosen
from storage.label_slots import of as slots_of
from tests import keeping, splitting
from tests.label_sending import event

PASS, FAIL, NA = Outcome.PASS, Outcome.FAIL, Outcome.NOT_APPLICABLE
NAMES = [f"s{n:02}" for n in range(60)]


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    sessions = (
        replace(
            keeping.session(name, *["."] * (6 if n % 3 else 14)),
            agent_model="gpt-4o" if n % 2 else "claude-sonnet-4-5",
            agent_family=family("gpt-4o" if n % 2 else "claude-sonnet-4-5"),
        )
        for n, name in enumerate(NAMES)
    )
    keeping.add(project, *sessions)


def request(project: Project, design: Design, n: int = 20, **fields: Any) -> QueueRequest:
    return QueueRequest(design, project.rubrics.get("conversation@1"), n, **fields)


def judged(project: Project, criterion: str, outcomes: dict[str, Outcome]) -> None:
    identity = JudgeIdentity("strict", "recorded")
    keeping.judge(project, outcomes, criterion=criterion, identity=identity)


def chosen(project: Project, request: QueueRequest) -> list[Chosen]:
    """Make the queue, and return its sessions as they are kept with their labels."""
    queue = queue_making.create(project, request)
    who = project.reviewers.named("maya").id
    taken = slots_of(project, queue).hold(who, frozenset(), most=99)
    names = {line.id: name for name, line in project.sessions.numbers(NAMES).items()}
    found = []
    for number in taken.sessions:
        label(project, names[number])
        (given,) = [one.label for one in project.labels.of_session(number)]
        found.append(Chosen(number, given.stratum or "", given.inclusion_prob))
    return found


def label(project: Project, name: str) -> None:
    """Label a session as the Label page does: with what its slot says of it."""
    assert labelling.receive(project, "maya", [event(session=name)]).kept


def test_at_random_each_has_the_same_chance_and_the_labels_keep_it(project: Project) -> None:
    found = chosen(project, request(project, Design.RANDOM, 15))

    assert len({one.session for one in found}) == 15
    assert {one.probability for one in found} == {0.25}


def test_half_comes_from_a_judge_s_fails(project: Project) -> None:
    judged(project, "goal_met", {n: FAIL if i < 10 else PASS for i, n in enumerate(NAMES)})
    of = queue_making.judge_named(project, "conversation@1", "strict", "goal_met")

    found = chosen(project, request(project, Design.VERDICT, 16, of=of))

    assert Counter((one.stratum, one.probability) for one in found) == {
        ("fail", 0.8): 8,
        ("pass", 0.16): 8,
    }


def test_the_rarest_fails_come_from_each_criterion(project: Project) -> None:
    judged(project, "goal_met", {n: FAIL if i < 30 else PASS for i, n in enumerate(NAMES)})
    judged(project, "consistent", {n: FAIL if i % 15 == 0 else PASS for i, n in enumerate(NAMES)})
    of = queue_making.judge_named(project, "conversation@1", "strict", "")

    found = chosen(project, request(project, Design.VERDICT, 20, of=of))

    strata = Counter(one.stratum for one in found)
    assert strata == {"fail consistent": 4, "fail goal_met": 6, "pass": 10}


def test_lengths_and_families_are_drawn_alike(project: Project) -> None:
    by_length = queue_making.preview(project, request(project, Design.LENGTH))
    by_family = queue_making.preview(project, request(project, Design.FAMILY))

    assert by_length.strata is not None
    assert by_family.strata is not None
    assert [(s.name, s.there, s.drawn) for s in by_length.strata] == [
        ("11–20 turns", 20, 10),
        ("up to 10 turns", 40, 10),
    ]
    assert [(s.name, s.there, s.drawn) for s in by_family.strata] == [
        ("claude", 30, 10),
        ("gpt", 30, 10),
    ]


def test_what_is_chosen_by_hand_has_no_chance_and_does_not_generalise(project: Project) -> None:
    by_hand = request(project, Design.CHOSEN, chosen=["s03", "s01", "s03"])
    preview = queue_making.preview(project, by_hand)

    found = chosen(project, by_hand)

    assert [(one.stratum, one.probability) for one in found] == [("chosen", None)] * 2
    assert preview.sessions == 2
    assert "stand for these sessions alone" in preview.good_for[0]


def test_a_session_chosen_by_hand_can_still_be_drawn(project: Project) -> None:
    queue_making.create(project, request(project, Design.CHOSEN, chosen=["s03"]))
    later = queue_making.preview(project, request(project, Design.RANDOM, 60))
    queue_making.create(project, request(project, Design.RANDOM, 60))

    label(project, "s03")

    (given,) = project.labels.of_session(keeping.number(project, "s03"))
    assert later.population == 60
    assert given.label.inclusion_prob == 1.0


def test_one_that_nobody_knows_is_refused(project: Project) -> None:
    with pytest.raises(StoreError, match="not in this project"):
        queue_making.create(project, request(project, Design.CHOSEN, chosen=["nobody"]))


def test_the_preview_is_what_comes_of_it(project: Project) -> None:
    asked = request(project, Design.RANDOM, 20, reviewers=3, overlap=0.25)

    preview = queue_making.preview(project, asked)
    made = queueing.standing(project, queue_making.create(project, asked)).progress

    assert (preview.population, preview.sessions, preview.slots) == (60, 20, 30)
    assert (made.sessions, made.slots) == (20, 30)


def test_where_everything_is_drawn_there_is_nothing_left(project: Project) -> None:
    queue_making.create(project, request(project, Design.RANDOM, 60))

    with pytest.raises(StoreError, match="no session left"):
        queue_making.create(project, request(project, Design.RANDOM, 5))


def test_what_a_judge_said_of_the_test_is_not_told(project: Project) -> None:
    judged(project, "goal_met", {n: FAIL if i < 10 else PASS for i, n in enumerate(NAMES)})
    splitting.seal(project, *NAMES[:40])
    of = queue_making.judge_named(project, "conversation@1", "strict", "goal_met")

    sealed = queue_making.preview(project, request(project, Design.VERDICT, of=of, part=Part.TEST))
    open_ = queue_making.preview(
        project, request(project, Design.VERDICT, of=of, part=Part.DEVELOP)
    )

    assert sealed.strata is None
    assert open_.strata == ()
    assert (sealed.population, open_.population) == (40, 20)


def test_a_preview_is_the_same_whatever_a_judge_said_of_the_test(project: Project) -> None:
    splitting.seal(project, *NAMES[:40])
    first, second = ({n: FAIL if i % k == 0 else PASS for i, n in enumerate(NAMES)} for k in (2, 5))
    judged(project, "goal_met", first)
    keeping.judge(project, second, identity=JudgeIdentity("mild", "recorded"))

    previews = [
        queue_making.preview(project, request(project, Design.VERDICT, of=of))
        for of in (
            queue_making.judge_named(project, "conversation@1", judge, "goal_met")
            for judge in ("strict", "mild")
        )
    ]

    assert previews[0] == previews[1]
    assert previews[0].strata is None


def test_it_has_to_be_said_what_is_asked_where_there_are_several_rubrics(
    project: Project,
) -> None:
    with pytest.raises(StoreError, match="has to be said"):
        queue_making.version_named(project, "")
    assert queue_making.version_named(project, "turn").rubric.label == "turn@1"


def test_a_name_that_means_no_queue_is_refused(project: Project) -> None:
    with pytest.raises(StoreError, match="cannot be called so"):
        queue_making.create(project, request(project, Design.RANDOM, name="-"))


def test_two_queues_have_two_names(project: Project) -> None:
    queue_making.create(project, request(project, Design.RANDOM, 5, name="first"))

    with pytest.raises(StoreError, match="of that name"):
        queue_making.create(project, request(project, Design.RANDOM, 5, name="first"))
    assert [one.name for one in label_queues.of(project).listed()] == ["first"]
