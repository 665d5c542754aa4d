"""The forms of the campaign's paper."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import ArticleKind
from campaign.press.news.services import MOST_CAPTION, MOST_TEXT, MOST_TITLE
from campaign.web.form_options import FormOptions, Posted
from campaign.web.line_field import Line

KINDS = (
    (ArticleKind.ANNOUNCEMENT, _("Information: what people should know")),
    (ArticleKind.CHRONICLE, _("Story: how the war goes")),
)


class ArticleForm(forms.Form):
    """An article."""

    kind = forms.ChoiceField(label=_("What it is"), choices=KINDS, widget=forms.RadioSelect)
    turn = forms.TypedChoiceField(label=_("Turn"), coerce=int, empty_value=None, required=False)
    title = Line(label=_("Headline"), max_length=MOST_TITLE)
    text = forms.CharField(
        label=_("Text"),
        max_length=MOST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text=_("Markdown: *slanted*, **strong**, # heading, - list, > quotation, [words](https://...)."),
    )

    def __init__(self, turns: list[int], data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        field = self.fields["turn"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", _("none")), *((number, str(number)) for number in turns)]


class PlateForm(forms.Form):
    """A picture; it is written anew, so that nothing but the picture is kept."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_("JPEG, PNG, WebP or GIF, up to 5 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/*"}),
    )
    caption = Line(
        label=_("What it shows"), max_length=MOST_CAPTION, help_text=_("Read aloud to who cannot see it.")
    )
