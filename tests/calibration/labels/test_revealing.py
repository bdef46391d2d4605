"""When a reviewer is shown what a judge says, by policy and by what was drawn under it."""

from collections import Counter

import pytest

from calibration.agreement.held import Held
from calibration.bias import bias_checks
from calibration.labels import blindness, labelling, revealing
from calibration.labels.labelling import LabelDesk
from calibration.labels.revealing import Policy
from judging.agreement.bias import Check
from judging.errors import AccessError, StoreError
from storage import Project, Reference, Reveal
from tests import keeping, splitting, staffed
from tests.label_sending import KEYS, event
from tests.staffed import LEAD, REVIEWER, SESSIONS

BLIND, AFTER, OPEN = Reveal.BLIND, Reveal.AFTER_SAVING, Reveal.OPEN
LEAST = 1e-12
MIXED = {BLIND: 0.2, AFTER: 0.5, OPEN: 0.3}


@pytest.fixture
def project(project: Project) -> Project:
    staffed.fill(project)
    staffed.people(project)
    return project


def desk(project: Project, at: str = "s0", reviewer: str = "rita") -> LabelDesk:
    version = project.rubrics.get("conversation@1")
    judge = labelling.revealed(project, version)
    return labelling.desk(project, reviewer, version, judge, at=at)


def complete(project: Project, session: str, *, outcome: str = "pass") -> None:
    events = [
        event(session=session, reviewer="rita", criterion=key, outcome=outcome) for key in KEYS
    ]
    assert not labelling.receive(project, "rita", events).refused


def seen(project: Project, session: str) -> int:
    rita = project.reviewers.named("rita")
    return project.exposures.count(rita.id, keeping.number(project, session))


def test_a_project_shows_verdicts_after_a_reviewers_own_labels_unless_told(
    project: Project,
) -> None:
    assert revealing.policy(project).only is AFTER
    assert revealing.in_words(revealing.policy(project)) == (
        "Verdicts are shown once a reviewer has answered everything."
    )


@pytest.mark.parametrize("way", [BLIND, AFTER, OPEN])
def test_a_policy_shows_verdicts_when_it_says(project: Project, way: Reveal) -> None:
    revealing.set_policy(project, {way: 1.0})

    before = desk(project).tasks[0]
    complete(project, "s0")
    after = desk(project).tasks[0]

    assert bool(before.verdicts) is (way is OPEN)
    assert bool(after.verdicts) is (way is not BLIND)
    assert bool(after.facts) <= bool(after.verdicts)
    assert seen(project, "s0") == (0 if way is BLIND else len(KEYS))


@pytest.mark.parametrize(("way", "is_blind"), [(BLIND, True), (AFTER, True), (OPEN, False)])
def test_whether_a_label_is_blind_follows_from_what_was_shown(
    project: Project, way: Reveal, *, is_blind: bool
) -> None:
    revealing.set_policy(project, {way: 1.0})
    desk(project)

    complete(project, "s0")

    given = project.labels.of_session(keeping.number(project, "s0"))
    assert {one.label.blind for one in given if one.label.reviewer == "rita"} == {is_blind}


def test_a_session_of_the_test_is_blind_whatever_the_policy_says(project: Project) -> None:
    splitting.seal(project, "s0")
    revealing.set_policy(project, {OPEN: 1.0})

    tasks = desk(project).tasks
    complete(project, "s0")

    assert [(task.session.external_id, bool(task.verdicts)) for task in tasks] == [
        ("s0", False),
        ("s1", True),
        ("s2", True),
    ]
    assert not desk(project).tasks[0].verdicts


@pytest.mark.parametrize(
    "shares", [{}, {OPEN: 0.5}, {OPEN: 1.5, BLIND: -0.5}, {BLIND: 0.6, OPEN: 0.6}]
)
def test_shares_have_to_be_parts_of_a_whole(project: Project, shares: dict[Reveal, float]) -> None:
    with pytest.raises(StoreError, match="no parts of a whole"):
        revealing.set_policy(project, shares)


def test_policies_are_for_leads_to_set(project: Project) -> None:
    with pytest.raises(AccessError, match="say who may do what"):
        revealing.set_policy(staffed.visited(project, REVIEWER), {OPEN: 1.0})

    revealing.set_policy(staffed.visited(project, LEAD), {OPEN: 1.0})
    assert revealing.policy(project).only is OPEN


def test_shares_are_drawn_as_they_are_given_and_the_same_again() -> None:
    policy = Policy(MIXED, "seed")
    units = [(reviewer, session) for reviewer in range(20) for session in range(200)]

    drawn = Counter(policy.drawn(*unit) for unit in units)

    assert all(abs(drawn[way] / len(units) - share) < 0.03 for way, share in MIXED.items())
    assert drawn == Counter(policy.drawn(*unit) for unit in units)
    assert [Policy(MIXED, "other").drawn(*u) for u in units] != [policy.drawn(*u) for u in units]


def test_what_is_drawn_is_kept_at_the_first_showing(project: Project) -> None:
    policy = revealing.set_policy(project, MIXED)
    rita = project.reviewers.named("rita")

    first = {task.session.external_id: task.reveal for task in desk(project).tasks}
    again = {task.session.external_id: task.reveal for task in desk(project).tasks}

    assert list(first) == list(SESSIONS[:3])
    assert first == again
    kept = project.reveal_draws.of(rita.id)
    numbers = {name: keeping.number(project, name) for name in first}
    assert kept == {numbers[name]: [way] for name, way in first.items()}
    assert all(policy.drawn(rita.id, numbers[name]) is way for name, way in first.items())


def test_what_was_drawn_stands_until_the_policy_has_it_no_more(project: Project) -> None:
    revealing.set_policy(project, {AFTER: LEAST, OPEN: 1 - LEAST})
    before = desk(project).tasks[0].reveal

    revealing.set_policy(project, {BLIND: 1 - LEAST, OPEN: LEAST})
    stands = desk(project).tasks[0].reveal
    revealing.set_policy(project, {BLIND: 1.0})
    never = desk(project).tasks[0].reveal

    assert (before, stands, never) == (OPEN, OPEN, BLIND)


def test_nothing_is_drawn_for_a_session_that_was_begun_before(project: Project) -> None:
    labelling.receive(project, "rita", [event(session="s0", reviewer="rita")])
    revealing.set_policy(project, {BLIND: LEAST, OPEN: 1 - LEAST})

    here = desk(project).tasks[0]

    assert here.reveal is BLIND
    assert not here.verdicts
    rita = project.reviewers.named("rita")
    assert keeping.number(project, "s0") not in project.reveal_draws.of(rita.id)


def test_a_reviewer_sees_what_others_said_of_sessions_they_have_answered(
    project: Project,
) -> None:
    rita, version = staffed.visited(project, REVIEWER), project.rubrics.get("conversation@1")
    complete(project, "s0")

    assert blindness.uncovered(rita, version) == frozenset({keeping.number(project, "s0")})
    assert blindness.uncovered(staffed.visited(project, LEAD), version) is None
    assert not blindness.covers(rita, version, keeping.number(project, "s0"))
    with pytest.raises(AccessError, match="kept from you"):
        blindness.check(rita, version, keeping.number(project, "s1"))


def test_a_session_that_was_drawn_to_be_blind_stays_so_on_every_page(project: Project) -> None:
    rita, version = staffed.visited(project, REVIEWER), project.rubrics.get("conversation@1")
    revealing.set_policy(project, {BLIND: 1 - LEAST, AFTER: LEAST})
    desk(project)
    complete(project, "s0")

    assert blindness.uncovered(rita, version) == frozenset()


def test_anchoring_is_measured_on_what_was_drawn_where_something_was(project: Project) -> None:
    version = project.rubrics.get("conversation@1")
    judge = labelling.revealed(project, version)
    assert judge is not None
    revealing.set_policy(project, {AFTER: 0.5, OPEN: 0.5}, seed="a")
    ways = {}
    for name in SESSIONS:
        ways[name] = desk(project, name).tasks[0].reveal
        followed = ways[name] is OPEN
        complete(project, name, outcome="fail" if followed else "pass")

    held = Held(version, judge, Reference(reviewer="rita"))
    found = bias_checks.of_criterion(project, held, version.rubric.criteria[0])

    [made] = [one for one in found.checks if one.check.check is Check.ANCHORING]
    n = Counter(ways.values())
    assert set(n) == {AFTER, OPEN}
    assert [(group.x, group.n) for group in made.check.groups] == [
        (n[OPEN], n[OPEN]),
        (0, n[AFTER]),
    ]
    assert made.remarks[0] == "Which sessions were shown with the verdicts was drawn at random."
