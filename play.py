"""The doorway: `python3 play.py [command ...]` plays, `python3 play.py test [pytest arguments]` tests.

Standard library only. Keeps `.venv` equal to requirements.lock, then runs the command line in it. The stamp is written
last and removed first, so a half-made environment is never taken for a whole one.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HOUSE = os.path.dirname(os.path.abspath(__file__))
LOCK = os.path.join(HOUSE, "requirements.lock")
VENV = os.path.join(HOUSE, ".venv")
STAMP = os.path.join(VENV, "sightline.stamp")
EVERYTHING = ["-n", "auto", "--dist", "loadfile"]
LOG = os.path.join(HOUSE, ".venv-install.log")
PYTHON = os.path.join(VENV, "Scripts", "python.exe") if os.name == "nt" else os.path.join(VENV, "bin", "python")
LOCKED = ["--require-hashes", "--only-binary", ":all:", "-r", LOCK]
NO_WAY = "This Python cannot make environments; on Debian or Ubuntu run: sudo apt install python3.%d-venv"
NO_NETWORK = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "ProxyError",
    "ConnectionError",
    "Failed to establish",
    "Could not connect",
    "dns error",
    "error sending request",
    "Failed to fetch",
)


def say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def runs(command: "list[str]", log: str) -> bool:
    """Whether the command succeeds; what it says goes to the log."""
    env = dict(os.environ, PIP_USER="0", PIP_REQUIRE_VIRTUALENV="0", PYTHONIOENCODING="utf-8")
    with open(log, "ab") as out:
        try:
            return subprocess.call(command, stdout=out, stderr=out, env=env, cwd=HOUSE) == 0
        except OSError:
            return False


def recipes() -> "Iterator[list[list[str]]]":
    """The ways to make and fill `.venv` that this machine offers, best first; each is a list of commands."""
    me = sys.executable
    if importlib.util.find_spec("ensurepip"):
        yield [[me, "-m", "venv", VENV], [PYTHON, "-m", "pip", "install", "--retries", "2", *LOCKED]]
    uv = shutil.which("uv")
    if uv and runs([uv, "--version"], os.devnull):
        yield [[uv, "venv", "--python", me, VENV], [uv, "pip", "install", "--python", PYTHON, *LOCKED]]
    if importlib.util.find_spec("pip"):
        pip = [me, "-m", "pip", "--python", PYTHON, "install", "--retries", "2", *LOCKED]
        yield [[me, "-m", "venv", "--without-pip", VENV], pip]


def wanted() -> str:
    with open(LOCK, "rb") as lock:
        return hashlib.sha256(lock.read()).hexdigest()


def ready() -> bool:
    """Whether `.venv` is whole, its Python still exists, and it was made from this very lock."""
    try:
        with open(STAMP) as stamp, open(os.path.join(VENV, "pyvenv.cfg")) as cfg:
            home = [line.split("=", 1)[1].strip() for line in cfg if line.startswith("home")]
            return stamp.read() == wanted() and os.path.exists(PYTHON) and all(map(os.path.isdir, home))
    except OSError:
        return False


def clear() -> None:
    """Removes `.venv`, the stamp before anything else."""
    for path in (STAMP, LOG):
        if os.path.exists(path):
            os.remove(path)
    if os.path.exists(VENV):
        shutil.rmtree(VENV)


def trouble() -> str:
    """One sentence on why the installation failed, from the log."""
    with open(LOG, encoding="utf-8", errors="replace") as log:
        text = log.read()
    if any(word in text for word in NO_NETWORK):
        return (
            "The libraries could not be downloaded: is the network there? Run this again when it is (details: %s)."
            % LOG
        )
    errors = [line.strip() for line in text.splitlines() if "error" in line.lower()] or ["unknown error"]
    return "The libraries could not be installed: %s (details: %s)." % (errors[-1], LOG)


def install() -> int:
    """Makes `.venv` from the lock by the first recipe that works; 0 when it is ready, else 2 and one sentence."""
    say("First run: installing the libraries into .venv, about a minute ...")
    reason = NO_WAY % sys.version_info[1]
    for way in recipes():
        clear()
        if all(runs(command, LOG) for command in way):
            break
        reason = trouble()
    else:
        say(reason)
        return 2
    os.remove(LOG)
    say("Preparing sight, once ...")
    run(["-c", "from battlefield.sight import accelerate; accelerate.warm()"], stderr=subprocess.DEVNULL)
    with open(STAMP + ".new", "w") as stamp:
        stamp.write(wanted())
    os.replace(STAMP + ".new", STAMP)
    return 0


def run(arguments: "list[str]", stderr: "int | None" = None) -> int:
    """Runs the environment's Python with the project on its path, and never the folder the caller stands in."""
    path = os.pathsep.join(filter(None, [HOUSE, os.environ.get("PYTHONPATH")]))
    return subprocess.call([PYTHON, "-P", *arguments], env=dict(os.environ, PYTHONPATH=path), stderr=stderr)


def main(argv: "list[str]") -> int:
    if sys.version_info < (3, 11):
        say("Sightline needs Python 3.11 or newer, and this is %d.%d." % sys.version_info[:2])
        return 2
    try:
        whole = ready()
        if not whole and os.path.realpath(sys.prefix) == os.path.realpath(VENV):
            say("The libraries have to be installed anew: run this with your own Python, not with the one in .venv.")
            return 2
        status = 0 if whole else install()
        if status:
            return status
        if argv[:1] == ["test"]:
            os.chdir(HOUSE)
            return run(["-m", "pytest", *(argv[1:] or EVERYTHING)])
        return run(["-m", "render.cli", *argv])
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        say("Sightline could not start: %s" % error)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
