"""Computer against computer: one battle, or many in bulk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context

from engine.core import codec
from engine.core.setup import Setup
from engine.players.captain import Captain
from engine.players.player import Player, Whim
from engine.session import Session

MOST_DECISIONS = 50_000
"""More answers than any battle needs."""

BATCH = 8
"""Games handed to a worker at once."""

PLAYERS: dict[str, Callable[[str], Player]] = {"captain": Captain, "whim": Whim}
"""Computer players by name; each is made with a seed."""

USUAL = "captain"
"""Who plays when nobody is named."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game: who won (empty for a draw), the score, game turns, answers given, and the digest of all of it."""

    seed: int
    winner: str
    score: dict[str, int]
    turns: int
    decisions: int
    digest: str

    def line(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self))


class NeverEnds(RuntimeError):
    """A battle that went on and on."""


def play(session: Session, players: dict[str, Player]) -> int:
    """Let each side's player answer until the battle is over; returns the number of answers.

    Raises
    ------
    NeverEnds
        after MOST_DECISIONS answers.
    AssertionError
        when a player gives an illegal answer.
    """
    for count in range(MOST_DECISIONS):
        pending = session.pending
        if pending is None:
            return count
        answer = players[pending.player].answer(session)
        given = session.submit(answer)
        if not given.accepted:
            reasons = "; ".join(session.explain(r) for r in given.refusals)
            raise AssertionError(f"{players[pending.player].name} on {pending.topic}: {answer!r} refused: {reasons}")
    raise NeverEnds(f"no end after {MOST_DECISIONS} answers")


def play_game(setup: Setup, seed: int, names: Sequence[str]) -> Result:
    """One game of a scenario; `names` are the players of the first and the second side."""
    session = Session.begin(setup, seed=seed)
    sides = session.state.sides
    players = {side: PLAYERS[name](f"{seed}/{side}") for side, name in zip(sides, names, strict=True)}
    decisions = play(session, players)
    outcome, state = session.state.outcome, session.state
    winner = outcome.winner if outcome else ""
    return Result(seed, winner, dict(state.scores), state.clock.round, decisions, session.digest)


def play_games(setup: Setup, seeds: Sequence[int], names: Sequence[str], workers: int = 1) -> Iterator[Result]:
    """Games in the order of their seeds, the same for any number of workers."""
    if workers <= 1:
        for seed in seeds:
            yield play_game(setup, seed, names)
        return
    data = codec.text(setup)
    batches = [tuple(seeds[i : i + BATCH]) for i in range(0, len(seeds), BATCH)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for results in pool.map(_play_batch, [(data, batch, tuple(names)) for batch in batches]):
            yield from results


def _play_batch(task: tuple[str, tuple[int, ...], tuple[str, ...]]) -> list[Result]:
    data, seeds, names = task
    setup = codec.decode(json.loads(data))
    return [play_game(setup, seed, names) for seed in seeds]


@dataclass(frozen=True, slots=True)
class Summary:
    """All games together: how many each side won, draws, mean game turns and answers, and the digest of all."""

    games: int
    won: dict[str, int]
    draws: int
    turns: float
    decisions: float
    digest: str

    @classmethod
    def of(cls, results: Sequence[Result], sides: Sequence[str]) -> Summary:
        games = len(results)
        won = {side: len([r for r in results if r.winner == side]) for side in sides}
        turns = round(sum(r.turns for r in results) / max(games, 1), 2)
        decisions = round(sum(r.decisions for r in results) / max(games, 1), 1)
        return cls(games, won, games - sum(won.values()), turns, decisions, codec.digest(*(r.digest for r in results)))

    def line(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self))
