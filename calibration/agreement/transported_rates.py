"""Pass rates corrected by how often the judge was right elsewhere: in a project, run or paper."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.agreement import pass_rates, verdict_strata
from calibration.agreement.held import Held
from calibration.agreement.pass_rates import Design
from judging.agreement import Clusters, Status, kish_effect, transported_rate
from judging.agreement.transport import ASSUMPTION, Share, TransportedRate
from judging.errors import StoreError
from judging.ratings import DECIDED, Outcome
from judging.rubrics import Criterion
from storage import Compared, Project, pass_units
from storage.pass_units import LabelledUnits

PASS, FAIL = Outcome.PASS, Outcome.FAIL
RUN = "run:"


@dataclass(frozen=True, slots=True)
class Measured:
    """
    How often a judge was right on one criterion elsewhere.

    Attributes:
        where: The place, as a sentence ends with it: `in project old`.

        on_passes: One (right, wrong) a group of units that are labelled pass; `on_fails` likewise.

        weighting: By how much weights divide the former and the latter at least.

        remark: What else to know of how they were labelled; empty if nothing.
    """

    where: str
    on_passes: Clusters
    on_fails: Clusters
    weighting: tuple[float, float] = (1.0, 1.0)
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Transported:
    """
    One criterion's pass rate here, by error rates from elsewhere.

    Attributes:
        right_on_fails: How many of the labelled fails the judge failed there.

        right_on_passes: How many of the labelled passes it passed.
    """

    measured: Measured
    right_on_fails: Share
    right_on_passes: Share
    rate: TransportedRate

    @property
    def sentence(self) -> str:
        """The rate with its interval, what it rests on, and what it takes for granted."""
        fails, passes = self.right_on_fails, self.right_on_passes
        counts = (
            f"{fails.x:.0f} of {fails.n:.0f} fails and {passes.x:.0f} of {passes.n:.0f} passes "
            f"right {self.measured.where}"
        )
        said = [self._rate(counts), ASSUMPTION]
        if self.rate.clipped:
            said.append("It would lie outside of 0 to 100 %, a sign that it does not.")
        return " ".join([*said, self.measured.remark]).strip()

    def _rate(self, counts: str) -> str:
        found = self.rate.pass_rate
        if found.status is Status.JUDGE_NOT_BETTER_THAN_CHANCE:
            return f"The judge was not better than chance ({counts}): nothing corrects its rate."
        if found.value is None:
            return f"There is nothing to correct by ({counts}), or no verdict here."
        if found.low is None or found.high is None:
            return f"{found.value:.0%} pass, corrected by {counts}; one group gives no interval."
        ends = f"{found.low:.0%} to {found.high:.0%}"
        return f"{found.value:.0%} pass ({ends}), corrected by {counts}."


Source = Callable[[Criterion], Measured | None]


def elsewhere(project: Project, held: Held, word: str) -> Source:
    """
    Return the errors of a judge that were measured elsewhere.

    Args:
        project: Where the rate is wanted.

        held: The judge, the rubric version, and whose labels say what is right.

        word: Another project's name, or `run:N` of this one.

    Raises:
        StoreError: If there is no such project or run, or it has not the same judge and rubric.
    """
    if word.startswith(RUN):
        return _of_run(project, held, word)
    other = project.store.project(word)
    there = _same(other, held)
    return lambda criterion: _measured(other, there, criterion, f"in project {word}")


def given(numbers: Mapping[str, tuple[Share, Share]]) -> Source:
    """Return errors that were given as counts: by criterion, right on fails, right on passes."""

    def source(criterion: Criterion) -> Measured | None:
        if criterion.key not in numbers:
            return None
        fails, passes = (
            Clusters.independent([share.x, share.n - share.x]) for share in numbers[criterion.key]
        )
        return Measured("by the numbers given", passes, fails)

    return source


def of(
    project: Project, compared: Compared, criterion: Criterion, source: Source
) -> Transported | None:
    """Correct a judge's pass rate by its errors elsewhere; None where nothing is known of them."""
    measured = source(criterion)
    if measured is None:
        return None
    judged = verdict_strata.judged(pass_units.of(project, compared), (PASS, FAIL))
    rate = transported_rate(
        judged, measured.on_passes, measured.on_fails, weighting=measured.weighting
    )
    return Transported(measured, _share(measured.on_fails), _share(measured.on_passes), rate)


def _of_run(project: Project, held: Held, word: str) -> Source:
    number = word.removeprefix(RUN)
    if not number.isdecimal():
        raise StoreError(f"{word!r} names no run.", fix="Write run: and its number: run:7.")
    work = project.runs.work(int(number))
    if (work.judge, work.rubric_version) != (held.judge.id, held.version.id):
        raise StoreError(
            f"Run {number} is of another judge or rubric version.",
            fix="Name a run of this one; list them: judging runs.",
        )
    return lambda criterion: _measured(
        project, held, criterion, f"in run {number}", run=int(number)
    )


def _same(other: Project, held: Held) -> Held:
    """Return the same judge under the same rubric in another project."""
    label, name = held.version.rubric.label, held.judge.identity.name
    version = other.rubrics.get(label)
    judges = [j for j in other.judges.listed() if j.fingerprint == held.judge.fingerprint]
    if not judges or version.rubric.content_hash != held.version.rubric.content_hash:
        what = "the same judge" if not judges else f"the same {label}"
        raise StoreError(
            f"Project {other.name!r} has not {what}: errors of another say nothing of {name}.",
            fix="Name a project in which this judge has judged under this rubric version.",
        )
    return Held(version, judges[0], held.reference)


def _measured(
    project: Project, held: Held, criterion: Criterion, where: str, *, run: int | None = None
) -> Measured:
    found = pass_units.of(project, replace(held.on(criterion), run=run))
    design = pass_rates.designed(found)
    is_drawn = design in pass_rates.DRAWN
    used = [
        some
        for some in found.labelled
        if {some.human, some.judged} <= DECIDED and (some.probability or not is_drawn)
    ]
    passes, fails = (
        _Side.of([some for some in used if some.human is outcome], outcome, is_drawn=is_drawn)
        for outcome in (PASS, FAIL)
    )
    remark = "The labels there were chosen by hand." if design is Design.CHOSEN else ""
    return Measured(where, passes.right, fails.right, (passes.effect, fails.effect), remark)


@dataclass(frozen=True, slots=True)
class _Side:
    """One (right, wrong) a group of units with one label, and what their weights cost."""

    right: Clusters
    effect: float

    @classmethod
    def of(cls, units: Sequence[LabelledUnits], outcome: Outcome, *, is_drawn: bool) -> "_Side":
        """Weigh each label by one over its chance, with a mean of 1."""
        raw = [1 / (some.probability or 1.0) if is_drawn else 1.0 for some in units]
        total = sum(w * some.units for w, some in zip(raw, units, strict=True))
        n = sum(some.units for some in units)
        weights = [w * n / total for w in raw]
        rows: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
        for weight, some in zip(weights, units, strict=True):
            rows[some.group, some.groups][some.judged is not outcome] += weight * some.n
        counted = ((row, groups) for (_, groups), row in rows.items())
        sizes = (some.units for some in units)
        return cls(
            Clusters.counted(counted, width=2), kish_effect(zip(weights, sizes, strict=True))
        )


def _share(right: Clusters) -> Share:
    x, rest = right.totals.tolist()
    return Share(x, x + rest)
