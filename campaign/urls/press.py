"""The addresses of what people write and are told: messages, notices, news, and the end."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaign.views import end, messages, news, notices, push

_C = "c/<str:campaign_id>/"
_ONE = f"{_C}messages/<str:name>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("notices/", notices.notices, name="notices"),
    path("notices/unread.json", notices.unread, name="unread"),
    path("account/notices/", notices.wishes, name="wishes"),
    path("account/notices/webhook/", notices.webhook, name="webhook"),
    path("account/notices/worker.js", push.worker, name="push_worker"),
    path("account/notices/push/", push.add, name="push_add"),
    path("account/notices/push/test/", push.test, name="push_test"),
    path("account/notices/push/<str:device_id>/remove/", push.remove, name="push_remove"),
    path("account/notices/calendar/", notices.reset_calendar, name="reset_calendar"),
    path("calendar/<str:token>.ics", notices.feed, name="feed"),
    path(f"{_C}messages/", messages.threads, name="messages"),
    path(f"{_C}messages/new/", messages.new_group, name="new_group"),
    path(f"{_C}messages/flags/", messages.flags, name="flags"),
    path(f"{_C}messages/flags/<str:flag_id>/", messages.settle, name="settle_flag"),
    path(_ONE, messages.conversation, name="conversation"),
    path(f"{_ONE}mute/", messages.mute, name="mute"),
    path(f"{_ONE}leave/", messages.leave, name="leave_group"),
    path(f"{_ONE}<str:message_id>/edit/", messages.edit, name="edit_message"),
    path(f"{_ONE}<str:message_id>/flag/", messages.flag, name="flag_message"),
    path(f"{_C}chronicle/", news.chronicle, name="chronicle"),
    path(f"{_C}chronicle/write/", news.write, name="write_article"),
    path(f"{_C}chronicle/open/", news.open_to_all, name="open_to_all"),
    path(f"{_C}chronicle/front/<int:number>/", news.front, name="front_page"),
    path(f"{_C}chronicle/<str:article_id>/", news.article, name="article"),
    path(f"{_C}chronicle/<str:article_id>/edit/", news.write, name="edit_article"),
    path(f"{_C}chronicle/<str:article_id>/act/", news.act, name="act_article"),
    path(f"{_C}chronicle/<str:article_id>/pictures/", news.add_plate, name="add_plate"),
    path(f"{_C}chronicle/<str:article_id>/pictures/<str:plate_id>.jpg", news.plate, name="plate"),
    path(f"{_C}share/", news.share, name="share"),
    path(f"{_C}end/", end.end, name="war_end"),
    path(f"{_C}end/statistics/", end.numbers, name="war_numbers"),
    path(f"{_C}end/revealed/", end.reveal, name="war_reveal"),
    path(f"{_C}end/replay/", end.replay, name="war_replay"),
    path(f"{_C}end/replay/<int:number>.json", end.replay_turn, name="war_replay_turn"),
]
