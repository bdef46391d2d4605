"""The revision that kept counts hang on."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judging.ratings import Outcome
from storage import Counts, Project, Reference, counting, kept_counts, revision
from storage.references import Compared
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
REFERENCES = (Reference(), Reference(blind_only=True), Reference(reviewer="jonas"))
events = st.tuples(
    st.integers(0, 4),
    st.sampled_from(["maya", "jonas", "lena"]),
    st.sampled_from([PASS, FAIL, Outcome.CANNOT_TELL, None]),
    st.booleans(),
    st.booleans(),
)


@pytest.fixture(autouse=True)
def small_counts_are_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_counts, "WORTH_KEEPING", 0)


def counted_anew(project: Project, compared: Compared) -> Counts:
    with project._engine.connect() as connection:  # noqa: SLF001  (past what is kept)
        return counting.counted(connection, project.number, compared)


@pytest.fixture
def judged(project: Project) -> Compared:
    pairs = [(PASS, PASS), (FAIL, FAIL), (PASS, FAIL), (FAIL, PASS), (PASS, PASS)]
    return keeping.many(project, pairs, group=2)


def test_a_label_a_settlement_a_verdict_and_an_import_each_make_a_new_one(project: Project) -> None:
    seen = [project.agreement.revision()]

    keeping.add(project, keeping.session("a"))
    seen.append(project.agreement.revision())
    keeping.label(project, "a", FAIL)
    seen.append(project.agreement.revision())
    keeping.label(project, "a", PASS, adjudicated=True)
    seen.append(project.agreement.revision())
    keeping.judge(project, {"a": FAIL})
    seen.append(project.agreement.revision())

    assert len(set(seen)) == len(seen)
    assert project.agreement.revision() == seen[-1]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(events, min_size=1, max_size=5))
def test_labels_are_counted_into_what_is_kept_as_if_all_were_counted_anew(
    project: Project,
    judged: Compared,
    history: list[tuple[int, str, Outcome | None, bool, bool]],
) -> None:
    for session, reviewer, outcome, blind, settles in history:
        keeping.label(
            project,
            f"s{session}",
            outcome,
            reviewer=reviewer,
            blind=blind,
            adjudicated=settles and outcome is not None,
        )

    for reference in REFERENCES:
        asked = replace(judged, reference=reference)
        assert project.agreement.counts(asked) == counted_anew(project, asked)


def test_verdicts_and_sessions_that_came_since_are_counted(
    project: Project, judged: Compared
) -> None:
    project.agreement.counts(judged)
    keeping.add(project, keeping.session("new", group="g0"))
    keeping.label(project, "new", FAIL)
    keeping.judge(project, {"new": FAIL, "s0": FAIL})

    found = project.agreement.counts(judged)

    assert found == counted_anew(project, judged)
    assert (found.statuses[FAIL, FAIL], found.statuses[PASS, FAIL]) == (2, 2)


def test_a_label_that_came_late_makes_everything_be_counted_anew(
    project: Project, judged: Compared
) -> None:
    with project._engine.connect() as connection:  # noqa: SLF001  (as another process would see it)
        now = revision.current(connection)
        before_one_came = replace(now, labels=now.labels - 1)

        assert revision.touched(connection, judged, now, now, most=9) == []
        assert revision.touched(connection, judged, before_one_came, now, most=9) is None


def test_more_groups_than_are_worth_it_are_not_looked_at_one_by_one(
    project: Project, judged: Compared
) -> None:
    with project._engine.connect() as connection:  # noqa: SLF001  (as another process would see it)
        before = revision.current(connection)
    for name in ("s0", "s2"):
        keeping.label(project, name, FAIL, reviewer="lena")

    with project._engine.connect() as connection:  # noqa: SLF001  (as another process would see it)
        now = revision.current(connection)
        both = revision.touched(connection, judged, before, now, most=4)
        too_many = revision.touched(connection, judged, before, now, most=3)

    assert both is not None
    assert len(both) == 4
    assert too_many is None
