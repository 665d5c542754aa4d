"""What all addresses of a table share for programs: who asks sits at it."""

from __future__ import annotations

from battles.models import Phone, Table
from battles.table import presence, selectors
from campaign.models import Scope
from campaign.web.api.base import Endpoint


class AtTable(Endpoint):
    """An address of a table at which the caller sits; any other is answered as if it did not exist."""

    write_scope = Scope.RESULT

    def seated(self, table_id: str) -> tuple[Table, Phone]:
        """The table and the caller's phone at it. Raises ``DoesNotExist``."""
        table = selectors.table_by_id(table_id)
        phone = selectors.phone_of(table, None, self.person)
        if phone is None:
            raise Table.DoesNotExist
        presence.heard(phone)
        return table, phone
