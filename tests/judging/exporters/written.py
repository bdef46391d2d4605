"""What exporters write, as files that importers read."""

import io
from typing import Any

from judging.exporters import Exporter
from judging.importers import Source
from tests.judging.importers.files import file


def text(exporter: Exporter[Any], subject: Any, suffix: str) -> str:
    """Return what `exporter` writes."""
    out = io.StringIO(newline="")
    exporter.write(subject, out, suffix)
    return out.getvalue()


def source(exporter: Exporter[Any], subject: Any, suffix: str) -> Source:
    """Return what `exporter` writes, as a file in memory."""
    return file(text(exporter, subject, suffix), f"again{suffix}")
