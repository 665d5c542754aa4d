"""The public face of a war: what anybody may read of an open one, from its public facts alone (Face C)."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.access.membership import open_campaigns
from campaign.access.public_page import PublicPage, public_page
from campaign.archive.selectors import armies_of, first_to_see, turns_of
from campaign.archive.war_why import champions_aims
from campaign.base.coordinates import sign_of
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.setting_words import vision_words
from campaign.film.public_eyes import public_film
from campaign.models import Campaign, CampaignStatus
from campaign.press.news.selectors import Piece, articles, in_words
from campaign.turn.told.open_front import front_seen, fronts_of
from campaign.web.film_player import FilmFacts, all_films, public_films

NEWS = 3
"""So many pieces of the paper stand on the public page."""


@dataclass(frozen=True, slots=True)
class ArmyShown:
    """What all may see of an army in a turn."""

    number: int
    army: str
    sectors: int
    banners: int
    levels: int


@dataclass(frozen=True, slots=True)
class FrontTold:
    """What all may see of a turn, in words; ``banners``: whether that is told, too."""

    battles: tuple[str, ...]
    armies: tuple[ArmyShown, ...]
    banners: bool


@dataclass(frozen=True, slots=True)
class Face:
    """What the public page shows beside the public facts.

    ``sees`` says in words what all may see turns late; ``film`` shows it, or of an ended war everything.
    ``shown`` are the turns that it shows.
    """

    sees: str
    delay: int
    film: FilmFacts | None
    shown: tuple[int, ...]
    front: FrontTold | None
    news: tuple[Piece, ...]
    seeking: bool


def face_of(campaign: Campaign) -> Face:
    """The public face of a war for whoever may read what is public of it."""
    variables = Variables.of(campaign)
    film, shown = film_of(campaign)
    advert = getattr(campaign, "advert", None)
    return Face(
        sees=vision_words(variables),
        delay=variables.open_delay,
        film=film,
        shown=shown,
        front=told_of(campaign, shown[-1]) if shown and campaign.status != CampaignStatus.ENDED else None,
        news=in_words(articles(campaign, drafts=False)[:NEWS]),
        seeking=advert is not None and advert.seeking and campaign.status != CampaignStatus.ENDED,
    )


def told_of(campaign: Campaign, number: int) -> FrontTold | None:
    """What all may see of a turn, for whoever does not read the map."""
    front, film = front_seen(campaign, number), public_film(campaign, number)
    if front is None or film is None:
        return None
    banners = front.get("banners", ())
    land = "".join(front["territory"])
    armies = tuple(
        ArmyShown(
            number,
            army,
            land.count(sign_of(number)),
            sum(one["army"] == number for one in banners),
            sum(one["level"] for one in banners if one["army"] == number),
        )
        for number, army in armies_of(campaign)
    )
    return FrontTold(tuple(line["text"] for line in film["lines"]), armies, "banners" in front)


def film_of(campaign: Campaign) -> tuple[FilmFacts | None, tuple[int, ...]]:
    """What a player shows anybody, with its turns: of an ended war everything, else what all agreed to."""
    if campaign.status == CampaignStatus.ENDED:
        turns, first = turns_of(campaign), first_to_see(campaign)
        if not turns or first is None:
            return None, ()
        film: FilmFacts = {
            **all_films(campaign, turns[-1], armies_of(campaign)),
            "turn": first,
            "aims": champions_aims(campaign),
        }
        return film, tuple(turns)
    fronts = fronts_of(campaign)
    return (public_films(campaign, fronts), tuple(fronts)) if fronts else (None, ())


def open_war(campaign_id: str) -> Campaign | None:
    """A war that anybody may read; None of all others, whether there are such or not."""
    found = open_campaigns().filter(public_id=campaign_id)
    return found.select_related("champion", "advert").first()


def facts_of(campaign: Campaign) -> PublicPage:
    """Its public facts, for nobody in particular."""
    return public_page(campaign)
