"""Where the app's own packages are."""

from pathlib import Path


def home() -> Path:
    """Return the folder with app.py: inside the package once installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    return package / "_app" if (package / "_app").is_dir() else package.parent
