"""The scripts and styles that stand beside this file."""

from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent


def script(*names: str) -> str:
    """
    Return the named `.js` files as one module, in this order.

    A component's script is loaded from a blob, which cannot import its neighbours: so each
    file declares names for the ones after it, and the last one exports the component.
    """
    return _together(f"{name}.js" for name in names)


def style(*names: str) -> str:
    """Return the named `.css` files as one sheet, later ones prevailing."""
    return _together(f"{name}.css" for name in names)


def _together(files: Iterable[str]) -> str:
    return "\n".join((HERE / file).read_text(encoding="utf-8") for file in files)
