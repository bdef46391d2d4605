"""What a bundle holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from judging.bundle.figure import Figure
from judging.bundle.human_ceiling import HumanCeiling
from judging.bundle.rebuilt import rebuilt
from judging.judges import Judge, JudgeIdentity
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session

NO_GATE = "no gate has been passed"


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """
    How far the judge agreed with the reference on one criterion; a fail is the positive class.

    Attributes:
        n: Units that both sides decided: all of the cells.

        sessions: The sessions that these come from.

        cells: `tp`, `fn`, `fp` and `tn`, the reference first.

        not_scored: Units whose verdict is a problem, whatever the reference says of them.

        look: The look at the sealed test that they come from; None where they come from none.

        gate: What the gate has answered, `deployable`, `not_deployable` or
            `insufficient_evidence`; empty where it has not looked.

        ceiling: What people reach among themselves, where the gate has held the judge to that;
            None where it held it to the usual kappa.
    """

    criterion: str
    level: str
    n: int
    sessions: int
    cells: Mapping[str, int]
    kappa: Figure
    tpr: Figure
    tnr: Figure
    not_scored: int
    look: int | None = None
    gate: str = ""
    ceiling: HumanCeiling | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """
    What the results rest on.

    Attributes:
        reference: Whose labels: person, model, program, or a reviewer's name.

        blind_only: Whether only labels given blind counted.

        split: The sessions that counted: `all`, `develop` or `test`.

        labels: How many units have both a settled label and a verdict.

        decided: On how many of them both sides say pass or fail, which the results are made of.

        label_set: The SHA-256, in hexadecimal, of these labels: another one, other labels.
    """

    reference: str
    blind_only: bool
    split: str
    labels: int
    decided: int
    label_set: str


@dataclass(frozen=True)
class Bundle:
    """
    A judge to take along: its rubric version, its identity, and what is known of it.

    Attributes:
        rubric: The questions, word for word.

        identity: The judge; its fingerprint is that of the verdicts behind the results.

        results: One for each criterion, in the rubric's order.

        made_with: The release that made it.

        certified: Whether a gate was passed.

        reason: Why it is not certified; empty where it is.

        expires_at: From when it counts for nothing; None where that is never.
    """

    rubric: RubricVersion
    identity: JudgeIdentity
    basis: Basis
    results: tuple[CriterionResult, ...]
    made_with: str
    made_at: datetime
    certified: bool = False
    reason: str = NO_GATE
    expires_at: datetime | None = None

    def judge(self, session: Session) -> tuple[Verdict, ...]:
        """
        Return a verdict on each criterion of the rubric, on turn-level ones for each agent turn.

        Raises:
            JudgeError: If the judge cannot be asked: no key, no network, no such model.
        """
        return self._judge.verdicts(session, self.rubric)

    def is_expired(self, at: datetime | None = None) -> bool:
        """Tell whether it has expired `at` a time in UTC; now, unless told."""
        return self.expires_at is not None and self.expires_at <= (at or datetime.now(UTC))

    @cached_property
    def _judge(self) -> Judge:
        return rebuilt(self.identity)
