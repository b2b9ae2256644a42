"""The accelerator: compiles the sight kernels with numba, or leaves the same source as it is.

Without numba, or with SIGHTLINE_NO_NUMBA=1 in the environment, every kernel runs as plain Python and answers the same.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from platformdirs import user_cache_dir

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

Tuple = TypeVar("Tuple", bound=type)

numba: Any = None
if os.environ.get("SIGHTLINE_NO_NUMBA") != "1":
    with suppress(ImportError):
        numba = import_module("numba")

ACCELERATED = numba is not None and not numba.config.DISABLE_JIT
"""Whether the kernels are compiled."""


def _cache_directory() -> str:
    """Where compiled kernels are kept: one directory for each state of the kernels' source.

    numba looks at the date of the one file a kernel stands in, not at the files it calls into.
    """
    here = Path(__file__).parent
    digest = sha256()
    for source in sorted(here.glob("*.py")):
        text = source.read_bytes()
        if b"compiled" in text or b"accelerate" in text:
            digest.update(text)
    base = os.environ.get("NUMBA_CACHE_DIR")
    if not base:
        base = str(here / "__pycache__" if os.access(here, os.W_OK) else user_cache_dir("sightline"))
    return str(Path(base) / f"sight-{digest.hexdigest()[:12]}")


if ACCELERATED:
    numba.config.CACHE_DIR = _cache_directory()


OPTIONS = {"fastmath": False, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
"""How kernels are compiled. They make no arrays, so nothing need count who holds one."""


def compiled(kernel: Kernel) -> Kernel:
    """Decorator of the kernels of sight: other kernels call them, nothing else may. They are meant for one thread.

    To be called from Python a kernel needs more code that takes time to compile; those that are have `entry`.
    """
    if not ACCELERATED:
        return kernel
    return cast(Kernel, _plain(numba.njit(no_cpython_wrapper=True, **OPTIONS)(kernel)))


def entry(kernel: Kernel) -> Kernel:
    """`compiled` for a kernel that is called from Python as well."""
    if not ACCELERATED:
        return kernel
    return cast(Kernel, _plain(numba.njit(cache=True, **OPTIONS)(kernel)))


def _plain(kernel: Any) -> Any:
    """Compile a kernel only once for numbers, whether they are written out where it is called or not."""
    found, unliteral = kernel.get_call_template, numba.types.unliteral
    kernel.get_call_template = lambda args, kws: found([unliteral(arg) for arg in args], kws)
    return kernel


def inlined(kernel: Kernel) -> Kernel:
    """Decorator of a kernel that is called from one or two places and written into them.

    What calls a large kernel takes as long to compile as that kernel does; the fewer such callers, the better.
    """
    if not ACCELERATED:
        return kernel
    return cast(Kernel, numba.njit(inline="always", no_cpython_wrapper=True, **OPTIONS)(kernel))


def handed(owner: Tuple) -> Tuple:
    """Decorator of the named tuples of arrays that kernels work on."""
    if ACCELERATED:
        import_module("battlefield.sight.handing").hand_over(owner)
    return owner


def warm() -> str | None:
    """Make every kernel ready now, so that the first look does not have to wait.

    The first time on a machine this takes about a minute, afterwards a fraction of one. Returns `PREPARING`, or
    None when kernels are not compiled at all. Call it as often as you like.
    """
    if not ACCELERATED:
        return None
    from battlefield.sight.trial import trial

    # What compiles makes millions of small things and hardly any rubbish; to look for it takes a tenth of the time.
    collects = gc.isenabled()
    gc.disable()
    try:
        trial()
    finally:
        if collects:
            gc.enable()
    return PREPARING


PREPARING = "preparing sight, once"
"""What to tell the player before calling `warm`."""
