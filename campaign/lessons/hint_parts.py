"""A step as pages show it: its words, what it points at there, and which answers it takes."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaign.base.coordinates import sector_name
from campaign.base.words.report_words import rule_url
from campaign.lessons.curriculum import ANY
from campaign.lessons.documents import Step, Target
from campaign.lessons.machine import seen_by_server
from campaign.lessons.selectors import Hint

_BESIDE_TABLE: Mapping[str, Promise] = {
    "aims": lazy("In the table your aims stand right below."),
    "banner": lazy("In the table each banner has a part of its own."),
    "sector": lazy("In the table every sector is a row, with who stands there."),
    "order": lazy("In the table choose it in the banner's part, then save the plan."),
    "pad": lazy(
        "In the table press the button in the sector's row, or choose it in the banner's part and save."
    ),
    "range": lazy("The war map draws them; the table says who stands how far."),
    "saved": lazy("In the table the receipt stands above."),
    "submit": lazy("In the table the button stands below your banners."),
    "report_line": lazy("The report is a page of its own."),
    "timeline": lazy("Without the map's slider, each turn has its report."),
}
"""Where the things of the map are when there is no map."""


def hint_context(hint: Hint, where: str) -> dict[str, object]:
    """What ``lessons/_hint.html`` needs on a page: ``where`` is ``map``, ``table`` or ``report``."""
    step = hint.step
    there = reverse("sector_table" if where == "table" else "war_map", args=[hint.campaign_id])
    context: dict[str, object] = {
        "hint": hint,
        "where": where,
        "title": _(hint.present.chapter.title),
        "turn": hint.turn if hint.lesson.turns else 0,
        "there": there,
        "text": _text(hint, step) if step is not None else "",
        "missed": _(hint.present.chapter.missed) if hint.present.missed else "",
    }
    if step is None:
        return context
    return context | {
        "rule": step.rule,
        "rule_url": rule_url(step.rule),
        "beside": _BESIDE_TABLE[step.anchor.on] if where == "table" else "",
        "link": _link(hint, step, where),
        "data": _data(hint, step.anchor),
        "by_itself": seen_by_server(step.wants),
        "next": there if step.wants.kind == "read" else "",
    }


def _text(hint: Hint, step: Step) -> str:
    """The words of a step; the first after the war says before them how it ended."""
    if hint.first or not hint.last_chapter or hint.number > 1:
        return _(step.text)
    if hint.won:
        return _("You have won: you met your aim, and nobody else met theirs.") + " " + _(step.text)
    return _("The lesson's war was not won this time.") + " " + _(step.text)


def _data(hint: Hint, anchor: Target) -> dict[str, str]:
    """What the script finds the target by: ids and sectors of the page."""
    banner = anchor.banner or ""
    return {
        "anchor": anchor.on,
        "banner": banner if banner in ("", ANY) else hint.banners.get(banner, ""),
        "at": ",".join(map(str, anchor.at)) if anchor.at else "",
        "sector": sector_name(*anchor.at) if anchor.at else "",
        "order": anchor.order or "",
        "line": anchor.line or "",
    }


def _link(hint: Hint, step: Step, where: str) -> str:
    """Where the target is, for a page that has it not or has no script; nothing if it is shown there."""
    anchor, table = step.anchor, reverse("sector_table", args=[hint.campaign_id])
    if anchor.on in ("report_line", "timeline") and (anchor.on == "report_line" or where == "table"):
        part = {"battle": "#fights", "seen": "#part-seen"}.get(anchor.line or "", "")
        told = hint.turn - 1 if hint.turn > 1 else hint.turn
        return reverse("turn_report", args=[hint.campaign_id, told]) + part
    if where == "report":
        return reverse("war_map", args=[hint.campaign_id])
    if where != "table":
        return ""
    if anchor.on == "sector" and anchor.at is not None:
        return f"{table}?at={sector_name(*anchor.at)}#sectors"
    public = hint.banners.get(anchor.banner or "", "")
    return f"#banner-{public}" if public else {"aims": "#aims", "submit": "#banners"}.get(anchor.on, "")
