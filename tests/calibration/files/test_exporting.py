"""Out of one project, into another: the same, to the byte."""

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from calibration import projects, sample_project
from calibration.files import exporting, importing, label_files, verdict_files
from calibration.visitors.identity import UNNAMED
from judging.importers import RatingOptions, Source
from judging.judges import JudgeIdentity
from judging.ratings import Citation, Finding, Label, Maker, Outcome, Verdict
from judging.rubrics import Level
from judging.sessions import Role, Session, ToolCall, Turn
from storage import Answer, NewLabel, NewRun, Project, Store
from tests import keeping
from tests.judging.exporters.hostile import TRAPS
from tests.storage.test_exports import seal

PASS, FAIL = Outcome.PASS, Outcome.FAIL
AT = datetime(2026, 2, 1, 9, 0, 0, 250, tzinfo=UTC)
FORMS = (".jsonl", ".csv")
WRITERS = (exporting.write_sessions, exporting.write_labels, exporting.write_verdicts)
Write = Callable[..., exporting.Written]
every_form = pytest.mark.parametrize("suffix", FORMS)


@pytest.fixture
def copy(store: Store) -> Project:
    return projects.new_or_existing(store, "copy")


def text(write: Write, project: Project, suffix: str, **options: object) -> str:
    out = io.StringIO(newline="")
    write(project, out, suffix, **options)
    return out.getvalue()


def source(text: str, suffix: str) -> Source:
    return Source(f"again{suffix}", lambda: io.BytesIO(text.encode()))


def carry(project: Project, into: Project, suffix: str) -> None:
    """Bring into a project all that another one holds."""
    for stored in project.rubrics.versions("conversation"):
        into.rubrics.add(stored.rubric)
    sessions, labels, verdicts = (source(text(w, project, suffix), suffix) for w in WRITERS)
    assert importing.import_sessions(into, [sessions]).stored
    if project.labels.count():
        options = label_files.LabelOptions(RatingOptions())
        assert label_files.import_labels(into, labels, options).stored
    for judge in project.judges.listed():
        reading = RatingOptions(verdicts=True)
        given = verdict_files.VerdictOptions(reading, judge.identity.name)
        assert verdict_files.import_verdicts(into, verdicts, given).stored


def hostile_session() -> Session:
    turns = tuple(
        Turn(number, Role.ASSISTANT, trap, tool_calls=(ToolCall(trap, trap, {trap: trap}),))
        for number, trap in enumerate(TRAPS, start=1)
    )
    return Session("=007", turns, title="@t", goal=" g ", metadata={"a": {"b": [1.5, None]}})


@every_form
def test_the_sample_comes_back_and_goes_out_the_same(
    project: Project, copy: Project, suffix: str
) -> None:
    sample_project.add_to(project)

    carry(project, copy, suffix)

    for write in WRITERS:
        assert text(write, copy, suffix) == text(write, project, suffix)
    numbers = project.sessions.ids(), copy.sessions.ids()
    before, after = (p.sessions.whole(n) for p, n in zip((project, copy), numbers, strict=True))
    assert [s.content_hash for s in after] == [s.content_hash for s in before]


@every_form
def test_a_session_keeps_every_field_whatever_is_in_it(
    project: Project, copy: Project, suffix: str
) -> None:
    keeping.add(project, hostile_session())

    carry(project, copy, suffix)

    before, after = (replace(p.sessions.get("=007"), id=None) for p in (project, copy))
    assert after == replace(before, source_format="judging_sessions", source_file=f"again{suffix}")
    assert after.content_hash == before.content_hash


@every_form
def test_labels_keep_what_they_rest_on(project: Project, copy: Project, suffix: str) -> None:
    keeping.add(project, hostile_session(), keeping.session("b"))
    number = keeping.number(project, "=007")
    given = [
        Label(
            session="=007",
            criterion="goal_met",
            outcome=FAIL,
            reviewer=trap or "none",
            rationale=trap,
            citations=(Citation(3, trap), Citation(1)),
            raw_value=trap or None,
            blind=at % 3 == 0 or None,
            stratum=trap or None,
            inclusion_prob=1 / (at + 1),
            made_by=Maker.PERSON,
            created_at=AT,
        )
        for at, trap in enumerate(TRAPS)
    ]
    slots = [replace(given[0], reviewer=None, slot=slot, outcome=PASS) for slot in (1, 2)]
    settled = replace(given[0], reviewer="lead", rationale="So.", adjudicated=True, outcome=PASS)
    project.labels.add([NewLabel(number, 1, label) for label in (*given, *slots, settled)])

    carry(project, copy, suffix)

    assert text(exporting.write_labels, copy, suffix) == text(
        exporting.write_labels, project, suffix
    )
    assert len(copy.labels.of_session(keeping.number(copy, "=007"))) == len(TRAPS) + 2


@every_form
def test_verdicts_keep_their_words_and_their_raw_value(
    project: Project, copy: Project, suffix: str
) -> None:
    keeping.add(project, hostile_session())
    judge = project.judges.kept(JudgeIdentity("mine", "recorded"))
    turns = range(1, len(TRAPS) + 1)
    version = project.rubrics.get("turn@1")
    verdicts = [
        Verdict(
            session="=007",
            criterion="turn_pass",
            outcome=PASS,
            turn=turn,
            rationale=trap,
            citations=(Citation(turn, trap),),
            findings=(Finding(trap, turn, trap),),
            raw_value=trap or None,
        )
        for turn, trap in zip(turns, TRAPS, strict=True)
    ]
    run = project.runs.start(NewRun(judge.id, version.id, Level.TURN, units=len(verdicts)))
    number = keeping.number(project, "=007")
    project.verdicts.add(Answer(run, version.id, judge.id), {number: verdicts})

    carry(project, copy, suffix)

    assert text(exporting.write_verdicts, copy, suffix) == text(
        exporting.write_verdicts, project, suffix
    )


def test_a_label_of_an_earlier_meaning_is_left_out_and_counted(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.label(project, "a", FAIL)
    before = project.rubrics.get("conversation").rubric
    goal_met, *rest = before.criteria
    raised = replace(goal_met, question="Was it done?", meaning=2)
    project.rubrics.add(replace(before, criteria=(raised, *rest)))

    out = io.StringIO()
    written = exporting.write_labels(project, out, ".jsonl")

    assert out.getvalue() == ""
    assert (written.count, written.left_out) == (0, {exporting.EARLIER_MEANING: 1})


def test_sealed_verdicts_are_left_out_and_counted(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.judge(project, {"a": PASS, "b": PASS})
    seal(project, "a")

    out = io.StringIO()
    written = exporting.write_verdicts(project, out, ".jsonl")

    assert '"session_id": "a"' not in out.getvalue()
    assert (written.count, written.left_out) == (1, {exporting.SEALED: 1})


def test_only_the_rubric_and_judge_that_were_asked_go_out(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": PASS}, name="one")
    keeping.judge(project, {"a": PASS}, name="two")

    pairs = exporting.judged(project, rubric="conversation@1", judge="two")

    assert [judge.identity.name for _, judge in pairs] == ["two"]
    assert '"judge": "one"' not in text(exporting.write_verdicts, project, ".jsonl", of=pairs)


def test_judges_of_one_name_are_told_apart(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    version = project.rubrics.get("conversation@1").id
    verdict = Verdict(session="a", criterion="goal_met", outcome=PASS)
    fingerprints = []
    for effort in ("low", "high"):
        identity = JudgeIdentity("claude:m", "claude", "m", settings={"effort": effort})
        judge = project.judges.kept(identity)
        run = project.runs.start(NewRun(judge.id, version, Level.SESSION, units=1))
        number = keeping.number(project, "a")
        project.verdicts.add(Answer(run, version, judge.id), {number: [verdict]})
        fingerprints.append(judge.fingerprint[:8])

    written = text(exporting.write_verdicts, project, ".jsonl")

    assert all(f'"judge": "claude:m {start}"' in written for start in fingerprints)


def test_who_downloads_is_written_down_but_not_for_their_own_labels(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.label(project, "a", FAIL, reviewer="maya")
    keeping.label(project, "b", FAIL, reviewer="jonas")
    maya = project.reviewers.named("maya").id
    numbers = [keeping.number(project, name) for name in ("a", "b")]

    text(exporting.write_labels, project, ".csv", viewer="maya")

    assert [project.exposures.count(maya, number) for number in numbers] == [0, 1]


def test_a_visitor_without_a_name_is_one_for_all(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": PASS})

    text(exporting.write_verdicts, project, ".csv", viewer="")

    nobody = project.reviewers.named(UNNAMED).id
    assert project.exposures.count(nobody, keeping.number(project, "a")) == 1


def test_a_command_hands_them_to_nobody_in_particular(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": PASS})

    text(exporting.write_verdicts, project, ".csv")

    assert [reviewer.name for reviewer in project.reviewers.listed()] == []


def test_says_what_a_project_lacks(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    before = exporting.lacking(project)
    keeping.label(project, "a", FAIL)
    keeping.judge(project, {"a": PASS})

    assert set(before) == {"labels", "verdicts"}
    assert exporting.lacking(project) == {}
