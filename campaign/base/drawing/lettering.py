"""How wide a text is at most, whatever face it is drawn in: the same answer here and in the browser.

``static/js/web/map/lettering.js`` is its twin. The advances are those of a wide bold sans; what is drawn in
another face is squeezed where it would be wider.
"""

from __future__ import annotations

# fmt: off
ADVANCES = (
    349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 581,
    1000, 774, 763, 734, 831, 684, 684, 821, 837, 373, 373, 775, 638, 996, 837, 851,
    733, 851, 771, 721, 683, 813, 774, 1104, 771, 725, 726, 458, 366, 458, 838, 500,
    500, 675, 716, 593, 716, 679, 436, 716, 712, 343, 343, 666, 343, 1042, 712, 688,
    716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712, 366, 712, 838,
)
# fmt: on
"""In thousandths of the size of the letters, from the space on."""

LATER = 1000
"""Of letters beyond these: few are wider, and none is left out for it."""


def wide(text: str, size: int) -> int:
    """How wide a text is, in the units of ``size``."""
    total = 0
    for letter in text:
        place = ord(letter) - 32
        total += ADVANCES[place] if 0 <= place < len(ADVANCES) else LATER
    return -(-total * size // 1000)
