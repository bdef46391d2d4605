"""
What openevals takes for the same judgements, run by a Python that has it.

Its own judge asks through OpenAI's client, 32 conversations at a time and one criterion of each,
and keeps nothing. The clock starts after the imports and after one judgement that is not counted,
which loads what the libraries load late. Prints one line of JSON.
"""

import argparse
import asyncio
import json
import os
import platform
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from importlib import import_module, metadata
from pathlib import Path

WIDE = 32
PROMPT = """\
You judge a recorded conversation between a user and an agent.

Was what the user came for done by the end? True if it was, false if it was not.

<conversation>
{outputs}
</conversation>"""

Judge = Callable[..., Awaitable[dict[str, object]]]


def judge(address: str) -> Judge:
    """Return openevals' judge of one criterion, asking the service at `address`."""
    # Found when it runs: the project itself does without them.
    client = import_module("openai").AsyncOpenAI(base_url=f"{address}/v1", api_key="none")
    made: Judge = import_module("openevals.llm").create_async_llm_as_judge(
        prompt=PROMPT, judge=client, model="m", feedback_key="goal_met"
    )
    return made


async def judged(ask: Judge, texts: list[str]) -> list[object]:
    """Return the score of each of `texts`."""
    free = asyncio.Semaphore(WIDE)

    async def score(text: str) -> object:
        async with free:
            return (await ask(outputs=text))["score"]

    return await asyncio.gather(*(score(text) for text in texts))


def received(address: str) -> int:
    """Return how many requests the service has had."""
    with urllib.request.urlopen(f"{address}/bill", timeout=5) as reply:  # noqa: S310  (loopback)
        count: int = json.load(reply)["received"]
        return count


async def measured(address: str, texts: list[str]) -> dict[str, object]:
    """Judge `texts` and return the figures."""
    ask = judge(address)
    await judged(ask, texts[:1])
    before, began, used = received(address), time.perf_counter(), time.process_time()
    scores = await judged(ask, texts)
    seconds, cpu = time.perf_counter() - began, time.process_time() - used
    return {
        "judgements": sum(isinstance(score, bool) for score in scores),
        "seconds": seconds,
        "cpu_ms_each": 1_000 * cpu / len(texts),
        "calls": received(address) - before,
        "versions": {name: metadata.version(name) for name in ("openevals", "openai")}
        | {"python": platform.python_version()},
    }


def main() -> None:
    """Judge the conversations of a file, a line of JSON each with `id` and `text`."""
    if len(sys.argv) == 1:
        print("This is a part of another benchmark, which says where and what to judge.")
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", help="of the service, without a path")
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    # Its spans are sent elsewhere where the environment says so.
    os.environ["LANGSMITH_TRACING"] = "false"
    with given.file.open(encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    print(json.dumps(asyncio.run(measured(given.address, texts))))


if __name__ == "__main__":
    main()
