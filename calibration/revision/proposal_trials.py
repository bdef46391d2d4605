"""A proposal put to the judge: on what it got wrong, and on as much that it got right."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from calibration.agreement import comparing, reporting
from calibration.agreement.held import Held
from calibration.revision import proposal_cases, proposal_texts
from calibration.revision.disagreeing import CELLS
from calibration.runs import judges, planning, running
from calibration.runs.planning import RunPlan
from calibration.runs.run_scope import Scope
from calibration.runs.running import Progress
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import compare_versions
from judging.agreement.versions import Comparison
from judging.errors import JudgeError, StoreError
from judging.judges import Judge
from judging.ratings import DECIDED, Outcome
from storage import (
    Project,
    SessionFilter,
    SessionLine,
    Split,
    StoredJudge,
    StoredVersion,
    Triple,
    proposals,
    splits,
)
from storage.proposals import StoredProposal, StoredTrial, TrialUnit

FROM_FILES = frozenset({"recorded", "scripted"})
AGREEING = ((Outcome.PASS, Outcome.PASS), (Outcome.FAIL, Outcome.FAIL))
# Of disagreements, and of controls: enough to see which way it goes.
MOST = 100


@dataclass(frozen=True, slots=True)
class Prepared:
    """
    A trial that can begin.

    Attributes:
        draft: The rubric with the proposal's text, which is listed nowhere.

        units: The disagreements, and as many units on which judge and people agree.
    """

    draft: StoredVersion
    judge: Judge
    stored: StoredJudge
    planned: RunPlan
    units: tuple[TrialUnit, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """
    What came of a trial.

    Attributes:
        fixed: How many of `wrong`, which the judge got wrong before, it now gets right.

        kept: How many of `right`, which it got right, it still does.

        undecided: How many units of either have no pass and no fail now.

        waiting: How many have no answer yet.

        sealed: How many more have become a part of the sealed test, and are left out.

        is_current: Whether the proposal still has the text that was tried.

        statistics: Of the decided units, before and now, clustered by group.
    """

    trial: StoredTrial
    judge: StoredJudge
    fixed: int
    wrong: int
    kept: int
    right: int
    undecided: int
    waiting: int
    sealed: int
    is_current: bool
    statistics: Comparison

    @property
    def net(self) -> int:
        """How many more are right now than before."""
        return self.fixed - (self.right - self.kept)


def draw(project: Project, held: Held, key: str) -> list[TrialUnit]:
    """
    Return the disagreements on a criterion, and as many units on which judge and people agree.

    Those whose label reviewers found wrong are left out. Both are drawn by lot where there are
    more than a hundred, the agreeing ones in turn from passes and fails; the same labels and
    verdicts give the same units. None is of the sealed test.
    """
    wrong = [
        TrialUnit(one.one.session.id, one.one.turn, *CELLS[one.one.direction])
        for one in proposal_cases.grounds(project, held, key).some
    ]
    compared = held.on(held.version.rubric.criterion(key))
    right = [
        _by_lot(key, (TrialUnit(*unit, *cell) for unit in project.agreement.units(compared, *cell)))
        for cell in AGREEING
    ]
    drawn = _by_lot(key, wrong)[:MOST]
    controls = [one for one in chain(*zip_longest(*right)) if one is not None]
    return drawn + controls[: len(drawn)]


@access.needs(Right.RUN)
def prepare(
    project: Project, proposal: StoredProposal, judge: StoredJudge | None = None
) -> Prepared:
    """
    Work out a trial of a proposal as it reads now; nothing is asked yet, only its draft kept.

    Args:
        project: Whose proposal.

        proposal: Which.

        judge: Who is to answer; the judge that it comes of, unless given.

    Raises:
        JudgeError: If this judge's verdicts came from a file, or it cannot be asked as it was.

        StoreError: If judge and people do not differ under the version that it revises.
    """
    held = held_of(project, proposal, judge)
    asked = judge_of(project, held.judge)
    units = draw(project, held, proposal.criterion)
    if not units:
        raise StoreError(
            f"{held.judge.identity.name} differs from no label under {held.version.rubric.label}.",
            fix="Have it judge labelled sessions under that version first, or try another judge.",
        )
    rubric = proposal_texts.with_criterion(
        held.version.rubric, proposal_texts.criterion_of(project, proposal)
    )
    draft = project.rubrics.draft(rubric)
    scope = Scope(only=_names(project, units))
    planned = planning.plan_under(project, draft, asked, scope)
    return Prepared(draft, asked, held.judge, planned, tuple(units))


@access.needs(Right.RUN)
def begin(project: Project, proposal: StoredProposal, ready: Prepared, run: int | None) -> None:
    """Keep that a trial was begun with this run; None where all was answered before."""
    proposals.of(project).add_trial(
        proposal.id, draft=ready.draft.id, judge=ready.stored.id, run=run, units=ready.units
    )


def conduct(
    project: Project,
    proposal: StoredProposal,
    ready: Prepared,
    *,
    max_cost: int | None = None,
    progress: Progress | None = None,
) -> None:
    """
    Hold a trial here and now; what was answered before is not asked again.

    Raises:
        JudgeError: If the judge cannot be asked.

        StoreError: If it is at work under the same draft.
    """
    run = None
    if ready.planned.left:
        run = running.run(
            project, ready.planned, ready.judge, max_cost=max_cost, progress=progress
        ).id
    begin(project, proposal, ready, run)


@access.needs(Right.EDIT_RUBRIC)
def newest(project: Project, proposal: StoredProposal) -> Tried | None:
    """Return what came of the newest trial of a proposal; None before there was one."""
    trials = proposals.of(project).trials(proposal.id)
    return _tried(project, proposal, trials[0]) if trials else None


def held_of(project: Project, proposal: StoredProposal, judge: StoredJudge | None = None) -> Held:
    """Return the judge and the reference that a proposal comes of, or another judge with them."""
    reference = reporting.reference_named(
        project, proposal.reference, blind_only=proposal.blind_only
    )
    version = project.rubrics.numbered(proposal.rubric_version)
    return Held(version, judge or project.judges.numbered(proposal.judge), reference)


def judge_of(project: Project, stored: StoredJudge) -> Judge:
    """
    Return a judge that can be asked.

    Raises:
        JudgeError: If its verdicts came from a file, or this release would ask otherwise.
    """
    identity = stored.identity
    if identity.provider in FROM_FILES:
        raise JudgeError(
            f"The verdicts of {identity.name} came from a file: it cannot be asked about a draft.",
            fix="Publish the text, have your judge answer it elsewhere, and import its verdicts; "
            "or try it with a judge that runs here.",
        )
    return judges.rebuilt(identity, project.store.secret())


def _tried(project: Project, proposal: StoredProposal, trial: StoredTrial) -> Tried:
    lines = _lines(project, trial.units)
    sealed = set(splits.of(project).names(Split.TEST))
    seen = [u for u in trial.units if u.session in lines and _name(lines, u) not in sealed]
    now = _now(project, proposal.criterion, trial, seen)
    decided = {unit: outcome for unit, outcome in now.items() if outcome in DECIDED}
    is_right = {unit: decided.get(unit) is unit.human for unit in seen}
    wrong, right = ([one for one in seen if one.was_right is was] for was in (False, True))
    triples = [
        Triple(_name(lines, u), u.turn, lines[u.session].group, u.human, u.before, outcome)
        for u, outcome in decided.items()
    ]
    return Tried(
        trial=trial,
        judge=project.judges.numbered(trial.judge),
        fixed=sum(is_right[one] for one in wrong),
        wrong=len(wrong),
        kept=sum(is_right[one] for one in right),
        right=len(right),
        undecided=len(now) - len(decided),
        waiting=len(seen) - len(now),
        sealed=len(trial.units) - len(seen),
        is_current=_text(project, proposal, trial) == proposal.text,
        statistics=compare_versions(comparing.by_group(triples)),
    )


def _now(
    project: Project, criterion: str, trial: StoredTrial, units: Sequence[TrialUnit]
) -> dict[TrialUnit, Outcome]:
    """Return what the judge says of the units under the draft, as far as it has answered."""
    sessions = sorted({one.session for one in units})
    found = project.verdicts.standing(sessions, rubric_version=trial.draft, judge=trial.judge)
    return {
        one: stored.verdict.outcome
        for one in units
        if (stored := found.get((one.session, criterion, one.turn)))
    }


def _text(project: Project, proposal: StoredProposal, trial: StoredTrial) -> dict[str, str]:
    """Return the text that was tried."""
    draft = project.rubrics.numbered(trial.draft).rubric
    return proposal_texts.parts(draft.criterion(proposal.criterion))


def _names(project: Project, units: Sequence[TrialUnit]) -> list[str]:
    return [line.external_id for line in _lines(project, units).values()]


def _name(lines: Mapping[int, SessionLine], unit: TrialUnit) -> str:
    return lines[unit.session].external_id


def _lines(project: Project, units: Sequence[TrialUnit]) -> dict[int, SessionLine]:
    ids = tuple(sorted({one.session for one in units}))
    return {one.id: one for one in project.sessions.listed(SessionFilter(ids=ids))}


def _by_lot(key: str, units: Iterable[TrialUnit]) -> list[TrialUnit]:
    """Return the units in an order that looks like chance, and is the same every time."""

    def lot(one: TrialUnit) -> bytes:
        return hashlib.sha256(f"{key} {one.session} {one.turn}".encode()).digest()

    return sorted(units, key=lot)
