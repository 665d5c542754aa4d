"""Sentry and OpenTelemetry, where the operator wants them: what went wrong and how long it took (Trust 5).

Both are libraries that the site does without. Neither is told a body, a header, a query, a variable or the
words of an exception: a plan, a seed or somebody's address may be in any of them. A page is called by its
name, for an address may be a secret of itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from campaign.base.log_context import facts


def start() -> None:
    """Begin to tell, in this process, what the settings name."""
    if settings.SENTRY_DSN:
        _start_sentry()
    if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        _start_traces()


def _start_sentry() -> None:
    import sentry_sdk

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=settings.VERSION,
        send_default_pii=False,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        server_name="",
        auto_session_tracking=False,
        before_send=scrubbed,
    )


def scrubbed(event: Any, _hint: object = None) -> Any:
    """What is sent of an error: its kind and where it came up, the request's id, the war and the turn."""
    kept = {"event_id", "timestamp", "level", "logger", "platform", "release", "environment", "sdk"}
    found: dict[str, Any] = {name: value for name, value in event.items() if name in kept}
    values = (event.get("exception") or {}).get("values") or []
    found["exception"] = {"values": [_exception(one) for one in values]}
    found["tags"] = {name: str(value) for name, value in facts().items()}
    return found


def _exception(one: Mapping[str, Any]) -> dict[str, Any]:
    frames = (one.get("stacktrace") or {}).get("frames") or []
    names = ("filename", "abs_path", "function", "module", "lineno", "in_app")
    places = [{name: frame[name] for name in names if name in frame} for frame in frames]
    return {"type": one.get("type"), "module": one.get("module"), "stacktrace": {"frames": places}}


def _start_traces() -> None:
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT.rstrip("/")
    resource = Resource.create({"service.name": "boltgun-campaigns", "service.version": settings.VERSION})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces")))
    trace.set_tracer_provider(provider)


class TraceMiddleware:
    """A span for each request, called as its page is: its method, its status, and how long it took."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
            return self.get_response(request)
        from opentelemetry import trace

        began = time.time_ns()
        response = self.get_response(request)
        match = request.resolver_match
        name = match.view_name if match is not None else "no page"
        span = trace.get_tracer("campaigns").start_span(name, start_time=began)
        span.set_attribute("http.request.method", request.method or "")
        span.set_attribute("http.response.status_code", response.status_code)
        span.set_attribute("request.id", request.META.get("REQUEST_ID", ""))
        span.end()
        return response
