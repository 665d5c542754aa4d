"""Draws all pictures of the handbook anew."""

from __future__ import annotations

import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
import_module("tests.rulebook.pictures.drawing").main()
