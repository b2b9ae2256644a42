"""Words of the chapters around movement."""

from __future__ import annotations

WORDS: dict[str, str] = {}
