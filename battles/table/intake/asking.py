"""Which phone asks: what the browser's session remembers of its tables."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from battles.models import Phone, Table
from battles.table.presence import heard
from battles.table.selectors import phone_of, table_by_id
from campaign.models import User


class NotSeatedError(Http404):
    """There is no table at this address, or not for this phone: which of the two is not said."""


KEY, SHOWN, DIGITS = "tables", "table shown", "table digits"
MOST = 30


def user_of(request: HttpRequest) -> User | None:
    """Who is logged in, if anybody is: a quick battle needs no account."""
    return request.user if isinstance(request.user, User) else None


def remembered(request: HttpRequest) -> dict[str, str]:
    """The phone's own id by table."""
    return dict(request.session.get(KEY, {}))


def remember(request: HttpRequest, phone: Phone) -> None:
    """Keep that this browser is this phone at its table."""
    known = remembered(request)
    known.pop(phone.table.public_id, None)
    known[phone.table.public_id] = phone.public_id
    request.session[KEY] = dict(list(known.items())[-MOST:])


def forget(request: HttpRequest, table: Table) -> None:
    """This browser does not sit at the table any more."""
    known = remembered(request)
    known.pop(table.public_id, None)
    request.session[KEY] = known


def phone_for(request: HttpRequest, table: Table) -> Phone | None:
    """The phone that this browser is at the table, or that its person has been elsewhere."""
    return phone_of(table, remembered(request).get(table.public_id), user_of(request))


def table_at(table_id: str) -> Table:
    """The table of an address. Raises ``NotSeatedError``."""
    try:
        return table_by_id(table_id)
    except Table.DoesNotExist:
        raise NotSeatedError from None


def seated(request: HttpRequest, table_id: str) -> tuple[Table, Phone]:
    """The table and the phone that asks. Raises ``NotSeatedError`` for whoever does not sit at it."""
    table = table_at(table_id)
    phone = phone_for(request, table)
    if phone is None:
        raise NotSeatedError
    heard(phone)
    return table, phone


def shown_at(request: HttpRequest, table: Table) -> int | None:
    """Whose secrets a shared tablet shows just now."""
    shown = request.session.get(SHOWN, {}).get(table.public_id)
    return shown if isinstance(shown, int) else None


def digits_at(request: HttpRequest, table: Table) -> str:
    """The four digits that the player who holds the tablet is told just now, if he is."""
    return str(request.session.get(DIGITS, {}).get(table.public_id, ""))


def show_at(request: HttpRequest, table: Table, number: int | None, digits: str = "") -> None:
    """Show one player's secrets on a shared tablet, and his digits with them, or with None blank them."""
    shown = {key: value for key, value in request.session.get(SHOWN, {}).items() if key != table.public_id}
    if number is not None:
        shown[table.public_id] = number
    request.session[SHOWN] = shown
    told = {key: value for key, value in request.session.get(DIGITS, {}).items() if key != table.public_id}
    request.session[DIGITS] = told | ({table.public_id: digits} if digits else {})
