"""The table as one picture: ground, what stands on it, and room for what is laid over it."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pygame

from battlefield.shapes import reach
from battlefield.table import Board
from battlefield.units import inches
from render.scene import Figure, Scene
from render.table.camera import Camera
from render.table.figures import draw_edge_numbers, draw_figures, draw_ghost, draw_goals, draw_trees
from render.table.ground import Ground
from render.table.sprites import Sprites
from render.table.strokes import Chips
from render.theme import Theme


class TableView:
    """Draws a board and a scene through a camera, and turns the hand's gestures into camera moves.

    The right button drags the table, the wheel magnifies at the pointer. A left button is the caller's. `over_ground`
    paints between the ground and what stands on it.
    """

    def __init__(self, board: Board, theme: Theme, view: pygame.Rect) -> None:
        self.board = board
        self.ground = Ground()
        self.sprites = Sprites(theme)
        self.camera = self._fitted(view)
        self.over_ground: Callable[[pygame.Surface, Camera], None] | None = None
        self._dragging = False

    def resize(self, view: pygame.Rect) -> None:
        """Give the table another part of the screen; a table shown whole stays whole."""
        if self.camera.rect == view:
            return
        whole = self.camera == self._fitted(self.camera.rect)
        self.camera = self._fitted(view) if whole else self.camera.resized(view)

    def restyle(self, theme: Theme) -> None:
        """Take another theme into use."""
        if theme is not self.sprites.theme:
            self.sprites = Sprites(theme)

    def show_all(self) -> None:
        """Show the whole table."""
        self.camera = self._fitted(self.camera.rect)

    def handle(self, event: pygame.event.Event) -> bool:
        """Pan and zoom; True when the event was one of those."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3) and self.camera.rect.collidepoint(event.pos):
            self._dragging = True
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3) and self._dragging:
            self._dragging = False
            return True
        if event.type == pygame.MOUSEMOTION and self._dragging:
            self.camera = self.camera.panned(*event.rel)
            return True
        return False

    def zoom(self, notches: int, at: tuple[int, int]) -> None:
        """Magnify by wheel notches at a pixel."""
        self.camera = self.camera.zoomed(1.2**notches, at)

    @property
    def unfinished(self) -> bool:
        """Whether the last quick frame left some of the ground coarse: draw another one soon."""
        return self.ground.unfinished

    def draw(
        self,
        surface: pygame.Surface,
        scene: Scene,
        selected: Collection[str] = (),
        hidden: Collection[str] = (),
        ghosts: Collection[Figure] = (),
        quick: bool = False,
    ) -> Chips:
        """Draw the table; returns the keeper of labels for whatever is laid over it, with the clip set to the table.

        The caller draws its overlays and then sets the clip back with `done`. With `quick`, see `unfinished`.
        """
        self.ground.draw(surface, self.camera, self.board, quick)
        surface.set_clip(self.camera.rect)
        if self.over_ground is not None:
            self.over_ground(surface, self.camera)
        draw_trees(surface, self.camera, self.board, scene, self.sprites)
        draw_goals(surface, self.camera, scene.goals, self.sprites)
        draw_figures(surface, self.camera, scene, self.sprites, selected, hidden)
        for ghost in ghosts:
            draw_ghost(surface, self.camera, ghost, self.sprites)
        draw_edge_numbers(surface, self.camera, self.board, self.sprites)
        return Chips(self.sprites.theme, self.camera.rect, self._standing(scene, hidden, ghosts))

    def _standing(self, scene: Scene, hidden: Collection[str], ghosts: Collection[Figure]) -> list[pygame.Rect]:
        """The pixels that models stand on, as rectangles a little within their bases."""
        shown = [figure for figure in scene.figures.values() if figure.id not in hidden]
        return [self.camera.spot(figure.pose.xy, 0.8 * reach(figure.shape)) for figure in (*shown, *ghosts)]

    def done(self, surface: pygame.Surface) -> None:
        """Give the rest of the screen back after the overlays."""
        surface.set_clip(None)

    def _fitted(self, view: pygame.Rect) -> Camera:
        return Camera.fit(inches(self.board.width), inches(self.board.depth), view, self.sprites.theme.px(28))
