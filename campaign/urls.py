"""The pages of a campaign and of its people, room by room."""

from __future__ import annotations

from django.urls import URLPattern

from campaign.accounts import urls as accounts
from campaign.accounts.again import urls as accounts_again
from campaign.accounts.privacy import urls as accounts_privacy
from campaign.accounts.privacy.services import ERASERS
from campaign.accounts.profile import urls as accounts_profile
from campaign.accounts.sessions import urls as accounts_sessions
from campaign.accounts.tokens import urls as accounts_tokens
from campaign.archive import urls as archive
from campaign.archive.course import urls as archive_course
from campaign.archive.dice import urls as archive_dice
from campaign.archive.exchange import urls as archive_exchange
from campaign.calendar import urls as calendar
from campaign.delivery import urls as delivery
from campaign.desk import urls as desk
from campaign.desk.disputes import urls as desk_disputes
from campaign.desk.standing import urls as desk_standing
from campaign.film import urls as film
from campaign.film.making import urls as film_making
from campaign.founding import urls as founding
from campaign.founding.balance import urls as founding_balance
from campaign.founding.house import urls as founding_house
from campaign.founding.mapedit import urls as founding_mapedit
from campaign.founding.packet import urls as founding_packet
from campaign.founding.things import urls as founding_things
from campaign.founding.tonight import urls as founding_tonight
from campaign.founding.views import people_step
from campaign.home import urls as home
from campaign.lessons import urls as lessons
from campaign.notices.discord import urls as notices_discord
from campaign.notices.push import urls as notices_push
from campaign.notices.webhooks import urls as notices_webhooks
from campaign.operations import urls as operations
from campaign.operations.metrics import urls as operations_metrics
from campaign.people import urls as people
from campaign.people.army import urls as people_army
from campaign.people.invitations import urls as people_invitations
from campaign.people.reliability import urls as people_reliability
from campaign.people.texts import urls as people_texts
from campaign.people.views import FRAMES
from campaign.press.measures import urls as press_measures
from campaign.press.messages import urls as press_messages
from campaign.press.moderation import urls as press_moderation
from campaign.press.news import urls as press_news
from campaign.press.promises import urls as press_promises
from campaign.public import urls as public
from campaign.reports import urls as reports
from campaign.rulebook import urls as rulebook
from campaign.rulebook.adjudicator import urls as rulebook_adjudicator
from campaign.rulebook.handbook import urls as rulebook_handbook
from campaign.rulebook.open_book import urls as rulebook_open_book
from campaign.skirmish import urls as skirmish
from campaign.skirmish.erasing import erase_wars_of
from campaign.warmap import urls as warmap
from campaign.warmap.fallback import urls as warmap_fallback
from campaign.warmap.plan import urls as warmap_plan
from campaign.warmap.practice import urls as warmap_practice

# A room within another comes first: its words would be taken for somebody's id.
ROOMS = (
    press_moderation,
    press_measures,
    accounts_privacy,
    accounts_profile,
    accounts_tokens,
    accounts_sessions,
    accounts_again,
    notices_webhooks,
    rulebook_adjudicator,
    rulebook_handbook,
    founding_packet,
    desk_disputes,
    desk_standing,
    people_invitations,
    rulebook_open_book,
    people_army,
    people_texts,
    people_reliability,
    founding_mapedit,
    founding_balance,
    founding_house,
    founding_things,
    founding_tonight,
    lessons,
    warmap_plan,
    warmap_fallback,
    warmap_practice,
    archive_exchange,
    archive_course,
    archive_dice,
    notices_push,
    notices_discord,
    press_promises,
    press_messages,
    press_news,
    operations_metrics,
    operations,
    accounts,
    rulebook,
    founding,
    people,
    calendar,
    warmap,
    reports,
    desk,
    archive,
    film,
    film_making,
    delivery,
    skirmish,
    home,
    public,
)
urlpatterns: list[URLPattern] = [pattern for room in ROOMS for pattern in room.urlpatterns]

FRAMES.append(people_step)
ERASERS.append(erase_wars_of)
