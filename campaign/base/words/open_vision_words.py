"""What all may see of a war, in words: for whoever takes a seat in it, is asked to agree, or looks at it."""

from __future__ import annotations

from django.utils.translation import ngettext

from campaign.base.setup.campaign_settings import BANNERS, FACTS, Variables


def vision_words(variables: Variables) -> str:
    """What all who may read what is public see while the war runs; empty: only the public facts."""
    if variables.open_vision == FACTS:
        return ""
    if variables.open_vision == BANNERS:
        text = ngettext(
            "%(n)d turn late all may see who held which ground, who fought and won where, and where every"
            " army's banners stood with their levels.",
            "%(n)d turns late all may see who held which ground, who fought and won where, and where every"
            " army's banners stood with their levels.",
            variables.open_delay,
        )
    else:
        text = ngettext(
            "%(n)d turn late all may see who held which ground, and who fought and won where.",
            "%(n)d turns late all may see who held which ground, and who fought and won where.",
            variables.open_delay,
        )
    return text % {"n": variables.open_delay}
