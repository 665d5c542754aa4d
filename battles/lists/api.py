"""Army lists for programs: read without a table."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from battles.lists.intake import in_turn, read_whole
from battles.lists.shapes import ListAnswer, ListSent, answers_of, bytes_of, field_of
from campaign.access.uploads import count
from campaign.models import Scope
from campaign.web.api.base import Endpoint


class ReadList(Endpoint):
    """A list, read; nothing of it is kept."""

    write_scope = Scope.RESULT

    @extend_schema(request=ListSent, operation_id="read_list")
    def post(self, request: Request) -> ListAnswer:
        """Read an army list as text, file or document; what it leaves open is asked (422)."""
        with in_turn():
            asked = self.read(ListSent)
            raw, field = bytes_of(asked), field_of(asked)
            count(self.person, len(raw), field=field)
            taken = read_whole(raw, answers=answers_of(asked), usual=asked["usual"], field=field)
        return {"list": {**taken.document}, "left_out": taken.left}
