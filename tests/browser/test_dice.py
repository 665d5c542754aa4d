"""Open dice in a real browser: it seals, opens when plans have closed, and compares at the end."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import Page, expect

from campaign.models import Campaign, DiceSeal, Turn, User
from tests.browser.conftest import Enter, Look, until, visit
from tests.browser.test_leaving import log_in, log_out

PATIENCE = 40


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.2)


def _is_due(campaign: Campaign, **dates: str) -> None:
    """Let a date of the present turn have come: the site's own clock does what follows."""
    moment = timezone.now()
    turns = Turn.objects.filter(campaign=campaign).exclude(phase="published")
    turns.update(resolve_after=moment, **dict.fromkeys(dates.values(), moment))


def test_a_browser_seals_and_opens_by_itself_and_compares_what_it_kept(
    tarn: Campaign, ada: User, enter: Enter, look: Look
) -> None:
    Campaign.objects.filter(pk=tarn.pk).update(
        settings={**tarn.settings, "dice": "open", "last_turn": 1, "battles": "abstract"}, automatic=True
    )
    page = enter(ada)
    home = f"/c/{tarn.public_id}/"
    visit(page, home)
    _until(lambda: DiceSeal.objects.exists())
    sealed = DiceSeal.objects.get()
    assert (sealed.seat.user, sealed.share) == (ada, "")
    # Once more: what is kept is what was sent, and nothing new is made.
    visit(page, f"{home}dice/")
    expect(page.get_by_role("main")).to_contain_text("Your army has sealed something for this turn.")
    assert DiceSeal.objects.get().seal == sealed.seal

    _is_due(tarn, date="plan_due")
    _until(lambda: Turn.objects.filter(campaign=tarn, draw_due__isnull=False).exists())
    _until(lambda: DiceSeal.objects.exclude(share="").exists())
    visit(page, f"{home}dice/")
    expect(page.get_by_role("main")).to_contain_text("Your seal is open.")

    _is_due(tarn, date="draw_due")
    _until(lambda: Campaign.objects.filter(pk=tarn.pk, status="ended").exists())
    visit(page, f"{home}dice/")
    expect(page.locator("#dice-kept")).to_contain_text(
        "All that it was told, sealed and opened is what is shown here. Turns: 1"
    )
    turn = Turn.objects.get(campaign=tarn, number=1)
    assert turn.mix["shares"] == {"1": DiceSeal.objects.get().share}
    look(page, "dice-kept")

    # What it sealed was left out: then it could not open it either.
    _change(page, "shares", "({ ...one, opened: false })")
    left_out = turn.mix | {"lines": turn.mix["lines"].replace(sealed.seal, "-"), "shares": {}}
    Turn.objects.filter(pk=turn.pk).update(mix=left_out)
    visit(page, f"{home}dice/")
    expect(page.locator("#dice-kept")).to_contain_text("It kept something else than is shown here. Turns: 1")
    Turn.objects.filter(pk=turn.pk).update(mix=turn.mix)
    visit(page, f"{home}dice/")
    expect(page.locator("#dice-kept")).to_contain_text("is what is shown here. Turns: 1")

    # Another closing than it was told, and it says so.
    _change(page, "closings", '({ ...one, closing: "0".repeat(64) })')
    visit(page, f"{home}dice/")
    expect(page.locator("#dice-kept")).to_contain_text("It kept something else than is shown here. Turns: 1")
    look(page, "dice-kept-wrong")


def test_what_seals_the_dice_outlives_a_log_out_and_is_nobody_elses(
    tarn: Campaign, ada: User, ben: User, enter: Enter
) -> None:
    """All else that was kept for Ada is gone; Ben, at the same computer, neither opens nor changes hers."""
    Campaign.objects.filter(pk=tarn.pk).update(settings={**tarn.settings, "dice": "open"})
    home = f"/c/{tarn.public_id}/"
    page = enter(ada)
    visit(page, home)
    until(page, f"async () => (await ({_SHARES})()).some((one) => one.sent)")
    (hers,) = page.evaluate(_SHARES)
    page.evaluate(
        """async (me) => {
          localStorage.setItem(`draft:${me}:/c/x/`, "The relic is at K8.");
          localStorage.setItem("table:wishes", '{"hum":true}');
          sessionStorage.setItem("view:/c/x/", "{}");
          await (await caches.open("table-mine")).put("/t/x/", new Response("Secret squad"));
          const scope = "/account/notices/";
          await navigator.serviceWorker.register(`${scope}worker.js`, { scope });
        }""",
        ada.public_id,
    )
    log_out(page)
    until(page, "async () => !document.cookie.includes('left=')")
    assert [one["share"] for one in page.evaluate(_SHARES)] == [hers["share"]]
    kept = "async () => [Object.keys(localStorage), Object.keys(sessionStorage), await caches.keys()]"
    assert page.evaluate(kept) == [["table:wishes"], [], []]
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0

    visit(page, "/account/login/")
    log_in(page, ben)
    visit(page, home)
    _until(lambda: DiceSeal.objects.filter(seat__user=ben).exists())
    until(page, f"async () => (await ({_SHARES})()).every((one) => one.sent)")
    _is_due(tarn, date="plan_due")
    _until(lambda: Turn.objects.filter(campaign=tarn, draw_due__isnull=False).exists())
    visit(page, home)
    _until(lambda: DiceSeal.objects.filter(seat__user=ben).exclude(share="").exists())
    assert [one.get("opened") for one in page.evaluate(_SHARES) if one["me"] == ada.public_id] == [None]
    assert DiceSeal.objects.get(seat__user=ada).share == ""
    log_out(page)

    visit(page, "/account/login/")
    log_in(page, ada)
    _until(lambda: DiceSeal.objects.filter(seat__user=ada, share=hers["share"]).exists())
    assert page.evaluate("localStorage['table:wishes']") == '{"hum":true}', "the phone's, whoever holds it"


_SHARES = """() => new Promise((resolve) => {
  const opening = indexedDB.open("dice", 1);
  opening.onsuccess = () => {
    const shares = opening.result.objectStoreNames.contains("shares")
      ? opening.result.transaction("shares").objectStore("shares").getAll()
      : null;
    if (!shares) return resolve([]);
    shares.onsuccess = () => { opening.result.close(); resolve(shares.result); };
  };
})"""
"""What this browser keeps to open seals with."""


def _change(page: Page, store: str, made: str) -> None:
    """Let everything in one of the browser's stores be as if it had been kept otherwise."""
    page.evaluate(
        f"""() => new Promise((resolve) => {{
          const opening = indexedDB.open("dice", 1);
          opening.onsuccess = () => {{
            const kept = opening.result.transaction("{store}", "readwrite").objectStore("{store}");
            kept.getAll().onsuccess = (event) => {{
              for (const one of event.target.result) kept.put({made});
            }};
            kept.transaction.oncomplete = resolve;
          }};
        }})"""
    )
