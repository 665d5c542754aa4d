"""The desk's pages of battles: many at a glance, one with its ruling, mission tables, stand-ins for bots."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.claims.services import decide_claim, decide_claims
from battles.dates.date_reminders import remind_of_battles
from battles.desk.desk_claims import DeskClaim, claim_of, claims_of, lists_of, open_claims_of, timeline_of
from battles.desk.forms import ClaimForm, ClaimsForm, ManyForm, TableForm
from battles.desk.selectors import desk_battles, desk_fights, next_needing
from battles.missions.services import set_mission_table
from battles.stand_ins.selectors import bot_places
from battles.stand_ins.services import ask_for_bot
from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.base.setup.mission_tables import tables_of
from campaign.base.setup.missions import CATEGORY_NAMES, TABLES
from campaign.desk import services as desk
from campaign.desk.forms import ActForm, ForfeitForm
from campaign.desk.selectors import battle_of_campaign, battle_row, seat_of_campaign
from campaign.desk.views import Act, Desk, ruling_form
from campaign.models import Battle, Seat
from campaign.turn.stored_turns import latest_turn
from campaign.web.viewer import desk_of

CITY = lazy("in a city")
OPEN = lazy("in the open")


@login_required
def battles(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All battles of the turn: narrowed, searched, reminded together; those that need somebody first."""
    at = Desk(request, campaign_id)
    asked = request.GET
    army = asked.get("army", "")
    shown = desk_battles(
        at.turn,
        at.page.battles,
        show=asked.get("show", "all"),
        army=int(army) if army.isdecimal() and len(army) < 4 else 0,
        words=asked.get("q", "")[:60],
    )
    ids = [row.id for row in at.page.battles]

    def remind(form: ActForm) -> str:
        count = remind_of_battles(turn=at.turn, battle_ids=form.cleaned_data["battles"], by=at.by)
        return _("Reminded: %(count)s.") % {"count": count}

    acts = dict((at.act("remind", lambda *a, **k: ManyForm(ids, *a, **k), remind),))
    kept = urlencode({key: asked[key] for key in ("army", "q") if asked.get(key)})
    return at.answer("battles/desk/battles.html", acts, "battles", shown=shown, kept=kept)


@login_required
def claims(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All forfeit claims that wait, each with what shows it, decided together for one reason."""
    at = Desk(request, campaign_id)
    found = open_claims_of(at.turn)

    def decide(form: ClaimsForm) -> str:
        done = decide_claims(
            turn=at.turn,
            decisions=form.decisions(),
            reason=form.cleaned_data["reason"],
            by=at.by,
            seen=form.cleaned_data["seen"] or None,
        )
        said = [_("Decided: %(count)s. The sides are told.") % {"count": done.decided}]
        return " ".join([*said, *sorted(set(done.left.values()))])

    name, act = at.act("decide", lambda *a, **k: ClaimsForm([one.id for one in found], *a, **k), decide)
    form = act.form
    assert isinstance(form, ClaimsForm)
    rows = [(one, form.choices_of(one.id)) for one in found]
    return at.answer("battles/desk/claims.html", {name: act}, "battles", claims=rows)


@login_required
def battle(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """One battle: both results side by side, the ruling, the forfeit, the claims; then the next one."""
    at = Desk(request, campaign_id)
    try:
        found = battle_of_campaign(at.campaign, battle_id)
    except Battle.DoesNotExist:
        raise Http404 from None
    row = battle_row(found)
    claims = claims_of(found)
    like = request.GET.get("as", "")

    def rule(form: ActForm) -> str:
        data = form.cleaned_data
        desk.rule_on_battle(
            battle=found,
            winner=data["winner"],
            points=(data["points_first"], data["points_second"]),
            sacrifices=(data.get("sacrifice_first") or 0, data.get("sacrifice_second") or 0),
            reason=data["reason"],
            by=at.by,
            seen=data["seen"] or None,
        )
        return _("Ruled. Both sides read it with your reason.")

    def forfeit(form: ActForm) -> str:
        data = form.cleaned_data
        desk.set_forfeit(
            battle=found, side=data["side"], reason=data["reason"], by=at.by, seen=data["seen"] or None
        )
        return _("The forfeit stands; the dice have decided.")

    acts: dict[str, Act] = {}
    if found.turn.phase in desk.IN_PLAY and not found.auto:
        acts = dict(
            (
                at.act("rule", lambda *a, **k: ruling_form(row, *a, like=like, **k), rule),
                at.act("forfeit", lambda *a, **k: ForfeitForm(row, *a, **k), forfeit),
            )
        )
        for claim in claims.open:

            def decide(form: ActForm, claim: DeskClaim = claim) -> str:
                data = form.cleaned_data
                decide_claim(
                    claim=claim_of(found, claim.id),
                    grant=data["grant"],
                    reason=data["reason"],
                    by=at.by,
                    seen=data["seen"] or None,
                )
                return _("Decided. Both sides are told.")

            acts.update((at.act(f"claim-{claim.id}", ClaimForm, decide),))
    fights = desk_fights(at.turn, at.page.battles)
    return at.answer(
        "battles/desk/battle.html",
        acts,
        "battles",
        battle=row,
        claims=[(claim, acts.get(f"claim-{claim.id}")) for claim in claims.all],
        lists=lists_of(found),
        timeline=timeline_of(found),
        next_needed=next_needing(fights, row.id),
        left=sum(fight.needs for fight in fights),
        like=like,
    )


@login_required
def missions(request: HttpRequest, campaign_id: str, name: str = "battle") -> HttpResponse:
    """A mission table, to be read and changed."""
    viewer = desk_of(request, campaign_id)
    if name not in TABLES:
        raise Http404
    table = tables_of(viewer.campaign.missions)[name]
    posted = request.method == "POST"
    reset = posted and request.POST.get("act") == "reset"
    form = TableForm(table, request.POST if posted and not reset else None)
    wrong = ""
    if posted and (reset or form.is_valid()):
        try:
            set_mission_table(
                campaign=viewer.campaign, name=name, table=None if reset else form.table(), by=viewer.user
            )
            messages.success(request, _("Saved. It counts for battles announced from now on."))
            return redirect("desk_missions", campaign_id=campaign_id, name=name)
        except Refusal as refusal:
            wrong = refusal.message
            if refusal.field in form.fields and not reset:
                form.add_error(refusal.field, refusal.message)
    turn = latest_turn(viewer.campaign)
    context = {
        "viewer": viewer,
        "frame": frame_of(viewer.campaign, turn, None, facilitator=True),
        "here": "desk",
        "tab": "missions",
        "form": form,
        "name": name,
        "changed": name in viewer.campaign.missions,
        "tables": [(one, _title(one), one in viewer.campaign.missions) for one in TABLES],
        "title": _title(name),
        "wrong": wrong,
    }
    return render(request, "battles/desk/missions.html", context, status=422 if posted else 200)


def _title(name: str) -> str:
    category = name.removesuffix("_city")
    return f"{_(CATEGORY_NAMES[category])}, {CITY if name.endswith('_city') else OPEN}"


@login_required
def stand_ins(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The bots, and links for those who are to fight a battle for one."""
    viewer = desk_of(request, campaign_id)
    wrong = ""
    if request.method == "POST":
        try:
            ask_for_bot(seat=seat_of_campaign(viewer.campaign, request.POST.get("seat", "")), by=viewer.user)
            messages.success(request, _("Give the link to whoever is to fight the bot's next battle."))
            return redirect("desk_stand_ins", campaign_id=campaign_id)
        except Seat.DoesNotExist:
            raise Http404 from None
        except Refusal as refusal:
            wrong = refusal.message
    turn = latest_turn(viewer.campaign)
    context = {
        "viewer": viewer,
        "frame": frame_of(viewer.campaign, turn, None, facilitator=True),
        "here": "desk",
        "tab": "stand_ins",
        "places": bot_places(viewer.campaign),
        "wrong": wrong,
    }
    return render(request, "battles/desk/stand_ins.html", context, status=422 if wrong else 200)
