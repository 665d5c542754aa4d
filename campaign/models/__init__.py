"""The tables. Services write them, selectors read them; only the engine reads the board."""

from campaign.models.board import Banner, Feature, Relic, Sector
from campaign.models.campaigns import Campaign, CampaignStatus, Deputy, Role, RoleKind, Seat, SeatStatus
from campaign.models.fighting import Battle, BattleMethod, BattleResult
from campaign.models.people import Theme, User, UserManager
from campaign.models.records import (
    AuditEntry,
    Correction,
    CorrectionStage,
    Heartbeat,
    IdempotencyKey,
    Notice,
    NoticeState,
)
from campaign.models.turns import Order, Phase, PlanState, PlayerTurn, Turn

__all__ = [
    "AuditEntry",
    "Banner",
    "Battle",
    "BattleMethod",
    "BattleResult",
    "Campaign",
    "CampaignStatus",
    "Correction",
    "CorrectionStage",
    "Deputy",
    "Feature",
    "Heartbeat",
    "IdempotencyKey",
    "Notice",
    "NoticeState",
    "Order",
    "Phase",
    "PlanState",
    "PlayerTurn",
    "Relic",
    "Role",
    "RoleKind",
    "Seat",
    "SeatStatus",
    "Sector",
    "Theme",
    "Turn",
    "User",
    "UserManager",
]
