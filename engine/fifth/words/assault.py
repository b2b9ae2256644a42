"""Words of the chapters around assault."""

from __future__ import annotations

WORDS: dict[str, str] = {}
