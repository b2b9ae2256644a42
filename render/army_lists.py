"""Army lists from other programs on the command line."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import TYPE_CHECKING

from scenarios.finding import own_armies
from scenarios.problems import Problem, ScenarioError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

EPILOG = """\
examples:
  %(prog)s marines.rosz                       what is in the list, and what is not read of it
  %(prog)s marines.rosz --out marines.yaml    make an army file of it
  %(prog)s orks.json --json                   the same as JSON
"""


def add_parser(commands: _SubParsersAction[ArgumentParser]) -> ArgumentParser:
    """The `import` command."""
    command = commands.add_parser(
        "import", help="make an army file of a list from another program", epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        description="Reads BattleScribe .ros and .rosz, NewRecruit JSON and ListForge JSON or share links, for the "
        "eighth edition. Says what was assumed and what could not be read; status 1 when the costs do not add up.",
    )  # fmt: skip
    command.add_argument("list", metavar="LIST", help="the file of the list, or a ListForge share link")
    command.add_argument("--out", type=Path, metavar="FILE", help="write the army file there; not written without")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of words")
    return command


def run(arguments: Namespace) -> int:
    """Read a list, say what is in it, and write the army file when asked to. 0 done, 1 the costs do not add up.

    Raises ScenarioError, OSError.
    """
    from scenarios.importing.importer import import_list, told

    imported = import_list(arguments.list)
    out: Path | None = arguments.out
    if out is not None:
        if _same(out, arguments.list):
            raise ScenarioError([Problem(str(out), 0, "is the list itself", "write the army file somewhere else")])
        imported.write(out)
    if arguments.json:
        print(json.dumps(imported.summary(), ensure_ascii=False))
    else:
        where = f"Written to {out}." if out is not None else "Nothing is written without --out FILE."
        print(*told(imported), "", f"{where} A scenario finds armies beside it and in {own_armies()}.", sep="\n")
    if not imported.army.adds_up and arguments.json:
        print(f"{arguments.list}: the costs do not add up", file=sys.stderr)
    return 0 if imported.army.adds_up else 1


def _same(out: Path, where: str) -> bool:
    try:
        return out.exists() and os.path.samefile(out, where)
    except OSError:
        return False
