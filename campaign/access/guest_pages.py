"""What guests may open: a closed list of addresses, by their names. Everything else asks them for an account.

A guest has no account: it plays its own wars, reads the rules, and writes no word that other players read.
"""

from __future__ import annotations

from collections.abc import Collection

READ: Collection[str] = frozenset(
    (
        # The site: what it is, its rules.
        "robots",
        "sitemap",
        "favicon",
        "privacy",
        "terms",
        "contact",
        "security_txt",
        "change_password_here",
        "flagged_picture",
        "healthz",
        "readyz",
        "clockz",
        "metrics",
        "home",
        "home_live",
        "shipped_film",
        "shipped_map",
        "rules",
        "help",
        "help_chapter",
        "help_words",
        "rules_aid",
        "rules_short",
        "rules_section",
        "rules_case",
        "compliance",
        # Its own war, and what anybody may read of others'.
        "war_map",
        "turn_map",
        "turn_overview",
        "sector_table",
        "turn_report",
        "latest_report",
        "turn_film",
        "film_map",
        "film_still",
        "films",
        "battles",
        "battle",
        "campaign_live",
        "knowledge_file",
        "packet",
        "campaign_about",
        "war_card",
        "war_feed",
        "war_embed",
        "oembed",
        "wars",
        "wars_feed",
        "war_sought",
        "invitation_card",
        "open_book",
        "profile",
        "campaign_dice",
        "campaign_dice_file",
        "war_end",
        "war_numbers",
        "war_reveal",
        "war_replay",
        "war_replay_turn",
        "war_facts",
        "war_course",
        "war_turn",
        # An invitation is read; the claim leads back to it.
        "join",
        "join_rules",
    )
)
"""Pages that guests read; what is posted there is refused."""

POST: Collection[str] = frozenset(
    (
        "theme",
        "plan_save",
        "plan_submit",
        "plan_write",
        "play_now",
        "turn_comes",
        "claim",
        "claim_code",
        "forget_war",
        # What a mail's foot leads to: its link is the right to it, whoever is logged in here.
        "unsubscribe",
        # Learning: the lesson, and the answers to its steps and to the hints of a first turn.
        "lesson",
        "lesson_step",
        # The second factor of an account that a war is claimed for.
        "mfa_authenticate",
        # What a guest finds wrong with something public is read by the operators alone.
        "flag_thing",
        # What a browser tells of the pages' policy is nobody's.
        "csp_reports",
    )
)
"""What guests may also post to."""


AS_STRANGER: Collection[str] = frozenset(
    (
        # The companion beside a table asks nobody for an account; its own keys say who sits where.
        *("tables", "table", "table_quick", "table_find", "table_reference", "table_worker", "table_join"),
        *(
            "table_act",
            "table_agree",
            "table_respond",
            "table_here",
            "table_reveal",
            "table_arms",
            "table_dice",
        ),
        *("table_lay", "table_leave", "table_lists", "table_list", "table_list_file", "table_list_lines"),
        *("table_log", "table_log_file", "table_units", "table_wall", "table_live", "table_cards"),
        *("table_rematch", "table_share", "table_picture", "shared_table", "shared_table_picture"),
        # What somebody has shared by its link, or opened to everybody.
        *("shared_battle", "shared_picture", "shared_summary", "chronicle", "front_page", "article", "plate"),
    )
)
"""What is open without an account: a guest who asks for it is nobody there, and is answered as anybody is."""


def is_open(name: str, method: str) -> bool:
    """Whether a guest may ask for the address of this name by this method."""
    return name in POST or (name in READ and method in ("GET", "HEAD"))
