"""Which plans are missing or incomplete, from the seats' own rows."""

from __future__ import annotations

from campaign.models import Banner, Order, PlanState, PlayerTurn, SeatStatus, Turn


def banners_without_orders(mine: PlayerTurn) -> list[str]:
    """The names of the seat's banners for which its plan says nothing, by name."""
    decided = Order.objects.filter(player_turn=mine).values("banner")
    left = Banner.objects.filter(seat=mine.seat_id, alive=True).exclude(key__in=decided)
    return list(left.order_by("name", "id").values_list("name", flat=True))


def plans_missing(turn: Turn) -> list[PlayerTurn]:
    """The parts of played seats that have a banner without orders and have not said that they are done."""
    waiting = (
        PlayerTurn.objects.filter(turn=turn, seat__status=SeatStatus.PLAYER, excused=False)
        .exclude(state=PlanState.SUBMITTED)
        .select_related("seat")
        .defer("announcement", "report", "map")
        .order_by("seat__number")
    )
    return [mine for mine in waiting if banners_without_orders(mine)]
