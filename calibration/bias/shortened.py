"""Which failures a judge loses when sessions too long for it are shortened."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.agreement.held import Held
from calibration.bias import audited_criteria
from calibration.bias.hindsight import BLIND_TO_IT, Hindsight
from judging.agreement.bias import BiasCheck
from judging.agreement.context_mode import PairedVerdicts, context_mode_check
from judging.errors import JudgeError
from judging.judges import JudgeIdentity
from judging.judges.fence import shown
from judging.judges.fitting import Limits, fitted
from judging.judges.question import without_context
from judging.judges.shortening import TEMPLATE
from judging.ratings import Outcome
from judging.rubrics import Criterion, Level
from storage import Project, StoredJudge, twins
from storage.twins import Twin

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@dataclass(frozen=True, slots=True)
class Both:
    """A judge of full sessions and the one that fits them; None where that has not judged."""

    full: StoredJudge
    fit: StoredJudge | None


@dataclass(frozen=True, slots=True)
class Shortened:
    """
    One judge's verdicts on long sessions in full, and shortened.

    Attributes:
        pairs: The sessions that were shortened, by criterion: in full first.

        failed: Of each criterion, those that the reference fails.

        whole: How many more both have judged that fit as they are: their requests are the same,
            so they say nothing.
    """

    pairs: Hindsight
    failed: Mapping[str, frozenset[str]]
    whole: int

    def erased(self, key: str) -> tuple[Twin, ...]:
        """Return the failures that the judge sees in full and passes shortened."""
        return tuple(one for one in self._decided(key) if (one.first, one.second) == (FAIL, PASS))

    def check(self, key: str) -> BiasCheck:
        """Return what may be concluded of the failures of one criterion."""
        return context_mode_check(self.verdicts(key))

    def verdicts(self, key: str) -> PairedVerdicts:
        """Count the failures that both verdicts decide on."""
        return _counted(self._decided(key))

    def by_group(self, key: str) -> Mapping[PairedVerdicts, int]:
        """Count them group by group; return how many groups have which counts."""
        groups: dict[str, list[Twin]] = defaultdict(list)
        for one in self._decided(key):
            groups[one.group].append(one)
        return Counter(map(_counted, groups.values()))

    def _decided(self, key: str) -> list[Twin]:
        return [
            one
            for one in self.pairs.twins.get(key, ())
            if one.session in self.failed[key] and {one.first, one.second} <= {PASS, FAIL}
        ]


def _counted(some: Sequence[Twin]) -> PairedVerdicts:
    said = [(one.first, one.second) for one in some]
    four = ((PASS, PASS), (FAIL, PASS), (PASS, FAIL), (FAIL, FAIL))
    return PairedVerdicts(*(said.count(both) for both in four))


def audit(project: Project, held: Held, fit: StoredJudge | None, key: str) -> Shortened:
    """
    Pair the verdicts of a judge of full sessions with those of the one that fits them.

    Args:
        project: Whose sessions.

        held: The judge of full sessions, and whose labels say which failed.

        fit: The other one; None where it has not judged, and there are no pairs.

        key: The criterion; empty for all that are asked of sessions.

    Raises:
        RubricError: If the rubric asks no such thing of sessions.
    """
    criteria = audited_criteria.at(held.version.rubric, Level.SESSION, key)
    if fit is None:
        return Shortened(Hindsight({}), {}, 0)
    pairs: dict[str, Sequence[Twin]] = {}
    whole = 0
    for criterion in criteria:
        every = _pairs(project, held, fit, criterion)
        long = _long(project, every, criterion, _limits(fit))
        pairs[criterion.key] = [one for one in every if one.session in long]
        whole += len(every) - len(pairs[criterion.key])
    failed = {c.key: _failed(project, held, fit, c) for c in criteria}
    return Shortened(Hindsight(pairs), failed, whole)


def named(project: Project, word: str) -> Both:
    """
    Return both judges, whichever of them `word` names.

    Raises:
        StoreError: If there is none, or several that differ in something else; lists them.
        JudgeError: If it is no model, has not judged full sessions, or if several fit them in
            ways that are not the usual one.
    """
    found, there = project.judges.get(word), project.judges.listed()
    if found.identity.provider in BLIND_TO_IT:
        raise JudgeError(
            f"{found.identity.name} cannot be shown less: it is no model.",
            fix="Name a model judge, such as claude:MODEL, that has judged sessions.",
        )
    wanted = in_full(found.identity).fingerprint
    full = next((one for one in there if one.fingerprint == wanted), None)
    if full is None:
        raise JudgeError(
            f"{found.identity.name} has not judged full sessions: there is nothing to compare.",
            fix="Have it judge them: the same judging run, with --context full.",
        )
    if found.fingerprint != full.fingerprint:
        return Both(full, found)
    return Both(full, _fit(full, there))


def in_full(identity: JudgeIdentity) -> JudgeIdentity:
    """Return the identity of the same judge that is shown every session in full."""
    settings = {name: one for name, one in identity.settings.items() if name != "limits"}
    return replace(
        identity,
        name=without_context(identity.name),
        settings=settings | {"context": "full"},
        template=identity.template.removesuffix(f".{TEMPLATE}"),
    )


def _fit(full: StoredJudge, there: Sequence[StoredJudge]) -> StoredJudge | None:
    """Return the judge that fits sessions, by the usual limits if there are several."""
    fits = [
        one
        for one in there
        if one.identity.settings.get("context") != "full"
        and in_full(one.identity).fingerprint == full.fingerprint
    ]
    usual = [one for one in fits if _limits(one) == Limits()]
    if len(fits) > 1 and not usual:
        raise JudgeError(
            f"{full.identity.name} has judged shortened sessions under several limits.",
            fix=f"Name one by its fingerprint: {', '.join(one.fingerprint[:12] for one in fits)}.",
        )
    return next(iter([*usual, *fits]), None)


def _limits(fit: StoredJudge) -> Limits:
    return Limits.of_json(fit.identity.settings.get("limits")) or Limits()


def _pairs(project: Project, held: Held, fit: StoredJudge, criterion: Criterion) -> list[Twin]:
    first, second = held.on(criterion), replace(held, judge=fit).on(criterion)
    return twins.of(project).of(first, second, level=Level.SESSION)


def _long(
    project: Project, pairs: Sequence[Twin], criterion: Criterion, limits: Limits
) -> frozenset[str]:
    """Return the sessions that do not fit, by name."""
    numbers = project.sessions.numbers([one.session for one in pairs])
    there = project.sessions.whole([one.id for one in numbers.values()])
    sees = criterion.sees
    return frozenset(
        one.external_id for one in there if fitted(shown(one, sees), limits, sees) is not None
    )


def _failed(project: Project, held: Held, fit: StoredJudge, criterion: Criterion) -> frozenset[str]:
    """Return the sessions that the reference fails; those that reviewers disagree on are none."""
    other = replace(held, judge=fit)
    units = project.pairs.triples(held.on(criterion), other.on(criterion))
    return frozenset(unit.session for unit in units if unit.human is FAIL)
