/** What is opened beside a film: its keys, its armies, a moment of it to be passed on. Fetched when it is wanted. */

import { armyNumber } from "../web/map/palette.js";
import { Territory } from "../web/map/territory.js";

/** @param {Panelled} film */
export function panel(film, name = "") {
  const { root } = film;
  for (const button of root.querySelectorAll("[aria-controls^=film-]")) {
    const box = root.querySelector(`#${button.getAttribute("aria-controls")}`);
    const open = button.dataset.do === name && box.hidden;
    box.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open && name === "share") moment(box, film);
    if (open && name === "armies") armies(box, film);
  }
}

/** @param {HTMLElement} box @param {Panelled} film */
function moment(box, { number, eyes }) {
  const [field, copy] = [box.querySelector("input"), box.querySelector("button")];
  field.value = location.href;
  for (const link of box.querySelectorAll("a")) {
    link.hidden = number > Number(link.dataset.known);
    link.href = `${link.dataset.of?.replace("/0/", `/${number}/`)}?turn=${number}&as=${eyes[0]}`;
  }
  copy.textContent = copy.dataset.copy ?? "";
  copy.onclick = async () => {
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
    copy.textContent = copy.dataset.done ?? "";
  };
  copy.focus();
}

/**
 * What each army has, as the first eyes know it; told anew for as long as it is open.
 * @param {HTMLElement} box @param {Panelled} film
 */
function armies(box, film) {
  const body = box.querySelector("tbody");
  const tell = () => body.replaceChildren(...(film.scene?.takes[0] ? rows(film.scene.takes[0].after, film.root.dataset.sprite ?? "") : []));
  tell();
  const seen = new MutationObserver(() => (box.hidden ? seen.disconnect() : tell()));
  for (const what of [film.root.querySelector("#film-title"), box]) seen.observe(what, { childList: true, attributes: true });
}

/** @param {MapDocument} map */
function rows({ seats, territory, banners, sightings }, sprite = "") {
  const { holders } = new Territory(territory);
  return seats.map(({ n, army, you }) => {
    const pieces = [...(you ? banners : []), ...sightings.filter(({ seat }) => seat === n)];
    const known = pieces.filter(({ level }) => level !== null);
    const levels = known.reduce((sum, { level }) => sum + Number(level), 0);
    const row = document.createElement("tr");
    const number = armyNumber(n);
    row.innerHTML = `<th scope="row"><svg class="shield army-${number}" aria-hidden="true"><use href="${sprite}#shield-${number}"/></svg><span></span></th>`;
    row.querySelector("span").textContent = army ?? "";
    for (const one of [holders.filter((seat) => seat === n).length, pieces.length, known.length ? `${levels}${known.length < pieces.length ? "+" : ""}` : pieces.length ? "?" : 0]) row.insertCell().textContent = String(one);
    return row;
  });
}
