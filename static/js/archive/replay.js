// The replay: the truth and every army's view of it side by side, a turn at a time.

import { WarMap } from "../web/map/map.js";

const PAUSE = 1600;

const form = document.querySelector("[data-replay]");
const chooser = form.elements.turn;
const views = document.querySelector(".views");
const words = JSON.parse(document.getElementById("page-words").textContent);
const kept = new Map();
const maps = new Map();
const button = form.querySelector("[data-play]");
/** @type {object | null} */
let run = null;
let asked = 0;

/** @param {number | string} number */
async function turn(number) {
  if (!kept.has(number)) {
    const address = form.dataset.address.replace(/0\.json$/, `${number}.json`);
    kept.set(number, await (await fetch(address)).json());
  }
  return kept.get(number);
}

async function show() {
  const mine = ++asked;
  const number = chooser.value;
  const told = await turn(number);
  if (mine !== asked) return;
  for (const view of views.querySelectorAll("[data-view]")) {
    const name = view.dataset.view;
    draw(view, name, name === "truth" ? told.truth : told.seats[name]);
  }
  history.replaceState(null, "", `?turn=${number}`);
  document.documentElement.dataset.ready = number;
}

/** @param {HTMLElement} view @param {string} name @param {MapDocument} map */
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

/** @param {number} by */
function step(by) {
  const index = chooser.selectedIndex + by;
  if (index < 0 || index >= chooser.options.length) return;
  chooser.selectedIndex = index;
  show();
}

/** Play on from here, or from the beginning once the end is reached, until somebody does something else. */
async function play() {
  const mine = {};
  mark(mine);
  if (chooser.selectedIndex === chooser.options.length - 1) {
    chooser.selectedIndex = 0;
    await show();
    await rest();
  }
  while (run === mine && chooser.selectedIndex < chooser.options.length - 1) {
    chooser.selectedIndex += 1;
    await show();
    await rest();
  }
  if (run === mine) mark(null);
}

const rest = () => new Promise((done) => setTimeout(done, PAUSE));

/**
 * The button says what it does next.
 * @param {object | null} playing
 */
function mark(playing) {
  run = playing;
  button.querySelector("[data-still]").hidden = Boolean(playing);
  button.querySelector("[data-playing]").hidden = !playing;
  const use = button.querySelector("use");
  use.setAttribute("href", use.getAttribute("href")?.replace(/#\w+$/, playing ? "#pause" : "#play") ?? "");
}

form.addEventListener("submit", (event) => event.preventDefault());
chooser.addEventListener("change", () => {
  mark(null);
  show();
});
form.addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed) return;
  const playing = run;
  mark(null);
  if (pressed.dataset.step) step(Number(pressed.dataset.step));
  else if (!playing) play();
});
show();
