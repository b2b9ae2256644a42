"""The keys and gestures of the bench, as its help page and its document tell them."""

from __future__ import annotations

AT_HAND = (
    ("Left click", "choose; put what is in the hand"),
    ("Drag", "move a model or a piece"),
    ("Shift+drag", "move the model's whole unit"),
    ("Shift+click", "put it and keep another in the hand"),
    ("Wheel", "zoom; turns what is held or dragged"),
    ("Q and E", "turn by 15°, with Shift by 1°"),
    ("Arrow keys", "nudge by 0.1″"),
    ("Shift+arrows", "nudge by 1″"),
    ("Ctrl+arrows", "nudge by 0.01″"),
    ("Delete", "take it off the table"),
    ("D", "another one like it"),
    ("PgUp, PgDn", "stand a floor higher, lower"),
    ("Click again", "one wall or floor of a ruin"),
    ("Enter", "close the outline being drawn"),
    ("Bksp", "take its last corner back"),
    ("Right drag", "pan the table"),
    ("+ and -", "zoom in and out"),
    ("F", "show the whole table"),
)
ABOUT = (
    ("A", "then click who looks: From"),
    ("T", "then click the target: To"),
    ("X", "exchange From and To"),
    ("U", "whole units, or two models"),
    ("R", "the next edition; all side by side"),
    ("W", "write a ruling: picture, text, scene"),
    ("P", "a real table from a photograph"),
    ("G", "the grid, every half inch"),
    ("S", "snapping into contact"),
    ("Ctrl+Z", "take the last edit back"),
    ("Ctrl+Y", "do it again"),
    ("Ctrl+S", "save as a scene"),
    ("Ctrl+O", "open a scene"),
    ("F1", "this page"),
    ("F2", "fold the palette"),
    ("F3", "fold the two views"),
    ("F12", "write a picture of the window"),
    ("Esc", "step back; leave the bench"),
)
