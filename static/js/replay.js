// The replay: the truth and every army's view of it side by side, a turn at a time.

import { WarMap } from "./map/map.js";

const PAUSE = 1600;

const form = document.querySelector("[data-replay]");
const chooser = form.elements.turn;
const views = document.querySelector(".views");
const words = JSON.parse(document.getElementById("page-words").textContent);
const kept = new Map();
const maps = new Map();
let playing = 0;
let asked = 0;

async function turn(number) {
  if (!kept.has(number)) {
    const address = form.dataset.address.replace(/0\.json$/, `${number}.json`);
    kept.set(number, await (await fetch(address)).json());
  }
  return kept.get(number);
}

async function show() {
  const mine = ++asked;
  const told = await turn(chooser.value);
  if (mine !== asked) return;
  for (const view of views.querySelectorAll("[data-view]")) {
    const name = view.dataset.view;
    draw(view, name, name === "truth" ? told.truth : told.seats[name]);
  }
  history.replaceState(null, "", `?turn=${chooser.value}`);
  document.documentElement.dataset.ready = chooser.value;
}

function draw(view, name, map) {
  const root = view.querySelector(".map");
  root.hidden = !map;
  view.querySelector("[data-nothing]").hidden = Boolean(map);
  if (!map) return;
  if (maps.has(name)) {
    maps.get(name).setMap(map);
    return;
  }
  const made = new WarMap(root, map, { sprite: views.dataset.sprite, words });
  const [width, height] = map.size;
  made.frame([[0, 0], [width - 1, height - 1]], 40, 4);
  maps.set(name, made);
}

function step(by) {
  const index = chooser.selectedIndex + by;
  if (index < 0 || index >= chooser.options.length) return false;
  chooser.selectedIndex = index;
  show();
  return true;
}

form.addEventListener("submit", (event) => event.preventDefault());
chooser.addEventListener("change", show);
form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  clearInterval(playing);
  if (button.dataset.step) step(Number(button.dataset.step));
  if ("play" in button.dataset) {
    if (chooser.selectedIndex === chooser.options.length - 1) chooser.selectedIndex = -1;
    step(1);
    playing = setInterval(() => step(1) || clearInterval(playing), PAUSE);
  }
});
show();
