"""A judge that says what it is told to: for tests."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from judging.judges.judge import JudgeIdentity
from judging.ratings import Outcome, Problem, Verdict
from judging.rubrics import Level, RubricVersion
from judging.sessions import Role, Session

ANSWERS = {str(outcome): outcome for outcome in Outcome if outcome is not Outcome.NOT_SCORED}


@dataclass(frozen=True)
class ScriptedJudge:
    """Looks its answers up by session, criterion and turn (0 for the session)."""

    script: Mapping[tuple[str, str, int], str]
    identity: JudgeIdentity = field(
        default_factory=lambda: JudgeIdentity("scripted", "scripted", template="1")
    )

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        turns = [turn.number for turn in session.turns if turn.role is Role.ASSISTANT]
        return tuple(
            self._verdict(session.external_id, criterion.key, turn)
            for criterion in rubric.criteria
            for turn in (turns if criterion.level is Level.TURN else [0])
        )

    def _verdict(self, session: str, criterion: str, turn: int) -> Verdict:
        raw = self.script.get((session, criterion, turn))
        outcome = ANSWERS.get(raw or "", Outcome.NOT_SCORED)
        problem = Problem.PARSE_FAILED if outcome is Outcome.NOT_SCORED else None
        return Verdict(
            session=session,
            criterion=criterion,
            turn=turn,
            outcome=outcome,
            problem=problem,
            raw_value=raw,
        )
