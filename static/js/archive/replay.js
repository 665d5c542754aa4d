// The film of a whole war on a page of its own: it stands at its beginning, or where the address says, until it is played.

import { known, openFilm } from "../film/player.js";
import { keepSpeed } from "../web/speed.js";

const root = document.querySelector("#film");
const whys = document.querySelector("#whys");
const asked = new URLSearchParams(location.search);
const { first, last, turn } = root.dataset;
root.hidden = false;
keepSpeed(root);
root.querySelector("[autofocus]").focus();

if (whys) {
  root.addEventListener("film:turn", (event) => follow(/** @type {HTMLElement} */ (whys), /** @type {CustomEvent} */ (event).detail.turn));
  whys.addEventListener("click", ({ target }) => {
    const told = target.closest(".bot-shown")?.closest(".bot-whys");
    if (!told) return;
    const { seat } = /** @type {HTMLElement} */ (told).dataset;
    whys.dataset.shown = whys.dataset.shown === seat ? "" : seat;
    think(whys);
    if (whys.dataset.shown) root.scrollIntoView({ block: "start" });
  });
}
openFilm(root, { first: Number(first), at: Number(asked.get("turn") ?? turn), turn: Number(last), phase: asked.get("phase"), as: asked.get("as") });

/** What the bots thought in the turn that is shown: as the page of that turn tells it. @param {HTMLElement} place */
async function follow(place, turn = 0) {
  if (place.dataset.turn === String(turn)) return;
  place.dataset.turn = String(turn);
  if (place.querySelector(`.whys[data-of="${turn}"]`)) return think(place);
  const answer = turn ? await fetch((place.dataset.turns ?? "").replace("/0/", `/${turn}/`)).catch(() => null) : null;
  const page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
  if (place.dataset.turn !== String(turn)) return;
  const told = [...page.querySelectorAll(".bot-whys")];
  const cards = place.querySelector(".whys");
  cards.dataset.of = String(turn);
  cards.replaceChildren(...told.map((one) => card(one)));
  think(place);
  place.querySelector("[data-none]").hidden = told.length > 0;
}

/** @param {Element} told */
function card(told) {
  const made = document.createElement("article");
  made.className = "card stack";
  told.querySelector(".bot-whose").hidden = false;
  made.append(told);
  return made;
}

/** Where the bot that is asked for thought its enemies, on the film's map. @param {HTMLElement} place */
function think(place) {
  let places = [];
  for (const told of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".bot-whys"))) {
    const shown = told.dataset.seat === place.dataset.shown;
    const way = told.querySelector(".bot-shown");
    if (way) {
      way.hidden = false;
      way.firstElementChild.setAttribute("aria-pressed", String(shown));
    }
    if (shown) places = JSON.parse(told.dataset.places ?? "[]");
  }
  const film = known.get(root);
  if (film) import("../film/beliefs.js").then((beliefs) => beliefs.think(film, places));
}
