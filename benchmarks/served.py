"""
The service that stands in for a model: requests a second at 32 wide, the least that it takes.

What is measured against it cannot be faster than it is. The client sends bytes made beforehand
over connections that last, and reads no more of a reply than where it ends; each request asks
two criteria of a conversation of its own. The service is a process with a core to itself.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

from judging.judges.question import questions
from judging.judges.reply import answer_model
from judging.judges.request import Form, body
from judging.rubrics import Criterion, RubricVersion
from judging.sessions import Role, Session, Turn

ROOT = Path(__file__).parents[1]
OPENEVALS = ROOT / "data" / "bench-openevals"
WIDE = 32
REQUESTS = 4_000
TIMES = 3
TEXT = "The parcel left the depot this morning and is due before noon tomorrow, as promised. " * 3


@contextmanager
def served(*, latency: float = 0.0, storm: bool = False) -> Iterator[str]:
    """
    Start the service as a process of its own and give its address; it ends with the block.

    Args:
        latency: The seconds from a request to its reply.

        storm: Whether units meet faults, as `tests.storm` has them.
    """
    command = [sys.executable, "-m", "tests.served_model", "--latency", str(latency)]
    process = subprocess.Popen(
        command + ["--storm"] * storm,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # Ctrl-C is for the benchmark; the service ends when its input does.
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if not address:
            raise RuntimeError("The service did not start: see above.")
        yield address


def environment() -> Path:
    """
    Return a Python that has openevals: that in JUDGING_OPENEVALS_PYTHON, else one of its own.

    Its own is made once, beside the data, and says what it installs on standard error.

    Raises:
        CalledProcessError: If it cannot be installed.
    """
    if given := os.environ.get("JUDGING_OPENEVALS_PYTHON"):
        return Path(given)
    python, complete = OPENEVALS / "bin" / "python", OPENEVALS / "complete"
    if not complete.exists():
        install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        for command in (
            [sys.executable, "-m", "venv", "--clear", str(OPENEVALS)],
            [*install, "openevals", "openai"],
        ):
            print("+", *command, file=sys.stderr)
            subprocess.run(command, stdout=sys.stderr, check=True)
        complete.touch()
    return python


def requests(count: int) -> list[bytes]:
    """Return requests in the form in which they are sent, each of 40 turns of its own."""
    rubric = RubricVersion("two", 1, tuple(Criterion(key, "Well?") for key in ("met", "polite")))
    (question,) = questions(rubric, "all")
    form, schema = Form("m", 8192, "low", b"any"), answer_model(question.keys).model_json_schema()
    made = (body(question, session(n), form, schema) for n in range(count))
    sent = (json.dumps(one).encode() for one in made)
    head = "POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: "
    return [f"{head}{len(one)}\r\n\r\n".encode() + one for one in sent]


def session(number: int) -> Session:
    """Return a session of 40 turns of about 250 characters."""
    roles = (Role.USER, Role.ASSISTANT)
    turns = (Turn(n, roles[(n - 1) % 2], f"{number}.{n} {TEXT}") for n in range(1, 41))
    return Session(f"s{number}", tuple(turns))


class Client(asyncio.Protocol):
    """Sends the next request as soon as the last is answered."""

    transport: asyncio.Transport

    def __init__(self, left: Iterator[bytes]) -> None:
        self.left = left
        self.done = asyncio.get_running_loop().create_future()
        self.received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.ask()

    def ask(self) -> None:
        """Send one, or let go."""
        if one := next(self.left, None):
            self.transport.write(one)
        else:
            self.transport.close()
            self.done.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Read on to the end of a reply."""
        self.received += data
        head, end, rest = self.received.partition(b"\r\n\r\n")
        if end and len(rest) == int(head.rpartition(b" ")[2]):
            assert b" 200 " in head
            self.received = b""
            self.ask()


async def seconds(address: str, sent: list[bytes]) -> float:
    """Return how long the service takes to answer all of `sent`."""
    host, _, port = address.removeprefix("http://").partition(":")
    loop, left = asyncio.get_running_loop(), iter(sent)
    began = time.perf_counter()
    opened = [
        await loop.create_connection(lambda: Client(left), host, int(port)) for _ in range(WIDE)
    ]
    await asyncio.gather(*(client.done for _, client in opened))
    return time.perf_counter() - began


def main() -> None:
    """Ask as fast as can be, and print the best of three."""
    sent = list(islice(cycle(requests(500)), REQUESTS))
    with served() as address:
        best = min(asyncio.run(seconds(address, sent)) for _ in range(TIMES))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    each = 1_000 * (used.ru_utime + used.ru_stime) / (TIMES * REQUESTS)
    print(f"Requests of {len(sent[0]) / 1_000:.0f} kB, {WIDE} at a time, without latency:")
    print(f"{REQUESTS / best:,.0f} requests/s at best; {each:.2f} ms of the service's CPU each.")


if __name__ == "__main__":
    main()
