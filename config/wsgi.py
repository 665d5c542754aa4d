"""The same for servers that speak WSGI only."""

import os

from django.core.wsgi import get_wsgi_application

from config.reading import read_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
read_settings()

application = get_wsgi_application()

from config import signs  # noqa: E402

signs.start()
