"""Making a queue: by what design, what it would be, and the chance that each session has."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from calibration.agreement import held
from calibration.agreement.held import Held
from calibration.labels import queue_designs
from calibration.labels.queue_designs import Strata
from calibration.labels.queueing import NONE, numbers
from calibration.visitors.access import Right, needs
from judging.agreement.sample_size import CLASS_MINIMUM
from judging.errors import StoreError
from judging.rubrics import Criterion
from judging.sampling import Design, Ordering, draw, sizes
from judging.splitting import Part
from storage import Project, Split, StoredVersion, label_queues, splits
from storage.label_queues import LEASE_MINUTES, Chosen, NewQueue, StoredQueue

UNJUDGED = "The judge has answered none of these sessions: this is a draw at random."
UNFINISHED = (
    "Until it is finished, what is labelled of it leans towards the classes that were short: it "
    "is a sample once it is done."
)


@dataclass(frozen=True, slots=True)
class QueueRequest:
    """
    What a queue is to be.

    Attributes:
        version: What is asked of its sessions.

        n: How many sessions to draw; of those chosen by hand, all.

        part: Of which sessions.

        of: For verdicts as strata the judge and the criteria.

        chosen: The sessions chosen by hand, by external id, in the order of their labelling.

        reviewers: How many label a session; `overlap` is the share of the sessions that so many
            label, the others get one.

        ordering: Next best takes first what is short of `target` labels in its class.

        seed: Another one, another sample.
    """

    design: Design
    version: StoredVersion
    n: int = 0
    part: Part = Part.ALL
    of: tuple[Held, Sequence[Criterion]] | None = None
    chosen: Sequence[str] = ()
    reviewers: int = 1
    overlap: float = 1.0
    lease_minutes: int = LEASE_MINUTES
    ordering: Ordering = Ordering.DRAWN
    target: int = CLASS_MINIMUM
    name: str = ""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class StratumCount:
    """How many sessions a stratum has, and how many of them a queue would take."""

    name: str
    there: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Preview:
    """
    What a queue would be.

    Attributes:
        population: How many sessions it is drawn from: not labelled by a person, and not drawn
            before.

        sessions: How many it takes.

        slots: How many labellings of a session that is.

        strata: What it is drawn from; None where that would tell what a judge said of sealed
            sessions.

        good_for: What its labels can be used for, and what not.
    """

    population: int
    sessions: int
    slots: int
    strata: tuple[StratumCount, ...] | None
    good_for: tuple[str, ...]


@needs(Right.SHARE_OUT)
def preview(project: Project, request: QueueRequest) -> Preview:
    """
    Say what a queue would be, writing nothing.

    Raises:
        StoreError: If a session chosen by hand is not in the project.
    """
    good_for = [queue_designs.GOOD_FOR[request.design]]
    if request.ordering is Ordering.NEXT_BEST and request.design is Design.VERDICT:
        good_for.append(UNFINISHED)
    if request.design is Design.CHOSEN:
        count = len(_by_hand(project, request))
        return Preview(count, count, _slots(count, request), (), tuple(good_for))
    population, strata = _strata(project, request)
    there = Counter(strata.of.values())
    taken = sizes(there, request.n, half=strata.half)
    count = sum(taken.values())
    if request.design is Design.VERDICT and set(there) == {queue_designs.UNJUDGED}:
        good_for = [UNJUDGED]
    counts = tuple(StratumCount(name, n, taken.get(name, 0)) for name, n in sorted(there.items()))
    is_sealed = request.design is Design.VERDICT and _holds_sealed(project, request.part)
    return Preview(
        len(population),
        count,
        _slots(count, request),
        None if is_sealed else counts if len(counts) > 1 else (),
        tuple(good_for),
    )


@needs(Right.SHARE_OUT)
def create(project: Project, request: QueueRequest) -> StoredQueue:
    """
    Make a queue; the chance of each session is kept with its slots from here on.

    Raises:
        StoreError: If there is nothing to label, or a queue of that name.
    """
    if request.name == NONE:
        raise StoreError("A queue cannot be called so.", where=NONE, fix="Give it another name.")
    strata = Strata({})
    if request.design is Design.CHOSEN:
        named = _by_hand(project, request)
        chosen = [Chosen(number, str(Design.CHOSEN), None) for number in named]
    else:
        _, strata = _strata(project, request)
        found = draw(strata.of, request.n, request.seed, half=strata.half)
        chosen = [Chosen(cast("int", one.name), one.stratum, one.probability) for one in found]
    if not chosen:
        raise StoreError(
            "There is no session left for a queue.",
            fix="Import more, draw from another part, or choose sessions by hand.",
        )
    new = NewQueue(
        design=str(request.design),
        chosen=chosen,
        settings=_settings(request, len(strata.of), strata),
        name=request.name,
        reviewers=request.reviewers,
        overlap=request.overlap,
        lease_minutes=request.lease_minutes,
        ordering=request.ordering,
        rubric_version=request.version.id,
    )
    return label_queues.of(project).add(new)


def version_named(project: Project, rubric: str) -> StoredVersion:
    """
    Return the rubric version that a queue asks; without a name the only rubric's newest.

    Raises:
        StoreError: If there is none of that name, or several and none is named.
    """
    if rubric:
        return project.rubrics.get(rubric)
    names = {version.rubric.name for version in project.rubrics.versions()}
    if len(names) != 1:
        raise StoreError(
            "It has to be said what is asked.",
            where=", ".join(sorted(names)),
            fix="Name a rubric with --rubric.",
        )
    return project.rubrics.get(names.pop())


def judge_named(
    project: Project, rubric: str, judge: str, criterion: str
) -> tuple[Held, Sequence[Criterion]]:
    """
    Return whose verdicts sessions are told apart by, and on which criteria; all without one.

    Raises:
        StoreError: If there is no such judge, or rubric.

        RubricError: If the rubric has no such criterion.
    """
    asked = held.named(project, version_named(project, rubric).rubric.label, judge, "person")
    criteria = asked.version.rubric.criteria
    return asked, [asked.version.rubric.criterion(criterion)] if criterion else criteria


def _strata(project: Project, request: QueueRequest) -> tuple[list[int], Strata]:
    population = label_queues.of(project).population(request.part)
    return population, queue_designs.strata(project, request.design, population, request.of)


def _by_hand(project: Project, request: QueueRequest) -> list[int]:
    return numbers(project, list(dict.fromkeys(request.chosen)))


def _slots(sessions: int, request: QueueRequest) -> int:
    return sessions + int(sessions * request.overlap) * (request.reviewers - 1)


def _settings(request: QueueRequest, population: int, strata: Strata) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "part": str(request.part),
        "population": population,
        "seed": request.seed,
    }
    if strata.classes:
        settings |= {"classes": strata.classes, "target": request.target}
    if request.of:
        held, criteria = request.of
        settings |= {"judge": held.judge.fingerprint, "criteria": [one.key for one in criteria]}
    return settings


def _holds_sealed(project: Project, part: Part) -> bool:
    counts = splits.of(project).counts()
    return part is not Part.DEVELOP and Split.TEST in counts
