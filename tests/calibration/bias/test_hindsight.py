"""Which verdicts change with later turns in view."""

from dataclasses import replace

import pytest

from calibration.bias import hindsight
from calibration.bias.hindsight import Hindsight
from judging.errors import JudgeError, RubricError, StoreError
from judging.judges import ClaudeJudge, JudgeIdentity
from judging.ratings import Outcome, Verdict
from judging.rubrics import Level
from storage import Answer, NewRun, Project
from storage.twins import Twin
from tests import keeping

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
WITHOUT = ClaudeJudge("claude-test").identity
WITH = ClaudeJudge("claude-test", hindsight=True).identity
SAID = ("Where is it?", "It left.", "And now?", "On Monday.")


def twin(
    first: Outcome, second: Outcome, *, group: str = "g", turn: int = 2, is_last: bool = False
) -> Twin:
    """Return a turn with these verdicts."""
    return Twin("a", turn, group, is_last, first, second, "Why.", "Why else.")


def report(*twins: Twin) -> Hindsight:
    """Return a report on turns, all asked one criterion."""
    return Hindsight({"sound": twins})


def given(project: Project, identity: JudgeIdentity, *outcomes: Outcome) -> None:
    """Keep a judge's verdicts on the assistant's turns of session a."""
    version, kept = project.rubrics.get("turn@1"), project.judges.kept(identity)
    run = project.runs.start(NewRun(kept.id, version.id, Level.TURN, units=len(outcomes)))
    verdicts = [
        Verdict(session="a", criterion="turn_pass", turn=2 * n, outcome=outcome)
        for n, outcome in enumerate(outcomes, start=1)
    ]
    number = keeping.number(project, "a")
    project.verdicts.add(Answer(run, version.id, kept.id), {number: verdicts})
    project.runs.finish(run)


@pytest.fixture
def asked(project: Project) -> Project:
    """Have a judge answer on two turns without hindsight."""
    keeping.add(project, keeping.session("a", *SAID))
    given(project, WITHOUT, FAIL, PASS)
    return project


def test_a_judge_is_paired_with_itself_seeing_more(asked: Project) -> None:
    given(asked, WITH, PASS, PASS)
    version, judge = asked.rubrics.get("turn@1"), hindsight.named(asked, WITHOUT.name)

    found = hindsight.audit(asked, version, judge, "")

    [(key, changed)] = found.changed
    assert (key, changed.session, changed.turn) == ("turn_pass", "a", 2)
    assert (changed.first, changed.second) == (FAIL, PASS)
    assert (len(found.units), len(found.last), found.by_chance.value) == (1, 1, 0)


def test_without_its_twin_there_is_no_pair(asked: Project) -> None:
    given(asked, replace(WITH, settings={**WITH.settings, "effort": "high"}), PASS, PASS)
    version, judge = asked.rubrics.get("turn@1"), asked.judges.get(WITHOUT.fingerprint[:12])

    assert hindsight.audit(asked, version, judge, "turn_pass").units == ()


@pytest.mark.parametrize("word", [WITHOUT.name, WITHOUT.fingerprint[:12], WITH.fingerprint[:12]])
def test_whichever_of_the_two_is_named_the_one_without_is_meant(asked: Project, word: str) -> None:
    given(asked, WITH, PASS, PASS)

    assert hindsight.named(asked, word).identity == WITHOUT


def test_a_judge_that_has_judged_with_hindsight_only_is_refused(project: Project) -> None:
    project.judges.kept(WITH)

    with pytest.raises(JudgeError, match="with hindsight only"):
        hindsight.named(project, WITH.name)


def test_a_name_that_fits_judges_that_differ_in_more_is_refused(asked: Project) -> None:
    asked.judges.kept(replace(WITHOUT, settings={**WITHOUT.settings, "effort": "high"}))

    with pytest.raises(StoreError, match="fits 2 judges"):
        hindsight.named(asked, WITHOUT.name)


def test_the_twin_is_the_judge_that_is_asked_so() -> None:
    assert hindsight.twin(WITHOUT).fingerprint == WITH.fingerprint


def test_the_twin_of_a_majority_is_the_same_majority() -> None:
    without, with_it = (ClaudeJudge("m", majority=3, hindsight=h).identity for h in (False, True))

    assert hindsight.twin(without) == with_it


@pytest.mark.parametrize("provider", ["rules", "recorded", "scripted"])
def test_what_is_no_model_has_no_twin(provider: str) -> None:
    with pytest.raises(JudgeError, match="no model"):
        hindsight.twin(JudgeIdentity("mine", provider))


@pytest.mark.parametrize(
    ("rubric", "key", "what"),
    [("conversation@1", "", "asks nothing of turns"), ("turn@1", "x", "asks no 'x' of turns")],
)
def test_what_is_asked_of_no_turn_is_refused(
    asked: Project, rubric: str, key: str, what: str
) -> None:
    judge = asked.judges.get(WITHOUT.name)

    with pytest.raises(RubricError, match=what):
        hindsight.audit(asked, asked.rubrics.get(rubric), judge, key)


def test_what_is_not_scored_on_a_side_is_counted_and_in_no_share() -> None:
    found = report(twin(FAIL, MISSING), twin(MISSING, PASS), twin(FAIL, PASS), twin(PASS, PASS))

    assert (found.not_scored, len(found.units), found.rate.value) == (2, 2, 0.5)


def test_the_last_turn_of_a_session_tells_what_chance_does() -> None:
    found = report(twin(PASS, PASS), twin(FAIL, PASS, is_last=True), twin(PASS, PASS, is_last=True))

    assert (found.rate.value, found.by_chance.value) == (0, 0.5)
    assert found.changed == ()


def test_the_ways_of_changing_are_counted_and_their_direction_tested() -> None:
    unsure = twin(FAIL, Outcome.CANNOT_TELL)

    found = report(*[twin(FAIL, PASS)] * 6, unsure, twin(PASS, PASS))

    assert list(found.changes.items()) == [((FAIL, PASS), 6), ((FAIL, Outcome.CANNOT_TELL), 1)]
    assert found.p == pytest.approx(2 * 0.5**6)


def test_turns_of_one_group_widen_the_interval() -> None:
    alike = [twin(FAIL, PASS, group=f"g{n // 5}") for n in range(20)]
    others = [twin(PASS, PASS, group=f"h{n // 5}") for n in range(20)]
    apart = [replace(one, group=f"g{n}") for n, one in enumerate([*alike, *others])]

    grouped, single = report(*alike, *others).rate, report(*apart).rate

    assert grouped.value == single.value == 0.5
    assert width(grouped.low, grouped.high) > 1.5 * width(single.low, single.high)


def width(low: float | None, high: float | None) -> float:
    """Return how wide an interval is, which there has to be."""
    assert low is not None
    assert high is not None
    return high - low


def test_without_pairs_nothing_is_a_number() -> None:
    assert (report().rate.value, report().p, report().changes) == (None, 1, {})
