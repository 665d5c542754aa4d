"""What the API's document says of itself, and how the page shows it on which it is tried."""

from __future__ import annotations

from config.version import VERSION

SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "BOLTGUN Campaigns",
    "DESCRIPTION": "Everything that the pages do, for programs.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["campaign.web.api.parts.describe"],
    "PATH_CONVERTER_OVERRIDES": {"whole": int},
    "SWAGGER_UI_DIST": "SIDECAR",
    # Groups open when asked: hundreds of methods drawn at once keep a phone busy for a minute.
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "docExpansion": "none",
        "defaultModelsExpandDepth": -1,
        "filter": True,
    },
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
