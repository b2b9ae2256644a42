"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from engine import __version__
from engine.core.journal import JournalError
from engine.players import arena
from engine.session import Session
from render import army_lists, los, odds
from scenarios.catalogue import find_scenario
from scenarios.loader import check, load_scenario
from scenarios.problems import ScenarioError

DONE, NO, WRONG = 0, 1, 2
"""Exit status: done; the answer is no or a check failed; wrong use or input that cannot be read."""

EPILOG = """\
examples:
  %(prog)s                                          open the menu
  %(prog)s play scenarios/5e/first-steps.yaml       open a scenario
  %(prog)s simulate patrol-500 --games 20 --seed 1  let computers play it twenty times
  %(prog)s check my-scenario.yaml                   find every mistake in a file
  %(prog)s los position.yaml --pair a1 t1 --margin  settle who sees whom
  %(prog)s import marines.rosz --out marines.yaml   make an army file of a list from another program
  %(prog)s replay saves/tuesday.battle              play a battle file again, checking every step
  %(prog)s odds saves/tuesday.battle boyz-1 scouts  what an attack may do, exactly
"""


ODDS_EPILOG = """\
examples:
  %(prog)s duel.yaml tactical-1 boyz-1 --kind shooting  how many may fall
  %(prog)s saves/tuesday.battle boyz-1 scouts           shooting, and a charge with its fight
  %(prog)s --test 4+ --dice 10                          ten saves of 4+
  %(prog)s --test 8                                     a Leadership test
"""


def parser() -> argparse.ArgumentParser:
    """Everything the command line understands."""
    top = argparse.ArgumentParser(
        prog="sightline", description="A tabletop wargame by its own rules on an exact battlefield.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    top.add_argument("--version", action="version", version=f"Sightline {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    _play(commands)
    _simulate(commands)
    _replay(commands)
    _check(commands)
    los.add_parser(commands).set_defaults(run=los.run)
    army_lists.add_parser(commands).set_defaults(run=army_lists.run)
    _odds(commands)
    return top


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _play(commands: Commands) -> None:
    command = commands.add_parser("play", help="open the window, at the menu or in a scenario")
    command.add_argument(
        "scenario", nargs="?",
        help="a scenario or scene file, the name of a bundled one, a saved battle, or a photograph of a table",
    )  # fmt: skip
    command.add_argument(
        "--seed", type=int, default=None, help="the dice of this battle; another battle each time without"
    )
    command.set_defaults(run=play)


def _simulate(commands: Commands) -> None:
    command = commands.add_parser(
        "simulate", help="let computers play a scenario",
        description="Computer against computer. The same seed gives the same game, whatever the number of workers.",
    )  # fmt: skip
    command.add_argument("scenario", help="a scenario file, or the name of a bundled one")
    command.add_argument("--games", type=_count, default=1, metavar="N", help="how many games (1)")
    command.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the seed of the first game (0); each next one adds 1"
    )
    command.add_argument(
        "--players", default="", metavar="A,B", help=f"who plays each side: {', '.join(arena.PLAYERS)}"
    )
    command.add_argument("--workers", type=_count, default=1, metavar="W", help="processes to share the games (1)")
    command.add_argument("--json", action="store_true", help="one JSON line a game, then one for all")
    command.set_defaults(run=simulate)


def _replay(commands: Commands) -> None:
    command = commands.add_parser("replay", help="play a battle file again, checking every digest")
    command.add_argument("file", type=Path, help="a saved battle")
    command.add_argument("--png-dir", type=Path, metavar="DIR", help="write a picture of every player turn there")
    command.set_defaults(run=replay)


def _check(commands: Commands) -> None:
    command = commands.add_parser("check", help="find every mistake in scenario, army and terrain files")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.set_defaults(run=check_files)


def _odds(commands: Commands) -> None:
    command = commands.add_parser(
        "odds", help="exact odds of shooting, of a charge, of a test", epilog=ODDS_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="What one unit may do to another as they stand, all chances counted; or how a test may go.",
    )  # fmt: skip
    command.add_argument("position", nargs="?", help="a saved battle, a scene or a scenario with its models placed")
    command.add_argument("unit", nargs="?", help="the unit that shoots or charges")
    command.add_argument("target", nargs="?", help="the enemy unit")
    command.add_argument("--kind", action="append", choices=odds.KINDS, help="shooting or combat; both without")
    command.add_argument("--test", default="", metavar="SCORE", help="4+ for dice, 8 for a Leadership test on 2D6")
    command.add_argument("--dice", type=_count, default=1, metavar="N", help="how many dice need the score (1)")
    command.add_argument("--json", action="store_true", help="one JSON line for each answer")
    command.set_defaults(run=tell_odds)


def _count(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to 1,000,000")
    return value


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    arguments = parser().parse_args(sys.argv[1:] if argv is None else argv)
    if arguments.command is None:
        arguments = parser().parse_args(["play"])
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except (ScenarioError, JournalError, LookupError) as error:
        print(error, file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        sys.stderr.close()
        return DONE
    except OSError as error:
        print(f"{error.filename}: {error.strerror}" if error.filename else error, file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return 130


def play(arguments: argparse.Namespace) -> int:
    """Open the window."""
    from render import startup

    if status := startup.check():
        return status
    from render.app import run

    return run(arguments.scenario, arguments.seed)


def simulate(arguments: argparse.Namespace) -> int:
    """Let computers play, and print what came of it."""
    setup = load_scenario(find_scenario(arguments.scenario), tried=True)
    names = _players(arguments.players)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    results = []
    for result in arena.play_games(setup, seeds, names, arguments.workers):
        results.append(result)
        print(result.line() if arguments.json else _told(result), flush=True)
    summary = arena.Summary.of(results, [side.id for side in setup.sides])
    print(summary.line() if arguments.json else _told_all(summary))
    return DONE


def _players(text: str) -> list[str]:
    names = text.split(",") if text else [arena.USUAL, arena.USUAL]
    names = names * 2 if len(names) == 1 else names
    unknown = [name for name in names if name not in arena.PLAYERS]
    if unknown or len(names) != 2:
        raise LookupError(f"--players takes one name or two of: {', '.join(arena.PLAYERS)}; not {text!r}")
    return names


def _told(result: arena.Result) -> str:
    score = ", ".join(f"{side} {points}" for side, points in result.score.items())
    ending = f"{result.winner} wins" if result.winner else "a draw"
    return f"seed {result.seed}: {ending} ({score}) after {result.turns} game turns and {result.decisions} answers"


def _told_all(summary: arena.Summary) -> str:
    won = ", ".join(f"{side} won {count}" for side, count in summary.won.items())
    games = "1 game" if summary.games == 1 else f"{summary.games} games"
    return f"{games}: {won}, {summary.draws} drawn; {summary.turns} game turns on average"


def replay(arguments: argparse.Namespace) -> int:
    """Play a battle file again from its beginning."""
    session = Session.load(arguments.file, whole=True)
    if session.lost:
        print(f"{arguments.file}: {session.lost}", file=sys.stderr)
        return NO
    if arguments.png_dir is not None:
        from render.pictures import turn_pictures

        for path in turn_pictures(session, arguments.png_dir):
            print(path)
    outcome = session.state.outcome
    ending = f"over: {outcome.winner or 'draw'}, {outcome.reason}" if outcome else "not over"
    print(f"{len(session.lines)} entries agree, digest {session.digest}; the battle is {ending}")
    return DONE


def check_files(arguments: argparse.Namespace) -> int:
    """Say everything that is wrong with files."""
    problems = [problem for path in arguments.files for problem in check(path)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        count = len(arguments.files)
        print(f"{count} file{'s' if count > 1 else ''} without a mistake")
    return WRONG if problems else DONE


def tell_odds(arguments: argparse.Namespace) -> int:
    """Say how an attack or a test may go."""
    for told in odds.odds_of(arguments):
        print(*odds.lines(told, arguments.json), sep="\n")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
