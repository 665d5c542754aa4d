"""The forms with which a poster or a film is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.film.documents import TRUTH
from campaign.film.making.scenes import operators_program
from campaign.film.making.selectors import FILMS, LIGHTS, POSTERS, Eyes, Wish
from campaign.models import FilmFormat, FilmKind

Choices = Sequence[tuple[str, str | Promise]]

SIZE_WORDS: Mapping[str, str | Promise] = {
    "1200x630": gettext_lazy("Wide: 1200 x 630, as links show it"),
    "1080x1350": gettext_lazy("Tall: 1080 x 1350, to print or for phones"),
    "960x540": gettext_lazy("Wide: 960 x 540"),
    "768x960": gettext_lazy("Tall: 768 x 960"),
}
LIGHT_WORDS: Mapping[str, str | Promise] = {
    "paper": gettext_lazy("Paper"),
    "night": gettext_lazy("Night"),
}
FORMAT_WORDS: Mapping[str, str | Promise] = {
    "gif": gettext_lazy("GIF: moves wherever it is posted"),
    "webp": gettext_lazy("WebP: smaller, moves in browsers"),
    "mp4": gettext_lazy("MP4: a video"),
}


class _Choice(forms.ChoiceField):
    """A choice whose refusal says what is allowed."""

    def __init__(self, *, label: str, choices: Choices, initial: str = "") -> None:
        super().__init__(label=label, choices=list(choices), initial=initial or None)
        allowed = ", ".join(value for value, _words in choices)
        self.error_messages["invalid_choice"] = _("Allowed here: %(allowed)s.") % {"allowed": allowed}


class _Asking(forms.Form):
    """What both have: through whose eyes, how large, in which light."""

    def __init__(self, data: Any, eyes: Sequence[Eyes], *, turn: int | None, seen: int | None) -> None:
        super().__init__(data, auto_id=f"{type(self).__name__.lower()}_%s")
        self.turns = sorted({turn for one in eyes for turn in one.turns})
        self.turn = turn if turn is not None else self.turns[-1]
        if len(eyes) > 1:
            start = str(eyes[0].number if seen is None else seen)
            self.fields["eyes"] = _Choice(
                label=_("Through whose eyes"), choices=list(_eyes(eyes)), initial=start
            )
        self.only = eyes[0].number

    def turn_field(self, label: str, first: int) -> forms.ChoiceField:
        """A choice of a turn."""
        words = [
            (str(turn), _("Turn %(n)d") % {"n": turn} if turn else _("Before turn 1")) for turn in self.turns
        ]
        return _Choice(label=label, choices=words, initial=str(first))

    def worded(self, values: Iterable[str], words: Mapping[str, str | Promise]) -> Choices:
        """Values with their words."""
        return [(value, words[value]) for value in values]

    def wish(self) -> Wish:
        """What is asked for."""
        raise NotImplementedError

    @property
    def eyes(self) -> int:
        """The eyes that were chosen, or the only ones."""
        return int(self.cleaned_data.get("eyes", self.only))


class PosterForm(_Asking):
    """A poster of one turn."""

    def __init__(self, data: Any, eyes: Sequence[Eyes], *, turn: int | None, seen: int | None) -> None:
        super().__init__(data, eyes, turn=turn, seen=seen)
        self.fields["turn"] = self.turn_field(_("Turn"), self.turn)
        self.fields["size"] = _Choice(label=_("Size"), choices=self.worded(POSTERS, SIZE_WORDS))
        self.fields["light"] = _Choice(label=_("Light"), choices=self.worded(LIGHTS, LIGHT_WORDS))

    def wish(self) -> Wish:
        """What is asked for."""
        given = self.cleaned_data
        turn = int(given["turn"])
        return Wish(FilmKind.POSTER, self.eyes, turn, turn, FilmFormat.PNG, given["size"], given["light"])


class FilmForm(_Asking):
    """A film of some turns."""

    def __init__(self, data: Any, eyes: Sequence[Eyes], *, turn: int | None, seen: int | None) -> None:
        super().__init__(data, eyes, turn=turn, seen=seen)
        start = next((one for one in self.turns if one > 0), self.turns[0])
        self.fields["first"] = self.turn_field(_("From"), start if turn is None else turn)
        self.fields["last"] = self.turn_field(_("To"), self.turn)
        formats = ["gif", "webp", *(["mp4"] if operators_program() is not None else [])]
        self.fields["format"] = _Choice(label=_("Format"), choices=self.worded(formats, FORMAT_WORDS))
        self.fields["size"] = _Choice(label=_("Size"), choices=self.worded(FILMS, SIZE_WORDS))
        self.fields["light"] = _Choice(label=_("Light"), choices=self.worded(LIGHTS, LIGHT_WORDS))

    def clean(self) -> dict[str, Any]:
        """See that it does not end before it begins."""
        given = super().clean() or {}
        if "first" in given and "last" in given and int(given["first"]) > int(given["last"]):
            self.add_error("last", _("The last turn is not before the first."))
        return given

    def wish(self) -> Wish:
        """What is asked for."""
        given = self.cleaned_data
        first, last = int(given["first"]), int(given["last"])
        form = FilmFormat(given["format"])
        return Wish(FilmKind.FILM, self.eyes, first, last, form, given["size"], given["light"])


def _eyes(eyes: Sequence[Eyes]) -> Iterable[tuple[str, str]]:
    for one in eyes:
        own = _("%(army)s (you)") % {"army": one.army}
        words = _("Everything, as it was") if one.number == TRUTH else own if one.own else one.army
        yield str(one.number), words
