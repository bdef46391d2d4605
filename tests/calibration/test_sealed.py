"""
Nothing that any command prints or writes hangs on what a judge said of the sealed test.

Whoever could tell two databases apart that differ in just that would have been told of it.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from calibration.agreement import held
from calibration.revision import proposal_cases, proposal_trials
from judging.exporters import CALIBRATED
from tests.calibration.commanded import Done
from tests.calibration.commands.here import judging
from tests.two_worlds import FIRST, World

COMMANDS = (
    "agreement --rubric conversation@1 --judge claude:first --json",
    "agreement --rubric conversation@1 --judge claude:first --blind-only",
    "agreement --rubric conversation@1 --judge claude:first --reference maya",
    "agreement --rubric conversation@1 --judge claude:first --split develop --json",
    "disagreements --rubric conversation@1 --judge claude:first --json",
    "propose --list --json",
    "bias --rubric conversation@1 --judge claude:first --json",
    "turns --rubric turn@1 --judge claude:first --json",
    "reviewers --judge claude:first --rubric conversation@1 --json",
    "adjudications --json",
    "compare conversation@1 --judge claude:first --judge claude:second --json",
    "audit hindsight --rubric turn@1 --judge claude:first --json",
    "audit fit --rubric conversation@1 --judge claude:first --json",
    "runs --json",
    "runs 1 --json",
    "labels export {folder}/labels.csv",
    "verdicts export {folder}/verdicts.jsonl",
    "sessions export {folder}/sessions.jsonl",
    "people --json",
    "project policy --json",
    *(
        f"export {exporter.name} --rubric conversation@1 --judge claude:first -o {{folder}}/out"
        for exporter in CALIBRATED
    ),
    "gate --rubric conversation@1 --judge claude:first --readiness --json",
    "gate --rubric turn@1 --judge claude:first --readiness",
    "gate --rubric conversation@1 --judge claude:first --drift --json",
    *(
        f"queue create 9 --rubric conversation@1 --design {design} --dry-run --json"
        for design in ("random", "length", "judge-stratified --judge claude:first")
    ),
    "queue list --json",
    *(
        f"run --rubric turn@1 --judge rules --sessions {some} --split {split} --dry-run --json"
        for some in ("failed", "disputed", "labelled")
        for split in ("test", "develop", "all")
    ),
)
# When it was made is told, and which file it went to.
UNLIKE = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)?|\d{4}-\d\d-\d\d \d\d:\d\d UTC|/\S+/(?:one|other)/"
)


@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_tells_what_was_said_of_the_test(
    words: str,
    worlds: list[World],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = [_told(world, words, monkeypatch, capsys) for world in worlds]

    assert told[0].code in (0, 1, 3), told[0].errors
    assert told[0] == told[1]


def _told(
    world: World,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Done:
    monkeypatch.setenv("JUDGING_DATABASE_URL", world.project.store.url)
    done = judging(_read(capsys), *words.format(folder=world.folder).split())
    written = sorted(p for p in world.folder.iterdir() if not p.name.startswith("judging.db"))
    texts = [done.output, done.errors, *(p.read_text(encoding="utf-8") for p in written)]
    for path in written:
        path.unlink()
    output, errors, *files = (UNLIKE.sub("", text) for text in texts)
    return Done(done.code, output + "\n".join(files), errors)


def _read(capsys: pytest.CaptureFixture[str]) -> Callable[[], tuple[str, str]]:
    def read() -> tuple[str, str]:
        captured = capsys.readouterr()
        return captured.out, captured.err

    return read


@pytest.mark.parametrize("split", ["test", "all"])
def test_the_test_is_refused_before_a_look(
    split: str,
    worlds: list[World],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = f"agreement --rubric conversation@1 --judge claude:first --split {split}"

    told = _told(worlds[0], words, monkeypatch, capsys)

    assert (told.code, "is sealed" in told.errors, told.output) == (2, True, "")


def test_a_leak_would_be_seen(worlds: list[World]) -> None:
    version = worlds[0].project.rubrics.get("conversation@1")
    sealed = [
        {
            unit: stored.verdict.outcome
            for unit, stored in world.project.verdicts.standing(
                world.project.sessions.ids(),
                rubric_version=version.id,
                judge=world.project.judges.get(FIRST.identity.fingerprint).id,
                with_sealed=True,
            ).items()
        }
        for world in worlds
    ]

    assert sum(sealed[0][unit] != sealed[1][unit] for unit in sealed[0]) == 20


def test_nobody_is_told_of_the_test_to_revise_a_criterion(worlds: list[World]) -> None:
    told: list[Any] = []
    for world in worlds:
        asked = held.named(world.project, "conversation@1", "claude:first", "person")
        grounds = proposal_cases.grounds(world.project, asked, "goal_met")
        ids = [one.one.session.id for one in grounds.chosen]
        sessions = {one.id: one for one in world.project.sessions.whole(ids) if one.id}
        told.append(proposal_cases.cases(grounds.chosen, sessions))
        units = proposal_trials.draw(world.project, asked, "goal_met")
        told.append([(one.session, one.turn, str(one.before)) for one in units])

    assert min(map(len, told)) > 3
    assert told[:2] == told[2:]
