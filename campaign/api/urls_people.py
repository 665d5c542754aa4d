"""The addresses of people, seats and the calendar, below a campaign's."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaign.api.views import own_seat, people

PEOPLE: list[URLPattern | URLResolver] = [
    path("people/", people.People.as_view(), name="people"),
    path("invitations/", people.Invitations.as_view(), name="invitations"),
    path("invitations/<slug:invitation_id>/revoke/", people.Revocation.as_view(), name="revoke_invitation"),
    path("roles/", people.Roles.as_view(), name="roles"),
    path("army/", people.Army.as_view(), name="army"),
    path("army/submit/", people.ArmySubmission.as_view(), name="army_submit"),
    path("seats/<int:number>/army/", people.ArmyDecision.as_view(), name="army_decision"),
    path("seats/<int:number>/remove/", people.Removal.as_view(), name="remove_player"),
    path("seats/<int:number>/bot/", people.Bot.as_view(), name="bot"),
    path("seat/", own_seat.OwnSeat.as_view(), name="seat"),
    path("seat/deputies/", own_seat.Deputies.as_view(), name="deputies"),
    path("seat/deputies/<slug:person_id>/end/", own_seat.DeputyEnd.as_view(), name="deputy_end"),
    path("seat/vacations/", own_seat.Vacations.as_view(), name="vacations"),
    path("seat/vacations/<slug:vacation_id>/cancel/", own_seat.VacationEnd.as_view(), name="vacation_end"),
    path("seat/leave/", own_seat.Departure.as_view(), name="leave"),
    path("calendar/", own_seat.Calendar.as_view(), name="calendar"),
]
