"""A turn explained, in the scenario format: the key ``explained`` of an outcome (page 8)."""

from __future__ import annotations

from typing import Any

from rules.club.ledger import Account, BattleAccount, Entry, Explained, RollParts


def explained_document(explained: Explained) -> dict[str, Any]:
    """What ``adjudicate --explain`` adds."""
    return {
        "ledger": [_account_document(account) for account in explained.accounts],
        "battles": [_battle_document(battle) for battle in explained.battles],
    }


def _account_document(account: Account) -> dict[str, Any]:
    return {
        "banner": account.banner,
        "from": account.began,
        "to": account.ended,
        "items": [_entry_document(entry) for entry in account.items],
    }


def _entry_document(entry: Entry) -> dict[str, Any]:
    return {"rule": entry.rule, "item": entry.item.value, "levels": entry.levels, "with": entry.other}


def _battle_document(battle: BattleAccount) -> dict[str, Any]:
    return {
        "banners": list(battle.banners),
        "clause": battle.clause,
        "forfeited": list(battle.forfeited),
        "attempts": [
            dict(zip(battle.banners, map(_parts_document, attempt), strict=True))
            for attempt in battle.attempts
        ],
        "difference": battle.difference,
    }


def _parts_document(parts: RollParts) -> dict[str, int]:
    return {
        "dice": parts.dice,
        "forfeit": parts.forfeit,
        "outnumbered": parts.outnumbered,
        "house": parts.house,
        "total": parts.total,
    }
