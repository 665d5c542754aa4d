"""Profiles, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.accounts.profile import shapes
from campaign.accounts.profile.selectors import ProfileChoices, ProfilePage, choices_of, profile_for
from campaign.accounts.profile.services import choose_profile
from campaign.models import Scope, User
from campaign.web.api.base import Endpoint, Once, once
from campaign.web.api.problems import not_found


class OwnProfile(Endpoint):
    """My profile."""

    read_scope = Scope.READ
    write_scope = Scope.ACCOUNT

    @extend_schema(operation_id="read_own_profile")
    def get(self, request: Request) -> ProfileChoices:
        """Read what you have chosen, with all your ended wars."""
        return choices_of(self.person)

    @extend_schema(request=shapes.ProfileToChoose, operation_id="choose_profile")
    @once
    def put(self, request: Request) -> Once[ProfileChoices]:
        """Choose who may look at your profile, and what of it; what is left out here is as at first."""
        said = self.read(shapes.ProfileToChoose)
        yield
        choose_profile(user=self.person, **said)
        return choices_of(self.person)


class SomeProfile(Endpoint):
    """Somebody's profile."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_profile")
    def get(self, request: Request, person_id: str) -> ProfilePage:
        """Read the ended wars that a person shows you."""
        try:
            return profile_for(self.person, person_id)
        except User.DoesNotExist:
            raise not_found() from None
