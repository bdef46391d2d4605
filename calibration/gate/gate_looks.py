"""One look at the sealed test: what it is a look at, and the answer that it got."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from calibration.agreement.held import Held
from calibration.gate import gate_ceiling, gate_evidence
from calibration.gate.gate_ceiling import Standard
from calibration.gate.gate_evidence import Labels
from judging.agreement.gate import Deployment, GateDecision, gate_decision
from judging.agreement.gate_row import Condition, GateRow, RowOutcome
from judging.rubrics import Criterion
from storage import Project, Split, looks, splits
from storage.looks import Look, LookKey


@dataclass(frozen=True, slots=True)
class CriterionGate:
    """
    The gate's answer for one criterion.

    Attributes:
        look: Its look's number; None where no look was used.

        is_stored: Whether the answer was given before, to the same look.

        opened_at: When that look was; None without one.

        standard: What agreement was held to.

        rows: Each condition; empty where no look was used.

        reason: Why no look was used; empty where one was.
    """

    criterion: Criterion
    decision: Deployment
    look: int | None = None
    is_stored: bool = False
    rows: tuple[GateRow, ...] = ()
    reason: str = ""
    opened_at: datetime | None = None
    standard: Standard = Standard.KAPPA


@dataclass(frozen=True, slots=True)
class GateLook:
    """A look at one criterion, had before or yet to be had."""

    project: Project
    held: Held
    labels: Labels
    test_set: str
    applies: Deployment | None = None
    by: str = ""
    standard: Standard = Standard.KAPPA

    @property
    def key(self) -> LookKey:
        held, labels = self.held, self.labels
        counted, criterion = labels.label_set, labels.criterion
        if self.standard is Standard.CEILING:
            counted = gate_ceiling.label_set(self.project, held, criterion, counted)
        fingerprint = held.judge.fingerprint
        return LookKey(criterion.key, self.test_set, held.version.id, fingerprint, counted)

    def newest(self) -> CriterionGate | None:
        """Return what was answered last on just these labels, whatever it was held to."""
        looks_ = (replace(self, standard=standard) for standard in Standard)
        found = [answer for look in looks_ if (answer := look.stored())]
        return max(found, key=lambda one: one.look or 0, default=None)

    def stored(self) -> CriterionGate | None:
        """Return the answer that was given before; None where there was no such look."""
        found = looks.of(self.project).at(self.key)
        return _of_look(self.labels.criterion, found, is_stored=True) if found else None

    def opened(self) -> CriterionGate:
        """Open the test; a look that comes in between makes ours the next."""
        there = looks.of(self.project)
        evidence = gate_evidence.of(self.project, self.held, self.labels)
        if self.standard is Standard.CEILING:
            ceiling = gate_ceiling.of(self.project, self.held, self.labels.criterion)
            evidence = replace(evidence, ceiling=ceiling)
        while True:
            number = there.next_number(self.key.criterion)
            asked = replace(evidence, applicability=self.applies, look=number)
            told = answer(gate_decision(asked), self.standard)
            if look := there.open(self.key, number, told, self.by):
                return _of_look(self.labels.criterion, look, is_stored=False)


def answer(decided: GateDecision, standard: Standard) -> dict[str, Any]:
    """Return a decision as JSON."""
    return {
        "decision": str(decided.decision),
        "look": decided.look,
        "standard": str(standard),
        "rows": [asdict(row) for row in decided.rows],
    }


def _of_look(criterion: Criterion, look: Look, *, is_stored: bool) -> CriterionGate:
    return CriterionGate(
        criterion,
        Deployment(look.answer["decision"]),
        look.number,
        is_stored,
        rows(look),
        opened_at=look.opened_at,
        # Looks of before there was another.
        standard=Standard(look.answer.get("standard", Standard.KAPPA)),
    )


def rows(look: Look) -> tuple[GateRow, ...]:
    """Return the conditions as a look has answered them."""
    return tuple(_row(one) for one in look.answer["rows"])


def _row(kept: Mapping[str, Any]) -> GateRow:
    named = {"condition": Condition(kept["condition"]), "outcome": RowOutcome(kept["outcome"])}
    return GateRow(**{**kept, **named})


def test_set(project: Project) -> str:
    """Return the SHA-256 of the names of the test's sessions."""
    names = sorted(splits.of(project).names(Split.TEST))
    return hashlib.sha256("\n".join(names).encode("utf-8", "surrogatepass")).hexdigest()
