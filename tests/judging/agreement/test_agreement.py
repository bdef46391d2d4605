import subprocess
import sys
from pathlib import Path

import judging.agreement
from judging import agreement

DOCUMENTED = Path(__file__).parents[3] / "docs" / "statistics.md"


def test_every_public_name_is_there_and_in_order() -> None:
    assert all(hasattr(agreement, name) for name in agreement.__all__)
    assert list(agreement.__all__) == sorted(agreement.__all__)


def test_every_public_function_has_a_row_in_the_docs() -> None:
    documented = DOCUMENTED.read_text(encoding="utf-8")
    functions = [name for name in agreement.__all__ if name[0].islower()]

    assert [name for name in functions if f"`{name}" not in documented] == []


def test_every_public_name_says_what_it_is() -> None:
    names = [getattr(agreement, name) for name in agreement.__all__]

    assert all(each.__doc__ for each in names)


def test_the_library_does_not_load_it_unasked() -> None:
    code = "import judging, sys; print('numpy' in sys.modules)"
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )

    assert out.stdout.strip() == "False"
    assert judging.agreement is agreement
