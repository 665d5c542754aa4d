"""What of a map a picture shows, and where on it. Places count in whole pixels from the corner of A1."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from campaign.base.drawing.territory import PIXEL

Run = tuple[int, int, int]
"""From a column to before another, in a row."""


@dataclass(frozen=True, slots=True)
class View:
    """Sectors, ends excluded, at a scale: how many twelfths of a pixel a sector is wide."""

    x0: int
    y0: int
    x1: int
    y1: int
    scale: int

    def pixel(self, sectors: int) -> int:
        """The pixel of the map at which a column or row begins, as ``Math.round`` gives it."""
        return (2 * sectors * self.scale + PIXEL) // (2 * PIXEL)

    @property
    def pixels(self) -> float:
        """How wide a sector is, in pixels."""
        return self.scale / PIXEL

    @property
    def corner(self) -> tuple[int, int]:
        """The pixel of the map that is the picture's first."""
        return self.pixel(self.x0), self.pixel(self.y0)

    @property
    def size(self) -> tuple[int, int]:
        """The picture's size in pixels."""
        left, top = self.corner
        return max(1, self.pixel(self.x1) - left), max(1, self.pixel(self.y1) - top)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The sectors that are shown, ends excluded."""
        return self.x0, self.y0, self.x1, self.y1

    def place(self, x: float, y: float, larger: float = 1) -> tuple[float, float]:
        """Where a corner of the map lies on the picture, or on one ``larger`` by so much."""
        (left, top), many = self.corner, self.pixels
        return (x * many - left) * larger, (y * many - top) * larger

    def square(self, run: Run) -> tuple[int, int, int, int]:
        """A run of sectors in the picture's pixels: left, top, and the last pixels within."""
        x0, x1, y = run
        left, top = self.corner
        return (
            self.pixel(x0) - left,
            self.pixel(y) - top,
            self.pixel(x1) - left - 1,
            self.pixel(y + 1) - top - 1,
        )

    def enlarged(self, small: Image.Image, rim: int = 0) -> Image.Image:
        """A picture of one pixel a sector as large as the map, with ``rim`` pixels more on each side.

        It must itself have a rim of one sector, which stands for all that lies beyond the map.
        """
        (left, top), (wide, high), one = self.corner, self.size, PIXEL / self.scale
        matrix = (one, 0.0, (left - rim) * one + 1, 0.0, one, (top - rim) * one + 1)
        return small.transform(
            (wide + 2 * rim, high + 2 * rim), Image.Transform.AFFINE, matrix, Image.Resampling.NEAREST
        )
