"""How much each address takes: of what is longer nothing is kept, and its sender is told the limit there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

MIB = 1024 * 1024
FORM = 6 * MIB
"""Bytes of a request without large files: a form, a plan, a list of units."""
PHOTOGRAPH = 16 * MIB
"""Bytes that are heard where a picture of 5 MB is taken: what a phone sends is told so at its field, with the
form as it was."""


@dataclass(frozen=True, slots=True)
class Door:
    """An address: how many bytes of a request are heard there, how large its file may be, and in which field
    programs send that.
    """

    most: int = FORM
    limit: str | Promise = ""
    field: str = ""

    @property
    def refusal(self) -> str:
        """What is said to a longer request."""
        whole = _("A request may have up to %(most)d MiB here.") % {"most": self.most // MIB}
        return f"{self.limit} {whole}" if self.limit else whole


PLAIN = Door()
_PICTURE = lazy("A picture has at most 5 MB.")
_MAP = lazy("A map may have up to 4 MB.")
_LIST = lazy("A list has at most 1 MiB.")
_CAMPAIGN = lazy("A campaign's file has at most 50 MB.")
_TWO = lazy("A map may have up to 4 MB, a picture up to 5 MB.")
_EITHER = lazy("A list has at most 1 MiB, a picture of it 5 MB.")
# In base64 it is a third longer, and lies in memory: no more is heard than is taken.
_IN_JSON = Door(8 * MIB, _PICTURE, "picture")

DOORS: Mapping[str, Door] = {
    "campaign_import": Door(54 * MIB, _CAMPAIGN),
    "api:import": Door(50 * MIB, _CAMPAIGN),
    "battle_act": Door(PHOTOGRAPH, _EITHER),
    "add_plate": Door(PHOTOGRAPH, _PICTURE),
    "build_map_files": Door(PHOTOGRAPH, _TWO),
    "api:article_pictures": _IN_JSON,
    "api:build_map_picture": _IN_JSON,
    "api_battles:pictures": _IN_JSON,
    "api_battles:army_list": Door(10 * MIB, _EITHER),
    "api:build_map_read": Door(FORM, _MAP, "text"),
    "api_battles:api_lists": Door(FORM, _LIST),
    "table_lists": Door(FORM, _LIST),
    "rosters": Door(FORM, _LIST),
}
"""The addresses that take files, by name; all others are ``PLAIN``."""


def door_of(match: ResolverMatch | None) -> Door:
    """The door of an address that is known."""
    return PLAIN if match is None else DOORS.get(match.view_name, PLAIN)


def door_at(path: str) -> Door:
    """The door at a path; what is nowhere takes as much as most."""
    try:
        return door_of(resolve(path))
    except Resolver404:
        return PLAIN
