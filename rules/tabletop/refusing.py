"""How an action is refused: by a code and its values; people's words are found elsewhere."""

from __future__ import annotations

Said = str | int | tuple[str, ...]


class RefusedError(ValueError):
    """An action that cannot be done. ``code`` says why, ``values`` fill its words, ``field`` is at fault.

    The words of a code in people's languages are no part of the rules: ``battles.table.words`` has them.
    """

    def __init__(self, code: str, field: str = "", **values: Said) -> None:
        """``field`` is empty when it is the action itself."""
        said = "; ".join(
            f"{name}: {', '.join(value) if isinstance(value, tuple) else value}"
            for name, value in values.items()
        )
        super().__init__(f"{code} ({said})" if said else code)
        self.code, self.field, self.values = code, field, values
