"""Which units stand on which side of each bias check."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judging.agreement import Cells, Clusters
from judging.agreement.bias import DENOMINATOR_MINIMUM, Check
from judging.agreement.length import LengthCuts, Third, length_cuts, third
from judging.ratings import DECIDED, Outcome
from storage import Reveal
from storage.bias_units import BiasUnit, GivenOutcome

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@dataclass(frozen=True, slots=True)
class Side:
    """
    One side of a comparison.

    Attributes:
        name: What its units have in common, in the plural.

        units: The units; one that several reviewers labelled may come more than once.

        hits: Those of them of which it is true.
    """

    name: str
    units: tuple[BiasUnit, ...]
    hits: tuple[BiasUnit, ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """
    Two sides whose rates a check compares.

    Attributes:
        remarks: What else to know of how they were chosen, in sentences.
    """

    check: Check
    first: Side
    second: Side
    remarks: tuple[str, ...] = ()

    @property
    def is_big_enough(self) -> bool:
        """Whether both sides have the fewest units that anything may be concluded from."""
        return all(len(side.units) >= DENOMINATOR_MINIMUM for side in (self.first, self.second))

    @property
    def clusters(self) -> Clusters:
        """One (x1, n1, x2, n2) for each group of sessions."""
        sums: dict[str, list[float]] = defaultdict(lambda: [0.0] * 4)
        for at, side in ((0, self.first), (2, self.second)):
            for place, units in ((at, side.hits), (at + 1, side.units)):
                for unit in units:
                    sums[unit.group][place] += 1
        return Clusters.of(sums.values())


def decided(units: Iterable[BiasUnit]) -> list[BiasUnit]:
    """Return the units that both sides pass or fail."""
    return [unit for unit in units if unit.human in DECIDED and unit.judged in DECIDED]


def answer_cuts(units: Iterable[BiasUnit]) -> LengthCuts | None:
    """Return where short answers end and long ones begin, by those labelled pass."""
    return length_cuts([u.words for u in units if u.human is PASS and u.words is not None])


def answer_lengths(units: Sequence[BiasUnit], noun: str) -> tuple[Contrast, Contrast]:
    """Return short against long answers among passes, and long against short among fails."""
    cuts = answer_cuts(units)
    measured = [(u, u.words) for u in decided(units) if cuts and u.words is not None]
    short = [unit for unit, words in measured if cuts and words <= cuts.short]
    long = [unit for unit, words in measured if cuts and words > cuts.long]
    kind = "with short answers", "with long answers"
    how = _how_long(cuts, "answer", "words", "" if noun == "turns" else ", on a session’s average")
    return (
        Contrast(
            Check.SHORT_CORRECT,
            _side(f"{noun} {kind[0]} labelled pass", short, human=PASS, judged=FAIL),
            _side(f"{noun} {kind[1]} labelled pass", long, human=PASS, judged=FAIL),
            (*how, "Shorter answers may also be easier or harder for people to label."),
        ),
        Contrast(
            Check.LONG_WRONG,
            _side(f"{noun} {kind[1]} labelled fail", long, human=FAIL, judged=PASS),
            _side(f"{noun} {kind[0]} labelled fail", short, human=FAIL, judged=PASS),
            how,
        ),
    )


def families(units: Sequence[BiasUnit], family: str, noun: str) -> Contrast:
    """Return failures of agents of the judge's family against those of other agents."""
    known = [unit for unit in decided(units) if unit.agent_family]
    own = [unit for unit in known if unit.agent_family == family]
    others = [unit for unit in known if unit.agent_family != family]
    return Contrast(
        Check.SAME_FAMILY,
        _side(f"{noun} of its own family's agents labelled fail", own, human=FAIL, judged=PASS),
        _side(f"{noun} of other agents labelled fail", others, human=FAIL, judged=PASS),
    )


def family_groups(units: Sequence[BiasUnit], family: str) -> list[tuple[Cells, Cells, int]]:
    """Return for each group of sessions its cells of the judge's own family and of others."""
    by_group: dict[str, Counter[tuple[bool, Outcome, Outcome]]] = defaultdict(Counter)
    for unit in decided(units):
        if unit.agent_family:
            by_group[unit.group][unit.agent_family == family, unit.human, unit.judged] += 1
    return [(_cells(n, own=True), _cells(n, own=False), 1) for n in by_group.values()]


def evidence_positions(units: Sequence[BiasUnit], noun: str, remark: str = "") -> Contrast:
    """Return failures whose evidence is in the middle third against those at either end."""
    failed = [unit for unit in decided(units) if unit.human is FAIL]
    placed = [
        (unit, third(unit.evidence, unit.characters))
        for unit in failed
        if unit.evidence is not None and unit.characters
    ]
    middle = [unit for unit, where in placed if where is Third.MIDDLE]
    ends = [unit for unit, where in placed if where is not Third.MIDDLE]
    left = len(failed) - len(placed)
    uncited = f"{left:,} failed {noun} are left out: their label cites no turn." if left else ""
    return Contrast(
        Check.EVIDENCE_POSITION,
        _side(f"failed {noun} with evidence in the middle third", middle, judged=PASS),
        _side(f"failed {noun} with evidence in the first or last third", ends, judged=PASS),
        tuple(filter(None, (remark, uncited))),
    )


def conversation_lengths(units: Sequence[BiasUnit], noun: str) -> tuple[Contrast, Contrast]:
    """Return long against short conversations, among fails and among passes."""
    both = decided(units)
    lengths = {unit.session: float(unit.characters) for unit in both}
    cuts = length_cuts(list(lengths.values()))
    long = [unit for unit in both if cuts and unit.characters > cuts.long]
    short = [unit for unit in both if cuts and unit.characters <= cuts.short]
    how = _how_long(cuts, "session", "characters")
    kinds = ("turns of {} sessions" if noun == "turns" else "{} sessions").format
    fails, passes = (
        Contrast(
            Check.CONVERSATION_LENGTH,
            _side(f"{kinds('long')} labelled {human}", long, human=human, judged=wrong),
            _side(f"{kinds('short')} labelled {human}", short, human=human, judged=wrong),
            how,
        )
        for human, wrong in ((FAIL, PASS), (PASS, FAIL))
    )
    return fails, passes


def blindness(units: Sequence[BiasUnit]) -> Contrast:
    """
    Return labels given in sight of verdicts or of others' labels against those given blind.

    Where it was drawn at random which sessions a reviewer was shown the verdicts on from the
    start, and there are labels of both kinds, only those count: by what was drawn, not by what
    came of it, so that the two kinds of session differ in nothing else.
    """
    labels = [
        (unit, given)
        for unit in units
        for given in unit.given
        if unit.judged in DECIDED and given.outcome in DECIDED
    ]
    if drawn := _drawn(labels):
        return drawn
    seen = [(unit, given.outcome) for unit, given in labels if given.blind is False]
    blind = [(unit, given.outcome) for unit, given in labels if given.blind is True]
    left = len(labels) - len(seen) - len(blind)
    return Contrast(
        Check.ANCHORING,
        _agreeing("labels not given blind", seen),
        _agreeing("labels given blind", blind),
        (f"{left:,} labels are left out: whether they were blind is not known.",) if left else (),
    )


def _drawn(labels: Sequence[tuple[BiasUnit, GivenOutcome]]) -> Contrast | None:
    """Return the labels on sessions for which that was drawn; None unless there are both kinds."""
    drawn = [(unit, given) for unit, given in labels if given.drawn]
    seen = [(unit, given.outcome) for unit, given in drawn if given.drawn is Reveal.OPEN]
    blind = [(unit, given.outcome) for unit, given in drawn if given.drawn is not Reveal.OPEN]
    if not seen or not blind:
        return None
    left = len(labels) - len(drawn)
    remarks = ["Which sessions were shown with the verdicts was drawn at random."]
    if left:
        remarks.append(f"{left:,} labels are left out, for which nothing was drawn.")
    return Contrast(
        Check.ANCHORING,
        _agreeing("labels drawn to be given in sight of the verdict", seen),
        _agreeing("labels drawn to be given before it", blind),
        tuple(remarks),
    )


def not_scored(units: Sequence[BiasUnit], noun: str) -> Contrast:
    """Return labelled fails against labelled passes, by whether the judge gives a verdict."""
    missing = Outcome.NOT_SCORED
    return Contrast(
        Check.NOT_SCORED,
        _side(f"{noun} labelled fail", units, human=FAIL, judged=missing),
        _side(f"{noun} labelled pass", units, human=PASS, judged=missing),
    )


def _how_long(cuts: LengthCuts | None, what: str, measure: str, more: str = "") -> tuple[str, ...]:
    """Say where short ends and long begins; nothing where no unit says it."""
    if cuts is None:
        return ()
    short, long = f"{cuts.short:,} {measure} at most", f"more than {cuts.long:,}"
    return (f"A short {what} has {short}, a long one {long}{more}.",)


def _side(
    name: str, units: Iterable[BiasUnit], *, judged: Outcome, human: Outcome | None = None
) -> Side:
    there = tuple(unit for unit in units if human in (None, unit.human))
    return Side(name, there, tuple(unit for unit in there if unit.judged is judged))


def _agreeing(name: str, labels: Sequence[tuple[BiasUnit, Outcome]]) -> Side:
    there = tuple(unit for unit, _ in labels)
    return Side(name, there, tuple(unit for unit, said in labels if unit.judged is said))


def _cells(counts: Counter[tuple[bool, Outcome, Outcome]], *, own: bool) -> Cells:
    pairs = ((FAIL, FAIL), (FAIL, PASS), (PASS, FAIL), (PASS, PASS))
    return Cells(*(counts[own, human, judged] for human, judged in pairs))
