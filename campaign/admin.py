"""What an operator of the site sees: accounts and the state of mails; no campaign's secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from campaign.models import Heartbeat, Notice, User

if TYPE_CHECKING:
    UserBase = admin.ModelAdmin[User]
    NoticeBase = admin.ModelAdmin[Notice]
    HeartbeatBase = admin.ModelAdmin[Heartbeat]
else:
    UserBase = NoticeBase = HeartbeatBase = admin.ModelAdmin


class ReadOnly:
    """Looked at, never changed by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds one here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes one here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody deletes one here."""
        return False


# What libraries show here opens accounts: addresses, to which codes for logging in are mailed, second factors
# and keys of other sites. An operator who needs that has the database.
for _model in tuple(admin.site._registry):
    admin.site.unregister(_model)


@admin.register(User)
class UserAdmin(UserBase):
    """Accounts: who may come in, and who runs the site. Passwords are not shown, not even sealed."""

    list_display = ("email", "name", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    ordering = ("email",)
    fields = ("email", "name", "time_zone", "is_active", "is_staff", "last_login", "date_joined")
    readonly_fields = ("email", "last_login", "date_joined")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up by themselves, with their address checked."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """People end their accounts themselves, and armies and messages are seen to; here rows would go."""
        return False


@admin.register(Notice)
class NoticeAdmin(ReadOnly, NoticeBase):
    """Mails on their way: whether they leave, not what they say nor about which campaign."""

    list_display = ("channel", "state", "attempts", "not_before", "sent_at", "error")
    list_filter = ("state", "channel")
    ordering = ("-id",)
    fields = ("channel", "state", "attempts", "not_before", "expires", "sent_at", "error")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly, HeartbeatBase):
    """The signs of life of the clock and of the web processes, and when a bot last had no time to think."""

    list_display = ("name", "at")
    ordering = ("name",)
