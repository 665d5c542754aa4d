"""``python -m config.probe URL``: 0 if the address answers 200. For health checks of containers.

It asks in the name of the site's own host, which is the one that is surely allowed.
"""

from __future__ import annotations

import os
import sys
from urllib.parse import urlsplit
from urllib.request import Request, urlopen


def main(url: str) -> int:
    """Ask once; 1 if the answer is another, or none."""
    host = urlsplit(os.environ.get("SITE_URL", "")).netloc or "localhost"
    try:
        with urlopen(Request(url, headers={"Host": host}), timeout=4) as answer:
            return 0 if answer.status == 200 else 1
    except OSError:
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
