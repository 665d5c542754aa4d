"""Whole numbers in addresses: ``<whole:number>``, as far as every database holds them."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter


class WholeNumber(IntConverter):
    """A number of up to nine digits: with a longer one a database would fail."""

    regex = "[0-9]{1,9}"


register_converter(WholeNumber, "whole")
