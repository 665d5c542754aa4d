// The forms of a large table's units: each is fetched when it is unfolded, and says so where there is no network.

const LONGEST_WAIT = 20_000;
const WAITS = "[data-fetch]";

// `missing` is called where the unit is not there any more.
/** @param {HTMLElement} board @param {() => unknown} missing */
export function unfolds(board, missing) {
  /** @param {HTMLElement} part */
  async function fill(part) {
    const place = part.querySelector(`:scope > ${WAITS}`);
    if (!place || place.hasAttribute("aria-busy")) return;
    place.setAttribute("aria-busy", "true");
    say(place, board.dataset.fetching);
    try {
      const url = `${board.dataset.units}?unit=${encodeURIComponent(part.dataset.unit ?? "")}`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(LONGEST_WAIT) });
      if (answer.status === 404) missing();
      if (!answer.ok) throw new TypeError(answer.statusText);
      const form = document.createElement("template");
      form.innerHTML = await answer.text();
      place.replaceWith(form.content);
    } catch {
      place.removeAttribute("aria-busy");
      say(place, board.dataset.unfetched);
    }
  }

  /** @param {HTMLElement} place @param {string | undefined} words */
  function say(place, words) {
    place.setAttribute("role", "status");
    place.textContent = words ?? "";
  }

  const open = () => [...board.querySelectorAll("details[data-unit][open]")];
  board.addEventListener("toggle", (event) => {
    const part = /** @type {HTMLElement} */ (event.target);
    if (part.matches("details[data-unit][open]")) fill(part);
  }, true);
  addEventListener("online", () => open().forEach(fill));
  open().forEach(fill);
  return {
    // What is unfolded, and what holds something that has not been sent: the page is asked for with their forms.
    /** @param {{unit?: string}[]} typed */
    names: (typed) => [...new Set([...open().map((one) => one.dataset.unit), ...typed.map(({ unit }) => unit)])].filter(Boolean).join(" "),
    /** @param {string[]} units */
    fetched: (units) => Promise.all([...board.querySelectorAll("details[data-unit]")].filter((one) => units.includes(one.dataset.unit ?? "")).map(fill)),
  };
}
