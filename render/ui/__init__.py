"""A small widget layer: each frame's calls draw the widgets and register them, and the register does the rest."""
