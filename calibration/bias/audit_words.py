"""Which command makes an audit, and what it takes."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from calibration import settings
from calibration.agreement.held import Held
from calibration.bias import hindsight, red_team, shortened
from calibration.bias.canaries import canaries
from calibration.runs.money import dollars
from judging.errors import JudgeError
from judging.judges import JudgeIdentity
from judging.rubrics import Criterion, Kind
from storage import AuditKind, Project, Reference, Store, StoredJudge

# What a run does unless told otherwise: not repeated in the command that makes one.
USUAL: Mapping[str, str] = {"effort": "low", "criteria_per_call": "all"}
CANARIES = 60
LOOKED_AT = 4
UNPRICED = "at a price that is not known"


@dataclass(frozen=True, slots=True)
class Missing:
    """
    Why there is no audit yet.

    Attributes:
        sentence: Why, and what it would cost.

        commands: What would make it, in this order.

        ready: Whether all that it takes is there: it asks nobody, and costs nothing.
    """

    sentence: str
    commands: tuple[str, ...] = ()
    ready: bool = False


def run(rubric: str, identity: JudgeIdentity, *options: str) -> str:
    """Return the command that has a judge judge again, with more options."""
    chosen = [
        f"--{name.replace('_', '-')} {identity.settings[name]}"
        for name, usual in USUAL.items()
        if identity.settings.get(name) not in (None, usual)
    ]
    judge = shlex.quote(identity.name)
    return " ".join(
        ["judging run", f"--rubric {rubric}", f"--judge {judge}", *chosen, *filter(None, options)]
    )


def audit(project: Project, held: Held, kind: AuditKind, key: str = "") -> str:
    """Return the command that makes an audit."""
    identity = held.judge.identity
    namesakes = [j for j in project.judges.listed() if j.identity.name == identity.name]
    name = identity.name if len(namesakes) == 1 else held.judge.fingerprint[:12]
    word = "person" if kind is AuditKind.HINDSIGHT else held.reference.word
    options = [
        f"--rubric {held.version.rubric.label}",
        f"--judge {shlex.quote(name)}",
        f"--criterion {key}" if key else "",
        f"--reference {shlex.quote(word)}" if word != "person" else "",
        project_option(project),
    ]
    return " ".join(filter(None, [f"judging audit {kind}", *options]))


def project_option(project: Project) -> str:
    """Return the option that a command needs to act on a project; empty where it would anyway."""
    is_usual = project.name == settings.project_name()
    return "" if is_usual else f"--project {shlex.quote(project.name)}"


def planting(project: Project, held: Held, criterion: Criterion) -> Missing:
    """Say what it takes to try a judge with planted texts on one criterion."""
    if criterion.kind is Kind.CONDITION:
        return Missing("Not checked: nobody fails a condition, so there is no fail to talk away.")
    try:
        found = _reckoned(_Asked.of(project, held, criterion))
    except JudgeError as problem:
        return Missing(
            "Not checked: it takes an audit in which instructions to the judge are planted in "
            f"sessions labelled fail. {problem.sentences}"
        )
    if not found.sessions:
        return Missing(
            "Not checked: it takes an audit with sessions that fail both by their labels and by "
            "the judge, and there are none on this criterion."
        )
    return Missing(
        "Not checked: it takes an audit in which instructions to the judge are planted in "
        f"sessions labelled fail. {found.sentence}.",
        (audit(project, held, AuditKind.RED_TEAM, criterion.key),),
    )


def fitting(project: Project, held: Held) -> Missing:
    """Say what it takes to find out whether shortening sessions hides their failures."""
    why = (
        "Not checked: it takes an audit in which the judge answers the same sessions in full and "
        "shortened."
    )
    try:
        both = shortened.named(project, held.judge.fingerprint)
    except JudgeError as problem:
        return Missing(f"{why} {problem.sentences}")
    label = held.version.rubric.label
    first = run(label, both.full.identity, "--context fit", project_option(project))
    is_there = both.fit is not None and _has_judged(project, held, both.fit)
    return _paired(why, first, audit(project, held, AuditKind.FIT), is_there=is_there)


def looking_back(project: Project, held: Held) -> Missing:
    """Say what it takes to find out which verdicts on turns later turns would change."""
    why = (
        "Not checked: it takes an audit in which the judge answers the same turns without and "
        "with later turns in view."
    )
    try:
        plain = hindsight.named(project, held.judge.fingerprint)
        wanted = hindsight.twin(plain.identity).fingerprint
    except JudgeError as problem:
        return Missing(f"{why} {problem.sentences}")
    label = held.version.rubric.label
    twin = next((j for j in project.judges.listed() if j.fingerprint == wanted), None)
    first = run(label, plain.identity, "--hindsight", project_option(project))
    is_there = twin is not None and _has_judged(project, held, twin)
    return _paired(why, first, audit(project, held, AuditKind.HINDSIGHT), is_there=is_there)


def _paired(why: str, first: str, then: str, *, is_there: bool) -> Missing:
    if is_there:
        told = "Both have judged, so that it asks nobody and costs nothing."
        return Missing(f"{why} {told}", (then,), ready=True)
    told = "First have it judge again, for what --dry-run says; to compare then costs nothing."
    return Missing(f"{why} {told}", (first, then))


def _has_judged(project: Project, held: Held, judge: StoredJudge) -> bool:
    return judge in project.judges.listed(rubric_version=held.version.id)


@dataclass(frozen=True, slots=True)
class _Reckoned:
    sessions: int
    calls: int
    cost: int | None

    @property
    def sentence(self) -> str:
        """How many sessions would be tried, and what that costs."""
        n = self.sessions
        tried = f"{n:,} session{'' if n == 1 else 's'} would be tried"
        if not self.calls:
            return f"{tried}, and no model asked, at no cost"
        price = f"about {dollars(self.cost)}" if self.cost is not None else UNPRICED
        return f"{tried}, in {self.calls:,} calls, {price}"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What makes a reckoning this one: asked again while nothing has changed, it is the same."""

    store: Store
    numbers: tuple[int, int, int]
    reference: Reference
    key: str
    revision: str
    project: Project = field(compare=False)
    held: Held = field(compare=False)

    @classmethod
    def of(cls, project: Project, held: Held, criterion: Criterion) -> "_Asked":
        numbers = (project.number, held.version.id, held.judge.id)
        revision = project.agreement.revision()
        where = (project.store, numbers, held.reference, criterion.key, revision)
        return cls(*where, project, held)


@lru_cache(maxsize=64)
def _reckoned(asked: _Asked) -> _Reckoned:
    """Reckon from some of the sessions: to put all of them into words takes seconds."""
    judge = red_team.judge_of(asked.project, asked.held)
    chosen = canaries(asked.project, asked.held, key=asked.key, limit=CANARIES)
    some = chosen[:: -(-len(chosen) // LOOKED_AT) or 1]
    spent = red_team.expected(judge, asked.held.version.rubric, some)
    share = len(chosen) / len(some) if some else 0
    cost = None if spent.cost is None else round(share * spent.cost)
    return _Reckoned(len(chosen), round(share * spent.calls), cost)
