"""How far a judge agrees with people, criterion by criterion."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from calibration.agreement import drawn_agreement
from calibration.agreement.drawn_agreement import DrawnAgreement
from calibration.agreement.reviewer_agreement import People, people
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Cells, CriterionAgreement, Estimate, criterion_agreement
from judging.agreement import Pattern as GroupPattern
from judging.agreement.criterion import NO_CEILING
from judging.errors import StoreError
from judging.ratings import Maker, Outcome, Problem
from judging.rubrics import Criterion, Level
from storage import Compared, Project, Reference, Store, StoredJudge, StoredVersion


@dataclass(frozen=True, slots=True)
class CriterionReport:
    """
    One criterion: how the judge agrees, and what was left out.

    Attributes:
        agreement: The statistics, over units that both sides decided.

        judged: How many units the judge was asked for, labelled or not, by outcome.

        problems: Those of them that are not scored, by problem.

        labelled: How many units the reference has, judged or not.

        ties: Units whose reviewers disagree with no majority, which wait for adjudication.

        people: How people agree with each other; None where the reference is no people's.

        drawn: The same by labels that each count for what they stand for, where they were drawn
            with different chances; else None.
    """

    criterion: Criterion
    compared: Compared
    agreement: CriterionAgreement
    judged: dict[Outcome, int]
    problems: dict[Problem, int]
    labelled: int
    ties: int
    people: People | None
    drawn: DrawnAgreement | None

    @property
    def kappa(self) -> Estimate:
        """Cohen's kappa over what the labels stand for."""
        return (self.drawn or self.agreement).kappa

    @property
    def tpr(self) -> Estimate:
        """Recall on failures, likewise."""
        return (self.drawn or self.agreement).tpr

    @property
    def tnr(self) -> Estimate:
        """Recall on passes, likewise."""
        return (self.drawn or self.agreement).tnr

    @property
    def remarks(self) -> tuple[str, ...]:
        """What belongs beside kappa, in sentences."""
        if self.drawn is None:
            return self.agreement.remarks
        # How a judge leans, and what is rare, is not to be read from labels drawn by verdict.
        return (self.drawn.sentence(self.agreement),)


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """One judge with one rubric version against one reference."""

    version: StoredVersion
    judge: StoredJudge
    reference: Reference
    run: int | None
    criteria: tuple[CriterionReport, ...]

    @property
    def decided(self) -> int:
        """How many verdicts and labels on the same unit both pass or fail, on all criteria."""
        return sum(report.agreement.n for report in self.criteria)

    @property
    def differing(self) -> int:
        """How many of them differ."""
        cells = [report.agreement.cells for report in self.criteria]
        return round(sum(cell.fn + cell.fp for cell in cells))

    @property
    def lacks_reference(self) -> bool:
        """Whether no criterion has a single label of this reference."""
        return not any(report.labelled for report in self.criteria)


def reference_named(project: Project, word: str, *, blind_only: bool = False) -> Reference:
    """
    Return the reference that `word` names: person, model, program, or a reviewer.

    Raises:
        StoreError: If it is no kind of maker and no reviewer of the project; lists them.
    """
    if word in list(Maker):
        return Reference(Maker(word), blind_only=blind_only)
    names = [r.name for r in project.reviewers.listed() if not r.is_slot]
    if word not in names:
        raise StoreError(
            f"There is no reviewer {word!r} in this project.",
            fix=f"Use one of {', '.join([*Maker, *names])}.",
        )
    return Reference(reviewer=word, blind_only=blind_only)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What makes a report this report: asked again while nothing has changed, it is the same."""

    store: Store
    numbers: tuple[int, int, int]
    reference: Reference
    run: int | None
    revision: str
    project: Project = field(compare=False)
    version: StoredVersion = field(compare=False)
    judge: StoredJudge = field(compare=False)

    def on(self, criterion: Criterion) -> Compared:
        _, version, judge = self.numbers
        key, meaning = criterion.key, criterion.meaning
        return Compared(key, meaning, version, judge, self.reference, self.run)


@access.needs(Right.READ_REPORTS)
def agreement(
    project: Project,
    version: StoredVersion,
    judge: StoredJudge,
    reference: Reference,
    *,
    run: int | None = None,
) -> AgreementReport:
    """Hold a judge's standing verdicts, or those of one run, against the reference."""
    numbers = (project.number, version.id, judge.id)
    revision = project.agreement.revision()
    return _report(
        _Asked(project.store, numbers, reference, run, revision, project, version, judge)
    )


@lru_cache(maxsize=32)
def _report(asked: _Asked) -> AgreementReport:
    criteria = tuple(
        _criterion(asked.project, criterion, asked.on(criterion))
        for criterion in asked.version.rubric.criteria
    )
    return AgreementReport(asked.version, asked.judge, asked.reference, asked.run, criteria)


def _criterion(project: Project, criterion: Criterion, compared: Compared) -> CriterionReport:
    counts = project.agreement.counts(compared)
    patterns = [GroupPattern(Cells(p.tp, p.fn, p.fp, p.tn), p.groups) for p in counts.patterns]
    among = people(project, compared)
    return CriterionReport(
        criterion=criterion,
        compared=compared,
        agreement=criterion_agreement(
            patterns,
            counts.statuses,
            sessions=counts.sessions,
            human_ceiling=among.ceiling if among else NO_CEILING,
        ),
        judged=counts.judged,
        problems=counts.problems,
        labelled=sum(counts.labelled.values()),
        ties=counts.labelled.get(None, 0),
        people=among,
        drawn=drawn_agreement.of(project, compared),
    )


def default_reference(project: Project) -> Maker:
    """Return people where there are labels by people, else the only other kind there is."""
    makers = project.labels.makers()
    return makers[0] if makers and Maker.PERSON not in makers else Maker.PERSON


@access.needs(Right.READ_REPORTS)
def newest(project: Project) -> AgreementReport | None:
    """Report on the (rubric version, judge) that got a verdict last, recorded judges first."""
    versions = {version.id: version for version in project.rubrics.versions()}
    judges = {judge.id: judge for judge in project.judges.listed()}
    pairs = [(versions[v], judges[j]) for v, j in project.verdicts.pairs()]
    # The rules judge is the baseline: it is what one looks at only while there is no other.
    others = [pair for pair in pairs if pair[1].identity.provider != "rules"]
    if not pairs:
        return None
    version, judge = (others or pairs)[-1]
    return agreement(project, version, judge, Reference(default_reference(project)))


def level_of(reports: Sequence[CriterionReport]) -> Level:
    """Return the level that a rubric's criteria share; the session's where they are mixed."""
    levels = {report.criterion.level for report in reports}
    return Level.TURN if levels == {Level.TURN} else Level.SESSION
