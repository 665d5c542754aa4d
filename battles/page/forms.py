"""The forms of what surrounds a battle: dates, mission, lists, claims, stories, pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Unpack

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from battles.claims.services import LONGEST_EVIDENCE
from battles.dates.services import LONGEST_NOTE, LONGEST_PLACE, Where
from battles.lists.services import LONGEST_LIST
from battles.models import PlaceKind
from battles.stories.services import LONGEST_CAPTION
from campaign.base.dates.times import when
from campaign.base.pictures import MOST_BYTES
from campaign.turn.contact.battle_bounds import LONGEST_STORY
from campaign.web.form_options import Cleaned, Files, FormOptions, Posted
from campaign.web.line_field import Line

FREE_DATES = 3
IN_FILE = {"picture": "file", "roster": "file"}
"""What services call by its kind, and a form takes in one field whatever it is."""
MOST_TEXT_FILE = 100_000
_ROSTER = re.compile(
    rb"(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)?\s*"
    rb"(?:PK\x03\x04|<\?xml|<!--|<!DOCTYPE|<(?:\w+:)?roster\b|\{|\[\s*[\[{\"])"
)
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""What a text in UTF-16 begins with."""
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


class PlainForm(forms.Form):
    """An act that needs nothing but the tap; the others ask for more."""

    def given(self) -> Cleaned:
        """What the act's service is given of it."""
        return dict(self.cleaned_data)


class OfferForm(PlainForm):
    """Dates from the own availability, up to three more, and where to meet."""

    suggested = forms.MultipleChoiceField(
        label=_("From your availability"), required=False, widget=forms.CheckboxSelectMultiple
    )
    place_kind = forms.ChoiceField(label=_("Where"), choices=PlaceKind.choices, initial=PlaceKind.CLUB)
    place = Line(
        label=_("Which place"),
        max_length=LONGEST_PLACE,
        required=False,
        help_text=_("Only your opponent sees it; it is erased 30 days after the date."),
    )
    link = forms.URLField(label=_("Link (optional)"), required=False, assume_scheme="https")
    note = Line(label=_("A word (optional)"), max_length=LONGEST_NOTE, required=False)

    def __init__(
        self,
        suggested: Sequence[datetime],
        data: Posted = None,
        files: Files = None,
        **options: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **options)
        choices = [(one.isoformat(), when(one)) for one in suggested]
        field = self.fields["suggested"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = choices
        self.has_suggestions = bool(choices)
        for number in range(1, FREE_DATES + 1):
            self.fields[f"date{number}"] = forms.DateTimeField(
                label=_("Date and time") if number == 1 else _("Another date"),
                required=False,
                widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
                input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
            )
        self.order_fields(("suggested", "date1", "date2", "date3", "place_kind", "place", "link", "note"))

    def clean(self) -> Cleaned:
        """At least one date; a service says whether they can be."""
        cleaned = super().clean() or {}
        if not self.errors and not self.dates():
            self.add_error("date1", _("Choose or enter at least one date."))
        return cleaned

    def dates(self) -> list[datetime]:
        """All dates that were chosen or typed in."""
        data = self.cleaned_data
        chosen = [datetime.fromisoformat(one) for one in data.get("suggested", ())]
        typed = [data.get(f"date{number}") for number in range(1, FREE_DATES + 1)]
        return chosen + [one for one in typed if one is not None]

    def where(self) -> Where:
        """Where to meet."""
        data = self.cleaned_data
        return Where(data["place_kind"], data["place"], data["link"], data["note"])

    def given(self) -> Cleaned:
        """The dates, and where."""
        return {"dates": self.dates(), "where": self.where()}

    @property
    def zone(self) -> str:
        """The time zone in which dates are typed in."""
        return str(timezone.get_current_timezone())


class PickForm(PlainForm):
    """A date that is taken, declined or withdrawn."""

    offer = forms.CharField(max_length=32, widget=forms.HiddenInput)

    def given(self) -> Cleaned:
        """The date's id."""
        return {"offer_id": self.cleaned_data["offer"]}


class ShiftForm(PlainForm):
    """A Tactical Genius's secret declaration."""

    shift = forms.TypedChoiceField(
        label=_("Shift the mission die"),
        choices=((-1, _("one down")), (0, _("leave it")), (1, _("one up"))),
        coerce=int,
        widget=forms.RadioSelect,
    )


class NightForm(PlainForm):
    """The attacker's choice."""

    night = forms.TypedChoiceField(
        label=_("When do you attack?"),
        choices=(("day", _("By day")), ("night", _("By night"))),
        coerce=lambda value: value == "night",
        empty_value=None,
        widget=forms.RadioSelect,
    )


class SidesForm(PlainForm):
    """Who attacks where the mission says it."""

    attacker = forms.ChoiceField(
        label=_("Who attacks in this mission?"),
        choices=(("own", _("We do")), ("enemy", _("They do"))),
        widget=forms.RadioSelect,
    )


class ListForm(PlainForm):
    """An army list: pasted, as a text file, or photographed."""

    points = forms.IntegerField(label=_("Points of the whole list"), min_value=1)
    text = forms.CharField(
        label=_("The list"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Paste it here; a line such as 'Squad, 120 pts' is added up."),
    )
    file = forms.FileField(
        label=_("Or attach a file (text, .ros, .rosz, JSON) or a photograph"),
        required=False,
        help_text=_("Text up to 100 kB, a roster file up to 1 MiB, a picture up to 5 MB."),
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,.md,.ros,.rosz,.json,image/*"}),
    )

    def __init__(
        self, most: int, data: Posted = None, files: Files = None, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, files, **options)
        self.picture: bytes | None = None
        self.roster: bytes | None = None
        self.fields["points"].help_text = _("At most %(most)s: 100 for each fighting level.") % {"most": most}
        self.fields["points"].widget.attrs["max"] = most

    def clean(self) -> Cleaned:
        """A text file stands in for the text, a roster program's file is read; else it must be a picture."""
        cleaned = super().clean() or {}
        sent = cleaned.get("file")
        if sent is None:
            return cleaned
        if sent.size > MOST_BYTES:
            self.add_error("file", _("A file has at most 5 MB."))
            return cleaned
        raw = sent.read()
        text = _as_text(raw)
        if _is_roster(raw):
            self.roster = raw
        elif text is None and _looks_like_text(raw):
            self.add_error("file", _("A text has at most 100 kB: attach it as a shorter one."))
        elif text is None:
            self.picture = raw
        elif len(text) > LONGEST_LIST:
            self.add_error("file", _("A list has at most %(most)s characters.") % {"most": LONGEST_LIST})
        else:
            cleaned["text"] = "\n".join(filter(None, (cleaned.get("text", ""), text)))
        return cleaned

    def given(self) -> Cleaned:
        """The text, its points, and the photograph or roster file if that is what was attached."""
        data = self.cleaned_data
        given = {"text": data["text"], "points": data["points"], "picture": self.picture}
        return {**given, "roster": self.roster} if self.roster is not None else given


def _is_roster(raw: bytes) -> bool:
    """Whether a file is of a roster program, by its content: a zip, XML or JSON, in whatever letters."""
    start = raw[:400].replace(b"\0", b"") if raw.startswith(_WIDE) else raw[:400]
    return _ROSTER.match(start) is not None


def _looks_like_text(raw: bytes) -> bool:
    """Whether there is nothing in a file that no text has."""
    return raw.startswith(_WIDE) or not _BINARY.search(raw)


def _as_text(raw: bytes) -> str | None:
    """The file as text, if it is one."""
    if len(raw) > MOST_TEXT_FILE or not _looks_like_text(raw):
        return None
    for encoding in ("utf-16",) if raw.startswith(_WIDE) else ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            return raw.decode(encoding).strip()
    return None


class StoryForm(PlainForm):
    """The own side's story."""

    text = forms.CharField(
        label=_("Your side of the story"),
        required=False,
        max_length=LONGEST_STORY,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Your opponent and, after the campaign, everybody may read it."),
    )


class PictureForm(PlainForm):
    """A picture of the battle."""

    picture = forms.FileField(
        label=_("A picture"),
        help_text=_("JPEG, PNG, WebP or GIF, up to 5 MB. Where it was taken is not kept."),
        widget=forms.FileInput(attrs={"accept": "image/*"}),
    )
    caption = Line(label=_("Caption (optional)"), max_length=LONGEST_CAPTION, required=False)

    def clean_picture(self) -> bytes:
        """The bytes that were sent, if they are not too many."""
        sent = self.cleaned_data["picture"]
        if sent.size > MOST_BYTES:
            raise forms.ValidationError(_("A picture has at most 5 MB."))
        return bytes(sent.read())

    def given(self) -> Cleaned:
        """The bytes and the caption."""
        return {"raw": self.cleaned_data["picture"], "caption": self.cleaned_data["caption"]}


class RemovePictureForm(PlainForm):
    """An own picture that is removed."""

    picture = forms.CharField(max_length=32, widget=forms.HiddenInput)

    def given(self) -> Cleaned:
        """The picture's id."""
        return {"picture_id": self.cleaned_data["picture"]}


class ClaimForm(PlainForm):
    """A forfeit claim."""

    evidence = forms.CharField(
        label=_("What happened"),
        max_length=LONGEST_EVIDENCE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("How and when you tried to reach them. The times on this page are added by the app."),
    )


class AnswerForm(PlainForm):
    """An answer to a claim."""

    answer = forms.CharField(
        label=_("Your answer"), max_length=LONGEST_EVIDENCE, widget=forms.Textarea(attrs={"rows": 2})
    )


class ShareForm(PlainForm):
    """Whether this side wants a link for everybody."""

    wanted = forms.TypedChoiceField(choices=(("yes", ""), ("no", "")), coerce=lambda value: value == "yes")
