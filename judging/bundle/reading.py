"""Bundles from their files, or why one is not to be judged with."""

import json
import re
from pathlib import Path
from typing import Any

from judging.bundle.bundle import Basis, Bundle, CriterionResult
from judging.bundle.figure import Figure
from judging.bundle.human_ceiling import HumanCeiling
from judging.bundle.part import FIX, Part
from judging.bundle.rebuilt import rebuilt
from judging.bundle.written import FORMAT, VERSION
from judging.errors import JudgeError, RubricError
from judging.judges import JudgeIdentity
from judging.rubrics import Criterion, Kind, Level, RubricVersion, Sees

MARK = re.compile(r"judging/bundle@(\d{1,6})")
CELLS = ("tp", "fn", "fp", "tn")


def load(path: str | Path, uncertified: bool = False) -> Bundle:  # noqa: FBT001, FBT002  (named so)
    """
    Return the judge in the file at `path`, ready to be asked.

    Args:
        path: A file that `judging export bundle` wrote.

        uncertified: Whether to take one all the same that has passed no gate, or has expired.

    Raises:
        JudgeError: If the file is no bundle or is of a newer release, if what it holds was
            changed, if this release cannot ask its judge in the same way, or if it is not
            certified.
    """
    return loads(_text(Path(path)), where=str(path), uncertified=uncertified)


def loads(text: str, *, where: str = "the bundle", uncertified: bool = False) -> Bundle:
    """
    Return the judge in the text of such a file, ready to be asked; refuses what `load` refuses.

    Args:
        text: What the file holds.

        where: What an error names.

        uncertified: As in `load`.

    Raises:
        JudgeError: As `load` does.
    """
    bundle = read(text, where=where)
    if not uncertified:
        _check_certified(bundle, where)
    return bundle


def read(text: str, *, where: str = "the bundle") -> Bundle:
    """
    Read a bundle from its text, certified or not.

    Args:
        text: What the file holds.

        where: What an error names: the file's path.

    Raises:
        JudgeError: If it is no bundle, is newer, or was changed; or if its judge is no more.
    """
    whole = Part.of(_json(text, where), where)
    _check_format(whole)
    bundle = Bundle(
        rubric=_rubric(whole.part("rubric")),
        identity=_identity(whole.part("judge")),
        basis=_basis(whole.part("basis")),
        results=tuple(map(_result, whole.parts("results"))),
        made_with=whole.text("made_with"),
        made_at=whole.moment("made_at"),
        certified=whole.truth("certified"),
        reason=whole.text("reason"),
        expires_at=whole.moment("expires_at") if whole.has("expires_at") else None,
    )
    try:
        rebuilt(bundle.identity)
    except JudgeError as problem:
        raise JudgeError(
            problem.what, where=f"{where}, {problem.where}", fix=problem.fix
        ) from problem
    return bundle


def _check_certified(bundle: Bundle, where: str) -> None:
    if bundle.certified and not _is_of_one_mind(bundle):
        raise JudgeError(
            "This bundle says that it is certified, and holds what says that it is not: it was "
            "changed after it was made.",
            where=f"{where}, certified",
            fix="Pass the gate, and export the bundle again.",
        )
    if bundle.certified and not bundle.is_expired():
        return
    told = f"it expired at {bundle.expires_at}" if bundle.certified else bundle.reason
    raise JudgeError(
        f"This bundle is not certified: {told}.",
        where=where,
        fix="Say uncertified=True, or --uncertified, to judge with it all the same, or export one "
        "that is certified.",
    )


def _is_of_one_mind(bundle: Bundle) -> bool:
    """Tell whether what it holds lets it be certified; no proof, as anybody can write it."""
    is_held_back = any(one.gate not in {"", "deployable"} for one in bundle.results)
    return not bundle.reason and not is_held_back


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        what = f"The bundle cannot be opened: {problem.strerror}."
        raise JudgeError(what, where=str(path), fix="Name a bundle's file.") from problem
    except UnicodeDecodeError as problem:
        raise JudgeError("This is no text.", where=str(path), fix=FIX) from problem


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        raise JudgeError(
            f"This is not JSON: {problem.msg}.", where=f"{where}, line {problem.lineno}", fix=FIX
        ) from problem
    except (RecursionError, ValueError) as problem:
        raise JudgeError("This is no bundle.", where=where, fix=FIX) from problem


def _check_format(whole: Part) -> None:
    stated = whole.fields.get("format")
    found = MARK.fullmatch(stated) if isinstance(stated, str) else None
    if found is None:
        raise JudgeError(
            f"This is no bundle: its format should be {FORMAT!r}.",
            where=whole.where,
            fix="Name a file that judging export bundle wrote.",
        )
    if int(found[1]) > VERSION:
        raise JudgeError(
            f"A newer release made this bundle: {found[0]}; this one reads up to {FORMAT}.",
            where=whole.where,
            fix="Update Judging.",
        )


def _rubric(part: Part) -> RubricVersion:
    try:
        rubric = RubricVersion(
            name=part.text("name"),
            number=part.whole("number"),
            criteria=tuple(map(_criterion, part.parts("criteria"))),
            instructions=part.text("instructions"),
            summary_instructions=part.text("summary_instructions"),
            author=part.text("author"),
            note=part.text("note"),
            parent=part.whole("parent") if part.has("parent") else None,
        )
    except RubricError as problem:
        raise JudgeError(problem.what, where=part.where, fix=FIX) from problem
    if rubric.content_hash != part.text("content_hash"):
        raise JudgeError(
            f"The rubric {rubric.label} was changed after the bundle was made: its hash differs.",
            where=part.where,
            fix="Edit the rubric in its project, run the judge under it, and export again.",
        )
    return rubric


def _criterion(part: Part) -> Criterion:
    return Criterion(
        key=part.text("key"),
        question=part.text("question"),
        pass_when=part.text("pass_when"),
        fail_when=part.text("fail_when"),
        name=part.text("name"),
        kind=part.member("kind", Kind),
        level=part.member("level", Level),
        sees=part.member("sees", Sees),
        applies_when=part.text("applies_when") if part.has("applies_when") else None,
        examples=part.texts("examples"),
        meaning=part.whole("meaning"),
    )


def _identity(part: Part) -> JudgeIdentity:
    identity = JudgeIdentity(
        name=part.text("name"),
        provider=part.text("provider"),
        model=part.text("model"),
        family=part.text("family"),
        settings=part.part("settings").fields,
        template=part.text("template"),
    )
    if identity.fingerprint != part.text("fingerprint"):
        raise JudgeError(
            f"The judge {identity.name} was changed after the bundle was made.",
            where=f"{part.where}, fingerprint",
            fix="Run the judge that you mean, and export again.",
        )
    return identity


def _basis(part: Part) -> Basis:
    return Basis(
        reference=part.text("reference"),
        blind_only=part.truth("blind_only"),
        split=part.text("split"),
        labels=part.whole("labels"),
        decided=part.whole("decided"),
        label_set=part.text("label_set"),
    )


def _result(part: Part) -> CriterionResult:
    cells = part.part("cells")
    return CriterionResult(
        criterion=part.text("criterion"),
        level=part.text("level"),
        n=part.whole("n"),
        sessions=part.whole("sessions"),
        cells={name: cells.whole(name) for name in CELLS},
        kappa=_figure(part.part("kappa")),
        tpr=_figure(part.part("tpr")),
        tnr=_figure(part.part("tnr")),
        not_scored=part.whole("not_scored"),
        look=part.whole("look") if part.has("look") else None,
        # Files of before the gate's answer stood in them.
        gate=part.text("gate") if "gate" in part.fields else "",
        ceiling=_ceiling(part.part("ceiling")) if part.fields.get("ceiling") is not None else None,
    )


def _ceiling(part: Part) -> HumanCeiling:
    return HumanCeiling(
        units=part.whole("units"),
        people=_figure(part.part("people")),
        judge=_figure(part.part("judge")),
        difference=_figure(part.part("difference")),
        margin=part.number("margin"),
        minimum=part.number("minimum"),
        usual=part.number("usual"),
    )


def _figure(part: Part) -> Figure:
    value, low, high = (
        part.number(name) if part.has(name) else None for name in ("value", "low", "high")
    )
    return Figure(
        value, low, high, part.number("confidence"), part.text("method"), part.text("status")
    )
