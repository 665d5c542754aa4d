"""Problem documents (RFC 9457): every answer that says no, in one shape.

A problem has the standard members ``type``, ``title``, ``status`` and ``detail``; ``code`` says precisely
what was refused, and ``errors`` names each field at fault by its path in what was sent
(``orders.3f9a.primary.to``).
Nothing in it depends on what the reader may not know: what is foreign and what does not exist read alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict, TypeVar

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.urls import reverse
from rest_framework import exceptions
from rest_framework.response import Response

from campaign.base import one_line
from campaign.base.answers import JsonObject, shaped
from campaign.base.refusal import Asking, Outdated, Refusal, Unfit
from campaign.base.words.order_words import problem_reason
from campaign.turn.plans.plan_codec import WireError
from campaign.turn.stored_turns import latest_turn
from campaign.web.api.problem_kinds import KINDS

MEDIA_TYPE = "application/problem+json"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FieldError:
    """One fault: ``path`` in what was sent (empty for the whole), what is wrong and what is allowed."""

    path: str
    detail: str
    rule: str = ""

    def document(self) -> Fault:
        """The fault as JSON."""
        document: Fault = {"path": self.path, "detail": self.detail}
        return {**document, "rule": self.rule} if self.rule else document


class Fault(TypedDict):
    """One field at fault."""

    path: Annotated[str, "Where in what was sent, as orders.3f9a.primary.to; empty for the whole."]
    detail: Annotated[str, "What is wrong and what is allowed."]
    rule: NotRequired[Annotated[str, "The section of the rules that forbids it."]]


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: Annotated[str, "The address of what this sort of problem means."]
    title: str
    status: int
    detail: Annotated[str, "What is wrong here, and what to do."]
    code: Annotated[str, "What precisely was refused, for programs."]
    errors: list[Fault]
    version: NotRequired[
        Annotated[str, "What has to be sent as version now, where one was missing or outdated."]
    ]
    saved_by: NotRequired[Annotated[str, "Who has saved meanwhile, as those who build together may know."]]
    saved_at: NotRequired[Annotated[str, "When that was.", shaped(format="date-time")]]
    questions: NotRequired[
        Annotated[
            list[JsonObject],
            "What has to be said of a list: answer by unit and key, or take what is usual.",
        ]
    ]
    list: NotRequired[Annotated[JsonObject, "The list as far as it is understood."]]


class Newer(TypedDict, total=False):
    """What a problem says besides: the version that there is now, and who saved it when; what is asked."""

    version: str
    saved_by: str
    saved_at: str
    questions: list[JsonObject]
    list: JsonObject


class ProblemError(Exception):
    """An answer that says no, of one of ``KINDS``."""

    def __init__(
        self,
        kind: str,
        detail: str,
        *,
        code: str = "",
        errors: Iterable[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        more: Newer | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = KINDS[kind]
        self.detail = detail
        self.code = code or kind
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.more: Newer = more or {}

    def document(self) -> Problem:
        """The problem document."""
        return {
            "type": reverse("api:problem", kwargs={"slug": self.kind.slug}),
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            "code": self.code,
            "errors": [error.document() for error in self.errors],
            **self.more,
        }


def invalid(path: str, detail: str) -> ProblemError:
    """A problem with one field."""
    return ProblemError("invalid", f"{path}: {detail}", errors=(FieldError(path, detail),))


def not_found() -> ProblemError:
    """The one answer for what does not exist, is somebody else's, or is not to be known."""
    return ProblemError("not-found", "There is nothing at this address that you may see.")


def there(found: T | None) -> T:
    """What has been found. Raises ``ProblemError`` if nothing was."""
    if found is None:
        raise not_found()
    return found


@contextmanager
def within(names: Mapping[str, str], otherwise: str = "") -> Iterator[None]:
    """A service names a field as it knows it: here it is named as it was sent.

    ``names`` gives what was sent by the service's name; other fields are in ``otherwise``, if that is given.
    """
    try:
        yield
    except Refusal as refusal:
        if refusal.field:
            sent = names.get(refusal.field) or f"{otherwise}.{refusal.field}".lstrip(".")
            said = refusal.message.removeprefix(f"{refusal.field}: ")
            refusal.message = refusal.message if said == refusal.message else f"{sent}: {said}"
            refusal.field = sent
        raise


def no_slash() -> ProblemError:
    """That one for an address that cannot be one; it says nothing of what there is."""
    detail = "There is nothing at this address that you may see. All addresses of the API end with a slash."
    return ProblemError("not-found", detail)


def failure(status: int) -> HttpResponse:
    """The answer to a request that the app has failed: 500, or 503 if its database does not answer."""
    kind = next(kind for kind in KINDS.values() if kind.status == status)
    return response_of(ProblemError(kind.slug, kind.meaning))


def response_of(problem: ProblemError) -> HttpResponse:
    """A problem as the answer to a request that has reached no endpoint."""
    return JsonResponse(problem.document(), status=problem.kind.status, content_type=MEDIA_TYPE)


def answer(exception: Exception, context: Mapping[str, Any] | None = None) -> Response | None:
    """What an exception in an endpoint is answered with; None lets a failure of ours be one."""
    problem = problem_of(exception)
    if problem is None:
        return None
    if problem.kind.slug == "not-found" and context is not None:
        problem = _of_a_turn(problem, context)
    return Response(
        problem.document(), status=problem.kind.status, headers=problem.headers, content_type=MEDIA_TYPE
    )


def _of_a_turn(problem: ProblemError, context: Mapping[str, Any]) -> ProblemError:
    """A turn that is not there, or has nothing to see yet: told with the latest one, which is public."""
    campaign, number = getattr(context["view"], "campaign", None), context["kwargs"].get("number")
    latest = latest_turn(campaign) if campaign is not None and number is not None else None
    if latest is None or "/turns/" not in context["request"].path:
        return problem
    detail = (
        f"There is nothing of turn {number} here that you may see; the campaign is in turn {latest.number}."
    )
    return ProblemError("not-found", detail)


def problem_of(exception: Exception) -> ProblemError | None:
    """The problem that an exception stands for, if it stands for one."""
    for sort, meaning in _SORTS:
        if isinstance(exception, sort):
            return meaning(exception)
    return None


_BY_CODE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "changes_nothing": ("changes-nothing", {}),
    "not_yours": ("forbidden", {}),
    "throttled": ("throttled", {"Retry-After": "60"}),
    "guesses": ("throttled", {"Retry-After": "900"}),
    "uploads": ("throttled", {"Retry-After": "86400"}),
    "busy": ("unavailable", {"Retry-After": "60"}),
}


_AT_DESK: Mapping[str, tuple[str, str]] = {
    "correction": ("invalid", "change"),
    "settlement": ("settlement", ""),
    "wrong_share": ("wrong-share", ""),
}
"""What cannot be: the kind of problem, and the path if it is always the same."""


def _outdated(refusal: Outdated) -> ProblemError:
    """Somebody else has saved meanwhile: who and when, and the version to go on from."""
    more: Newer = {"version": refusal.version}
    if refusal.when is not None:
        more = {**more, "saved_by": refusal.who, "saved_at": refusal.when.isoformat()}
    return ProblemError("refused", refusal.message, code=refusal.code, more=more)


def _asking(refusal: Asking) -> ProblemError:
    """What was sent is read, but something of it has to be said first."""
    path = refusal.field or ""
    errors = tuple(FieldError(path, line) for line in refusal.message.splitlines())
    more: Newer = {"questions": refusal.questions, "list": refusal.understood}
    return ProblemError("questions", refusal.message, code=refusal.code, errors=errors, more=more)


def _refused(refusal: Refusal) -> ProblemError:
    """A service's refusal: illegal orders, a field at fault, something foreign, or the wrong moment."""
    if refusal.code == "no_turn":
        return not_found()
    if refusal.code in _BY_CODE:
        kind, headers = _BY_CODE[refusal.code]
        return ProblemError(kind, refusal.message, code=refusal.code, headers=headers)
    if refusal.code in _AT_DESK:
        kind, path = _AT_DESK[refusal.code][0], _AT_DESK[refusal.code][1] or refusal.field or ""
        error = FieldError(path, refusal.message.removeprefix(f"{path}: "))
        return ProblemError(kind, refusal.message, code=refusal.code, errors=(error,))
    if refusal.problems:
        errors = tuple(
            FieldError(f"orders.{problem.banner}.{problem.slot}", problem_reason(problem), problem.rule)
            for problem in refusal.problems
        )
        return ProblemError("illegal", refusal.message, code=refusal.code, errors=errors)
    if refusal.field:
        error = FieldError(refusal.field, refusal.message.removeprefix(f"{refusal.field}: "))
        kind = "unfit" if isinstance(refusal, Unfit) else "invalid"
        return ProblemError(kind, refusal.message, code=refusal.code, errors=(error,))
    return ProblemError("refused", refusal.message, code=refusal.code)


def _not_valid(error: exceptions.ValidationError) -> ProblemError:
    errors = tuple(_faults(error.detail, ""))
    kind = "unfit" if set(_codes(error.get_codes())) == {one_line.CODE} else "invalid"
    return ProblemError(kind, "; ".join(f"{one.path}: {one.detail}" for one in errors), errors=errors)


def _codes(codes: object) -> Iterator[str]:
    if isinstance(codes, Mapping):
        codes = list(codes.values())
    if isinstance(codes, list | tuple):
        for one in codes:
            yield from _codes(one)
    else:
        yield str(codes)


def _faults(detail: object, path: str) -> Iterator[FieldError]:
    """The faults that the framework nests by field and index, as paths."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            if isinstance(key, int):
                # Items of a list that are at fault, by their place.
                yield from _faults(inner, f"{path}[{key}]")
                continue
            name = "" if key == "non_field_errors" else str(key)
            yield from _faults(inner, f"{path}.{name}".strip(".") if name else path)
    elif isinstance(detail, list | tuple):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, Mapping | list | tuple)
            yield from _faults(inner, f"{path}[{index}]" if nested and inner else path)
    else:
        yield FieldError(path, str(detail))


_FRAMEWORK: Mapping[int, str] = {
    400: "invalid",
    401: "signed-out",
    403: "forbidden",
    405: "method",
    406: "not-acceptable",
    415: "media-type",
    429: "throttled",
}


def _of_the_framework(error: exceptions.APIException) -> ProblemError | None:
    kind = _FRAMEWORK.get(error.status_code)
    if kind is None:
        return None
    # The framework's own sentence does not say how to log in.
    unknown = isinstance(error, exceptions.NotAuthenticated)
    detail = KINDS["signed-out"].meaning if unknown else str(error.detail)
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = str(error.auth_header)  # type: ignore[attr-defined]
    if getattr(error, "wait", None):
        headers["Retry-After"] = str(int(error.wait) + 1)  # type: ignore[attr-defined]
    return ProblemError(kind, detail, headers=headers)


_SORTS: tuple[tuple[type[Exception], Callable[[Any], ProblemError | None]], ...] = (
    (ProblemError, lambda problem: problem),
    (Outdated, _outdated),
    (Asking, _asking),
    (Refusal, _refused),
    (WireError, lambda error: invalid(error.path, error.message)),
    (exceptions.ValidationError, _not_valid),
    (ObjectDoesNotExist, lambda _: not_found()),
    (Http404, lambda _: not_found()),
    (exceptions.NotFound, lambda _: not_found()),
    (PermissionDenied, lambda denied: ProblemError("forbidden", str(denied) or KINDS["forbidden"].meaning)),
    (exceptions.APIException, _of_the_framework),
)
