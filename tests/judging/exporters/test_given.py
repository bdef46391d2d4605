"""Labels and verdicts in other tools' shapes: what holds for all of them."""

import json
from dataclasses import replace
from typing import Any

import pytest

from judging.exporters import OF_ANSWERS, Exporter, JudgedVerdict, MeantLabel
from judging.exporters.given import given
from judging.ratings import Outcome
from tests.judging.exporters.examples import FAIL, REFUSED, SCORED, SLOT
from tests.judging.exporters.written import text

VERDICT = JudgedVerdict(SCORED, "mine", "turn@2")


def ids(*answers: MeantLabel | JudgedVerdict) -> list[str]:
    return [one.id for one in given(answers)]


def test_an_answer_has_one_id_in_every_export_whatever_it_says_now() -> None:
    changed = MeantLabel(replace(FAIL, outcome=Outcome.PASS, rationale="Done after all."))

    assert ids(MeantLabel(FAIL)) == ids(changed)


def test_answers_of_others_or_to_another_question_have_others() -> None:
    label = MeantLabel(FAIL)
    others: list[MeantLabel | JudgedVerdict] = [
        MeantLabel(replace(FAIL, reviewer="ben")),
        MeantLabel(replace(FAIL, criterion="consistent")),
        MeantLabel(replace(FAIL, turn=2)),
        MeantLabel(replace(FAIL, adjudicated=True)),
        MeantLabel(replace(SLOT, slot=1)),
        MeantLabel(replace(SLOT, slot=2)),
        VERDICT,
        replace(VERDICT, judge="other"),
        replace(VERDICT, rubric="turn@3"),
    ]

    assert len({*ids(label, *others)}) == 1 + len(others)


@pytest.mark.parametrize("exporter", OF_ANSWERS, ids=lambda exporter: exporter.name)
def test_only_a_pass_or_fail_is_a_number_and_what_is_not_scored_is_none(
    exporter: Exporter[Any],
) -> None:
    refused = JudgedVerdict(REFUSED, "mine", "conversation@1")
    lines = text(exporter, [MeantLabel(SLOT), refused, VERDICT], ".jsonl").splitlines()
    written = [json.dumps(json.loads(line)) for line in lines]

    assert "cannot_tell" in written[0]
    assert "not_scored" not in "".join(written)
    for field in ('"score": ', '"value": 0', '"value": 1', '"value": true', '"value": false'):
        assert not any(field in line for line in written[:-1])


@pytest.mark.parametrize("exporter", OF_ANSWERS, ids=lambda exporter: exporter.name)
def test_what_was_taken_back_is_not_written(exporter: Exporter[Any]) -> None:
    assert text(exporter, [MeantLabel(replace(FAIL, outcome=None))], ".jsonl") == ""
