"""The map editor's page, for those who build the campaign and may see its board."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from campaign.access.membership import facilitates, left_seat
from campaign.base.answers import Json, called
from campaign.base.setup.boards import MOST_DESCRIPTION, MOST_LEVEL, MOST_NAME, MOST_SIDE, faults
from campaign.base.setup.documents import Board
from campaign.base.words.mapedit_words import editor_words
from campaign.founding.draft_parts import board_version
from campaign.founding.drafts import board_for, builds
from campaign.models import Backdrop, Campaign, CampaignStatus, Draft, Seat, User


@called("BoardSeat")
@dataclass(frozen=True, slots=True)
class Place:
    """A seat that the map may name."""

    key: str
    number: int
    army: str


@dataclass(frozen=True, slots=True)
class MapPage:
    """The board that is being drawn, its version, the seats, what is wrong with it, the picture under it."""

    campaign: Campaign
    draft: Draft
    board: Board
    version: str
    places: tuple[Place, ...]
    problems: tuple[str, ...]
    backdrop: Backdrop | None

    @property
    def players(self) -> int:
        """For how many a map is to be drawn."""
        return len(self.places)


def map_page(user: User, campaign: Campaign) -> MapPage:
    """The page of the map editor. Raises ``Draft.DoesNotExist`` for whoever may not see the board."""
    draft = board_for(user, campaign)
    places = places_of(campaign)
    return MapPage(
        campaign=campaign,
        draft=draft,
        board=draft.board,
        version=board_version(draft),
        places=places,
        problems=problems_of(draft.board, places),
        backdrop=_backdrop(campaign),
    )


def editor_document(page: MapPage) -> dict[str, Json]:
    """Everything that the editor needs, as JSON."""
    own = [page.campaign.public_id]
    backdrop = page.backdrop
    return {
        "campaign": page.campaign.public_id,
        "board": page.board,
        "version": page.version,
        "problems": list(page.problems),
        "seats": [{"key": place.key, "n": place.number, "name": place.army} for place in page.places],
        "backdrop": reverse("backdrop", args=[*own, backdrop.public_id]) if backdrop else None,
        "urls": {
            "board": reverse("api:build_map", args=own),
            "draw": reverse("api:build_map_draw", args=own),
        },
        "bounds": {
            "side": MOST_SIDE,
            "name": MOST_NAME,
            "description": MOST_DESCRIPTION,
            "level": MOST_LEVEL,
        },
        "words": editor_words(),
    }


def places_of(campaign: Campaign) -> tuple[Place, ...]:
    """The seats of a campaign, by number."""
    seats = Seat.objects.filter(campaign=campaign).order_by("number")
    return tuple(Place(seat.key, seat.number, seat.army) for seat in seats)


def problems_of(board: Board, places: tuple[Place, ...]) -> tuple[str, ...]:
    """What must be mended on a board before the campaign can start, in words."""
    found = list(faults(board, [place.key for place in places]))
    return tuple(dict.fromkeys(found))


def _backdrop(campaign: Campaign) -> Backdrop | None:
    return Backdrop.objects.filter(campaign=campaign).defer("picture").first()


def backdrop_for(campaign: Campaign, public_id: str, *, user: User | None, seat: Seat | None) -> Backdrop:
    """The picture under a campaign's map, for exactly those who see that map.

    Builders and facilitators always do; once the picture is shown to players, so does whoever acts in a seat
    or has given one up, and after the end whoever reads the campaign. An arbiter, an observer and a guest see
    no map before. Raises ``Backdrop.DoesNotExist``.
    """
    found = Backdrop.objects.get(campaign=campaign, public_id=public_id)
    if user is not None and (facilitates(user, campaign) or builds(user, campaign)):
        return found
    ended = campaign.status == CampaignStatus.ENDED
    left = user is not None and left_seat(user, campaign) is not None
    if not found.shown or not (seat is not None or left or ended):
        raise Backdrop.DoesNotExist
    return found


def shown_backdrop(campaign: Campaign) -> str | None:
    """The id of the picture that players see under their map."""
    shown = Backdrop.objects.filter(campaign=campaign, shown=True)
    return shown.values_list("public_id", flat=True).first()


def any_backdrop(campaign: Campaign) -> str | None:
    """The id of the picture under the map, for facilitators: whether or not players see it."""
    return Backdrop.objects.filter(campaign=campaign).values_list("public_id", flat=True).first()
