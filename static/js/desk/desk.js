// The desk's maps: the truth as it stood, or in the dry run as it would be with arrows for what moves; every row of
// the lists centres it.

import { WarMap } from "../web/map/map.js";

const CLOSE = 30;
// Down to so many pixels a sector the whole map is shown at first; below, the part where anybody stands.
const READABLE = 12;

/** @param {string} id */
function read(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

/** @param {HTMLElement} section */
function start(section) {
  const truth = read("truth");
  const moves = document.getElementById("moves") ? read("moves") : [];
  const words = { turnShort: "" };
  const root = section.querySelector(".map");
  root.id = "map";
  const map = new WarMap(root, truth, { sprite: section.dataset.sprite, words });
  map.marks = { moves };
  map.frame(map.view.whole >= READABLE ? [] : truth.sightings.map((/** @type {Sighting} */ { at }) => at), 40);
  section.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) map.zoom(button.dataset.zoom === "whole" ? "whole" : Number(button.dataset.zoom));
  });
  document.addEventListener("click", (event) => {
    const row = event.target.closest("[data-at]");
    if (!row) return;
    event.preventDefault();
    const at = /** @type {At} */ (row.dataset.at.split(",").map(Number));
    map.centre(at, { least: CLOSE });
    map.setMarks({ moves, selected: row.dataset.banner });
    for (const old of document.querySelectorAll("[data-at][aria-current]")) old.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    if (matchMedia("(width <= 47.5em)").matches) section.scrollIntoView({ block: "start" });
  });
}

const section = document.querySelector(".review-map");
if (section) start(section);
