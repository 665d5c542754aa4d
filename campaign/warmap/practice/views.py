"""The practice ground's page: orders and guesses in, little maps and words out; nothing is stored."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaign.base.refusal import Refusal
from campaign.base.words.order_words import problem_and_rule
from campaign.warmap.practice.forms import EnemyForms, PracticePlan
from campaign.warmap.practice.services import known_enemies, try_out
from campaign.warmap.views import page_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Try orders out on a copy of what the seat knows, as often as one likes."""
    page = page_of(request, campaign_id)
    sent = {key: str(value) for key, value in request.POST.items()} if request.method == "POST" else None
    form = PracticePlan(page, sent)
    enemies = EnemyForms(known_enemies(page.seat), page.knowledge.rows, sent)
    context = {"page": page, "frame": page.frame, "here": "map", "form": form, "enemies": enemies}
    status = HTTPStatus.OK
    if sent is not None:
        plan = form.document()
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if not form.errors and enemies.valid:
            try:
                context["trial"] = try_out(seat=page.seat, plan=plan, guesses=enemies.guesses())
                status = HTTPStatus.OK
            except Refusal as refusal:
                _blame(form, refusal)
    return render(request, "warmap/practice/practice.html", context, status=status)


def _blame(form: PracticePlan, refusal: Refusal) -> None:
    for problem in refusal.problems:
        form.add_problem(problem.banner, problem_and_rule(problem))
    if not refusal.problems:
        form.add_problem("", refusal.message)
