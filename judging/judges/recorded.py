"""A judge that has already judged: verdicts imported from a file, without a model or key."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from judging.families import family
from judging.judges.judge import JudgeIdentity
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session


@dataclass(frozen=True)
class RecordedJudge:
    """
    Hands out recorded verdicts, and nothing where none were recorded.

    Attributes:
        name: What the user calls it: a name of their own, or the model's id, from which its
            family is then known. Another name is another judge.

        record: The verdicts of each session, by external id.
    """

    name: str
    record: Mapping[str, tuple[Verdict, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, verdicts: Iterable[Verdict]) -> "RecordedJudge":
        """Return the judge called `name` that gave `verdicts`, kept in their order."""
        record: defaultdict[str, list[Verdict]] = defaultdict(list)
        for verdict in verdicts:
            record[verdict.session].append(verdict)
        return cls(name, {session: tuple(given) for session, given in record.items()})

    @property
    def identity(self) -> JudgeIdentity:
        """Provider `recorded`; the model is the name where that is a known model's id."""
        known = family(self.name)
        return JudgeIdentity(self.name, "recorded", self.name if known else "", known)

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        """
        Return what was recorded for `session` on the criteria of `rubric`.

        A session or criterion without a record has no verdict here: it was never judged, which
        is neither `cannot_tell` nor a problem of the judge.
        """
        given = self.record.get(session.external_id, ())
        return tuple(verdict for verdict in given if verdict.criterion in rubric.keys)
