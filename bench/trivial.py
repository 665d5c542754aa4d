"""The app with views beside it that do next to nothing: what its own are measured against."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt


def read(request: HttpRequest) -> HttpResponse:
    """A few bytes, from nowhere."""
    return HttpResponse("here")


def page(request: HttpRequest) -> HttpResponse:
    """A page of one word."""
    return HttpResponse("<!doctype html><html lang=en><title>here</title><p>here</p>")


@csrf_exempt
def write(request: HttpRequest) -> HttpResponse:
    """Store the body as it is, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_write (body) VALUES (%s)", [request.body.decode()])
    return HttpResponse("stored")


urlpatterns = [
    path("bench/read/", read),
    path("bench/write/", write),
    path("bench/page/", page),
    path("", include("config.urls")),
]
