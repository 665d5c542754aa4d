// A report beside its map: each line shows its place.

import { WarMap } from "../web/map/map.js";

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id).textContent);

/** @type {MapDocument} */
const known = read("map-data");
const announced = read("announced-data");
const sprite = document.querySelector("[data-sprite]").dataset.sprite;
/** @type {MapDocument} */
const shown = announced ? { ...known, ...announced } : known;
const map = new WarMap(document.querySelector(".map"), shown, { sprite, words: read("page-words") });

map.frame(shown.banners.filter((banner) => banner.alive !== false).map((banner) => banner.at), 40);

/** @param {At} at */
function show(at) {
  map.centre(at, { least: 26 });
  map.cursor = at;
  map.pieces.drawCursor(at);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-at]");
  if (button) show(/** @type {At} */ (button.dataset.at.split(",").map(Number)));
});
for (const button of document.querySelectorAll("[data-zoom]")) {
  button.addEventListener("click", () => map.zoom(button.dataset.zoom === "whole" ? "whole" : Number(button.dataset.zoom)));
}
document.documentElement.dataset.ready = "";
