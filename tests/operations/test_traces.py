"""What a site tells OpenTelemetry: which pages were asked for and how long they took, and nobody's words."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.gates import run
from tests.sites import with_tables

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.long]
SECRET = "zqsecretzq"

ASKING = f"""
import django
django.setup()
from django.test import Client
from opentelemetry import trace
said = {{"authorization": "Bearer {SECRET}", "user-agent": "{SECRET}", "cookie": "a={SECRET}"}}
visitor = Client(headers=said, SERVER_NAME="localhost")
visitor.get("/help/?q={SECRET}@club.example")
visitor.get("/join/{SECRET}/")
visitor.get("/{SECRET}/")
visitor.post("/account/login/", {{"login": "{SECRET}@club.example", "password": "{SECRET}"}})
visitor.put("/api/v1/campaigns/{SECRET}/plan/", {{"orders": "{SECRET}"}}, content_type="application/json")
assert trace.get_tracer_provider().force_flush(10_000)
"""


@dataclass
class Collector:
    """An OTLP receiver on this machine: the paths and bodies that it was sent."""

    address: str = ""
    sent: list[tuple[str, bytes]] = field(default_factory=list)


@pytest.fixture
def collector() -> Iterator[Collector]:
    found = Collector()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found.sent.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.end_headers()

        def log_message(self, *_said: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    found.address = f"http://127.0.0.1:{server.server_port}"
    yield found
    server.shutdown()
    server.server_close()


def test_a_process_sends_a_span_for_each_request_and_no_word_of_it(
    tmp_path: Path, collector: Collector
) -> None:
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    # Whether each is shown or refused: the tables alone are there.
    env = with_tables(tmp_path) | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.address,
        "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
        "PYTHONPATH": ":".join([str(Path.cwd()), *(one for one in sys.path if "site-packages" in one)]),
        "DEBUG": "on",
    }
    done = run([sys.executable, "-c", ASKING], env=env)
    assert done.returncode == 0, done.stderr[-2000:]
    assert {path for path, _body in collector.sent} == {"/v1/traces"}
    spans, resources = [], []
    for _path, body in collector.sent:
        assert SECRET.encode() not in body
        told = ExportTraceServiceRequest.FromString(body)
        for group in told.resource_spans:
            resources.append({one.key: one.value.string_value for one in group.resource.attributes})
            spans += [span for scope in group.scope_spans for span in scope.spans]
    assert {one["service.name"] for one in resources} == {"boltgun-campaigns"}
    names = {span.name for span in spans}
    assert len(spans) == 5
    assert {"join", "account_login", "no page"} <= names
    keys = {"http.request.method", "http.response.status_code", "request.id"}
    for span in spans:
        assert {one.key for one in span.attributes} == keys
        assert span.end_time_unix_nano > span.start_time_unix_nano
        assert not span.events
