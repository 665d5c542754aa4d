"""The settings of a measured server: those of the tests, with the trivial views beside the app's."""

from tests.settings import *  # noqa: F403

ROOT_URLCONF = "bench.trivial"
