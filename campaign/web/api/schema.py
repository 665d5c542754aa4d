"""How the endpoints describe themselves in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from campaign.web.api import problems
from campaign.web.api.answer_schema import answer_of, listed_in
from campaign.web.api.authentication import HasScope, scope_of
from campaign.web.api.paging import AFTER, PARAMETER
from campaign.web.api.parts import part_of
from campaign.web.api.problem_kinds import KINDS

READING = (400, 401, 403, 404, 406, 409, 429)
WRITING = (400, 401, 403, 404, 406, 409, 413, 415, 422, 428, 429)

IDEMPOTENCY_KEY = OpenApiParameter(
    name="Idempotency-Key",
    type=str,
    location=OpenApiParameter.HEADER,
    required=False,
    description=(
        "1 to 80 visible ASCII characters of your choice. The same request with the same key is answered"
        " alike and counts once, for 7 days; another request with that key is refused (422)."
    ),
)


class ApiSchema(AutoSchema):
    """Adds what all operations share: problem documents, the Idempotency-Key, words from docstrings."""

    def get_summary(self) -> str | None:
        """The first sentence of the operation's docstring."""
        text = super().get_description() or ""
        return text.split("\n\n")[0].split(". ")[0].replace("\n", " ").strip().rstrip(".") or None

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """The operation, with the scope that a token needs for it."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None and HasScope in self.view.permission_classes:
            scope = scope_of(self.view, self.method or "")
            needs = (
                "A token never does this." if scope is None else f"A token needs the scope `{scope.value}`."
            )
            text = operation.get("description", "")
            operation["description"] = f"{text}\n\n{needs}".strip()
        return operation

    def get_response_serializers(self) -> Any:
        """What the method returns: the class of its answer, under the status that ``once`` gives it."""
        method = getattr(self.view, (self.method or "").lower())
        status = getattr(method, "status", 200)
        if kind := answer_of(method):
            return {status: kind}
        if item := listed_in(method):
            return {status: {"type": "array", "items": self.resolve_serializer(item, "response").ref}}
        return super().get_response_serializers()

    def get_tags(self) -> list[str]:
        """The part of the API that the endpoint's module belongs to."""
        return [part_of(type(self.view).__module__)]

    def get_override_parameters(self) -> list[Any]:
        """The header of writing operations that may be repeated."""
        if not self._writes():
            return [PARAMETER] if AFTER in getattr(self.view, "parameters", ()) else []
        return [IDEMPOTENCY_KEY] if getattr(self.view, "has_effect", True) else []

    def _writes(self) -> bool:
        return self.method not in ("GET", "HEAD")

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        for status in WRITING if self._writes() else READING:
            body = self._get_response_for_code(  # type: ignore[no-untyped-call]
                problems.Problem, str(status), [problems.MEDIA_TYPE], direction
            )
            bodies.setdefault(str(status), {**body, "description": _title(status)})
        return bodies


def _title(status: int) -> str:
    return " or: ".join(kind.title for kind in KINDS.values() if kind.status == status)


class SessionScheme(OpenApiAuthenticationExtension):
    """The session of the pages."""

    target_class = "campaign.web.api.authentication.SessionLogin"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A cookie; writing requests send its CSRF token along."""
        from django.conf import settings

        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class TokenScheme(OpenApiAuthenticationExtension):
    """A program's token."""

    target_class = "campaign.web.api.authentication.TokenLogin"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A header, with a token from the page of the account."""
        return {"type": "http", "scheme": "bearer"}
