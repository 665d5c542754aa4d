"""The battles app."""

from django.apps import AppConfig


class BattlesConfig(AppConfig):
    """What surrounds a battle: dates, lists, missions, stories, and the companion at the table."""

    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Put battles into calendars and onto first pages, and what surrounds them into campaigns' files."""
        from battles import own_data
        from battles.dates import empty_seats
        from battles.dates.selectors import events_of_battles
        from battles.exchange import add_tables
        from battles.honours.profile_deeds import deeds_of
        from battles.page.battle_todo import errands_around
        from battles.stories import flagging, said_subjects
        from battles.table.keepsakes import table_flags
        from campaign.accounts.profile import selectors as profiles
        from campaign.home import todo_items
        from campaign.notices.feed import selectors as events

        if events_of_battles not in events.PROVIDERS:
            events.PROVIDERS.append(events_of_battles)
        if errands_around not in todo_items.PROVIDERS:
            todo_items.PROVIDERS.append(errands_around)
        if deeds_of not in profiles.DEEDS:
            profiles.DEEDS.append(deeds_of)
        add_tables()
        own_data.register()
        empty_seats.register()
        flagging.register()
        said_subjects.register()
        table_flags.register()
