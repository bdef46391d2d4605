"""How far reviewers agree with each other, and what that leaves a judge to reach."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from judging.agreement import (
    Estimate,
    RatedUnit,
    ReviewerAgreement,
    human_ceiling,
    judge_against_ceiling,
    reviewer_agreement,
)
from judging.agreement.ceiling import Ceiling
from judging.agreement.panel import PairAgreement, mean_kappa
from judging.ratings import Maker
from judging.rubrics import Criterion
from storage import Compared, Project, Reference, StoredJudge, StoredVersion, rater_units
from storage.rater_units import Rated, RaterUnit


@dataclass(frozen=True, slots=True)
class Raters:
    """
    Whose labels are compared with each other.

    Attributes:
        maker: One kind of maker. Only what people agree on is a human ceiling.

        blind_only: Whether only labels given blind count.
    """

    maker: Maker = Maker.PERSON
    blind_only: bool = False

    @property
    def whose(self) -> str:
        """The raters as a sentence speaks of them."""
        return Reference(self.maker).whose


@dataclass(frozen=True, slots=True)
class CriterionReviewers:
    """
    One criterion: how its reviewers agree.

    Attributes:
        version: The rubric version that has it.

        labelled: Units with a label that counts, by one reviewer or more.

        statistics: Over reviewers and anonymous slots alike; its pairs are of named reviewers
            alone, since a slot may be somebody else on every unit.
    """

    criterion: Criterion
    version: StoredVersion
    labelled: int
    statistics: ReviewerAgreement


@dataclass(frozen=True, slots=True)
class ReviewersReport:
    """Every criterion that was asked for, and whose labels and which judge were looked at."""

    raters: Raters
    judge: StoredJudge | None
    criteria: tuple[CriterionReviewers, ...]

    @property
    def lacks_overlap(self) -> bool:
        """Whether no unit at all was passed or failed by two reviewers."""
        return not any(entry.statistics.units for entry in self.criteria)


@dataclass(frozen=True, slots=True)
class People:
    """
    What people who answered the same units say of a judge's agreement with them.

    Attributes:
        units: Units that two people or more passed or failed.

        ceiling: Scott's pi of two of them drawn at random.

        like_for_like: The judge and the ceiling on the same units, single labels on both sides.
    """

    units: int
    ceiling: Estimate
    like_for_like: Ceiling


def reviewers(
    project: Project,
    versions: Sequence[StoredVersion],
    *,
    judge: StoredJudge | None = None,
    raters: Raters = Raters(),
) -> ReviewersReport:
    """Compare reviewers on every criterion of `versions`, and a judge with them if one is given."""
    asked = {
        (criterion.key, criterion.meaning): (criterion, version)
        for version in versions
        for criterion in version.rubric.criteria
    }
    criteria = tuple(
        _criterion(project, criterion, version, judge, raters)
        for criterion, version in asked.values()
    )
    return ReviewersReport(raters, judge, criteria)


def newest_versions(project: Project) -> list[StoredVersion]:
    """Return the newest version of every rubric."""
    return list({v.rubric.name: v for v in project.rubrics.versions()}.values())


def people(project: Project, compared: Compared) -> People | None:
    """
    Return what people say of the ceiling on the criterion that is compared.

    Returns:
        Their agreement with each other, whoever of them is the reference; None where the
        reference is no people's: what programs or models agree on is no human ceiling.
    """
    reference = compared.reference
    if reference.maker is not Maker.PERSON:
        return None
    wanted = Rated(
        compared.criterion,
        compared.meaning,
        blind_only=reference.blind_only,
        judge=(compared.rubric_version, compared.judge),
        twice_only=True,
    )
    found = rater_units.of(project)
    # Going through all labels for the few units with two of them takes a while.
    units = rated(found.units(wanted)) if found.overlap(wanted) else ()
    both = sum(len(unit.decided) > 1 for unit in units)
    return People(both, human_ceiling(units), judge_against_ceiling(units))


def _criterion(
    project: Project,
    criterion: Criterion,
    version: StoredVersion,
    judge: StoredJudge | None,
    raters: Raters,
) -> CriterionReviewers:
    wanted = Rated(
        criterion.key,
        criterion.meaning,
        raters.maker,
        raters.blind_only,
        judge=(version.id, judge.id) if judge else None,
    )
    units = rated(rater_units.of(project).units(wanted))
    found = reviewer_agreement(units)
    named = tuple(_named(project, found.pairs))
    found = replace(found, pairs=named, mean_kappa=mean_kappa(named))
    return CriterionReviewers(criterion, version, len(units), found)


def _named(project: Project, pairs: Iterable[PairAgreement]) -> Iterator[PairAgreement]:
    names = {str(r.id): r.name for r in project.reviewers.listed() if not r.is_slot}
    for pair in pairs:
        if pair.a in names and pair.b in names:
            yield replace(pair, a=names[pair.a], b=names[pair.b])


def rated(units: Iterable[RaterUnit]) -> tuple[RatedUnit, ...]:
    """Return units as the statistics take them."""
    # By number: a reviewer may bear the name of a slot.
    return tuple(
        RatedUnit({str(number): o for number, o in unit.ratings.items()}, unit.group, unit.judge)
        for unit in units
    )
