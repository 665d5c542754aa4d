/**
 * When a film opens: by a button, by an address, and once by itself after an announcement or a publication.
 *
 * That it has opened is kept in this browser under its person's name (web/kept.js). `film:closed` is told on the
 * document once it is over; until then the page's `data-film` says that one is open, or about to be.
 */

const page = document.documentElement;
const asked = new URLSearchParams(location.search);

/**
 * @param {HTMLElement} root the player's part of the page
 * @param {() => unknown} busy whether something is under way that a film must not lie over
 */
export function films(root, busy) {
  const { latest = "", turn = "" } = root.dataset;
  const key = `film:${document.querySelector("meta[name=me]")?.content ?? ""}${location.pathname}`;
  /** @param {FilmWish & {byHand?: boolean}} how */
  const open = async (how) => {
    page.dataset.film = "";
    keep(key, latest);
    try {
      const [{ openFilm }, { keepSpeed }] = await Promise.all([import("../film/player.js"), import("./speed.js"), dress(root.dataset.css)]);
      keepSpeed(root);
      await openFilm(root, { plays: true, may: () => how.byHand || !busy(), ...how });
    } catch {
      delete page.dataset.film;
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-film-open]");
    if (!button) return;
    event.preventDefault();
    open({ byHand: true, turn: Number(button.dataset.filmOpen || turn), first: button.dataset.filmFirst ? Number(button.dataset.filmFirst) : undefined });
  });
  if (asked.has("turn")) open({ byHand: true, turn: Number(asked.get("turn")), phase: asked.get("phase") });
  else if (latest && isNew(key, latest) && !matchMedia("(prefers-reduced-motion: reduce)").matches && !busy()) open({ turn: Number(turn) });
  return { open };
}

/**
 * Fetch the player's looks, if the page has come without.
 * @param {string | undefined} href
 */
function dress(href) {
  if (!href || document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/**
 * A closed store keeps nothing: whoever has one opens films by hand, else each visit would open one.
 * @param {string} key @param {string} latest
 */
function isNew(key, latest) {
  try {
    return localStorage.getItem(key) !== latest;
  } catch {
    return false;
  }
}

/** @param {string} key @param {string} latest */
function keep(key, latest) {
  try {
    localStorage.setItem(key, latest);
  } catch {
    // As above.
  }
}
