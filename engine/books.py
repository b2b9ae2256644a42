"""The shelf: which book an edition's name means. The only place that knows."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.book import Book


def _fifth() -> Book:
    from engine.fifth.book import FifthBook

    return FifthBook()


_SHELF: dict[str, Callable[[], Book]] = {"5e": _fifth}

EDITIONS = tuple(_SHELF)


def book_for(edition: str) -> Book:
    """The book of an edition. Raises LookupError, naming those there are, when it is not on the shelf."""
    try:
        return _SHELF[edition]()
    except KeyError:
        raise LookupError(f"no book of edition {edition!r}; there is {', '.join(EDITIONS)}") from None
