"""What `turns` prints, as one document."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from calibration.agreement.held import Held
from calibration.agreement.session_turns import SessionTurns
from calibration.agreement.turn_report import TurnReport
from calibration.commands.estimates import estimate_as_json
from calibration.gate import gating
from judging.ratings import Verdict
from storage import Project


@dataclass(frozen=True, slots=True)
class AskedTurns:
    """What was asked for; no criterion where the rubric has none that a turn can fail."""

    project: Project
    held: Held
    criterion: str | None

    def verdicts(self, report: TurnReport) -> dict[int, list[Verdict]]:
        """Return the judge's verdicts on each session, by turn."""
        found = self.project.verdicts.standing(
            [session.session for session in report.judged],
            rubric_version=self.held.version.id,
            judge=self.held.judge.id,
        )
        by_session: dict[int, list[Verdict]] = defaultdict(list)
        for (session, key, _), stored in found.items():
            if key == self.criterion:
                by_session[session].append(stored.verdict)
        return by_session


def document(asked: AskedTurns, report: TurnReport) -> dict[str, Any]:
    """Return a report as the document that `judging turns --json` prints."""
    held, verdicts = asked.held, asked.verdicts(report)
    return {
        "project": asked.project.name,
        "rubric": held.version.rubric.label,
        "judge": held.judge.identity.name,
        "criterion": asked.criterion,
        "level": "turn",
        "split": gating.part_shown(asked.project, held.reference),
        "reference": held.reference.word,
        "blind_only": held.reference.blind_only,
        "sessions": [session(one, verdicts[one.session]) for one in report.judged],
        "agreement": _agreement(report),
    }


def session(found: SessionTurns, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return one session that the judge has answers on, with its verdicts."""
    assert found.judge is not None
    summary, labels = found.judge.summary, found.reference
    return {
        "session_id": verdicts[0].session,
        "first_failing_turn": summary.first_failing,
        "failing_share": summary.failing_share,
        "unscored": summary.unscored,
        "uncertain": summary.uncertain,
        "first_failing_turn_in_labels": labels.summary.first_failing if labels else None,
        "uncertain_in_labels": labels.is_uncertain if labels else None,
        "match": str(found.match) if found.match else None,
        "turns": [_turn(verdict) for verdict in verdicts],
    }


def _turn(verdict: Verdict) -> dict[str, Any]:
    return {
        "turn": verdict.turn,
        "outcome": str(verdict.outcome),
        "cited_turns": sorted({citation.turn for citation in verdict.citations}),
        "reason": verdict.rationale,
        "problem": str(verdict.problem) if verdict.problem else None,
    }


def _agreement(report: TurnReport) -> dict[str, Any]:
    found = report.agreement
    cells = {name: round(getattr(found.detection, name)) for name in ("tp", "fn", "fp", "tn")}
    return {
        "n": found.n,
        "detection": estimate_as_json(found.detection_kappa),
        "detection_cells": cells,
        "exact": estimate_as_json(found.exact),
        "both_fail": len(report.distances),
        "exact_among_both": estimate_as_json(found.exact_among_both),
        "within_1": estimate_as_json(found.within_1),
        "mean_signed_distance": estimate_as_json(found.signed_distance),
        "median_distance": found.median_distance,
        "late": estimate_as_json(report.late),
        "early": estimate_as_json(report.early),
        "failing_share_difference": estimate_as_json(report.shares.difference),
        "compared": report.compared,
        "uncertain": estimate_as_json(report.uncertain),
    }
