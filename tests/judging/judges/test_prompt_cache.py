"""What of a prompt comes from the cache, as it is reckoned."""

from itertools import pairwise
from typing import Any

import pytest

from judging.judges import ClaudeJudge, OpenAIJudge
from judging.judges.prompt_cache import LOOK_BACK, SHORTEST, PromptCache
from judging.judges.usage import Usage
from judging.rubrics import Criterion, Level, RubricVersion
from judging.sessions import Role, Session, Turn

SAID = "x" * 500
# Rules that are long enough to be kept.
LONG = f"Was it good? {'z' * 4_000}"
TURNS = RubricVersion("turns", 1, (Criterion("good", LONG, level=Level.TURN),))
WHOLE = RubricVersion("whole", 1, (Criterion("good", LONG),))
SHORT = RubricVersion("short", 1, (Criterion("good", "Was it good?", level=Level.TURN),))


def session(name: str, exchanges: int) -> Session:
    roles = (Role.USER, Role.ASSISTANT)
    turns = (Turn(n, roles[(n - 1) % 2], f"{name} {n} {SAID}") for n in range(1, 2 * exchanges + 1))
    return Session(name, tuple(turns))


def request(*blocks: str, rules: str = "r" * 4_000, form: str = "f") -> dict[str, Any]:
    """Return a request whose rules and last block are marked."""
    marked = {"cache_control": {"type": "ephemeral"}}
    content: list[dict[str, Any]] = [{"type": "text", "text": block} for block in blocks]
    content[-1] |= marked
    system = [{"type": "text", "text": rules, **marked}]
    return {"output": form, "system": system, "messages": [{"role": "user", "content": content}]}


def usages(judge: ClaudeJudge | OpenAIJudge, rubric: RubricVersion, *some: Session) -> list[Usage]:
    cache = PromptCache()
    return [
        cache.usage(judge.request(one, session), 10)
        for session in some
        for question in judge.questions(rubric)
        for one in question.of(session)
    ]


CLAUDE = ClaudeJudge("m", secret=b"")


def test_the_first_session_writes_the_rules_and_the_next_reads_them() -> None:
    first, second = usages(CLAUDE, WHOLE, session("a", 2), session("b", 2))

    assert (first.cache_read, second.cache_write) == (0, 0)
    assert first.cache_write == second.cache_read > 500
    assert first.input == pytest.approx(second.input, abs=2)


def test_a_turn_reads_the_steps_of_those_before_it() -> None:
    found = usages(CLAUDE, TURNS, session("a", 8))

    assert found[0].cache_read == 0
    for before, after in pairwise(found):
        assert after.cache_read == before.cache_read + before.cache_write
        # An exchange of two turns, and what is about them.
        assert 400 < after.cache_write < 550
    assert len({one.input for one in found}) < 4


def test_all_of_a_prompt_is_counted_in_one_place() -> None:
    cached = usages(CLAUDE, TURNS, session("a", 5))
    alone = [
        PromptCache().usage(CLAUDE.request(one, session("a", 5)), 10)
        for question in CLAUDE.questions(TURNS)
        for one in question.of(session("a", 5))
    ]

    assert [one.prompt for one in cached] == [one.prompt for one in alone]
    assert [one.output for one in cached] == [10] * 5


def test_another_session_reads_no_step_of_the_first() -> None:
    found = usages(CLAUDE, TURNS, session("a", 3), session("b", 3))

    assert 0 < found[3].cache_read < found[1].cache_read


def test_a_request_without_marks_has_no_part_in_the_cache() -> None:
    judge = OpenAIJudge("m", "http://127.0.0.1:9/v1", secret=b"")

    found = usages(judge, TURNS, session("a", 3))

    assert {(one.cache_read, one.cache_write) for one in found} == {(0, 0)}


def test_what_lies_too_far_behind_a_mark_is_not_found() -> None:
    near, far = PromptCache(), PromptCache()
    steps = [f"{n}" * 50 for n in range(LOOK_BACK + 2)]
    for cache in (near, far):
        cache.usage(request(steps[0]), 10)

    # The rules have a mark of their own.
    assert near.usage(request(*steps[: LOOK_BACK + 1]), 10).cache_read == 1_621
    assert far.usage(request(*steps), 10).cache_read == 1_600


def test_another_form_of_the_answer_finds_nothing() -> None:
    cache = PromptCache()
    cache.usage(request("a" * 50), 10)

    assert cache.usage(request("a" * 50), 10).cache_write == 0
    assert cache.usage(request("a" * 50, form="g"), 10).cache_read == 0


def test_what_is_short_is_not_kept_until_the_session_is_long() -> None:
    found = usages(CLAUDE, SHORT, session("a", 8))

    kept = [bool(one.cache_read or one.cache_write) for one in found]
    assert kept == sorted(kept)
    assert kept[0] is False
    assert all(
        one.prompt < SHORTEST for one, is_kept in zip(found, kept, strict=True) if not is_kept
    )


def test_whether_anything_is_to_be_kept_is_known_though_nothing_is() -> None:
    asked, unasked = PromptCache(), PromptCache()

    asked.usage(request("a", rules="r"), 10)
    unasked.usage({"messages": [{"role": "user", "content": "a"}]}, 10)

    assert (asked.is_asked, unasked.is_asked) == (True, False)
