"""Does fitting a session into the judge's window erase its failures?"""

from collections.abc import Sequence
from dataclasses import dataclass

from judging.agreement.bias import BiasCheck, BiasState, Check, group_of, sentence_of, state
from judging.agreement.estimate import Estimate
from judging.agreement.mcnemar import McNemar, mcnemar_test
from judging.agreement.proportions import wilson
from judging.agreement.risk_difference import agresti_min
from judging.agreement.versions import compare_versions

ERASED_LIMIT = 0.05


@dataclass(frozen=True, slots=True)
class PairedVerdicts:
    """
    Sessions that people fail, judged once in full and once shortened.

    Attributes:
        both_pass: Passed either way.

        erased: Failed in full and passed shortened: the summary lost the failure.

        found: Passed in full and failed shortened.

        both_fail: Failed either way.
    """

    both_pass: int
    erased: int
    found: int
    both_fail: int

    @property
    def n(self) -> int:
        """How many sessions."""
        return self.both_pass + self.erased + self.found + self.both_fail

    @property
    def test(self) -> McNemar:
        """McNemar's test of erased against found failures."""
        return mcnemar_test(self.erased, self.found)


def context_mode_check(verdicts: PairedVerdicts, confidence: float = 0.95) -> BiasCheck:
    """
    Ask whether fitting a session into the judge's window erases failures.

    Args:
        verdicts: The same sessions in both modes; different ones would differ in length too.

        confidence: The interval's two-sided level.

    Returns:
        As `state`, and `flagged` too if at least 5 % of the failures are erased at the lower
        end of Wilson's interval.
    """
    v = verdicts
    difference = agresti_min(v.both_pass, v.erased, v.found, v.both_fail, confidence)
    groups = (
        group_of("shortened sessions that people fail", v.both_pass + v.erased, v.n),
        group_of("the same sessions in full", v.both_pass + v.found, v.n),
    )
    found = state(difference, (v.n,))
    erased = wilson(v.erased, v.n, confidence)
    if erased.low is not None and erased.low > ERASED_LIMIT:
        found = BiasState.FLAGGED
    sentence = sentence_of(Check.CONTEXT_MODE, found, difference, groups)
    return BiasCheck(Check.CONTEXT_MODE, found, difference, groups, sentence)


def recall_change(
    groups: Sequence[tuple[PairedVerdicts, int]], confidence: float = 0.95
) -> Estimate:
    """
    How much more of the failures a judge finds shortened than in full; below 0 it finds fewer.

    Args:
        groups: The distinct counts of a group of sessions that people fail, and how many groups
            have them.

        confidence: The interval's two-sided level.

    Returns:
        The difference of the recalls, its interval by groups; undefined without sessions, and
        without an interval where all are of one group.
    """
    rows = [((g.both_fail, g.erased, g.found, g.both_pass, 0, 0, 0, 0), n) for g, n in groups]
    return compare_versions(rows, confidence).delta_tpr
