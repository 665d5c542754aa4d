"""The addresses of messages, notices, the paper and the end."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaign.api.views import messages, news, notices

_ONE = "messages/<slug:name>/"
_ARTICLE = "news/<slug:article_id>/"

TELLING: list[URLPattern | URLResolver] = [
    path("notices/", notices.NoticeList.as_view(), name="notices"),
    path("notices/read/", notices.NoticeReading.as_view(), name="notices_read"),
    path("notices/wishes/", notices.NoticeWishes.as_view(), name="wishes"),
    path("notices/webhook/", notices.MyWebhook.as_view(), name="webhook"),
    path("notices/webhook/test/", notices.WebhookTest.as_view(), name="webhook_test"),
    path("notices/push/", notices.Devices.as_view(), name="push"),
    path("notices/push/test/", notices.DeviceTest.as_view(), name="push_test"),
    path("notices/push/<slug:device_id>/remove/", notices.DeviceRemoval.as_view(), name="push_remove"),
    path("notices/calendar/reset/", notices.CalendarReset.as_view(), name="calendar_reset"),
]
PRESS: list[URLPattern | URLResolver] = [
    path("messages/", messages.MessageThreads.as_view(), name="messages"),
    path("messages/search/", messages.MessageSearch.as_view(), name="message_search"),
    path(_ONE, messages.Conversation.as_view(), name="conversation"),
    path(f"{_ONE}read/", messages.ConversationReading.as_view(), name="conversation_read"),
    path(f"{_ONE}mute/", messages.ConversationMuting.as_view(), name="conversation_mute"),
    path(f"{_ONE}leave/", messages.ConversationLeaving.as_view(), name="conversation_leave"),
    path(f"{_ONE}<slug:message_id>/edit/", messages.MessageEditing.as_view(), name="message_edit"),
    path(f"{_ONE}<slug:message_id>/flag/", messages.MessageFlagging.as_view(), name="message_flag"),
    path("flags/", messages.FlagList.as_view(), name="flags"),
    path("flags/<slug:flag_id>/", messages.FlagSettling.as_view(), name="flag_settle"),
    path("news/", news.News.as_view(), name="news"),
    path(_ARTICLE, news.OneArticle.as_view(), name="article"),
    path(f"{_ARTICLE}publish/", news.ArticlePublication.as_view(), name="article_publish"),
    path(f"{_ARTICLE}remove/", news.ArticleRemoval.as_view(), name="article_remove"),
    path(f"{_ARTICLE}pictures/", news.ArticlePictures.as_view(), name="article_pictures"),
    path(f"{_ARTICLE}pictures/<slug:plate_id>/", news.ArticlePicture.as_view(), name="article_picture"),
    path("end/statistics/", news.WarStatistics.as_view(), name="war_statistics"),
    path("end/replay/<int:number>/", news.WarReplay.as_view(), name="war_replay"),
    path("end/war/", news.WholeWar.as_view(), name="war"),
]
