"""The sorts of problem that the API answers with (RFC 9457), and what each means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.base.answers import called


@called("Meaning")
@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of problem: the last part of its ``type``, its status and title, and what to do about it."""

    slug: str
    status: int
    title: str
    meaning: str


KINDS: Mapping[str, Kind] = {
    kind.slug: kind
    for kind in (
        Kind(
            "invalid",
            400,
            "The request cannot be read",
            "Something that was sent has the wrong shape, is unknown or out of bounds; errors names each"
            " field and what is allowed. Nothing was saved.",
        ),
        Kind(
            "signed-out",
            401,
            "You are not logged in",
            "Send a token with the request, as the header Authorization: Bearer bgc_...; tokens are made on"
            " the page of your account (Tokens for programs). A browser that is logged in needs none:"
            " its session will do.",
        ),
        Kind(
            "forbidden",
            403,
            "Your role does not allow this",
            "You take part in the campaign, but not in the role that this needs; detail says which.",
        ),
        Kind(
            "not-found",
            404,
            "There is nothing here for you",
            "The address is wrong, or what it names is not yours to see; the two are not told apart.",
        ),
        Kind("method", 405, "This address does not take that method", "See the Allow header."),
        Kind("not-acceptable", 406, "Answers are JSON only", "Ask for application/json."),
        Kind(
            "too-slow",
            408,
            "The request did not end",
            "A body has to be sent within three minutes, a large one within ten. Nothing was saved.",
        ),
        Kind(
            "refused",
            409,
            "This cannot be done now",
            "The request is well formed, but the state of the campaign forbids it; code and detail say why."
            " Nothing was saved.",
        ),
        Kind(
            "in-flight",
            409,
            "The same request is being worked on",
            "Another request with this Idempotency-Key has not been answered yet. Repeat it in a moment.",
        ),
        Kind(
            "too-large",
            413,
            "The request is too large",
            "The body is longer than this server takes.",
        ),
        Kind("media-type", 415, "Requests are JSON only", "Send application/json."),
        Kind(
            "unfit",
            422,
            "What was sent is more than is taken",
            "A name or another line holds characters that none may hold, or a file is larger, holds more or"
            " takes longer to read than is allowed; errors names the field and the limit. Nothing was saved.",
        ),
        Kind(
            "illegal",
            422,
            "Orders are illegal",
            "The plan is well formed, but some of its orders are void under the rules; errors names each with"
            " the rule's section. Nothing was saved.",
        ),
        Kind(
            "questions",
            422,
            "Something has to be said first",
            "The list is read, but not sure in everything: questions names what is open, by unit and key."
            " Send it again with answers, or with usual to take what is usual. Nothing was saved.",
        ),
        Kind(
            "unknown",
            422,
            "There is no such thing",
            "What is asked for is well formed, but there is none of it; errors says what there is.",
        ),
        Kind(
            "changes-nothing",
            422,
            "This correction changes nothing",
            "What it names is so already, in the very document that it would correct. Nothing was saved.",
        ),
        Kind(
            "settlement",
            422,
            "This cannot come of the order",
            "errors names what is wrong, and what is allowed there.",
        ),
        Kind(
            "wrong-share",
            422,
            "This does not open the seal",
            "The share is not the one that was sealed last. Nothing was saved.",
        ),
        Kind(
            "key-reused",
            422,
            "This Idempotency-Key belongs to another request",
            "A key stands for one request. Use a new one for a new request.",
        ),
        Kind(
            "version-needed",
            428,
            "Say over which version you save",
            "Others may be building the same. Read it, and send the version that you have read; this problem"
            " names the present one as version. Nothing was saved.",
        ),
        Kind("throttled", 429, "Too many requests", "Wait as long as the Retry-After header says."),
        Kind(
            "failure",
            500,
            "The app has failed",
            "This is not your fault, and it has been written down. Repeat the request with the same"
            " Idempotency-Key later.",
        ),
        Kind(
            "unavailable",
            503,
            "The app cannot answer just now",
            "Its database does not answer, or it is hearing or reading others' files, pictures or lists."
            " Repeat the request, with the same Idempotency-Key, in a while.",
        ),
    )
}
