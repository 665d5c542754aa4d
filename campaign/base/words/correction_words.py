"""A facilitator's corrections in words, as the players whom they touch read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.base.coordinates import sector_name
from campaign.base.documents import Correction
from campaign.base.words.report_lines import Names
from rules.state import Works

_WORKS: Mapping[str, Promise] = {
    Works.NONE: gettext_lazy("it has no works"),
    Works.FORTIFIED: gettext_lazy("it is fortified"),
    Works.ENTRENCHED: gettext_lazy("it is entrenched"),
}


@dataclass(frozen=True, slots=True)
class CorrectionWords:
    """What was corrected, and the facilitator's reason."""

    text: str
    reason: str


def correction_words(entry: Correction, names: Names) -> CorrectionWords:
    """One correction of an announcement's or a report's document."""
    return CorrectionWords(_text(entry, names), str(entry["reason"]))


def _text(entry: Correction, names: Names) -> str:
    kind = entry["kind"]
    if kind == "sector":
        return _("Who holds %(sector)s was corrected.") % {"sector": sector_name(*entry["sector"])}
    if kind == "feature":
        return _("Who knows of %(feature)s was corrected.") % {"feature": entry["feature"] or _("a feature")}
    if kind == "relic":
        return _("Where %(relic)s is was corrected.") % {"relic": entry["relic"] or _("a relic")}
    if entry.get("banner") is None:
        return _("A banner was corrected.")
    banner = names.of(entry["banner"])
    if kind == "plan":
        return _("The orders of %(banner)s were corrected.") % {"banner": banner}
    parts = ", ".join(_parts(entry))
    return _("%(banner)s was corrected: %(parts)s.") % {"banner": banner, "parts": parts}


def _parts(entry: Correction) -> list[str]:
    parts = []
    if "at" in entry:
        parts.append(_("it stood at %(sector)s") % {"sector": sector_name(*entry["at"])})
    if "level" in entry:
        parts.append(_("level %(level)s") % {"level": entry["level"]})
    if "works" in entry:
        parts.append(str(_WORKS[entry["works"]]))
    if "retreating" in entry:
        parts.append(_("it must retreat") if entry["retreating"] else _("it need not retreat"))
    return parts
