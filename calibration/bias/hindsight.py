"""Which verdicts on turns change once the judge sees how the session went on."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from calibration.agreement.held import Held
from calibration.bias import audited_criteria
from judging.agreement import Clusters, Estimate, mcnemar_test
from judging.agreement.clustered_rate import clustered_wilson
from judging.errors import JudgeError
from judging.judges import JudgeIdentity
from judging.judges.question import judge_name
from judging.ratings import Outcome
from judging.rubrics import Level
from storage import Project, Reference, StoredJudge, StoredVersion, twins
from storage.twins import Twin

SETTING = "hindsight"
BLIND_TO_IT = frozenset({"rules", "recorded", "scripted"})
Change = tuple[Outcome, Outcome]


@dataclass(frozen=True)
class Hindsight:
    """
    One judge's verdicts without and with later turns in view, turn by turn.

    Attributes:
        twins: By criterion, every turn that both have answered on.
    """

    twins: Mapping[str, Sequence[Twin]]

    @cached_property
    def scored(self) -> tuple[tuple[str, Twin], ...]:
        """Criterion and turn, where both have an outcome."""
        return tuple(
            (key, twin)
            for key, some in self.twins.items()
            for twin in some
            if Outcome.NOT_SCORED not in (twin.first, twin.second)
        )

    @property
    def units(self) -> tuple[tuple[str, Twin], ...]:
        """Those with a later turn to be shown."""
        return tuple((key, twin) for key, twin in self.scored if not twin.is_last)

    @property
    def changed(self) -> tuple[tuple[str, Twin], ...]:
        """Those of them on which the verdict is another."""
        return tuple((key, twin) for key, twin in self.units if twin.first is not twin.second)

    @property
    def changes(self) -> Mapping[Change, int]:
        """How often which verdict became which other, the most frequent first."""
        found = Counter((twin.first, twin.second) for _, twin in self.changed)
        return dict(found.most_common())

    @property
    def rate(self) -> Estimate:
        """The share that changed, its interval by groups of sessions."""
        return share(by_group(twin for _, twin in self.units))

    @property
    def last(self) -> tuple[Twin, ...]:
        """The turns with nothing after them: what changes there, changes by chance."""
        return tuple(twin for _, twin in self.scored if twin.is_last)

    def on(self, key: str) -> "Hindsight":
        """Return the same of one criterion."""
        return Hindsight({key: self.twins[key]})

    @property
    def by_chance(self) -> Estimate:
        """The share of the last turns that changed."""
        return share(by_group(self.last))

    @property
    def p(self) -> float:
        """McNemar's exact p of fails that became passes against passes that became fails."""
        back = (Outcome.PASS, Outcome.FAIL)
        return mcnemar_test(self.changes.get(back[::-1], 0), self.changes.get(back, 0)).p_exact

    @property
    def not_scored(self) -> int:
        """How many turns at least one of the two has no outcome for."""
        return sum(map(len, self.twins.values())) - len(self.scored)


def audit(project: Project, version: StoredVersion, judge: StoredJudge, key: str) -> Hindsight:
    """
    Pair the verdicts of `judge` with those of its twin, which sees later turns.

    Args:
        judge: The one that does not see them.

        key: The criterion; empty for all that are asked of turns.

    Returns:
        The pairs; none where the twin has not judged.

    Raises:
        RubricError: If the rubric asks no such thing of turns.
        JudgeError: If the judge cannot have a twin.
    """
    criteria = audited_criteria.at(version.rubric, Level.TURN, key)
    wanted = twin(judge.identity).fingerprint
    there = next((one for one in project.judges.listed() if one.fingerprint == wanted), None)
    if there is None:
        return Hindsight({})
    one, other = (Held(version, side, Reference()) for side in (judge, there))
    pairs = twins.of(project)
    return Hindsight({c.key: pairs.of(one.on(c), other.on(c)) for c in criteria})


def named(project: Project, word: str) -> StoredJudge:
    """
    Return the judge without hindsight of the two that `word` may name.

    Raises:
        StoreError: If there is none, or several that differ in something else; lists them.
        JudgeError: If only the one with hindsight has judged.
    """
    there, found = project.judges.listed(), project.judges.get(word)
    wanted = without(found.identity).fingerprint
    plain = next((judge for judge in there if judge.fingerprint == wanted), None)
    if plain is None:
        raise JudgeError(
            f"{found.identity.name} has judged with hindsight only: there is nothing to compare.",
            fix="Have it judge without: the same judging run, without --hindsight.",
        )
    return plain


def without(identity: JudgeIdentity) -> JudgeIdentity:
    """Return the identity of the same judge without later turns in view."""
    settings = {name: one for name, one in identity.settings.items() if name != SETTING}
    name = identity.name.replace(judge_name("", hindsight=True), "")
    return replace(identity, name=name, settings=settings)


def twin(identity: JudgeIdentity) -> JudgeIdentity:
    """
    Return the identity of the same judge with later turns in view.

    Raises:
        JudgeError: If it can have none: nobody can be asked, or a turn's facts rest on what
            came before it.
    """
    if identity.provider in BLIND_TO_IT:
        raise JudgeError(
            f"{identity.name} cannot be shown later turns: it is no model.",
            fix="Name a model judge, such as claude:MODEL, that has judged turns.",
        )
    settings = {**identity.settings, SETTING: True}
    return replace(identity, name=judge_name(identity.name, hindsight=True), settings=settings)


def by_group(some: Iterable[Twin]) -> Mapping[tuple[int, int], int]:
    """Return how many groups have so many turns whose verdicts differ, and so many alike."""
    groups: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for one in some:
        groups[one.group][one.first is one.second] += 1
    return Counter((differ, alike) for differ, alike in groups.values())


def share(groups: Mapping[tuple[int, int], int], confidence: float = 0.95) -> Estimate:
    """Return the share of turns whose verdicts differ, clustered by group."""
    return clustered_wilson(Clusters.counted(groups.items(), width=2), confidence)
