"""The forms beside the map editor: a map drawn from a seed, a text taken in, the picture under the grid."""

from __future__ import annotations

import codecs
import secrets
from typing import Unpack

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.base.maps.formats import MOST_TEXT, Format
from campaign.base.maps.generate import LEAST_DRAWN, MOST_CITY, MOST_DRAWN, MOST_EACH, MOST_ROCK, Wish
from campaign.base.maps.starts import Symmetry
from campaign.web.form_options import Cleaned, Files, FormOptions, Posted

MOST_SEED = 2**31 - 1
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a text begins that was saved as "Unicode" where that means two bytes a character."""


class BoardForm(forms.Form):
    """A form that replaces the board over the version that was seen.

    One that is sent without it is refused where it is stored, as one with an old version is.
    """

    version = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Posted = None, files: Files = None, *, version: str, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, files, **options)
        self.fields["version"].initial = version

    def compared(self, version: str) -> None:
        """What has changed is told: sent again, it replaces that ``version``."""
        self.data = {**self.data, "version": version}


class DrawForm(BoardForm):
    """What a drawn map is to be like; shares in percent."""

    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=MOST_SEED,
        help_text=gettext_lazy("The same seed with the same wishes draws the same map."),
    )
    width = forms.IntegerField(
        label=gettext_lazy("Width"), min_value=LEAST_DRAWN, max_value=MOST_DRAWN, initial=24
    )
    height = forms.IntegerField(
        label=gettext_lazy("Height"), min_value=LEAST_DRAWN, max_value=MOST_DRAWN, initial=24
    )
    symmetry = forms.ChoiceField(
        label=gettext_lazy("The players' parts are alike"),
        choices=(
            (Symmetry.ROTATION.value, gettext_lazy("turned about the middle")),
            (Symmetry.MIRROR.value, gettext_lazy("as in a mirror")),
        ),
    )
    city = forms.IntegerField(
        label=gettext_lazy("City, percent"), min_value=0, max_value=round(MOST_CITY * 100), initial=6
    )
    rock = forms.IntegerField(
        label=gettext_lazy("Impassable, percent"), min_value=0, max_value=round(MOST_ROCK * 100), initial=12
    )
    banners = forms.IntegerField(
        label=gettext_lazy("Banners of each player"), min_value=0, max_value=MOST_EACH, initial=2
    )
    level = forms.IntegerField(label=gettext_lazy("Their level"), min_value=1, max_value=20, initial=15)
    supplies = forms.IntegerField(
        label=gettext_lazy("Supply caches of each player"), min_value=0, max_value=MOST_EACH, initial=1
    )
    sensors = forms.IntegerField(
        label=gettext_lazy("Sensor masts of each player"), min_value=0, max_value=MOST_EACH, initial=0
    )
    relics = forms.TypedChoiceField(
        label=gettext_lazy("Relics"),
        coerce=int,
        initial=1,
        choices=(
            (0, gettext_lazy("none")),
            (1, gettext_lazy("one in the middle")),
            (2, gettext_lazy("one on each player's way to the middle")),
        ),
    )

    def __init__(
        self, data: Posted = None, files: Files = None, *, version: str, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, files, version=version, **options)
        self.fields["seed"].initial = secrets.randbelow(1_000_000)

    def wish(self, players: int) -> Wish:
        """The wish that the form holds, for so many players."""
        data = self.cleaned_data
        return Wish(
            seed=data["seed"],
            width=data["width"],
            height=data["height"],
            players=max(2, players),
            symmetry=Symmetry(data["symmetry"]),
            city=data["city"] / 100,
            rock=data["rock"] / 100,
            banners=data["banners"],
            level=data["level"],
            supplies=data["supplies"],
            sensors=data["sensors"],
            relics=data["relics"],
        )


class ImportForm(BoardForm):
    """A map as text or as a file."""

    format = forms.ChoiceField(
        label=gettext_lazy("Written as"),
        required=False,
        choices=(
            ("", gettext_lazy("find out by its looks")),
            (Format.ROWS.value, gettext_lazy("rows of . C #")),
            (Format.CSV.value, gettext_lazy("CSV")),
            (Format.TILED.value, gettext_lazy("Tiled (.tmj)")),
            (Format.MAP.value, gettext_lazy("map or scenario document (JSON)")),
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("File"), required=False, help_text=gettext_lazy("Or paste its text below.")
    )
    text = forms.CharField(
        label=gettext_lazy("Text"),
        required=False,
        strip=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "map-text"}),
        help_text=gettext_lazy("Rows: . is normal, C is city, # is impassable. North is above."),
    )

    def clean(self) -> Cleaned:
        """Take the text from the file, if there is one."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            if upload.size > MOST_TEXT:
                self.add_error("file", _("A map may have up to 4 MB."))
                return data
            sent = upload.read()
            try:
                data["text"] = sent.decode("utf-16" if sent.startswith(UTF_16) else "utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", _strange(sent))
                return data
        if not data.get("text") and not self.errors:
            self.add_error("text", _("Choose a file or paste a text."))
        elif (data.get("text") or "").lstrip().startswith("<"):
            words = _("This is XML, as Tiled saves by itself: there, export the map as JSON (.tmj).")
            self.add_error("text" if upload is None else "file", words)
        return data

    @property
    def form(self) -> Format | None:
        """The format that was chosen, None to find out."""
        return Format(self.cleaned_data["format"]) if self.cleaned_data["format"] else None


def _strange(sent: bytes) -> str:
    """What a file seems to be that is no text, and what may be done."""
    if sent.startswith(b"PK"):
        return _("This is a spreadsheet or an archive: save the map as CSV, or unpack it.")
    if sent.startswith((b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")):
        return _("This is a picture: below, it can be laid under the map.")
    return _("This file is not UTF-8 text.")


class PictureForm(forms.Form):
    """The picture under the grid."""

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("JPEG, PNG, WebP or GIF, up to 5 MB. It is stretched over the whole map."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )
    shown = forms.BooleanField(
        label=gettext_lazy("Players see it under their own map"),
        required=False,
        help_text=gettext_lazy("It must not show what they have to find out: only terrain is public."),
    )


class TrialForm(forms.Form):
    """How many games the bots are to play."""

    games = forms.IntegerField(label=gettext_lazy("Games"), min_value=1, max_value=500, initial=200)
    turns = forms.IntegerField(
        label=gettext_lazy("Turns of each at most"), min_value=1, max_value=80, initial=40
    )
