"""HTML as plain lines: its title, paragraphs and lists, its links written out, and nothing that is hidden."""

from __future__ import annotations

import time

import pytest

from campaign.base.plain_text import plain

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>
      Rain &amp; &lt;mud&gt;
    </title>
    <style>p { color: red }</style>
  </head>
  <body>
    <div style="display:none">A <b>preheader<br> line</b><img src="x.png"></div>
    <p hidden>Nobody <em>reads</em> this.</p>
    <h1 style="font-size: 20px;">The ford</h1>
    <p>
      It rained
      <em>all</em> day, see
      <a href="https://maps.example/?a=1&amp;b=2">the map</a>.
    </p>
    <ul>
      <li>one</li>
      <li>
        two
        <ol>
          <li>first</li>
          <li>second</li>
        </ol>
      </li>
    </ul>
    <p><a href="https://club.example/">https://club.example/</a></p>
    <hr>
    <footer>
      <p>The club, <a href="mailto:us@club.example">us@club.example</a></p>
    </footer>
  </body>
</html>
"""


def test_a_page_as_plain_lines() -> None:
    read = plain(PAGE)
    assert read.title == "Rain & <mud>"
    assert read.text == (
        "The ford\n\n"
        "It rained all day, see the map (https://maps.example/?a=1&b=2).\n\n"
        "\u2022 one\n"
        "\u2022 two\n"
        "  1. first\n"
        "  2. second\n\n"
        "https://club.example/\n\n"
        "-- \n"
        "The club, us@club.example"
    )


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", ""),
        ("<p>a<br>    set in  twice<br><br>b</p>", "a\n    set in  twice\n\nb"),
        ("<p>a<br>\n  b</p>\n\n\n<p>c</p>", "a\nb\n\nc"),
        ("<b>a</b>\n<i>b</i> <u>c</u>", "a b c"),
        ("<pre>a\n   b\n</pre>c", "a\n   b\n\nc"),
        ("<p>&amp;lt; &#39;x&#39; &quot;y&quot;</p>", "&lt; 'x' \"y\""),
        ('<p>a</p><p style="color: red; DISPLAY : none">b</p><p>c</p>', "a\n\nc"),
        ('<p>a<input hidden>b<a href="">c</a></p>', "abc"),
        ("<script>x < 1</script><template><p>y</p></template>z", "z"),
    ],
)
def test_parts_of_a_page(html: str, text: str) -> None:
    assert plain(html).text == text
    assert plain(html).title == ""


def test_no_text_takes_long() -> None:
    begun = time.monotonic()
    blanks, lines = " " * 200_000, " \n " * 50_000
    plain(f"<p>{blanks}x{lines}</p>")
    assert time.monotonic() - begun < 2
