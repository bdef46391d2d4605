"""Calls made again though nothing has changed since."""

from collections.abc import Iterator
from dataclasses import dataclass

from judging.facts.calls import Call, Effect
from judging.facts.fact import Fact, FactKind
from judging.facts.reading import Reading
from judging.facts.vocabulary import word_set

EXEMPT = word_set("calculate calculator ping poll sleep status think thought time wait")


@dataclass
class _Made:
    """The last call with one name and arguments, and the epoch in which it stands."""

    call: Call
    epoch: int
    failure: int | None = None


def repeated_calls(reading: Reading) -> Iterator[Fact]:
    """
    Yield a fact for each call equal to an earlier one, in name and arguments, if nothing changed.

    A call that may have changed something opens a new epoch once it is answered without error,
    and equal calls in different epochs are no repetition; nor are those made while such a call
    has no answer. If the earlier call had failed, for a reason that would not pass by itself, the
    fact is a repeated failure. Polling, thinking and calculating may repeat.
    """
    made: dict[str, _Made] = {}
    epoch = waiting = 0
    for turn in reading.session.turns:
        if call := reading.answered_by.get(turn.number):
            epoch += _may_change(call) and not call.failed
            waiting -= _may_change(call)
            last = made[call.key]
            last.epoch = epoch
            last.failure = turn.number if call.failed and not call.passing else None
        for call in reading.calls_of.get(turn.number, ()):
            earlier = made.get(call.key)
            if earlier and earlier.epoch == epoch and not waiting and not _may_repeat(call):
                yield _fact(reading, call, earlier)
            made[call.key] = _Made(call, epoch)
            waiting += _may_change(call)


def _may_change(call: Call) -> bool:
    return call.effect is not Effect.READS


def _may_repeat(call: Call) -> bool:
    return call.effect is not Effect.CHANGES and not EXEMPT.isdisjoint(call.words)


def _fact(reading: Reading, call: Call, earlier: _Made) -> Fact:
    before = earlier.call.turn
    if failure := earlier.failure:
        note = f"The call of {call.label} that had failed at turn {before} is made again unchanged."
        quote = reading.quote(failure)
        return Fact(FactKind.REPEATED_FAILURE, call.turn, note, "", failure, quote)
    note = f"The call of {call.label} repeats the one at turn {before}; nothing changed between."
    return Fact(FactKind.REPEATED_CALL, call.turn, note, related_turn=before)
