// Where somebody thought enemies to be as a turn was planned, beneath the pieces of a film. Fetched when it is asked for.

import { armyNumber } from "../web/map/palette.js";

/** The least size: where sectors are small it is larger than its own, for a banner stands on it. */
const LEAST = 38;

/** Each screen's layer, beneath its pieces. @type {WeakMap<import("./screen.js").Screen, HTMLElement>} */
const layers = new WeakMap();

/** The films that show what somebody thought. @type {WeakSet<import("./player.js").Film>} */
const asking = new WeakSet();

const nothing = () => {};

/** Best seen as all stood then. @param {import("./player.js").Film} film @param {Thought[]} places */
export function think(film, places) {
  const asked = places.length && !asking.has(film);
  if (places.length) asking.add(film);
  else asking.delete(film);
  film.dress = (screen) => {
    screen.overlay = places.length ? () => draw(screen, places) : nothing;
    draw(screen, places);
  };
  for (const screen of film.screens) film.dress(screen);
  if (asked && !film.plays && film.scene) film.go(film.number, 1);
}

/** The fainter the less likely. @param {import("./screen.js").Screen} screen @param {Thought[]} places */
function draw(screen, places) {
  let layer = layers.get(screen);
  if (!layer) {
    layer = Object.assign(document.createElement("div"), { className: "film-layer" });
    layers.set(screen, layer);
    screen.stage.querySelector(".map-pieces").before(layer);
  }
  const scale = screen.layers.drawn?.scale ?? 0;
  const size = Math.max(scale, LEAST);
  layer.replaceChildren(...places.map(({ at: [x, y], seat, count, worlds }) => {
    const element = document.createElement("i");
    element.className = `film-thought ${seat ? `army-${armyNumber(seat)}` : ""}`;
    const to = `translate(${Math.round((x + 0.5) * scale)}px, ${Math.round((y + 0.5) * scale)}px)`;
    Object.assign(element.style, { width: `${size}px`, height: `${size}px`, transform: `${to} translate(-50%, -50%)` });
    element.style.setProperty("--sure", String(count / worlds));
    return element;
  }));
}
