"""The tables. Services write them, selectors read them; only the engine reads the board."""

from campaign.models.board import Audience, Banner, Feature, Relic, Sector, Trigger
from campaign.models.campaigns import Campaign, CampaignStatus, Deputy, Role, RoleKind, Seat, SeatStatus
from campaign.models.drafts import Draft
from campaign.models.fighting import (
    Battle,
    BattleMethod,
    BattleResult,
    ClaimState,
    ForfeitClaim,
    StandIn,
)
from campaign.models.hooks import Hook
from campaign.models.joining import (
    ArmyPick,
    Insight,
    InsightKind,
    Invitation,
    InvitationKind,
    PickState,
    Vacation,
)
from campaign.models.mapping import Backdrop, BalanceRun, TrialState
from campaign.models.messages import (
    Member,
    Message,
    MessageEdit,
    MessageFlag,
    Thread,
    ThreadKind,
    Voice,
)
from campaign.models.news import Article, ArticleKind, Plate
from campaign.models.notices import Channel, Device, Feed, FeedEntry, Silence, Webhook
from campaign.models.people import Theme, User, UserManager
from campaign.models.records import (
    AuditEntry,
    Correction,
    CorrectionStage,
    Downtime,
    Heartbeat,
    IdempotencyKey,
    Notice,
    NoticeState,
)
from campaign.models.tokens import ApiToken, Scope
from campaign.models.transfers import Parcel, Transfer, TransferKind, TransferState
from campaign.models.turns import DOCUMENTS, Order, Phase, PlanCounted, PlanState, PlayerTurn, Turn, documents
from campaign.models.verdicts import Verdict, VerdictState

__all__ = [
    "DOCUMENTS",
    "ApiToken",
    "ArmyPick",
    "Article",
    "ArticleKind",
    "Audience",
    "AuditEntry",
    "Backdrop",
    "BalanceRun",
    "Banner",
    "Battle",
    "BattleMethod",
    "BattleResult",
    "Campaign",
    "CampaignStatus",
    "Channel",
    "ClaimState",
    "Correction",
    "CorrectionStage",
    "Deputy",
    "Device",
    "Downtime",
    "Draft",
    "Feature",
    "Feed",
    "FeedEntry",
    "ForfeitClaim",
    "Heartbeat",
    "Hook",
    "IdempotencyKey",
    "Insight",
    "InsightKind",
    "Invitation",
    "InvitationKind",
    "Member",
    "Message",
    "MessageEdit",
    "MessageFlag",
    "Notice",
    "NoticeState",
    "Order",
    "Parcel",
    "Phase",
    "PickState",
    "PlanCounted",
    "PlanState",
    "Plate",
    "PlayerTurn",
    "Relic",
    "Role",
    "RoleKind",
    "Scope",
    "Seat",
    "SeatStatus",
    "Sector",
    "Silence",
    "StandIn",
    "Theme",
    "Thread",
    "ThreadKind",
    "Transfer",
    "TransferKind",
    "TransferState",
    "TrialState",
    "Trigger",
    "Turn",
    "User",
    "UserManager",
    "Vacation",
    "Verdict",
    "VerdictState",
    "Voice",
    "Webhook",
    "documents",
]
