"""
Feed one importer with what a coverage-guided fuzzer makes of its example.

    python tests/fuzzing/importers.py NAME SECONDS

Whatever the bytes are, reading them must end, with sessions that can be stored and shown, and
with rejections; or with an error of ours. `labels` and `verdicts` stand for files of these.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["judging.importers"]):
    from judging import importers

from judging.errors import JudgingError
from judging.importers import Found, RatingOptions, Source
from judging.importers.json_values import UNSTORABLE
from tests.fuzzing.mutations import mutated
from tests.fuzzing.names import NAMES, RATINGS

EXAMPLES = Path(__file__).parents[1] / "examples"
# Of each input: characters, seconds and megabytes at most.
LONGEST, SLOWEST, LARGEST = 20_000, 60, 2_000


class Target:
    """What is done with each input of one importer."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seeds = seeds(name)
        self.ending = self.seeds[0].suffix

    def __call__(self, data: bytes) -> None:
        """Read `data` as a file of this format, and as one of which nothing is known."""
        source = Source(f"file{self.ending}", lambda: io.BytesIO(data))
        try:
            if self.name in RATINGS:
                options = RatingOptions(verdicts=self.name == "verdicts")
                for row in importers.read_ratings(source, options):
                    assert not any(map(UNSTORABLE.search, texts(asdict(row))))
                return
            for name in (self.name, None):
                for item in importers.read_all([source], format=name):
                    check(item)
        except JudgingError:
            return

    def mutator(self, data: bytes, limit: int, seed: int) -> bytes:
        """Return `data` changed as JSON, or else as bytes."""
        changed = mutated(data, limit, seed) if seed % 3 else b""
        return changed or bytes(atheris.Mutate(data, limit))


def check(item: importers.Item) -> None:
    """Pass if a session, or what is said of a piece, can be stored and shown."""
    if not isinstance(item, Found):
        f"{item.where} {item.reason}".encode()
        return
    assert not any(map(UNSTORABLE.search, texts(asdict(item.session))))
    assert item.session.turns
    assert item.session.content_hash


def texts(value: object) -> Iterator[str]:
    """Yield every text in a value, names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from texts(name)
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)


def seeds(name: str) -> list[Path]:
    """Return files of a format to begin with."""
    if name in RATINGS:
        return [*sorted((EXAMPLES / "exports").glob("*.*")), *sorted(EXAMPLES.glob("traps/v*"))]
    return sorted((EXAMPLES / "sessions").glob(f"{name}.*"))


def main() -> None:
    """Fuzz the importer that the command names, for so many seconds."""
    name, seconds = sys.argv[1:3]
    if name not in NAMES:
        raise SystemExit(f"There is no importer {name}.")
    target = Target(name)
    corpus = Path(tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    for number, seed in enumerate(target.seeds):
        (corpus / str(number)).write_bytes(seed.read_bytes()[:LONGEST])
    limits = f"-timeout={SLOWEST}", f"-rss_limit_mb={LARGEST}", f"-max_len={LONGEST}"
    told = f"-max_total_time={seconds}", "-print_final_stats=1", "-verbosity=0"
    command = [sys.argv[0], *limits, *told, f"-artifact_prefix={corpus}-", str(corpus)]
    atheris.Setup(command, target, custom_mutator=target.mutator)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
