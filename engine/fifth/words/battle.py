"""Words of the chapters around battle."""

from __future__ import annotations

WORDS: dict[str, str] = {}
