"""Inspect's `.eval` archives: a file a sample, and what all samples share in another."""

import io
import json
from collections.abc import Callable, Collection, Iterator
from typing import Any, BinaryIO, cast

from judging.importers.importer import UnreadableError
from judging.importers.json_values import held

SAMPLES = "samples/"
JOURNAL = "_journal/"
# What a finished run has, and one that was broken off.
HEADERS = ("header.json", "_journal/start.json")
# What is read of a header; its length has no other limit.
MAX_HEADER = 64 << 20
SHARED = ("model", "task", "created", "dataset", "eval_id", "run_id")
BUFFER = 1 << 16
Frame = tuple[bytes, bytes]


def is_log(names: Collection[str]) -> bool:
    """Tell by the names in an archive whether it is a log with samples."""
    has_header = HEADERS[0] in names or any(name.startswith(JOURNAL) for name in names)
    return has_header and any(name.startswith(SAMPLES) for name in names)


def frame(names: Collection[str], read: Callable[[str], BinaryIO]) -> Frame:
    """
    Return what stands before and after a sample, so that the two are a log in JSON.

    Without a header, or with one that is no JSON, the model stays unknown.
    """
    header = next((name for name in HEADERS if name in names), None)
    stated = _stated(read, header) if header else {}
    shared = {name: stated[name] for name in SHARED if name in stated}
    return f'{{"eval": {json.dumps(shared)}, "samples": ['.encode(), b"]}"


def framed(sample: BinaryIO, around: Frame) -> BinaryIO:
    """Return the bytes of `sample` between those `around` it."""
    before, after = around
    chain = _Chain(iter((io.BytesIO(before), sample, io.BytesIO(after))))
    return cast("BinaryIO", io.BufferedReader(chain, BUFFER))


def _stated(read: Callable[[str], BinaryIO], name: str) -> dict[str, Any]:
    with read(name) as file:
        text = file.read(MAX_HEADER).decode("utf-8-sig", "replace")
    try:
        header = held(text)
    except UnreadableError:
        return {}
    stated = header.get("eval") if isinstance(header, dict) else None
    return stated if isinstance(stated, dict) else {}


class _Chain(io.RawIOBase):
    """Streams, one after another."""

    def __init__(self, streams: Iterator[BinaryIO]) -> None:
        self._streams = streams
        self._current = next(streams)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not (block := self._current.read(len(buffer))):
            following = next(self._streams, None)
            if following is None:
                return 0
            self._current.close()
            self._current = following
        buffer[: len(block)] = block
        return len(block)

    def close(self) -> None:
        self._current.close()
        super().close()
