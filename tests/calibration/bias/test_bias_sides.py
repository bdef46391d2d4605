"""Which units stand on which side: planted biases are found, each by its check."""

from calibration.bias import bias_sides
from judging.agreement import newcombe
from judging.agreement.bias import BiasState, Check
from judging.ratings import Outcome
from storage import Project
from storage.bias_units import BiasUnit
from tests.calibration.planted import Planted, bias, counts, held, names, of

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED


def test_passes_that_fail_for_being_short_are_flagged(project: Project) -> None:
    short, mid, long = (
        [Planted(PASS, FAIL, 5)] * 15 + [Planted(PASS, PASS, 5)] * 15,
        [Planted(PASS, PASS, 20)] * 30,
        [Planted(PASS, FAIL, 50)] + [Planted(PASS, PASS, 50)] * 29,
    )

    checked = of(bias(project, held(project, [*short, *mid, *long])), Check.SHORT_CORRECT)

    assert checked.check.state is BiasState.FLAGGED
    assert counts(checked) == [(15, 30), (1, 30)]
    assert checked.check.groups[0].name == "sessions with short answers labelled pass"
    assert "has 10 words at most, a long one more than 38, on" in checked.remarks[0]
    assert checked.wanted == ""
    assert names(project, checked.behind[0]) == [f"s{n}" for n in range(15)]
    assert names(project, checked.behind[1]) == ["s60"]


def test_fails_that_pass_for_being_long_are_flagged(project: Project) -> None:
    cuts = [Planted(PASS, PASS, words) for words in (5, 20, 50) for _ in range(10)]
    long = [Planted(FAIL, PASS, 60)] * 18 + [Planted(FAIL, FAIL, 60)] * 6
    short = [Planted(FAIL, PASS, 4)] * 2 + [Planted(FAIL, FAIL, 4)] * 22

    checked = of(bias(project, held(project, [*cuts, *long, *short])), Check.LONG_WRONG)

    assert checked.check.state is BiasState.FLAGGED
    assert counts(checked) == [(18, 24), (2, 24)]


def test_sessions_of_one_group_count_for_less(project: Project) -> None:
    rows = [(5, FAIL, 15), (5, PASS, 15), (20, PASS, 30), (50, PASS, 30)]
    sessions = [
        Planted(PASS, judged, words, group=f"{words} {judged} {n // 5}")
        for words, judged, many in rows
        for n in range(many)
    ]

    estimate = of(bias(project, held(project, sessions)), Check.SHORT_CORRECT).check.estimate

    apart = newcombe(15, 30, 0, 30, estimate.confidence)
    assert estimate.low is not None
    assert apart.low is not None
    assert estimate.low < apart.low - 0.05


def test_failures_that_go_unseen_in_the_middle_are_flagged(project: Project) -> None:
    # Turn 2 begins after 110 of 309 characters, in the middle third; turn 3 in the last.
    sessions = [
        *[Planted(FAIL, PASS, cites=2)] * 18,
        *[Planted(FAIL, FAIL, cites=2)] * 6,
        *[Planted(FAIL, PASS, cites=3)],
        *[Planted(FAIL, FAIL, cites=1)] * 23,
        *[Planted(FAIL, FAIL)] * 4,
    ]

    checked = of(bias(project, held(project, sessions)), Check.EVIDENCE_POSITION)

    assert checked.check.state is BiasState.FLAGGED
    assert counts(checked) == [(18, 24), (1, 24)]
    assert checked.remarks == ("4 failed sessions are left out: their label cites no turn.",)


def test_failures_missed_in_long_conversations_are_flagged(project: Project) -> None:
    sessions = [
        *[Planted(FAIL, PASS, 90)] * 18,
        *[Planted(FAIL, FAIL, 90)] * 6,
        *[Planted(FAIL, FAIL, 40)] * 24,
        *[Planted(FAIL, FAIL, 5)] * 24,
    ]

    found = bias(project, held(project, sessions))

    fails, passes = (of(found, Check.CONVERSATION_LENGTH, place) for place in (0, 1))
    assert fails.check.state is BiasState.FLAGGED
    assert counts(fails) == [(18, 24), (0, 24)]
    assert counts(passes) == [(0, 0), (0, 0)]


def test_labels_that_follow_the_judge_once_it_was_seen_are_flagged(project: Project) -> None:
    sessions = [
        *[Planted(FAIL, FAIL, blind=False)] * 28,
        *[Planted(PASS, FAIL, blind=False)] * 2,
        *[Planted(PASS, FAIL)] * 15,
        *[Planted(FAIL, FAIL)] * 15,
        Planted(PASS, FAIL, blind=None),
    ]

    checked = of(bias(project, held(project, sessions)), Check.ANCHORING)

    assert checked.check.state is BiasState.FLAGGED
    assert counts(checked) == [(28, 30), (15, 30)]
    assert checked.remarks == ("1 labels are left out: whether they were blind is not known.",)


def test_verdicts_missing_on_failures_are_flagged(project: Project) -> None:
    sessions = [
        *[Planted(FAIL, MISSING)] * 12,
        *[Planted(FAIL, FAIL)] * 18,
        *[Planted(PASS, PASS)] * 30,
    ]

    checked = of(bias(project, held(project, sessions)), Check.NOT_SCORED)

    assert checked.check.state is BiasState.FLAGGED
    assert counts(checked) == [(12, 30), (0, 30)]


def test_turns_are_called_turns() -> None:
    units = [
        BiasUnit(1, turn, "g", PASS, FAIL, words, None, 900, None, ())
        for turn, words in ((2, 5.0), (4, 10.0), (6, 20.0))
    ]

    short, _ = bias_sides.answer_lengths(units, "turns")
    fails, _ = bias_sides.conversation_lengths(units, "turns")

    assert [(unit.turn, short.first.name) for unit in short.first.hits] == [
        (2, "turns with short answers labelled pass")
    ]
    assert short.remarks[0] == "A short answer has 8 words at most, a long one more than 13."
    assert fails.first.name == "turns of long sessions labelled fail"


def test_a_session_without_words_is_neither_short_nor_long() -> None:
    silent = BiasUnit(1, 0, "g", PASS, FAIL, None, None, 0, None, ())

    short, long = bias_sides.answer_lengths([silent], "sessions")

    assert {short.first.units, short.second.units, long.first.units} == {()}
    assert not any("has 0 words" in remark for remark in short.remarks)
