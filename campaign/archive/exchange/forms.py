"""The form with which a campaign is taken in from its file."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.archive.exchange.file_limits import MOST_BYTES

_MOST = MOST_BYTES // 1024**2


class ImportForm(forms.Form):
    """The file to take in."""

    file = forms.FileField(
        label=gettext_lazy("Campaign file (.zip)"),
        help_text=gettext_lazy("As it was exported from this or another site; at most 50 MB."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )

    def clean_file(self) -> UploadedFile[bytes]:
        """The file, if it is not too large to be read."""
        sent: UploadedFile[bytes] = self.cleaned_data["file"]
        if (sent.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than %(most)d MB.") % {"most": _MOST})
        return sent
