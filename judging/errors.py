"""
Everything that can go wrong, as one family.

* JudgingError
  * SessionFileError     a file of sessions, labels or verdicts cannot be read
  * RubricError          a rubric or criterion contradicts itself
  * JudgeError           a judge cannot be asked at all
  * StoreError           the database cannot be opened, is too new, or lacks what was asked for
  * AccessError          somebody may not do, or see, what they ask for

What a judge *answered* is never an error: an answer that cannot be read is a `Verdict`
that is not scored, and an agreement that is undefined is an `Estimate` without a value.
Both say why, and both are counted.
"""


class JudgingError(Exception):
    """
    What happened, where, and what to do about it.

    Args:
        what: One sentence, in the reader's words, with the offending value.

        where: The file and line, session and turn, or setting. Empty if `what` says it.

        fix: One imperative sentence. Never empty: an error without a next step
            is a bug report we have not written yet.
    """

    def __init__(self, what: str, *, where: str = "", fix: str) -> None:
        self.what, self.where, self.fix = what, where, fix
        super().__init__(what, where, fix)

    @property
    def sentences(self) -> str:
        """What happened and what to do about it, to be read in one go."""
        return f"{self.what} {self.fix}"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.what, self.where, self.fix)

    def __str__(self) -> str:
        place = f"\n  where: {self.where}" if self.where else ""
        return f"{self.what}{place}\n  to fix: {self.fix}"


class SessionFileError(JudgingError):
    """A file of sessions, labels or verdicts cannot be read."""


class RubricError(JudgingError):
    """A rubric or criterion contradicts itself."""


class JudgeError(JudgingError):
    """A judge cannot be asked at all."""


class StoreError(JudgingError):
    """The database cannot be opened, is too new, or lacks what was asked for."""


class AccessError(JudgingError):
    """Somebody may not do, or see, what they ask for."""


def _restored(kind: type[JudgingError], what: str, where: str, fix: str) -> JudgingError:
    # The keyword-only `fix` would make an unpickled error fail on its own arguments.
    return kind(what, where=where, fix=fix)
