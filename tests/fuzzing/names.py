"""The names of what `make fuzz` feeds: every importer, and the readers of labels and verdicts."""

from judging.importers import ALL

RATINGS = ("labels", "verdicts")
NAMES = (*(importer.name for importer in ALL), *RATINGS)

if __name__ == "__main__":
    print(*NAMES)
