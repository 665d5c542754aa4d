"""Hostile bytes through every door, in a real web process: refused in words, and it stays small and quick."""

from __future__ import annotations

import ast
import base64
import importlib
import io
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from campaign.access.api_tokens import make_token
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.zip_file import FileError, unpacked
from campaign.founding.draft_saving import open_draft
from campaign.models import Article, Campaign, Scope, User
from tests import bombs
from tests.archive.test_exchange import files_of_bytes, pack_bytes
from tests.fights import address, browser, meet
from tests.gates import ROOT
from tests.operations.test_health import free_port, wait_for

pytestmark = pytest.mark.django_db(transaction=True)

MIB = 1024 * 1024
MORE = 64 * MIB
"""As much may the web process grow. Measured: 4 to 35 MiB, as the machine is busy; an unpacked bomb: 300."""
SLOWEST = 2.0
"""Seconds: two slow cores, with the tests and two children on them."""


def database_url() -> str:
    """Where the tests' own database is, for another process."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    person = ":".join(
        urllib.parse.quote(str(known[key]), safe="") for key in ("USER", "PASSWORD") if known[key]
    )
    return f"postgres://{person}@{known['HOST']}:{known['PORT'] or 5432}/{known['NAME']}"


@dataclass
class Site:
    """A web process: its address, its number, and how long it was silent at the longest by its own doing."""

    base: str
    pid: int
    silent: float = 0.0

    def waited(self) -> dict[str, float]:
        """Seconds for which each thread could have run and had no core: other tests keep both busy."""
        found = {}
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            with suppress(OSError):
                found[task.name] = int((task / "schedstat").read_text().split()[1]) / 1e9
        return found

    def memory(self, what: str = "VmRSS") -> int:
        """Bytes that it has (``VmRSS``), or has had at the most (``VmHWM``)."""
        told = Path(f"/proc/{self.pid}/status").read_text()
        (line,) = [line for line in told.splitlines() if line.startswith(what)]
        return int(line.split()[1]) * 1024

    def post(self, path: str, sent: dict[str, Any], token: str, method: str = "POST") -> tuple[int, str]:
        """What a program is answered."""
        asked = urllib.request.Request(
            self.base + path,
            data=json.dumps(sent).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
            method=method,
        )
        return _answered(asked)

    def get(self, path: str, token: str) -> Any:
        """What a program reads."""
        asked = urllib.request.Request(self.base + path, headers={"Authorization": f"Bearer {token}"})
        return json.loads(_answered(asked)[1])

    def send(self, path: str, raw: bytes, user: User, name: str = "picture", **more: str) -> tuple[int, str]:
        """What a browser's form with a file is answered."""
        mark, rim = "x" * 32, b"rim-of-a-part"
        fields = {**more, "csrfmiddlewaretoken": mark}
        parts = [b'name="%s"\r\n\r\n%s' % (k.encode(), v.encode()) for k, v in fields.items()]
        head = b'name="%s"; filename="table.png"\r\nContent-Type: image/png\r\n\r\n' % name.encode()
        body = b"".join(
            b"--" + rim + b"\r\nContent-Disposition: form-data; " + part + b"\r\n"
            for part in (*parts, head + raw)
        )
        session = browser(user).cookies["session"].value
        headers = {
            "Cookie": f"session={session}; csrf={mark}",
            "Content-Type": f"multipart/form-data; boundary={rim.decode()}",
        }
        return _answered(urllib.request.Request(self.base + path, body + b"--" + rim + b"--\r\n", headers))


def _answered(asked: urllib.request.Request) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@contextmanager
def serving(*command: str) -> Iterator[Site]:
    """A web process on the tests' database, which is asked all the while whether it is alive."""
    port = free_port()
    env = {**os.environ, "DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    env["ALLOWED_HOSTS"] = "127.0.0.1"
    with subprocess.Popen(
        [sys.executable, *command, "--port", str(port)],
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        site = Site(f"http://127.0.0.1:{port}", process.pid)
        over = threading.Event()

        def ask() -> None:
            while not over.wait(0.05):
                began, ready = time.monotonic(), site.waited()
                urllib.request.urlopen(f"{site.base}/healthz", timeout=60).close()
                kept = max((now - ready.get(key, 0.0) for key, now in site.waited().items()), default=0.0)
                site.silent = max(site.silent, time.monotonic() - began - kept)

        try:
            assert wait_for(f"{site.base}/healthz")
            asking = threading.Thread(target=ask)
            asking.start()
            yield site
        finally:
            over.set()
            asking.join()
            process.terminate()


WEB = ("-m", "uvicorn", "config.asgi:application", "--log-level", "critical")
Send = Callable[[bytes], tuple[int, str]]


def doors(site: Site) -> dict[str, Send]:
    """Every place to which a picture can be sent: the pages, and the API."""
    war = meet()
    north, mara = war.users["north"], war.campaign.roles.get().user
    battle = address(war, what="act/")
    program = f"/api/v1{address(war)}".replace("/c/", "/campaigns/")
    _row, token = make_token(user=north, name="p", scopes=[Scope.RESULT, Scope.FACILITATE])
    _row, desk = make_token(user=mara, name="p", scopes=[Scope.RESULT, Scope.FACILITATE])
    piece = Article.objects.create(
        campaign=war.campaign, kind="chronicle", title="A", text="b", created_at=war.campaign.created_at
    )
    news = f"{war.campaign.public_id}/%s/{piece.public_id}/pictures/"
    draft = open_draft(by=mara, name="The Long March", seats=3).public_id

    def by_program(path: str, token: str, method: str = "POST", **more: Any) -> Send:
        return lambda raw: site.post(path, {"picture": base64.b64encode(raw).decode(), **more}, token, method)

    return {
        "battle": lambda raw: site.send(f"{battle}picture/", raw, north, caption="The mill"),
        "battle, API": by_program(f"{program}pictures/", token, caption="The mill"),
        "list": lambda raw: site.send(f"{battle}list/", raw, north, "file", points="100", text=""),
        "list, API": by_program(f"{program}list/", token, points=100),
        "news": lambda raw: site.send(f"/c/{news % 'chronicle'}", raw, mara, caption="The mill"),
        "news, API": by_program(f"/api/v1/campaigns/{news % 'news'}", desk, caption="The mill"),
        "map": lambda raw: site.send(f"/c/{draft}/build/map/files/", raw, mara, act="picture"),
        "map, API": by_program(f"/api/v1/campaigns/{draft}/draft/map/picture/", desk, "PUT", shown=False),
    }


def test_no_picture_makes_the_web_process_large_or_slow() -> None:
    with serving(*WEB) as site:
        found = doors(site)
        for door in found.values():
            answer = door(bombs.gif(frames=3))
            assert answer[0] in (200, 201), answer
        before = site.memory()
        for number, (name, make) in enumerate(bombs.PICTURES.items()):
            raw = make()
            chosen = list(found.values()) if name == "webp" else [list(found.values())[number % 8]]
            for door in chosen:
                status, said = door(raw)
                assert status in (400, 422), (name, status, said)
                words = "A text in a picture has at most" if "text" in name else "24 megapixels"
                # Of as many pixels as a JPEG may have, and nothing comes after its head.
                words = "no picture that can be read" if name == "progressive jpeg" else words
                assert words in said, (name, said)
        assert site.memory("VmHWM") - before < MORE
        assert site.silent < SLOWEST


@pytest.mark.long
def test_many_at_once_leave_places_for_others() -> None:
    """A few are read, the others are told when to send theirs again; what was typed stays."""
    with serving(*WEB) as site:
        door = doors(site)["battle"]
        assert door(bombs.gif(frames=3))[0] == 200
        before, raw = site.memory(), bombs.png(4000, 5900, text=50_000)
        with ThreadPoolExecutor(50) as crowd:
            told = list(crowd.map(door, [raw] * 50))
        # Each is a picture that may be sent, of as many pixels as it may have; a side shows eight of them,
        # and a person sends forty in a day, read or not.
        found = {status for status, _said in told}
        assert {200, 503} <= found <= {200, 422, 429, 503}
        for status, said in told:
            if status == 503:
                assert "send yours again in a minute" in said
                assert 'value="The mill"' in said
        assert site.memory("VmHWM") - before < MORE
        assert site.silent < SLOWEST


def test_no_map_or_roster_makes_the_web_process_large_or_slow() -> None:
    """What is written, not drawn: refused at its field, with what is allowed."""
    war = meet()
    north, mara = war.users["north"], war.campaign.roles.get().user
    draft = open_draft(by=mara, name="The Long March", seats=3).public_id
    _row, token = make_token(user=north, name="p", scopes=[Scope.RESULT])
    _row, desk = make_token(user=mara, name="p", scopes=[Scope.FACILITATE])
    roster = f"/api/v1{address(war)}list/".replace("/c/", "/campaigns/")
    with serving(*WEB) as site:
        read = f"/api/v1/campaigns/{draft}/draft/map/read/"
        assert site.post(read, {"text": "..\n.."}, desk)[0] in (200, 422)
        site.post(roster, {"file": base64.b64encode(b"Rifle squad").decode(), "points": 100}, token)
        before = site.memory()
        for name, make in bombs.MAPS.items():
            status, said = site.post(read, {"text": make()}, desk)
            assert status == 422, (name, status, said)
            assert [one["path"] for one in json.loads(said)["errors"]] == ["text"], (name, said)
        for name, make_file in bombs.ROSTERS.items():
            sent = {"file": base64.b64encode(make_file()).decode(), "points": 100}
            status, said = site.post(roster, sent, token)
            assert (status, json.loads(said)["code"]) == (422, "list"), (name, said)
            assert [one["path"] for one in json.loads(said)["errors"]] == ["file"], (name, said)
        assert site.memory("VmHWM") - before < MORE
        assert site.silent < SLOWEST


SERVE = ("manage.py", "serve")


def _digits() -> bytes:
    """Four million digits that a zip makes half as long and no shorter."""
    return os.urandom(2_000_000).hex().translate(str.maketrans("abcdef", "0" * 6)).encode()


ROWS: Mapping[str, Callable[[], bytes]] = {
    "many rows": lambda: b"{}\n" * 300_001,
    "many values": lambda: b"".join(json.dumps([*os.urandom(100_000)]).encode() + b"\n" for _ in range(81)),
    "much text": lambda: b"".join(b'{"a":"%s"}\n' % _digits() for _ in range(22)),
}
"""Well-formed, and more than whoever takes them in should have to keep in memory."""
ROWS_ALLOWED = {
    "many rows": "message.jsonl: with it the file has more than 300000 rows.",
    "many values": "message.jsonl: with it the file has more than 8000000 values.",
    "much text": "message.jsonl: with it the rows of the file have more than 80 MB.",
}


@pytest.mark.once
@pytest.mark.shared(3)
@pytest.mark.parametrize("name", ROWS)
def test_rows_are_counted_before_any_is_told(name: str, tarn: Campaign, mara: User) -> None:
    packed = _with_rows(export_campaign(campaign=tarn, by=mara), ROWS[name]())
    assert len(packed) < 50 * bombs.MIB
    with pytest.raises(FileError) as caught:
        unpacked(packed)
    assert str(caught.value) == ROWS_ALLOWED[name]


def _with_rows(whole: bytes, rows: bytes) -> bytes:
    """A campaign's file with these messages."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in {**files_of_bytes(whole), "message.jsonl": rows}.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.long
def test_no_zip_makes_the_one_process_large_or_slow(tarn: Campaign, mara: User) -> None:
    """Where one process is web and worker, too; each is refused with what is allowed."""
    whole = export_campaign(campaign=tarn, by=mara)
    _row, token = make_token(user=mara, name="p", scopes=[Scope.FACILITATE])
    sent = {
        **{name: make() for name, make in bombs.ZIPS.items()},
        "a row of 300 MiB": bombs.with_member(_without(whole, "turn.jsonl"), "turn.jsonl", 300),
        "a picture of 300 MiB": bombs.with_member(whole, f"pictures/{'0' * 64}", 300),
        "a picture of zeros": bombs.with_member(whole, f"pictures/{'1' * 64}", 4),
        "a file of the same name": bombs.with_member(whole, "turn.jsonl", 1),
        "a file nobody knows": bombs.with_member(whole, "nothing.jsonl", 300),
        **{name: _with_rows(whole, rows()) for name, rows in ROWS.items()},
    }
    allowed = {
        "a manifest of 600 MiB": "manifest.json: has more than 65536 bytes when unpacked.",
        "a lying size": "This is no zip file, or it is broken",
        "members that overlap": "The files in the zip lie over one another.",
        "100 000 members": "The zip may have up to 5000 files.",
        "100 000 members by zip64": "The zip may have up to 5000 files.",
        "a row of 300 MiB": "turn.jsonl, row 1: is longer than 4194304 characters.",
        "a picture of zeros": f"{'1' * 64}: unpacks to more than 200 times its size.",
        "a picture of 300 MiB": f"{'0' * 64}: has more than 5242880 bytes when unpacked.",
        "a file of the same name": "turn.jsonl is in the zip twice.",
        "a file nobody knows": "nothing.jsonl",
        **ROWS_ALLOWED,
    }
    with serving(*SERVE) as site:
        assert _taken_in(site, whole, token)["state"] == "done"
        before = site.memory()
        for name, raw in sorted(sent.items(), key=lambda one: len(one[1])):
            said = _taken_in(site, raw, token)
            assert said["state"] == "refused", (name, said)
            assert allowed[name] in said["error"], (name, said)
            # What is as large as a file may be is held as it is sent, stored and read: three times.
            assert site.memory("VmHWM") - before < MORE + 3 * len(raw), name
        assert site.silent < SLOWEST


def _taken_in(site: Site, raw: bytes, token: str) -> dict[str, Any]:
    """What has come of a file that was sent."""
    asked = urllib.request.Request(
        f"{site.base}/api/v1/campaigns/import/",
        data=raw,
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/zip"},
    )
    status, body = _answered(asked)
    made = json.loads(body)
    if status == 422:
        return {"state": "refused", "error": made["detail"]}
    until = time.monotonic() + 60
    while made["state"] in ("waiting", "running") and time.monotonic() < until:
        time.sleep(0.2)
        made = site.get(urllib.parse.urlsplit(made["ask"]).path, token)
    return made


def _without(packed: bytes, name: str) -> bytes:
    return pack_bytes({one: data for one, data in files_of_bytes(packed).items() if one != name})


IN_CHILDREN = {
    "campaign/base/sandbox/redrawing.py": "campaign.base.sandbox.redrawing",
    "campaign/archive/exchange/unzipping.py": "campaign.archive.exchange.unzipping",
    "campaign/base/maps/tiled.py": "campaign.base.maps.text_reading",
    "rules/tabletop/lists/forms/unpacking.py": "campaign.base.sandbox.list_reading",
}
"""What opens people's bytes, and the program in whose sealed child it does."""
BESIDE = {
    # A map's words as CSV are read where its Tiled layers are: by the same program.
    "campaign/base/maps/formats.py",
    # A list's lines as CSV are read where its sheets are unpacked: by the same program.
    "rules/tabletop/lists/tables/columns.py",
}
OWN_ROWS = {
    "battles/table/keepsakes/services.py",
    "battles/table/reopening.py",
    "campaign/accounts/privacy/services.py",
    "campaign/archive/exchange/exporting.py",
    # The war that is shipped with the app.
    "campaign/home/landing.py",
    "campaign/models/turns.py",
}
"""What unpacks rows that this site has packed, or packs files."""
OPENING = {
    *("PIL.Image.open", "PIL.ImageFile.Parser", "zipfile.ZipFile", "zipfile.Path", "zipfile.PyZipFile"),
    *("zlib.decompress", "zlib.decompressobj", "gzip.open", "gzip.decompress", "gzip.GzipFile"),
    *("bz2.open", "bz2.decompress", "bz2.BZ2File", "lzma.open", "lzma.decompress", "lzma.LZMAFile"),
    *("tarfile.open", "tarfile.TarFile", "shutil.unpack_archive", "pickle.loads", "pickle.load"),
    *("xml.parsers.expat.ParserCreate", "xml.etree.ElementTree.fromstring", "xml.etree.ElementTree.parse"),
    *("csv.reader", "marshal.loads"),
}
"""Whatever unpacks bytes, or reads a form that they may be written in (JSON, which all send, apart)."""


def _opens(path: Path) -> set[str]:
    """What of these a module calls or names, whatever it calls it."""
    names: dict[str, str] = {}
    found: set[str] = set()
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {one.asname: one.name for one in node.names if one.asname}
        elif isinstance(node, ast.ImportFrom):
            names |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            first, *more = ast.unparse(node).split(".")
            whole = ".".join([names.get(first, first), *more])
            found |= {whole} & OPENING
    return found


def test_nothing_else_unpacks_what_people_send() -> None:
    """A gate: what people send is opened by programs of sealed children; else only own rows are unpacked."""
    found = {
        str(path.relative_to(ROOT))
        for folder in ("rules", "campaign", "battles", "config")
        for path in (ROOT / folder).rglob("*.py")
        if _opens(path)
    }
    packing = {path for path in OWN_ROWS if _opens(ROOT / path)}
    assert found == {*IN_CHILDREN, *packing, *BESIDE}


def test_the_gate_sees_through_other_names(tmp_path: Path) -> None:
    module = tmp_path / "planted.py"
    for text in (
        "from PIL import Image as Picture\nPicture.open(raw)",
        "from zipfile import ZipFile as Z\nopened = Z",
        "import zlib as z\nopen_it = z.decompressobj().decompress",
        "import xml.etree.ElementTree\nxml.etree.ElementTree.fromstring(raw)",
    ):
        module.write_text(text)
        assert _opens(module), text


@pytest.mark.parametrize(
    "program", sorted(set(IN_CHILDREN.values()) | {"campaign.base.sandbox.adjudication"})
)
def test_who_reads_people_s_bytes_is_run_sealed(program: str) -> None:
    """Each is named once, by the module whose limits seal it; the parent loads none of them."""
    asking = [
        path
        for folder in ("campaign", "battles", "config")
        for path in (ROOT / folder).rglob("*.py")
        if f'"{program}"' in path.read_text()
    ]
    assert len(asking) == 1
    module = importlib.import_module(".".join(asking[0].relative_to(ROOT).with_suffix("").parts))
    assert module.LIMITS.sealed
    assert hasattr(importlib.import_module(program), "prepare")


def test_the_site_loads_no_reader_of_pictures_or_zips_of_others() -> None:
    """Only their children have loaded them, so that nobody calls one by mistake."""
    asked = (
        "import django, sys; django.setup(); from config.urls import urlpatterns\n"
        "from django.urls import get_resolver; get_resolver().url_patterns\n"
        "print(*[name for name in sys.argv[1:] if name in sys.modules])"
    )
    programs = sorted(set(IN_CHILDREN.values()))
    done = subprocess.run([sys.executable, "-c", asked, *programs], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr
