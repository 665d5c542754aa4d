"""What people type about the list of wars: what they look for, whom a war looks for, words to each other."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import Experience
from campaign.public.directory.languages import LANGUAGES, language_name
from campaign.public.directory.narrowing import BATTLES, MINIMA, PACES, SIZES, STATES, Wanted
from campaign.public.directory.services import MOST_ADVERT, MOST_WORD
from campaign.web.form_options import Initial, Posted
from campaign.web.line_field import Line

ANY = ("", _("Any"))


class FilterForm(forms.Form):
    """What narrows the list; what is not known narrows nothing."""

    state = forms.ChoiceField(label=_("Wars"), required=False, choices=[ANY, *STATES.items()])
    pace = forms.ChoiceField(label=_("Pace"), required=False, choices=[ANY, *PACES.items()])
    size = forms.ChoiceField(label=_("Size"), required=False, choices=[ANY, *SIZES.items()])
    battles = forms.ChoiceField(label=_("Battles"), required=False, choices=[ANY, *BATTLES.items()])
    language = forms.ChoiceField(label=_("Language"), required=False)
    experience = forms.ChoiceField(
        label=_("For whom"), required=False, choices=[ANY, *Experience.choices[1:]]
    )

    reliability = forms.ChoiceField(label=_("Reliability"), required=False)

    def __init__(self, data: Posted, languages: tuple[str, ...], *, known: bool) -> None:
        super().__init__(data)
        named = [(code, language_name(code)) for code in languages]
        field = self.fields["language"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [ANY, *named]
        minima = self.fields["reliability"]
        assert isinstance(minima, forms.ChoiceField)
        # Nobody is told whom a war would take but whoever is known.
        minima.choices = [ANY, *(one for one in MINIMA.items() if known or one[0] != "me")]

    def wanted(self) -> Wanted:
        """What is looked for."""
        self.is_valid()
        return Wanted(**{name: self.cleaned_data.get(name, "") for name in self.fields})


class AdvertForm(forms.Form):
    """Whether a war looks for players, and for whom."""

    seeking = forms.BooleanField(label=_("This war looks for players"), required=False)
    language = forms.ChoiceField(
        label=_("Language of its people"), required=False, choices=[ANY, *LANGUAGES.items()]
    )
    experience = forms.ChoiceField(label=_("For whom"), choices=Experience.choices)
    word = Line(
        label=_("A comment for whoever asks"),
        required=False,
        max_length=MOST_ADVERT,
        help_text=_("What you play with, when you meet, what you expect."),
    )

    def __init__(self, data: Posted = None, *, initial: Initial | None = None) -> None:
        super().__init__(data, initial=initial)


class WordForm(forms.Form):
    """A word with an asking, or with its answer."""

    word = forms.CharField(
        label=_("A comment (optional)"),
        required=False,
        max_length=MOST_WORD,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
