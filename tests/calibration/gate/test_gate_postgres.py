"""What is asked of the database before and after a gate, on PostgreSQL."""

import pytest

from calibration import judge_costs
from calibration.agreement import comparing
from calibration.agreement.comparing import Side
from calibration.gate import drifting, gate_ceiling, gating, readiness
from calibration.gate.readiness import Trial
from calibration.rubrics import renewal
from judging.agreement.drift import DriftState
from judging.judges import RulesJudge
from judging.ratings import Outcome
from storage import Project, Reference
from tests import keeping
from tests.calibration.gate.test_drifting import later
from tests.calibration.gate.test_gating import sealed

pytestmark = pytest.mark.postgres
PASS, FAIL = Outcome.PASS, Outcome.FAIL


def test_a_gate_with_all_that_is_around_it(postgres_project: Project) -> None:
    project = postgres_project
    held = sealed(project)
    gating.gate(project, held)
    later(project, [(FAIL, PASS)] * 4)
    keeping.label(project, "later0", PASS, reviewer="jonas")
    keeping.judge(project, {"later1": PASS}, rubric="one@1", identity=RulesJudge().identity)
    rules = Side(held.version, project.judges.get("rules"))

    trials = {row.trial: row for row in readiness.rows(project, held)}
    (drift,) = drifting.since(project, held).criteria
    (criterion,) = held.version.rubric.criteria
    compared = comparing.compare(project, Side(held.version, held.judge), rules, Reference())
    costs = judge_costs.of(project, held.version, Reference())

    assert (trials[Trial.EDGE_CASES].done, trials[Trial.EDGE_CASES].of) == (1, 1)
    assert (drift.state, drift.labels) == (DriftState.DRIFTED, 4)
    assert gate_ceiling.people(project, held, criterion)[1] == 0
    assert compared.criteria[0].shift is not None
    assert compared.criteria[0].shift.n == 1
    assert [one.per_hundred for one in costs] == [0, None]
    rubric = held.version.rubric
    assert [one.kept for one in renewal.labels(project, rubric, rubric)] == [244]
