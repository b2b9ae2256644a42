"""Words of the chapters around shooting."""

from __future__ import annotations

WORDS: dict[str, str] = {}
