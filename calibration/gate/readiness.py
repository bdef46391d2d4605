"""What a judge should have been through before the test is opened for it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from calibration.agreement.consistency import USUAL_RUNS, USUAL_UNITS
from calibration.agreement.held import Held
from calibration.bias import audit_words, bias_audits, bias_hindsight, hindsight, red_team
from calibration.bias.bias_audits import Subject
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement.bias import BiasState
from judging.judges import JudgeIdentity
from judging.rubrics import Criterion, Kind, Level
from judging.splitting import Part
from storage import AuditKind, Project, label_queues, repeated_units, trials

LONGEST = 20
CONFIDENCE = 0.95
FROM_FILE = "Its verdicts came from a file, and nobody can be asked for more."
RULES = "rules"


class Trial(StrEnum):
    """What a judge is put through."""

    LONGEST = "longest_sessions"
    EDGE_CASES = "edge_cases"
    FIT_LOSS = "fit_loss"
    HINDSIGHT = "hindsight"
    RED_TEAM = "red_team"
    SELF_CONSISTENCY = "self_consistency"


class Ready(StrEnum):
    """How a trial stands, from good to bad."""

    READY = "ready"
    CANNOT_TELL = "cannot_tell"
    NOT_YET = "not_yet"


@dataclass(frozen=True, slots=True)
class Row:
    """
    One trial.

    Attributes:
        done: How many it was tried on, or on how many criteria; None where there is nothing to
            count. Likewise `of`, out of how many.

        sentence: What was found, or why nothing was.

        command: What would mend it; empty where nothing is to be mended, or no command does.
    """

    trial: Trial
    state: Ready
    done: int | None
    of: int | None
    sentence: str
    command: str = ""


@access.needs(Right.READ_REPORTS)
def rows(project: Project, held: Held) -> tuple[Row, ...]:
    """
    Tell how a judge under a rubric version stands before a gate; no look is used.

    Only audits that were kept and verdicts that there are get read, of which those on the sealed
    test are counted and none is held against a label.
    """
    found: Sequence[Callable[[Project, Held], Row]] = (
        _longest,
        _edge_cases,
        _fit_loss,
        _hindsight,
        _red_team,
        _self_consistency,
    )
    return tuple(row(project, held) for row in found)


def state(found: Iterable[Row]) -> Ready:
    """Return the state of the worst trial."""
    return max((row.state for row in found), key=list(Ready).index)


def _longest(project: Project, held: Held) -> Row:
    turns = trials.longest(project, LONGEST)
    if not turns:
        nothing = "No session is a recorded one, so nobody knows how it does on real ones."
        return Row(Trial.LONGEST, Ready.CANNOT_TELL, 0, 0, nothing, "judging import FILE")
    least, most = min(turns.values()), max(turns.values())
    about = f"{least} turns" if least == most else f"{least} to {most} turns"
    what = f"the {len(turns)} longest recorded sessions ({about})"
    return _judged(project, held, Trial.LONGEST, turns.keys(), what)


def _edge_cases(project: Project, held: Held) -> Row:
    criteria = [(one.key, one.meaning) for one in held.version.rubric.criteria]
    found = trials.edge_cases(project, criteria)
    if not found:
        nothing = "No session has labels that differ, were settled, or say cannot tell."
        return Row(Trial.EDGE_CASES, Ready.CANNOT_TELL, 0, 0, nothing)
    return _judged(project, held, Trial.EDGE_CASES, found, "the sessions that people found hard")


def _judged(project: Project, held: Held, trial: Trial, asked: Iterable[int], what: str) -> Row:
    wanted = set(asked)
    done = len(wanted & project.verdicts.complete(held.version.id, held.judge.id))
    if done == len(wanted):
        return Row(trial, Ready.READY, done, done, f"It has answered all of {what}.")
    told = f"It has no readable answer yet on {len(wanted) - done} of {what}."
    command = "" if _is_from_file(held) else _run(project, held)
    return Row(trial, Ready.NOT_YET, done, len(wanted), told, command)


def _fit_loss(project: Project, held: Held) -> Row:
    identity = held.judge.identity
    criteria = [c for c in held.version.rubric.criteria if c.level is Level.SESSION]
    if _is_from_file(held):
        return Row(Trial.FIT_LOSS, Ready.CANNOT_TELL, None, None, FROM_FILE)
    if not criteria or identity.settings.get("context", "full") == "full":
        told = "It is shown every session in full: nothing is lost by shortening."
        return Row(Trial.FIT_LOSS, Ready.READY, None, None, told)
    return _audited(project, held, AuditKind.FIT, criteria)


def _red_team(project: Project, held: Held) -> Row:
    criteria = [c for c in held.version.rubric.criteria if c.kind is not Kind.CONDITION]
    if _is_from_file(held):
        return Row(Trial.RED_TEAM, Ready.CANNOT_TELL, None, None, FROM_FILE)
    if _has_no_model(held.judge.identity):
        told = "It asks no model, so a session cannot talk it into a pass."
        return Row(Trial.RED_TEAM, Ready.READY, None, None, told)
    return _audited(project, held, AuditKind.RED_TEAM, criteria)


AUDITS = {
    AuditKind.FIT: (
        Trial.FIT_LOSS,
        bias_audits.context_mode,
        "lose failures by shortening",
        "What shortening loses",
    ),
    AuditKind.RED_TEAM: (
        Trial.RED_TEAM,
        bias_audits.injection,
        "can be talked into a pass",
        "How easily it is talked into a pass",
    ),
}


def _audited(project: Project, held: Held, kind: AuditKind, criteria: Sequence[Criterion]) -> Row:
    trial, plan, fault, question = AUDITS[kind]
    subjects = [Subject(project, held, criterion) for criterion in criteria]
    kept = [one for one in subjects if one.shelf(kind).newest(one.criterion.key)]
    states = {one.criterion.key: plan(one).make(CONFIDENCE).check.state for one in kept}
    flagged = [key for key, found in states.items() if found is BiasState.FLAGGED]
    unclear = [key for key, found in states.items() if found is not BiasState.CLEARED]
    command = audit_words.audit(project, held, kind)
    counts = (len(kept), len(criteria))
    if flagged:
        told = f"Verdicts on {', '.join(flagged)} {fault}: see the Bias page."
        return Row(trial, Ready.NOT_YET, *counts, told)
    if len(kept) < len(criteria):
        missing = [c.key for c in criteria if c.key not in states]
        told = f"{question} was not audited on {', '.join(missing)}."
        return Row(trial, Ready.NOT_YET, *counts, told, command)
    if unclear:
        told = f"The audit leaves open {question[0].lower()}{question[1:]} on {', '.join(unclear)}."
        return Row(trial, Ready.CANNOT_TELL, *counts, told, command)
    return Row(trial, Ready.READY, *counts, "The audit has found nothing of the kind.")


def _hindsight(project: Project, held: Held) -> Row:
    criteria = [c for c in held.version.rubric.criteria if c.level is Level.TURN]
    if not criteria:
        told = "It is asked about whole sessions: no turn is judged by what came later."
        return Row(Trial.HINDSIGHT, Ready.READY, None, None, told)
    provider = held.judge.identity.provider
    if provider in hindsight.BLIND_TO_IT:
        told = FROM_FILE if _is_from_file(held) else "It judges a turn by what came before it."
        is_known = Ready.CANNOT_TELL if _is_from_file(held) else Ready.READY
        return Row(Trial.HINDSIGHT, is_known, None, None, told)
    found = [bias_hindsight.looked_back(Subject(project, held, c)) for c in criteria]
    done = [one for one in found if one is not None and one.audit is not None]
    counts = (len(done), len(criteria))
    if len(done) == len(criteria):
        told = " ".join(one.sentence for one in done)
        return Row(Trial.HINDSIGHT, Ready.READY, *counts, told)
    told = "What later turns would change was not audited."
    missing = next(one for one in found if one is not None and one.audit is None)
    return Row(Trial.HINDSIGHT, Ready.NOT_YET, *counts, told, next(iter(missing.commands), ""))


def _self_consistency(project: Project, held: Held) -> Row:
    if _has_no_model(held.judge.identity) and not _is_from_file(held):
        told = "It says the same however often it is asked."
        return Row(Trial.SELF_CONSISTENCY, Ready.READY, None, None, told)
    asked = min(_repeated(project, held, c) for c in held.version.rubric.criteria)
    if asked >= USUAL_UNITS:
        told = f"It was asked again about {asked:,} units of the test, for the gate to compare."
        return Row(Trial.SELF_CONSISTENCY, Ready.READY, asked, USUAL_UNITS, told)
    told = "The gate can only warn that nobody knows whether it contradicts itself."
    if _is_from_file(held):
        return Row(Trial.SELF_CONSISTENCY, Ready.CANNOT_TELL, asked, USUAL_UNITS, told)
    drawn = "--sessions drawn" if label_queues.of(project).listed() else ""
    command = _run(project, held, f"--runs {USUAL_RUNS}", drawn, f"--limit {USUAL_UNITS}")
    return Row(Trial.SELF_CONSISTENCY, Ready.NOT_YET, asked, USUAL_UNITS, told, command)


def _repeated(project: Project, held: Held, criterion: Criterion) -> int:
    """Count the units of the test that it was asked about more than once, whatever it said."""
    of_test = replace(held, reference=replace(held.reference, part=Part.TEST))
    return len(repeated_units.of(project).of(of_test.on(criterion)))


def _run(project: Project, held: Held, *options: str) -> str:
    label, where = held.version.rubric.label, audit_words.project_option(project)
    return audit_words.run(label, held.judge.identity, *options, where)


def _is_from_file(held: Held) -> bool:
    return held.judge.identity.provider in red_team.FROM_FILES


def _has_no_model(identity: JudgeIdentity) -> bool:
    return identity.provider == RULES
