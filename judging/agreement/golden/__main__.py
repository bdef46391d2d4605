"""Check the statistics: `python -m judging.agreement.golden FILE`."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from judging.agreement.golden.case import Case
from judging.agreement.golden.dispatch import METRICS


def main(arguments: Sequence[str]) -> int:
    """
    Run every case of a file, print a line for each that fails, and then how many did.

    Args:
        arguments: The file's path alone.

    Returns:
        0 if all cases hold, 1 if any fails, 2 if the file cannot be read as cases.
    """
    try:
        (path,) = arguments
        cases = read(Path(path))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        print(f"No cases to run: {problem!r}.", file=sys.stderr)
        print("  where: " + " ".join(arguments), file=sys.stderr)
        print("  to fix: Name one JSON file with a list of `cases`.", file=sys.stderr)
        return 2
    failed = 0
    for case in cases:
        found = "; ".join(failures(case))
        if found:
            failed += 1
            print(f"{case.id}: {found}")
    print(f"{len(cases)} cases, {failed} failed")
    return min(1, failed)


def read(path: Path) -> list[Case]:
    """
    Read the cases of a file.

    Raises:
        OSError: If it cannot be opened.

        ValueError: If it is no JSON.

        KeyError: If a case lacks a part.
    """
    document = json.loads(path.read_text(encoding="utf-8"))
    return [
        Case(c["id"], c["metric"], c["inputs"], c["expected"], c["tolerance"])
        for c in document["cases"]
    ]


def failures(case: Case) -> Iterator[str]:
    """Say what of a case does not hold; a case that cannot be computed fails as a whole."""
    if case.metric not in METRICS:
        yield f"no function computes {case.metric!r}"
        return
    try:
        answers = METRICS[case.metric](case.inputs)
    except (ValueError, KeyError, TypeError, ArithmeticError) as problem:
        yield f"cannot be computed: {problem!r}"
        return
    yield from case.mismatches(answers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
