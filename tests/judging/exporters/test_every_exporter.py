"""What holds for each exporter that is registered, with the files that it should write."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from judging.exporters import ALL, CALIBRATED, Exporter
from tests.judging.exporters.examples import SUBJECTS
from tests.judging.exporters.written import text
from tests.judging.importers.files import EXAMPLES

DOCS = Path(__file__).parents[3] / "docs" / "formats.md"
every_exporter = pytest.mark.parametrize("exporter", ALL, ids=lambda exporter: exporter.name)
every_form = pytest.mark.parametrize(
    ("exporter", "suffix"),
    [(exporter, suffix) for exporter in ALL for suffix in exporter.suffixes],
    ids=lambda value: value if isinstance(value, str) else value.name,
)


@every_form
def test_writes_its_example_to_the_byte(exporter: Exporter[Any], suffix: str) -> None:
    # Nobody is to run or import what only stands here to be compared.
    ending = f"{suffix}.txt" if suffix == ".py" else suffix
    expected = (EXAMPLES / "exports" / f"{exporter.name}{ending}").read_bytes()

    assert text(exporter, SUBJECTS[exporter.name], suffix).encode() == expected


@every_form
def test_counts_what_it_writes(exporter: Exporter[Any], suffix: str, tmp_path: Path) -> None:
    subject = SUBJECTS[exporter.name]
    with (tmp_path / "counted").open("w", encoding="utf-8", newline="") as out:
        count = exporter.write(subject, out, suffix)

    assert count == (len(subject) if isinstance(subject, list) else 1)


@every_exporter
def test_is_documented(exporter: Exporter[Any]) -> None:
    documented = DOCS.read_text(encoding="utf-8")

    assert f"`{exporter.name}`" in documented
    assert exporter.title in documented
    assert all(f"`{suffix}`" in documented for suffix in exporter.suffixes)


def test_no_two_have_a_name_in_common() -> None:
    assert len({exporter.name for exporter in ALL}) == len(ALL)
    assert set(CALIBRATED) < set(ALL)


def test_importing_them_loads_no_statistics() -> None:
    code = "import sys, judging.exporters; print({'numpy', 'scipy', 'anthropic'} & {*sys.modules})"

    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert out.stdout.strip() == "set()"
