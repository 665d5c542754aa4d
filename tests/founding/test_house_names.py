"""A house rule has a name of its own: players pick army rules by their names."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaign.base.setup.house_rules import house_documents
from campaign.founding.draft_parts import house_version
from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, User
from tests.founding.test_builder_pages import logged_in


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building."""
    return open_draft(by=mara, name="The Long March", seats=2)


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("tough", "An army rule of the rulebook is called so"),
        ("STREET  fighters", "Another house rule is called so"),
        ("Roof fighters", ""),
    ],
)
def test_no_two_army_rules_have_one_name(title: str, told: str, site: Campaign, mara: User) -> None:
    client, path = logged_in(mara), reverse("build_house_new", args=[site.public_id])

    def send(to: str, name: str) -> str:
        site.refresh_from_db()
        sent = {"title": name, "points": 1, "version": house_version(site)}
        return client.post(to, sent, follow=True).content.decode()

    assert "Saved." in send(path, "Street fighters")
    assert (told or "Saved.") in send(path, title)
    site.refresh_from_db()
    assert len(house_documents(site)) == (1 if told else 2)
    # Its own name it may keep.
    first = next(one["id"] for one in house_documents(site) if one["title"] == "Street fighters")
    assert "Saved." in send(reverse("build_house_rule", args=[site.public_id, first]), "Street fighters")


def test_a_rule_that_is_gone_leads_to_those_that_are_there(site: Campaign, mara: User) -> None:
    path = reverse("build_house_rule", args=[site.public_id, "house_gone"])
    answer = logged_in(mara).get(path, follow=True)
    assert answer.redirect_chain == [(reverse("build_house", args=[site.public_id]), 302)]
    assert "This rule is no longer there." in answer.content.decode()


def test_what_was_typed_of_a_rule_that_another_has_removed_is_kept_and_saved_as_a_new_one(
    site: Campaign, mara: User
) -> None:
    client = logged_in(mara)
    typed = {"title": "Gone", "text": "Long words.", "points": 1, "version": house_version(site)}
    path, new = (
        reverse(name, args=[site.public_id, *more])
        for name, more in (("build_house_rule", ["house_gone"]), ("build_house_new", []))
    )
    answer = client.post(path, typed)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "This rule has been removed meanwhile." in page
    assert "Long words." in page
    assert f'action="{new}"' in page
    assert "Saved." in client.post(new, typed, follow=True).content.decode()
    site.refresh_from_db()
    assert [one["text"] for one in house_documents(site)] == ["Long words."]
