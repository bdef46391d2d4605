"""The documentation names everything that can be chosen."""

import doctest
import re
from pathlib import Path

import pytest

from judging import agreement, importers
from judging.judges import RULES

ROOT = Path(__file__).parents[1]
DOCS = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}


@pytest.mark.parametrize("importer", importers.ALL, ids=lambda importer: importer.name)
def test_every_format_is_documented(importer: importers.Importer) -> None:
    assert f"`{importer.name}`" in DOCS["formats"]
    assert importer.title in DOCS["formats"]


@pytest.mark.parametrize(("key", "sentence"), RULES)
def test_every_rule_is_documented_as_the_page_states_it(key: str, sentence: str) -> None:
    assert key in DOCS["judge"]
    assert sentence in DOCS["judge"]


@pytest.mark.parametrize("name", ["README.md", "docs/differences.md"])
def test_what_documents_show_is_what_the_library_prints(name: str) -> None:
    found = doctest.testfile(str(ROOT / name), module_relative=False)

    assert found.attempted > 3
    assert found.failed == 0


def test_the_statistics_are_documented() -> None:
    assert agreement.cohen_kappa.__name__ in DOCS["statistics"]


@pytest.mark.parametrize(
    "path", [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"], ids=lambda path: path.name
)
def test_no_link_between_documents_is_broken(path: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8"))

    assert [t for t in targets if not (path.parent / t).exists()] == []
