"""What stands outside of an agreement's counts, in sentences."""

from calibration.agreement import left_out, reporting
from judging.ratings import Maker, Outcome
from storage import Project, Reference
from tests import keeping

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
UNSURE = Outcome.CANNOT_TELL


def said(project: Project, key: str = "goal_met") -> list[str]:
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    report = reporting.agreement(project, version, judge, Reference(Maker.PERSON))
    (entry,) = (one for one in report.criteria if one.criterion.key == key)
    return left_out.sentences(entry)


def test_failures_that_the_judge_left_open_count_as_misses_beside_its_recall(
    project: Project,
) -> None:
    keeping.many(
        project,
        [(FAIL, FAIL)] * 6 + [(FAIL, UNSURE)] * 20 + [(FAIL, MISSING)] * 4 + [(PASS, PASS)] * 10,
    )

    assert said(project) == [
        "Left out of this: 4 not scored, 20 cannot tell, by the judge.",
        (
            "Of 30 fails it left 24 without a pass or fail. With these as misses it finds 6 of 30, "
            "20% [10%, 37%]."
        ),
        (
            "Kappa would be 0.11 if all 24 without a pass or fail were wrong, and 1.00 if they "
            "were right."
        ),
    ]


def test_passes_left_open_take_nothing_from_recall(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)] * 6 + [(PASS, UNSURE)] * 5 + [(PASS, PASS)] * 10)

    assert said(project) == [
        "Left out of this: 5 cannot tell, by the judge.",
        (
            "Kappa would be 0.53 if all 5 without a pass or fail were wrong, and 1.00 if they "
            "were right."
        ),
    ]


def test_nothing_is_said_where_nothing_was_left_out(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)] * 6 + [(PASS, PASS)] * 10)

    assert said(project) == []


def test_few_groups_ask_for_caution(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)] * 3 + [(PASS, PASS)] * 3)

    assert said(project) == ["There are few groups, so take the intervals with caution."]
