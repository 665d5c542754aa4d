"""Campaigns as files, as programs read of them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class TakenIn(serializers.Serializer[Any]):
    """A campaign that has been taken in."""

    id = serializers.CharField()
    name = serializers.CharField()
    status = serializers.CharField(
        help_text="``paused``: to be resumed at the desk; ``building``: to be built on; ``ended``."
    )


class _Transfer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(
        choices=("waiting", "running", "done", "refused", "failed"),
        help_text="Ask again while it waits or runs. ``refused``: error says why; ``failed``: the site.",
    )
    name = serializers.CharField(help_text="What the file is called.")
    size = serializers.IntegerField(help_text="Its bytes; 0 while it is not made.")
    asked_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(help_text="Then this, and the file, are deleted.")
    error = serializers.CharField(
        allow_null=True, help_text="What is wrong: with a file that was sent its place and what is allowed."
    )


class Export(_Transfer):
    """A campaign's file that is made or has been."""

    ask = serializers.URLField(help_text="Where to ask how far it is.")
    file = serializers.URLField(allow_null=True, help_text="Where to fetch it, once it is ``done``.")


class Import(_Transfer):
    """A campaign's file that was sent and is taken in."""

    id = serializers.CharField()
    ask = serializers.URLField(help_text="Where to ask how far it is.")
    campaign = TakenIn(allow_null=True, help_text="What has arrived, once it is ``done``.")
