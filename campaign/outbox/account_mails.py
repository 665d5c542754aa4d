"""Mails about accounts, with their codes and links, wait in the outbox like all others, sealed.

No request waits for a mail server, and whoever reads the database can log in as nobody.
"""

from __future__ import annotations

import json
from datetime import timedelta

from django.core.mail import EmailMessage, EmailMultiAlternatives

from campaign.base.dates import clock
from campaign.base.integrations import signing
from campaign.models import AccountMail
from campaign.outbox.services import new_message_id

PURPOSE = b"account mails"
CODES = timedelta(minutes=15)
"""No code is good for longer."""
OTHERS = timedelta(hours=48)


def put(message: EmailMessage, *, code: bool) -> None:
    """Have a mail sent soon; one with a code is of no use any more once that is not."""
    html = message.alternatives if isinstance(message, EmailMultiAlternatives) else ()
    document = {
        "subject": str(message.subject),
        "body": str(message.body),
        "subtype": message.content_subtype,
        "from": message.from_email,
        "to": list(message.to),
        "headers": {"Message-ID": new_message_id(), **message.extra_headers},
        "html": [[str(content), str(kind)] for content, kind in html],
    }
    moment = clock.now()
    AccountMail.objects.create(
        sealed=signing.seal(json.dumps(document).encode(), PURPOSE),
        not_before=moment,
        expires=moment + (CODES if code else OTHERS),
        created_at=moment,
    )


def message_of(mail: AccountMail) -> EmailMessage:
    """The mail as it was put there. Raises ``InvalidToken`` if the site's key has changed since."""
    document = json.loads(signing.opened(bytes(mail.sealed), PURPOSE))
    message = EmailMultiAlternatives(
        document["subject"],
        document["body"],
        document["from"],
        document["to"],
        headers=document["headers"],
    )
    message.content_subtype = document["subtype"]
    for content, kind in document["html"]:
        message.attach_alternative(content, kind)
    return message
