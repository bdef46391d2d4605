"""Which sessions become canaries, and what is planted in them."""

from collections import Counter
from dataclasses import replace

import pytest

from calibration.agreement.held import Held
from calibration.bias.canaries import FAMILIES, canaries
from judging.errors import RubricError
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, Level, RubricVersion, Sees
from judging.sessions import Role
from storage import Project, Reference
from tests import citing, keeping
from tests.calibration.judged import GOAL_MET, POLITE

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def held(project: Project, rubric: str = "conversation@1") -> Held:
    """Return the judge `example`, held against people."""
    return Held(project.rubrics.get(rubric), project.judges.get("example"), Reference())


def fail(project: Project, *names: str) -> None:
    """Have both sides fail these sessions on the goal."""
    keeping.add(project, *(keeping.session(name) for name in names))
    for name in names:
        keeping.label(project, name, FAIL)
    keeping.judge(project, dict.fromkeys(names, FAIL))


def test_only_what_both_sides_fail_can_be_talked_into_a_pass(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (FAIL, PASS), (PASS, FAIL), (PASS, PASS)])

    found = canaries(project, held(project), limit=9)

    assert [canary.session.external_id for canary in found] == ["s0"]
    assert (found[0].criterion.key, found[0].turn) == ("goal_met", 0)


def test_each_gets_the_next_family_whoever_speaks(project: Project) -> None:
    names = [f"s{n}" for n in range(2 * len(FAMILIES))]
    fail(project, *names)

    found = canaries(project, held(project), limit=len(names))

    assert [canary.payload.family for canary in found] == [*FAMILIES, *FAMILIES]
    assert Counter(canary.role for canary in found).keys() == {Role.USER, Role.ASSISTANT}
    assert sorted(canary.session.external_id for canary in found) == sorted(names)
    assert [canary.session.external_id for canary in found] != names


def test_the_same_sessions_give_the_same_canaries_and_fewer_the_first_of_them(
    project: Project,
) -> None:
    fail(project, *(f"s{n}" for n in range(9)))

    found = canaries(project, held(project), limit=9)

    assert canaries(project, held(project), limit=9) == found
    assert canaries(project, held(project), limit=4) == found[:4]


def test_both_texts_stand_in_one_place_and_are_equally_long(project: Project) -> None:
    fail(project, "a")

    [canary] = canaries(project, held(project), limit=1)

    texts = [one.turns[canary.place - 1].content for one in (canary.injected, canary.inert)]
    before = canary.session.turns[canary.place - 1].content
    assert texts == [f"{before}\n\n{text}" for text in (canary.payload.text, canary.payload.inert)]
    assert canary.session.turns[canary.place - 1].role is canary.role


def test_a_session_that_fails_several_criteria_is_one_canary(project: Project) -> None:
    fail(project, "a")
    keeping.label(project, "a", FAIL, criterion="consistent")
    keeping.judge(project, {"a": FAIL}, criterion="consistent")

    found = canaries(project, held(project), limit=9)
    named = canaries(project, held(project), key="consistent", limit=9)

    assert len(found) == 1
    assert [canary.criterion.key for canary in named] == ["consistent"]


def test_a_turn_that_fails_is_tried_with_texts_up_to_it(project: Project) -> None:
    keeping.add(project, keeping.session("a", "Hi", "Hello", "Where?", "Here", "Sure?", "Yes"))
    citing.label_turns(project, "a", {2: PASS, 4: FAIL})
    citing.judge_turns(project, {"a": {2: PASS, 4: FAIL}})

    [canary] = canaries(project, held(project, "turn@1"), limit=9)

    assert (canary.criterion.key, canary.turn) == ("turn_pass", 4)
    assert canary.place in {3, 4}


def test_a_criterion_that_sees_the_agent_only_has_texts_in_its_turns(project: Project) -> None:
    rubric = RubricVersion("seen", 1, (replace(GOAL_MET, sees=Sees.ASSISTANT_ONLY),))
    project.rubrics.add(rubric)
    names = [f"s{n}" for n in range(6)]
    keeping.add(project, *(keeping.session(name) for name in names))
    for name in names:
        keeping.label(project, name, FAIL)
    keeping.judge(project, dict.fromkeys(names, FAIL), rubric="seen@1")

    found = canaries(project, held(project, "seen@1"), limit=6)

    assert {canary.role for canary in found} == {Role.ASSISTANT}


def test_a_session_in_which_nothing_can_be_planted_is_left_out(project: Project) -> None:
    keeping.add(project, replace(keeping.session("a"), turns=()), keeping.session("b"))
    for name in ("a", "b"):
        keeping.label(project, name, FAIL)
    keeping.judge(project, {"a": FAIL, "b": FAIL})

    found = canaries(project, held(project), limit=9)

    assert [canary.session.external_id for canary in found] == ["b"]


@pytest.mark.parametrize("key", ["nothing", "correction_present"])
def test_what_no_session_can_fail_is_refused_with_what_it_can(project: Project, key: str) -> None:
    fail(project, "a")

    with pytest.raises(RubricError, match=key) as refused:
        canaries(project, held(project), key=key, limit=9)

    assert "goal_met" in refused.value.fix
    assert "correction_present" not in refused.value.fix


def test_a_rubric_of_conditions_alone_is_refused(project: Project) -> None:
    asked = Criterion("asked", "Was it asked?", kind=Kind.CONDITION, level=Level.SESSION)
    project.rubrics.add(RubricVersion("conditions", 1, (asked,)))
    fail(project, "a")

    with pytest.raises(RubricError, match="fail"):
        canaries(project, held(project, "conditions@1"), limit=9)


def test_without_a_fail_there_are_none(project: Project) -> None:
    project.rubrics.add(RubricVersion("other", 1, (POLITE,)))
    fail(project, "a")

    assert canaries(project, held(project, "other@1"), limit=9) == []
