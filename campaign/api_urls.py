"""The API of a campaign and of its people, room by room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern

from campaign.accounts.privacy import api_urls as accounts_privacy
from campaign.accounts.profile import api_urls as accounts_profile
from campaign.archive import api_urls as archive
from campaign.archive.course import api_urls as archive_course
from campaign.archive.exchange import api_urls as archive_exchange
from campaign.delivery import api_urls as delivery
from campaign.desk import api_urls as desk
from campaign.desk.disputes import api_urls as desk_disputes
from campaign.desk.settling import api_urls as desk_settling
from campaign.desk.standing import api_urls as desk_standing
from campaign.film import api_urls as film
from campaign.film.making import api_urls as film_making
from campaign.founding import api_urls as founding
from campaign.founding.balance import api_urls as founding_balance
from campaign.founding.mapedit import api_urls as founding_mapedit
from campaign.founding.tonight import api_urls as founding_tonight
from campaign.home import api_urls as home
from campaign.notices.discord import api_urls as notices_discord
from campaign.notices.webhooks import api_urls as notices_webhooks
from campaign.operations import api_urls as operations
from campaign.people import api_urls as people
from campaign.people.reliability import api_urls as people_reliability
from campaign.people.texts import api_urls as people_texts
from campaign.press.messages import api_urls as press_messages
from campaign.press.moderation import api_urls as press_moderation
from campaign.press.news import api_urls as press_news
from campaign.press.promises import api_urls as press_promises
from campaign.public.directory import api_urls as public_directory
from campaign.reports import api_urls as reports
from campaign.rulebook.adjudicator import api_urls as rulebook_adjudicator
from campaign.rulebook.open_book import api_urls as rulebook_open_book
from campaign.skirmish import api_urls as skirmish
from campaign.warmap.dice import api_urls as warmap_dice
from campaign.warmap.plan import api_urls as warmap_plan
from campaign.warmap.practice import api_urls as warmap_practice

# A room within another comes first: its words would be taken for somebody's id.
ROOMS = (
    press_moderation,
    rulebook_adjudicator,
    rulebook_open_book,
    notices_webhooks,
    notices_discord,
    accounts_privacy,
    accounts_profile,
    archive_exchange,
    archive_course,
    desk_disputes,
    desk_standing,
    desk_settling,
    founding_mapedit,
    founding_balance,
    founding_tonight,
    warmap_dice,
    warmap_plan,
    warmap_practice,
    press_promises,
    press_messages,
    press_news,
    operations,
    founding,
    delivery,
    people_texts,
    people_reliability,
    people,
    reports,
    desk,
    archive,
    film,
    film_making,
    skirmish,
    public_directory,
    home,
)
urlpatterns: list[URLPattern] = [pattern for room in ROOMS for pattern in room.urlpatterns]
