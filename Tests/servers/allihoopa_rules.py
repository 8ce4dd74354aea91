"""The Allihoopa protocol's rules for a piece."""

from __future__ import annotations

import math
from typing import Any

LONGEST_US = 1_200_000_000


def check(piece: dict[str, Any]) -> list[str]:
    """All errors of a PieceInput, except those of its URLs."""
    shown, music = piece["presentation"], piece["musicalMetadata"]
    wrong = []
    title, description = shown["title"], shown.get("description") or ""
    if not title.strip():
        wrong.append("title is too short")
    if len(title) > 50:
        wrong.append(f"title has {len(title)} characters, 50 are allowed")
    if len(description) > 140:
        wrong.append(f"description has {len(description)} characters, 140 are allowed")
    length = music["lengthUs"]
    if not 1 <= length <= LONGEST_US:
        wrong.append(f"lengthUs is {length}")
    return wrong + _tempo(music) + _signature(music) + _loop(music, length) + _tonality(music)


def _tempo(music: dict[str, Any]) -> list[str]:
    tempo = (music.get("tempo") or {}).get("fixed", 120)
    good = math.isfinite(tempo) and 1 <= tempo <= 999.999
    return [] if good else [f"tempo is {tempo}"]


def _signature(music: dict[str, Any]) -> list[str]:
    said = (music.get("timeSignature") or {}).get("fixed") or {"upper": 4, "lower": 4}
    good = 1 <= said["upper"] <= 16 and said["lower"] in (2, 4, 8, 16)
    return [] if good else [f"time signature is {said['upper']}/{said['lower']}"]


def _loop(music: dict[str, Any], length: int) -> list[str]:
    loop = music.get("loop")
    if not loop or 0 <= loop["startUs"] < loop["endUs"] <= length:
        return []
    return [f"loop is {loop['startUs']} to {loop['endUs']} of {length}"]


def _tonality(music: dict[str, Any]) -> list[str]:
    said = music.get("tonality")
    if not said or said["mode"] != "TONAL":
        return []
    data = said.get("data")
    if not data or len(data["scale"]) != 12 or not 0 <= data["root"] <= 11:
        return ["tonality: 12 of a scale and a root from 0 to 11 are needed"]
    return [] if data["scale"][data["root"]] else ["tonality: the root is not in the scale"]
