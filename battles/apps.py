"""The battles app."""

from django.apps import AppConfig


class BattlesConfig(AppConfig):
    """What surrounds a battle: dates, lists, missions, stories, and the companion at the table."""

    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Put battles into calendars and onto first pages, and what surrounds them into campaigns' files."""
        from battles import own_data
        from battles.exchange import add_tables
        from battles.selectors.calendar import events_of_battles
        from battles.selectors.errands import errands_around
        from campaign.selectors import errands, events

        if events_of_battles not in events.PROVIDERS:
            events.PROVIDERS.append(events_of_battles)
        if errands_around not in errands.PROVIDERS:
            errands.PROVIDERS.append(errands_around)
        add_tables()
        own_data.register()
