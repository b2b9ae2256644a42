"""The shelf: which book an edition's name means. The only place that knows."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.book import Book


def _fifth() -> Book:
    from engine.fifth.book import FifthBook

    return FifthBook()


def _eighth() -> Book:
    from engine.eighth.book import EighthBook

    return EighthBook()


def _eleventh() -> Book:
    from engine.eleventh.book import EleventhBook

    return EleventhBook()


_SHELF: dict[str, Callable[[], Book]] = {"5e": _fifth, "8e": _eighth, "11e": _eleventh}

EDITIONS = tuple(_SHELF)
"""The editions with a book: it says at least what can be seen."""

PLAYABLE: tuple[str, ...] = ("5e", "8e")
"""Those whose battles can be played."""


def book_for(edition: str) -> Book:
    """The book of an edition. Raises LookupError, naming those there are, when it is not on the shelf."""
    try:
        return _SHELF[edition]()
    except KeyError:
        raise LookupError(f"no book of edition {edition!r}; there is {', '.join(EDITIONS)}") from None


def book_to_play(edition: str) -> Book:
    """The book by which a battle can be played. Raises ValueError, saying what it has, when there is none."""
    if edition not in PLAYABLE:
        held = "its book only says what can be seen" if edition in EDITIONS else "there is no book of it"
        raise ValueError(f"battles of edition {edition} cannot be played yet: {held}; there is {', '.join(PLAYABLE)}")
    return book_for(edition)
