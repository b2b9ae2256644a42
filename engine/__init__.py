"""The engine: state, procedures and the books of three editions, behind one Session."""

__version__ = "0.1.0"
