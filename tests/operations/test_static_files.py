"""Static files as they are collected: named by what they hold, style sheets without their comments."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from config.storage import StaticStorage, uncommented

SHEET = """/* A page.
   * It has * and / in it. **/
a { color: red; } /* red */
.b::after { content: "/"; background: url("a.svg"); }
/**/
@media print { a { color: black; } }
"""
SENT = """a { color: red; }.b::after { content: "/"; background: url("a.svg"); }
@media print { a { color: black; } }
"""


def test_style_sheets_are_sent_without_their_comments(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text(SHEET)
    (tmp_path / "css" / "a.svg").write_text("<svg/>")
    storage = StaticStorage(location=str(tmp_path), base_url="/static/")
    paths = {f"css/{name}": (storage, f"css/{name}") for name in ("a.css", "a.svg")}
    wrong = [error for _name, _hashed, error in storage.post_process(paths) if isinstance(error, Exception)]
    assert wrong == []
    sent = (tmp_path / storage.stored_name("css/a.css")).read_text()
    assert sent == SENT.replace("a.svg", Path(storage.stored_name("css/a.svg")).name)
    assert uncommented(SHEET) == SENT
    assert (tmp_path / "css" / "a.css").read_text() == SHEET


def test_no_rule_of_a_style_sheet_is_taken_for_a_comment() -> None:
    """What is left has as many rules as were there, and no comment is left."""
    for path in (Path(settings.BASE_DIR) / "static" / "css").rglob("*.css"):
        text = uncommented(path.read_text())
        assert "/*" not in text, path
        assert "*/" not in text, path
        assert text.count("{") == text.count("}"), path
