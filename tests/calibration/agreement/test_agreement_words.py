"""What an agreement report comes to, in a sentence or two."""

import pytest

from calibration.agreement import agreement_words, reporting
from calibration.agreement.agreement_words import Shown
from judging.ratings import Outcome
from storage import Project, Reference
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
GOOD = [(FAIL, FAIL)] * 40 + [(PASS, PASS)] * 60
NOTHING = "On Consistent, No re-asking, Correction present and Correction honoured there is nothing"


def report(project: Project) -> reporting.AgreementReport:
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    return reporting.agreement(project, version, judge, Reference())


@pytest.mark.parametrize(
    ("pairs", "shown", "words"),
    [
        (
            GOOD,
            Shown.REACHED,
            "On Goal met the judge is shown to agree with the labels well enough",
        ),
        (
            [(FAIL, PASS)] * 30 + [(PASS, PASS)] * 60,
            Shown.MISSED,
            "On Goal met it is shown to agree",
        ),
        (GOOD[38:43], Shown.OPEN, "On Goal met there are too few labels to tell"),
        ([(FAIL, FAIL)] * 9, Shown.OPEN, "On Goal met there are too few labels to tell"),
    ],
)
def test_kappas_interval_against_the_gates_bound_comes_first(
    project: Project, pairs: list[tuple[Outcome, Outcome]], shown: Shown, words: str
) -> None:
    keeping.many(project, pairs)
    found = report(project)

    assert agreement_words.shown(found.criteria[0]) is shown
    assert agreement_words.headline(found).startswith(words)
    assert NOTHING in agreement_words.headline(found)


def test_all_criteria_alike_are_not_listed(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": PASS})

    said = agreement_words.headline(report(project))

    assert said == "On all 5 criteria there is nothing to compare."
