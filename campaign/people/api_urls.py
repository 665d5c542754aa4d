"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.people import api, seat_api

urlpatterns: list[URLPattern] = [
    path("invitations/<slug:token>/", api.OneInvitation.as_view(), name="invitation"),
    path("campaigns/<slug:campaign_id>/people/", api.People.as_view(), name="people"),
    path("campaigns/<slug:campaign_id>/invitations/", api.Invitations.as_view(), name="invitations"),
    path(
        "campaigns/<slug:campaign_id>/invitations/<slug:invitation_id>/revoke/",
        api.Revocation.as_view(),
        name="revoke_invitation",
    ),
    path("campaigns/<slug:campaign_id>/roles/", api.Roles.as_view(), name="roles"),
    path("campaigns/<slug:campaign_id>/army/", api.Army.as_view(), name="army"),
    path("campaigns/<slug:campaign_id>/army/submit/", api.ArmySubmission.as_view(), name="army_submit"),
    path(
        "campaigns/<slug:campaign_id>/seats/<whole:number>/army/",
        api.ArmyDecision.as_view(),
        name="army_decision",
    ),
    path(
        "campaigns/<slug:campaign_id>/seats/<whole:number>/remove/",
        api.Removal.as_view(),
        name="remove_player",
    ),
    path("campaigns/<slug:campaign_id>/seats/<whole:number>/bot/", api.Bot.as_view(), name="bot"),
    path("campaigns/<slug:campaign_id>/seat/", seat_api.OwnSeat.as_view(), name="seat"),
    path("campaigns/<slug:campaign_id>/seat/deputies/", seat_api.Deputies.as_view(), name="deputies"),
    path(
        "campaigns/<slug:campaign_id>/seat/deputies/<slug:person_id>/end/",
        seat_api.DeputyEnd.as_view(),
        name="deputy_end",
    ),
    path("campaigns/<slug:campaign_id>/seat/vacations/", seat_api.Vacations.as_view(), name="vacations"),
    path(
        "campaigns/<slug:campaign_id>/seat/vacations/<slug:vacation_id>/cancel/",
        seat_api.VacationEnd.as_view(),
        name="vacation_end",
    ),
    path("campaigns/<slug:campaign_id>/seat/agree/", seat_api.AgreementToTexts.as_view(), name="agree"),
    path(
        "campaigns/<slug:campaign_id>/seat/vision/", seat_api.AgreementToVision.as_view(), name="agree_vision"
    ),
    path("campaigns/<slug:campaign_id>/seat/leave/", seat_api.Departure.as_view(), name="leave"),
    path("campaigns/<slug:campaign_id>/calendar/", seat_api.Calendar.as_view(), name="calendar"),
]
