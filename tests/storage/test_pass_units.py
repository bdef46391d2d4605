"""What a pass rate is corrected by."""

from collections import Counter
from dataclasses import replace

import pytest

from judging.ratings import Maker, Outcome
from storage import Compared, Project, Reference, kept_counts, pass_units
from storage.pass_units import LabelledUnits
from tests import drawing, keeping

PASS, FAIL, NOT_SCORED = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED


@pytest.fixture
def compared(project: Project) -> Compared:
    """Have two sessions failed, three passed and one not scored, in groups of two."""
    return drawing.judged(project, {FAIL: 2, PASS: 3, NOT_SCORED: 1}, group=2)


def probabilities(project: Project, compared: Compared) -> list[float | None]:
    return [some.probability for some in pass_units.of(project, compared).labelled]


def test_every_verdict_is_counted_labelled_or_not(project: Project, compared: Compared) -> None:
    found = pass_units.of(project, compared)

    assert found.totals == {FAIL: 2, PASS: 3, NOT_SCORED: 1}
    assert found.labelled == []


def test_groups_with_the_same_verdicts_stand_together(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 4, PASS: 2}, group=2)

    found = pass_units.of(project, compared)

    assert found.judged == Counter({((FAIL, 2),): 2, ((PASS, 2),): 1})


def test_labels_come_with_the_probability_of_having_been_drawn(
    project: Project, compared: Compared
) -> None:
    drawing.label(project, {"fail0": FAIL, "fail1": FAIL}, 0.5)
    drawing.label(project, {"pass0": FAIL}, None)

    found = pass_units.of(project, compared)

    assert found.labelled == [
        LabelledUnits("g0", FAIL, FAIL, 0.5, 2),
        LabelledUnits("g1", FAIL, PASS, None, 1),
    ]


def test_a_second_reviewer_of_some_does_not_lower_the_probability(
    project: Project, compared: Compared
) -> None:
    drawing.label(project, {"fail0": FAIL}, 0.5)
    drawing.label(project, {"fail0": FAIL}, 0.1, reviewer="jonas")

    assert probabilities(project, compared) == [0.5]


def test_how_a_program_came_to_a_session_says_nothing_of_people(
    project: Project, compared: Compared
) -> None:
    drawing.label(project, {"fail0": FAIL})
    drawing.label(project, {"fail0": FAIL}, 1.0, reviewer="code", made_by=Maker.PROGRAM)

    assert probabilities(project, compared) == [None]


def test_one_reviewer_has_probabilities_of_their_own(project: Project, compared: Compared) -> None:
    drawing.label(project, {"fail0": FAIL}, 0.5)
    drawing.label(project, {"fail0": FAIL}, 0.1, reviewer="jonas")

    his = replace(compared, reference=Reference(reviewer="jonas"))

    assert probabilities(project, his) == [0.1]


def test_a_tie_has_a_label_and_no_outcome(project: Project, compared: Compared) -> None:
    drawing.label(project, {"fail0": FAIL})
    drawing.label(project, {"fail0": PASS}, reviewer="jonas")

    [some] = pass_units.of(project, compared).labelled

    assert (some.human, some.judged) == (None, FAIL)


def test_one_run_alone_can_be_counted(project: Project, compared: Compared) -> None:
    keeping.judge(project, {"fail0": PASS})
    drawing.label(project, {"fail0": FAIL, "fail1": FAIL})

    second = pass_units.of(project, replace(compared, run=2))

    assert second.totals == {PASS: 1}
    assert [some.judged for some in second.labelled] == [PASS]
    assert pass_units.of(project, compared).totals[PASS] == 4


def test_turns_are_counted_each(project: Project) -> None:
    keeping.add(project, keeping.session("a", *["word"] * 6))
    compared = drawing.at_turns(project, "a", {2: (FAIL, FAIL), 4: (PASS, PASS), 6: (FAIL, PASS)})

    found = pass_units.of(project, compared)

    assert found.judged == {((FAIL, 1), (PASS, 2)): 1}
    assert sum(some.n for some in found.labelled) == 3


def test_groups_labelled_and_drawn_alike_stand_together(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 4, PASS: 2}, group=2)
    drawing.label(project, {f"fail{n}": FAIL for n in range(4)}, 0.5)
    drawing.label(project, {"pass0": FAIL}, 0.5)

    found = pass_units.of(project, compared).labelled

    assert found == [
        LabelledUnits("g0", FAIL, FAIL, 0.5, 2, groups=2),
        LabelledUnits("g2", FAIL, PASS, 0.5, 1),
    ]
    assert [some.units for some in found] == [4, 1]


def test_what_is_kept_comes_back_as_it_was_counted(
    project: Project, compared: Compared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_counts, "WORTH_KEEPING", 0)
    drawing.label(project, {"fail0": FAIL, "pass0": None}, 0.5)
    drawing.label(project, {"fail1": PASS}, None)
    counted = pass_units.of(project, compared)

    assert pass_units.of(project, compared) == counted
    drawing.label(project, {"fail0": PASS}, 0.5)
    assert pass_units.of(project, compared) != counted
