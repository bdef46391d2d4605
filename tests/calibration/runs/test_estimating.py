"""What a run would take."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.runs import estimating, judges, planning
from calibration.runs.estimating import Estimate
from calibration.runs.judges import Options
from calibration.runs.run_scope import Scope
from judging.judges.usage import Usage
from judging.rubrics import Level, RubricVersion
from storage import Project
from tests import keeping, working
from tests.calibration import judged
from tests.calibration.judged import ALL, BY_ONE, ONE, TWO
from tests.model_server import ModelServer


def estimated(
    project: Project,
    rubric: RubricVersion = ONE,
    options: Options = ALL,
    *,
    model: str = working.MODEL,
    only: Sequence[str] | None = None,
) -> Estimate:
    judge = judged.judge(project, options, model=model)
    label = project.rubrics.add(rubric).rubric.label
    planned = planning.plan(project, label, judge, Scope(only=only))
    return estimating.estimate(project, planned, judge)


def test_of_a_few_sessions_each_is_reckoned_by_itself(project: Project) -> None:
    sizes = {"short": 10, "middling": 999, "long": 44_444}
    keeping.add(project, *(keeping.session(name, "x" * n, "y") for name, n in sizes.items()))

    alone = [estimated(project, only=[name]) for name in sizes]
    found = estimated(project)

    assert (found.calls, found.looked_at) == (3, 3)
    assert found.usage == sum((one.usage for one in alone), Usage())
    assert found.cost == sum(one.cost or 0 for one in alone)
    assert alone[2].usage.input - alone[0].usage.input == pytest.approx(44_434 / 2.5, abs=1)
    assert [one.usage.output for one in alone] == [740] * 3


def test_of_many_sessions_forty_stand_for_all(project: Project) -> None:
    keeping.add(project, *working.told(130))

    found, some = estimated(project), estimated(project, only=["parcel-100"])

    assert (found.calls, found.looked_at, found.usage.output) == (130, 40, 130 * 740)
    assert found.usage.input == pytest.approx(130 * some.usage.input, rel=0.01)


def test_the_sessions_looked_at_are_spread_over_all(project: Project) -> None:
    short = [keeping.session(f"s{n}") for n in range(60)]
    long = [keeping.session(f"l{n}", "x" * 10_000, "y") for n in range(60)]
    keeping.add(project, *short, *long)

    found = estimated(project)

    without = 120 * 4000 / 2
    assert without <= found.usage.input < 120 * (4000 / 2 + 1200)


def test_the_price_is_that_of_the_tokens(project: Project) -> None:
    keeping.add(project, *working.told(2))

    found = estimated(project)

    assert found.cost == 2 * found.usage.input + 10 * found.usage.output


def test_a_model_of_unknown_price_has_tokens_and_no_cost(project: Project) -> None:
    keeping.add(project, *working.told(2))

    found = estimated(project, model="claude:claude-of-tomorrow")

    assert (found.calls, found.cost) == (2, None)
    assert found.usage == estimated(project).usage


def test_a_session_is_as_long_wherever_it_is_sent(project: Project) -> None:
    keeping.add(project, *working.told(2))

    found = estimated(project, model="openai:m@http://127.0.0.1:9/v1")

    assert (found.calls, found.cost) == (2, None)
    assert found.usage.input == pytest.approx(estimated(project).usage.input, abs=4)


def test_a_question_for_each_criterion_is_dearer(project: Project) -> None:
    keeping.add(project, *working.told(2))

    together, apart = estimated(project, TWO), estimated(project, TWO, BY_ONE)

    assert (together.calls, apart.calls) == (2, 4)
    assert apart.usage.input > 1.5 * together.usage.input


def test_rules_take_nothing(project: Project) -> None:
    keeping.add(project, *working.told(2))
    rules = judges.named("rules", b"")

    found = estimating.estimate(project, planning.plan(project, "conversation", rules), rules)

    assert found == Estimate(0, Usage(), 0, 0)


def test_what_is_judged_takes_nothing(project: Project, server: ModelServer) -> None:
    keeping.add(project, *working.told(2))
    judged.run(project)

    assert estimated(project) == Estimate(0, Usage(), 0, 0)
    assert server.received == 2


def test_one_by_one_only_the_edited_criterion_is_to_be_paid(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(3))
    edited = replace(TWO, criteria=(TWO.criteria[0], replace(TWO.criteria[1], question="Kind?")))
    judged.run(project, TWO, BY_ONE)
    judged.run(project, TWO)

    assert server.received == 9
    assert estimated(project, edited, BY_ONE).calls == 3
    assert estimated(project, edited).calls == 3
    assert estimated(project, edited, BY_ONE).usage.output == 3 * 740


def turns(project: Project, model: str = working.MODEL) -> Estimate:
    """Return the estimate of judging one session of twelve exchanges turn by turn."""
    said = [f"{n} {'x' * 400}" for n in range(24)]
    keeping.add(project, keeping.session("long", *said))
    rubric = replace(ONE, name="turns", criteria=(replace(judged.GOAL_MET, level=Level.TURN),))
    return estimated(project, rubric, model=model)


def test_turn_by_turn_the_cache_saves_most_of_the_prompt(project: Project) -> None:
    found = turns(project)

    assert found.cost is not None
    assert found.cached is not None
    output = 10 * found.usage.output
    assert found.calls == 12
    assert found.cached - output < (found.cost - output) / 3


def test_in_batches_it_is_half_of_the_price_without_a_cache(project: Project) -> None:
    found = turns(project)

    assert found.cost is not None
    assert found.batch == pytest.approx(found.cost / 2, abs=12)


def test_without_a_price_there_is_none_of_any_kind(project: Project) -> None:
    found = turns(project, "claude:claude-of-tomorrow")

    assert (found.calls, found.cost, found.cached, found.batch) == (12, None, None, None)


def test_requests_that_mark_nothing_and_a_price_without_batches_have_one_price(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "prices.yaml"
    own.write_text("models:\n  m:\n    - {from: 2026-01-01, input: 1, output: 1}\n", "utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(own))

    found = turns(project, "openai:m@http://127.0.0.1:9/v1")

    assert found.cost
    assert (found.cached, found.batch) == (None, None)
