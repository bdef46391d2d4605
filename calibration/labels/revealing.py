"""When a reviewer is shown what a judge says: a project's policy, and what was drawn under it."""

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import StoreError
from judging.ratings import Verdict
from storage import (
    Project,
    Reveal,
    RevealDraw,
    Reviewer,
    StoredJudge,
    StoredVersion,
    splits,
)

SETTING = "reveal"
ORDER = (Reveal.BLIND, Reveal.AFTER_SAVING, Reveal.OPEN)
NEAR = 1e-9


@dataclass(frozen=True, slots=True)
class Policy:
    """
    When reviewers of a project are shown what a judge says of a session.

    Attributes:
        shares: Of each way its share of the sessions, in 0..1; together they are 1.

        seed: What it is drawn with which session is shown which way.
    """

    shares: Mapping[Reveal, float]
    seed: str = ""

    @property
    def only(self) -> Reveal | None:
        """The one way, where nothing is drawn; None where there are several."""
        ways = self.ways
        return ways[0] if len(ways) == 1 else None

    @property
    def ways(self) -> tuple[Reveal, ...]:
        """The ways that have a share."""
        return tuple(way for way in ORDER if self.shares.get(way, 0) > 0)

    @property
    def shows_anything(self) -> bool:
        """Whether any reviewer is ever shown a verdict."""
        return self.ways != (Reveal.BLIND,)

    def drawn(self, reviewer: int, session: int) -> Reveal:
        """Draw the way for a reviewer and a session: the same whenever it is drawn."""
        words = f"{self.seed} {reviewer} {session}".encode()
        left = int.from_bytes(hashlib.sha256(words).digest()[:8]) / 2**64
        for way in self.ways:
            left -= self.shares[way]
            if left < 0:
                return way
        return self.ways[-1]


@dataclass(frozen=True, slots=True)
class Reader:
    """To whom verdicts are handed out, and whose verdicts."""

    project: Project
    who: Reviewer
    version: StoredVersion
    judge: StoredJudge | None


USUAL = Policy({Reveal.AFTER_SAVING: 1.0})


def policy(project: Project) -> Policy:
    """Return a project's policy: after a reviewer's own labels, unless a lead has set another."""
    kept = project.settings.read().get(SETTING)
    if not kept:
        return USUAL
    return Policy({Reveal(way): share for way, share in kept["shares"].items()}, kept["seed"])


@access.needs(Right.MANAGE)
def set_policy(project: Project, shares: Mapping[Reveal, float], *, seed: str = "") -> Policy:
    """
    Set a project's policy, for what is shown from now on.

    Args:
        project: Whose.

        shares: Of each way its share of the sessions.

        seed: What to draw with; made up unless given.

    Raises:
        StoreError: Unless the shares are in 0..1 and together 1.
    """
    if any(not 0 <= share <= 1 for share in shares.values()) or (
        abs(sum(shares.values()) - 1) > NEAR
    ):
        raise StoreError(
            f"The shares {', '.join(f'{way} {share:g}' for way, share in shares.items())} "
            "are no parts of a whole.",
            fix="Give shares from 0 to 1 that together are 1.",
        )
    given = {way: share for way, share in shares.items() if share > 0}
    seed = seed or secrets.token_hex(8)
    kept = {"shares": {str(way): share for way, share in given.items()}, "seed": seed}
    project.settings.set(SETTING, kept, by=access.actor(project))
    return Policy(given, seed)


def ways(
    project: Project, reviewer: Reviewer, sessions: Sequence[int], begun: Collection[int]
) -> dict[int, Reveal]:
    """
    Return when a reviewer is shown what a judge says of each session, drawn where need be.

    What was drawn is kept at the first showing, and stands as long as the policy has that way.
    A session of the test is shown after the reviewer's labels at the earliest. On one that they
    began to label before anything was drawn, nothing is: who had chosen then is not known.

    Args:
        project: Whose policy.

        reviewer: Who.

        sessions: On their desk, by number.

        begun: Those of them that the reviewer has labels on.
    """
    settled = policy(project)
    if settled.only is not None:
        found = dict.fromkeys(sessions, settled.only)
    else:
        found = _drawn(project, settled, reviewer, sessions, begun)
    tests = splits.of(project)
    return {
        session: Reveal.AFTER_SAVING if way is Reveal.OPEN and tests.has_test(session) else way
        for session, way in found.items()
    }


def _drawn(
    project: Project,
    settled: Policy,
    reviewer: Reviewer,
    sessions: Sequence[int],
    begun: Collection[int],
) -> dict[int, Reveal]:
    before = project.reveal_draws.of(reviewer.id, sessions)
    drawn = {
        session: settled.drawn(reviewer.id, session)
        for session in sessions
        if session not in begun and not set(before.get(session, ())) & set(settled.ways)
    }
    project.reveal_draws.keep(
        [RevealDraw(reviewer.id, one, way, settled.shares[way]) for one, way in drawn.items()]
    )
    return drawn | {
        session: standing(settled, before.get(session, ()))
        for session in sessions
        if session not in drawn
    }


def standing(settled: Policy, before: Iterable[Reveal]) -> Reveal:
    """
    Return the way that stands for a session of which some were drawn earlier, the newest first.

    Where none of them has a share any more, nothing is shown before the reviewer's own labels.
    """
    usual = (Reveal.AFTER_SAVING, Reveal.BLIND)
    return next((way for way in (*before, *usual) if way in settled.ways), Reveal.AFTER_SAVING)


def hand_out(reader: Reader, session: int) -> tuple[Verdict, ...]:
    """Hand out a judge's verdicts on a session, and write down who was shown them."""
    if reader.judge is None:
        return ()
    project, version = reader.project, reader.version.id
    stored = project.verdicts.standing([session], rubric_version=version, judge=reader.judge.id)
    if stored:
        seen = [found.id for found in stored.values()]
        project.exposures.record(reader.who.id, session, verdicts=seen)
    return tuple(found.verdict for found in stored.values())


def in_words(settled: Policy) -> str:
    """Return a policy as a sentence."""
    said = {
        Reveal.BLIND: "nothing is shown on the Label page",
        Reveal.AFTER_SAVING: "verdicts are shown once a reviewer has answered everything",
        Reveal.OPEN: "verdicts are shown from the start",
    }
    if settled.only is not None:
        only = said[settled.only]
        return f"{only[0].upper()}{only[1:]}."
    parts = [f"on {settled.shares[way]:.0%} of sessions {said[way]}" for way in settled.ways]
    return f"Drawn for each reviewer and session: {'; '.join(parts)}."
