"""The practice ground's page: orders and guesses in, little maps and words out; nothing is stored."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaign.forms.practice import EnemyForms, PracticePlan
from campaign.services.errors import Refusal
from campaign.services.practice import known_enemies, try_out
from campaign.views.warmap import page_of
from campaign.wording.orders import problem_text


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
    return render(request, "campaign/practice.html", context, status=status)


def _blame(form: PracticePlan, refusal: Refusal) -> None:
    for problem in refusal.problems:
        form.add_problem(problem.banner, f"{problem_text(problem)} (Rules {problem.rule})")
    if not refusal.problems:
        form.add_problem("", refusal.message)
