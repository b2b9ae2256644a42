"""What a person has set: kept in one small JSON file that no damage can turn into a crash."""

from __future__ import annotations

import json
import math
import os
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from render.theme import SCALE_MAX, SCALE_MIN
from scenarios.finding import home as home

Speed = Literal["normal", "fast", "off"]
SMALLEST, LARGEST = (960, 600), (7680, 4320)


@dataclass(frozen=True, slots=True)
class Settings:
    """`scale` of the interface, `speed` of animations, whether the screen is handed over hidden between two players,
    whether hints are shown, and the size of the window in pixels."""

    scale: float = 1.0
    speed: Speed = "normal"
    hand_over: bool = False
    hints: bool = True
    window: tuple[int, int] = (1440, 900)

    def with_scale(self, scale: float) -> Settings:
        """The same settings at another scale, held within what the interface can show."""
        return replace(self, scale=min(SCALE_MAX, max(SCALE_MIN, scale)))

    def duration(self, seconds: float) -> float:
        """How long an animation of `seconds` lasts at the chosen speed."""
        return {"normal": 1.0, "fast": 0.4, "off": 0.0}[self.speed] * seconds


def load() -> Settings:
    """The kept settings. What is missing, damaged or out of bounds is the default; nothing here raises."""
    try:
        raw = json.loads((home() / "settings.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(raw, dict):
        return Settings()
    sound: dict[str, Any] = {f.name: _sound(f.name, raw.get(f.name)) for f in fields(Settings)}
    return Settings(**{name: value for name, value in sound.items() if value is not None})


def save(settings: Settings) -> bool:
    """Write the settings in one step; False when the folder cannot be written, which is never worth stopping for."""
    folder = home()
    beside = folder / "settings.json.new"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
        os.replace(beside, folder / "settings.json")
    except OSError:
        return False
    return True


def _sound(name: str, value: object) -> object:
    """The value if it can be used for this setting, else None."""
    if name == "scale":
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            return None
        return min(SCALE_MAX, max(SCALE_MIN, float(value)))
    if name == "speed":
        return value if isinstance(value, str) and value in get_args(Speed) else None
    if name == "window":
        return _size(value)
    return value if isinstance(value, bool) else None


def _size(value: object) -> tuple[int, int] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    if not all(isinstance(side, int) and not isinstance(side, bool) for side in value):
        return None
    width, height = (min(most, max(least, side)) for side, least, most in zip(value, SMALLEST, LARGEST, strict=True))
    return width, height
