"""What two judges pass, and how labels were drawn, on PostgreSQL as on SQLite."""

import pytest

from judging.ratings import Label, Outcome
from storage import NewLabel, Project, label_chances, leniency_units, turn_units
from storage.leniency_units import GroupLeniency, Half
from tests import citing, keeping
from tests.calibration.planted import Planted, made

pytestmark = pytest.mark.postgres
PASS, FAIL = Outcome.PASS, Outcome.FAIL
MODELS = ("claude-sonnet-5-5", "gpt-5.2", "llama-4-70b")


def filled(project: Project) -> None:
    """Put in six sessions of three families, in groups of two, that two judges judge."""
    planted = [Planted(PASS, PASS, model=MODELS[n % 3], group=f"g{n // 2}") for n in range(6)]
    keeping.add(project, *(made(f"s{n}", one) for n, one in enumerate(planted)))
    numbers = project.sessions.numbers([f"s{n}" for n in range(6)])
    project.labels.add(
        [
            NewLabel(
                numbers[f"s{n}"].id,
                1,
                Label(
                    session=f"s{n}",
                    criterion="goal_met",
                    outcome=PASS,
                    reviewer="maya",
                    inclusion_prob=0.5 if n < 3 else 0.2,
                ),
            )
            for n in range(6)
        ]
    )


def both(project: Project, left_out: str) -> list[GroupLeniency]:
    first = keeping.judge(project, {f"s{n}": PASS for n in range(6)}, name="one")
    second = keeping.judge(
        project, {f"s{n}": FAIL if n < 4 else PASS for n in range(6)}, name="two"
    )
    return leniency_units.of(project, first, second, "claude", left_out)


@pytest.mark.parametrize("left_out", ["", "gpt"])
def test_two_judges_are_counted_alike(
    on_postgres: Project, project: Project, left_out: str
) -> None:
    for each in (on_postgres, project):
        filled(each)

    here, there = (sorted(map(repr, both(each, left_out))) for each in (project, on_postgres))

    assert here == there
    others = Half() if left_out else Half(first=1)
    assert repr(GroupLeniency(own=Half(first=1), others=others)) in here


def test_chances_that_differ_are_told_alike(on_postgres: Project, project: Project) -> None:
    for each in (on_postgres, project):
        filled(each)
        compared = keeping.judge(each, {"s0": PASS})
        other = keeping.judge(each, {"s0": PASS}, criterion="consistent", name="other")

        assert label_chances.differ(each, compared)
        assert not label_chances.differ(each, other)


def test_turns_have_the_group_of_their_session(on_postgres: Project, project: Project) -> None:
    for each in (on_postgres, project):
        keeping.add(each, keeping.session("a", "Where?", "There.", group="parcel"))
        compared = citing.judge_turns(each, {"a": {2: PASS}})

        assert [unit.group for unit in turn_units.of(each).of(compared)] == ["parcel"]
