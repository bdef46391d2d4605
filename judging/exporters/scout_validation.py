"""People's labels out as a validation set of Inspect Scout."""

import csv
from collections import defaultdict
from collections.abc import Iterable
from typing import TextIO

from judging.exporters import csv_rows
from judging.exporters.labels import MeantLabel
from judging.gold import gold
from judging.ratings import Label, Maker, Outcome

TRUTHS = {Outcome.PASS: "true", Outcome.FAIL: "false"}
Labels = dict[str, dict[str, list[Label]]]


class ScoutValidation:
    """
    A transcript a row, with what a scanner should find: `target`, or a `target_…` a criterion.

    The target is what people's labels of the whole session amount to: a settlement, else a
    unanimous answer, a strict majority or a single label, where that is a pass or a fail. The
    labels are held until all are read, since those of a session may stand apart.
    """

    name = "scout_validation"
    title = "Inspect Scout validation set"
    suffixes = (csv_rows.SUFFIX,)

    def write(self, subject: Iterable[MeantLabel], out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        labels = _by_session(subject)
        targets = {session: _targets(named) for session, named in labels.items()}
        criteria = list(dict.fromkeys(name for found in targets.values() for name in found))
        # No mark at the start: the header's first name would hold it.
        writer = csv.writer(out, lineterminator="\n")
        many = [f"target_{criterion}" for criterion in criteria]
        writer.writerow(["id", *(many if len(many) > 1 else ["target"])])
        for session, found in targets.items():
            if found:
                cells = [found.get(criterion, "") for criterion in criteria]
                writer.writerow([csv_rows.escaped(session), *cells])
        return sum(
            len(labels[session][name]) for session, found in targets.items() for name in found
        )


def _by_session(subject: Iterable[MeantLabel]) -> Labels:
    labels: Labels = defaultdict(lambda: defaultdict(list))
    for meant in subject:
        label = meant.label
        if label.turn == 0 and label.made_by is Maker.PERSON:
            labels[label.session][label.criterion].append(label)
    return labels


def _targets(labels: dict[str, list[Label]]) -> dict[str, str]:
    settled = {criterion: gold(some) for criterion, some in labels.items()}
    return {
        criterion: TRUTHS[found.outcome]
        for criterion, found in settled.items()
        if found and found.outcome in TRUTHS
    }
