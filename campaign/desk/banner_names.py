"""How the desk names a banner."""

from __future__ import annotations

from django.utils.translation import gettext as _


def banner_of(name: str, army: str) -> str:
    """A banner for those who see all: what two players call theirs is often the same."""
    return _("%(banner)s (%(army)s)") % {"banner": name, "army": army}
