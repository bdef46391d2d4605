"""What our own exports for other tools keep in the metadata of an answer."""

from typing import Any

from judging.importers.fields import as_dict, as_id
from judging.importers.json_values import container
from judging.importers.turn_bases import ONE

NAMES = (
    "turn",
    "cited_turns",
    "quotes",
    "missing_after",
    "made_by",
    "rubric",
    "adjudicated",
    "blind",
    "stratum",
    "inclusion_prob",
)
OWN = "made_by"


def details_in(metadata: Any) -> dict[str, Any]:
    """Return what an answer's metadata says of it; nothing where the metadata is not ours."""
    found = as_dict(container(metadata))
    if OWN not in found:
        return {}
    by = as_id(found.get("given_by"))
    named = {"reviewer": by, "judge": by if found[OWN] != "person" else ""} if by else {}
    told = {name: found[name] for name in NAMES if name in found}
    return {**told, **named, "counted_from": ONE}
