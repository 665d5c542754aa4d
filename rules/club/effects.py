"""What searches, settlements and triggers do to the board in the same way (Rules 8.7, 8.8, 14.3, 14.4)."""

from __future__ import annotations

from rules.board import Board, Piece
from rules.club.ledger import Item
from rules.club.triggers import Audience, Deed, DeedKind
from rules.events import Event, EventKind, Reason
from rules.state import MAX_LEVEL, At, BannerId, Feature, FeatureId, PlayerId, Relic, RelicId


def change_level(board: Board, piece: Piece, by: int, rule: str, item: Item, other: str) -> None:
    """Raise or lower a level, kept within 0 and 20 (no upper bound with Massive Armies)."""
    level = max(0, piece.level + by)
    if not piece.side.massive:
        level = min(MAX_LEVEL, level)
    changed = level - piece.level
    if changed:
        piece = board.changing(piece)
        piece.level = level
        if board.ledger is not None:
            board.ledger.note(piece.id, rule, item, changed, other)


def reveal_feature(
    board: Board,
    feature: Feature,
    player: PlayerId,
    rule: str,
    reason: Reason,
) -> None:
    """Make a feature known to a player that does not know it yet."""
    if player not in feature.known_to:
        known_to = tuple(sorted((*feature.known_to, player)))
        board.features[feature.id] = Feature(
            feature.id, feature.at, feature.needs_search, feature.effect, known_to
        )
        board.found_features.setdefault(player, []).append(feature.id)
        board.events.append(
            Event(EventKind.FEATURE_FOUND, rule, player, at=feature.at, reason=reason, feature=feature.id)
        )


def reveal_relic(
    board: Board, relic: Relic, player: PlayerId, rule: str, finder: BannerId | None = None
) -> None:
    """Make the place of a lying relic known to a player that does not know it yet."""
    if player not in relic.known_to:
        known_to = tuple(sorted((*relic.known_to, player)))
        board.relics[relic.id] = Relic(relic.id, None, relic.at, known_to, relic.destructible)
        board.found_relics.setdefault(player, []).append(relic.id)
        told = Event(EventKind.RELIC_FOUND, rule, player, finder, relic.at, relic=relic.id)
        board.events.append(told)


def carry_out(board: Board, deed: Deed, player: PlayerId, rule: str, place: At | None) -> None:
    """Do for a player what settlements and triggers do alike: reveal, unseal, spy.

    ``place`` is where a spy looks that names no sector. What is not there has no effect.
    """
    if deed.kind is DeedKind.REVEAL:
        players = board.sides if deed.to is Audience.ALL else (player,)
        for one in players:
            _reveal(board, deed.feature, deed.relic, one, rule)
    elif deed.kind is DeedKind.UNSEAL:
        relic = board.relics.get(deed.relic) if deed.relic is not None else None
        if relic is not None and relic.sealed:
            reveal_relic(board, relic, player, rule)
    elif deed.kind is DeedKind.SPY:
        at = deed.at if deed.at is not None else place
        if at is not None:
            board.spies.setdefault(player, []).append((at, deed.radius))


def _reveal(
    board: Board, feature_id: FeatureId | None, relic_id: RelicId | None, player: PlayerId, rule: str
) -> None:
    if feature_id is not None:
        reveal_feature(board, board.features[feature_id], player, rule, Reason.REVEALED)
        return
    relic = board.relics.get(relic_id) if relic_id is not None else None
    if relic is not None and relic.at is not None and not relic.sealed:
        reveal_relic(board, relic, player, rule)
