"""What a run's state is called and means."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from calibration.runs.run_progress import Look, Pace
from calibration.runs.watching import Action, Watched
from judging.judges import JudgeIdentity
from judging.judges.usage import Usage
from judging.ratings import Problem
from judging.rubrics import Level
from pages.parts import run_state
from storage import Batch, Mode, RunLine, RunStatus

LINE = RunLine(
    id=1,
    judge="claude:m",
    provider="claude",
    rubric="conversation@1",
    level=Level.SESSION,
    mode=Mode.LIVE,
    status=RunStatus.RUNNING,
    reason="",
    units=100,
    cached=0,
    scored=38,
    not_scored={Problem.REFUSED: 2},
    calls=40,
    in_flight=3,
    usage=Usage(),
    cost=0,
    created_at=datetime(2026, 10, 7, tzinfo=UTC),
    finished_at=None,
)
MINUTE = Pace((Look(0, 10), Look(60, 40)))
STALLED = Pace((Look(0, 40), Look(45, 40)))


def watched(**fields: Any) -> Watched:
    return Watched(replace(LINE, **fields), is_attended=True, has_keeper=True)


def test_every_state_has_a_glyph_and_a_word() -> None:
    assert set(run_state.CHIPS) == set(RunStatus)
    assert len({chip.word for chip in run_state.CHIPS.values()}) == len(RunStatus)


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (MINUTE, "About 2 minutes left, at 30 a minute."),
        (Pace((Look(0, 38), Look(60, 40))), "About 30 minutes left, at 2 a minute."),
        (STALLED, "Nothing has come back for 45 seconds; it goes on by itself."),
        (Pace(), "Seeing how fast it goes…"),
    ],
)
def test_a_run_at_work_says_how_fast_it_is_and_how_long_it_takes(pace: Pace, words: str) -> None:
    assert run_state.sentence(watched(), pace) == words


def test_on_a_server_s_database_a_worker_has_to_be_started_by_hand() -> None:
    stranded = Watched(LINE, is_attended=False, has_keeper=False)

    assert "start one with the command below" in run_state.sentence(stranded, Pace())


def test_a_pause_says_why_it_came_about() -> None:
    paused = watched(status=RunStatus.PAUSED, reason="Its process ended before it was done.")

    assert run_state.sentence(paused, Pace()).startswith("Its process ended before it was done.")


def test_a_failure_of_the_rules_has_no_key_to_mend() -> None:
    failed = watched(status=RunStatus.FAILED, provider="rules")

    assert "key" not in run_state.sentence(failed, Pace())


def test_what_has_no_outcome_is_never_said_to_have_failed() -> None:
    done = watched(status=RunStatus.DONE, scored=98)

    said = run_state.sentence(done, Pace())

    assert said == "Not scored: 2 refused. That counts as unknown, never as a fail."


def test_turns_are_counted_as_turns() -> None:
    done = watched(status=RunStatus.DONE, scored=98, level=Level.TURN)

    assert run_state.heading(done) == "98 of 100 assistant turns scored"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            {"effort": "low", "criteria_per_call": "all"},
            "effort low, all criteria in one call",
        ),
        ({"effort": None, "criteria_per_call": "one"}, "one criterion a call"),
        ({"context": "full"}, ""),
        (
            {"effort": "low", "context": "fit"},
            "effort low, the middle of long sessions summarised",
        ),
        ({"context": "chunks"}, "the middle of long sessions judged in parts"),
        ({"majority": 3}, "the majority of 3 answers"),
        ({}, ""),
    ],
)
def test_settings_that_a_name_does_not_tell_are_told(
    settings: dict[str, object], words: str
) -> None:
    judge = JudgeIdentity("claude:m", "claude", settings=settings)

    assert run_state.settings(judge) == words


SENT = Batch(1, 1, "msgbatch_1", 40, datetime(2026, 10, 7, 7, 12, tzinfo=UTC))


def waiting(**fields: Any) -> Watched:
    return replace(watched(mode=Mode.BATCH, **fields), waiting=(SENT,))


def test_a_run_that_waits_for_its_batch_says_so_and_claims_no_progress() -> None:
    found = waiting(scored=0, not_scored={})

    assert run_state.heading(found) == "Waiting for the batch: 40 requests"
    said = run_state.sentence(found, STALLED)
    assert said.startswith("Sent at 7 Oct, 07:12. The service answers usually within an hour")
    assert said.endswith("then the results are read and verdicts written.")


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (RunStatus.PAUSED, "It was paused. Sent in a batch: 40 requests, at 7 Oct, 07:12."),
        (RunStatus.FAILED, "Mend that, then resume."),
        (RunStatus.PAUSED, "resume the run to have the results read, or cancel it"),
        (RunStatus.CANCELLING, "The service is told to stop."),
    ],
)
def test_a_run_that_rests_says_what_becomes_of_its_batch(status: RunStatus, words: str) -> None:
    assert words in run_state.sentence(waiting(status=status), Pace())


def test_a_run_in_batches_between_two_of_them_says_what_it_does() -> None:
    assert "put together" in run_state.sentence(watched(mode=Mode.BATCH), Pace())


def test_what_failed_while_its_batch_is_at_the_service_can_be_given_up() -> None:
    failed = waiting(status=RunStatus.FAILED)

    assert failed.actions == (Action.RESUME, Action.CANCEL)
    assert replace(failed, waiting=()).actions == (Action.RESUME,)
