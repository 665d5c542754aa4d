// What a test asks of a map with a crowd on it, measured where the browser has drawn it.

const EDGES = [26, 22];

/**
 * Show what stands in a war, at a scale (or whole), or larger where the map does not fill its window; the ground
 * is not drawn: it takes long, and nothing is asked of it here.
 */
export function show(war, zoom, ground = false) {
  const root = document.querySelector(".map");
  if (!ground) {
    window.Layers.prototype.setWorld = function () {
      this.drawn = null;
    };
    window.Layers.prototype.draw = function (view, dense) {
      // All of it: what lies off the screen is measured too.
      this.drawn = { x0: 0, y0: 0, x1: view.columns, y1: view.rows, scale: view.scale, dense };
    };
  }
  if (!window.shown) window.shown = new window.WarMap(root, structuredClone(war), { sprite: "/static/icons/sprite.svg", words: { turnShort: "T" } });
  const map = window.shown;
  if (map.map.id !== war.id) {
    Object.assign(map.view, { columns: war.size[0], rows: war.size[1] });
    map.setMap(structuredClone(war));
  }
  map.resize();
  map.view.fit();
  if (zoom > 0) map.view.scale = Math.max(map.view.scale, zoom);
  const begun = performance.now();
  map.redraw();
  return performance.now() - begun;
}

/** Where things are: [left, top, right, bottom], and what they are. */
const boxOf = (element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom];
};
const meet = (one, other) => one[0] < other[2] - 0.05 && other[0] < one[2] - 0.05 && one[1] < other[3] - 0.05 && other[1] < one[3] - 0.05;

/** What is wrong with what is shown: overlaps, pieces under controls, small levels, levels lost. */
export function faults(war) {
  const map = window.shown;
  const found = { signs: 0, overlaps: [], under: [], small: [], lost: [], outside: [] };
  const boxes = [...document.querySelectorAll(".map-pieces .layer-signs > g, .map-pieces .layer-names > text")].map((one) => [boxOf(one), one.getAttribute("class"), one.textContent]);
  found.signs = boxes.length;
  const sorted = boxes.sort((a, b) => a[0][0] - b[0][0]);
  sorted.forEach((one, i) => {
    for (let j = i + 1; j < sorted.length && sorted[j][0][0] < one[0][2]; j++) if (meet(one[0], sorted[j][0])) found.overlaps.push([one, sorted[j]]);
  });
  const frame = document.querySelector(".map").getBoundingClientRect();
  const controls = [...document.querySelectorAll(".map-tools > *")].map(boxOf);
  for (const [box, looks, text] of boxes) {
    const inside = [Math.max(box[0], frame.left), Math.max(box[1], frame.top), Math.min(box[2], frame.right), Math.min(box[3], frame.bottom)];
    if (inside[0] < inside[2] && inside[1] < inside[3] && controls.some((one) => meet(one, inside))) found.under.push([looks, text]);
    const whole = map.view.scale === map.view.whole || Math.abs(map.view.scale - map.view.whole) < 0.1;
    if (whole && (box[0] < frame.left + EDGES[0] || box[1] < frame.top + EDGES[1] || box[2] > frame.right || box[3] > frame.bottom)) found.outside.push([looks, text, box]);
  }
  for (const one of document.querySelectorAll(".map-pieces .level")) if (parseFloat(getComputedStyle(one).fontSize) < 12) found.small.push(one.textContent);
  const sums = new Map();
  const add = (seat, levels, unknown) => {
    const [a, b] = sums.get(seat) ?? [0, 0];
    sums.set(seat, [a + levels, b + unknown]);
  };
  for (const { level } of war.banners) add(1, level, 0);
  for (const { seat, level } of war.sightings) add(seat, level ?? 0, level === null ? 1 : 0);
  for (const one of document.querySelectorAll(".layer-signs > .piece")) {
    const written = one.querySelector(".level").textContent;
    const number = written === "?" ? 0 : parseInt(written, 10);
    add(Number(one.dataset.seat), -number, -Number(one.dataset.unknown));
    if (/\+$|^\?$/.test(written) !== Number(one.dataset.unknown) > 0) found.lost.push(written);
  }
  for (const [seat, sum] of sums) if (sum[0] || sum[1]) found.lost.push([seat, sum]);
  return found;
}

/** Where nothing was written: rgb() or color(srgb ...) as three numbers from 0 to 1. */
function channels(colour) {
  const numbers = colour.match(/-?[\d.]+/g).map(Number).slice(0, 3);
  return colour.startsWith("color(") ? numbers : numbers.map((one) => one / 255);
}

function contrast(one, other) {
  const light = (colour) => {
    const [r, g, b] = channels(colour).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** The least contrast of each kind of text with what it stands on, and of each sign's lines with each other. */
export function contrasts() {
  const least = {};
  const keep = (name, one, other) => (least[name] = Math.min(least[name] ?? 99, contrast(one, other)));
  const style = (element) => getComputedStyle(element);
  for (const sign of document.querySelectorAll(".layer-signs > .piece")) {
    const field = style(sign.querySelector(".field"));
    keep("text level", style(sign.querySelector(".level")).fill, field.fill);
    keep("sign army", style(sign.querySelector(".sign")).fill, field.fill);
    keep("sign edge", field.stroke, sign.matches(".retreating") ? style(sign.querySelector(".ring")).stroke : field.fill);
    for (const plate of sign.querySelectorAll(".plate")) keep("sign plate", style(plate).stroke, style(plate).fill);
    for (const one of sign.querySelectorAll(".many, .when")) keep("text plate", style(one).fill, style(sign.querySelector(".plate")).fill);
    for (const one of sign.querySelectorAll(".token")) keep("sign token", style(one).fill, style(sign.querySelector(".plate")).fill);
    for (const one of sign.querySelectorAll(".works")) keep("sign works", style(one).fill, style(one).stroke);
  }
  for (const one of document.querySelectorAll(".layer-names > text")) keep("text name", style(one).fill, style(one).stroke);
  for (const one of document.querySelectorAll(".layer-signs > .pin")) {
    keep("sign pin", style(one.querySelector("path")).fill, style(one.querySelector("path")).stroke);
    keep("sign pin", style(one.querySelector("path")).fill, style(one.querySelector("use, circle")).fill);
  }
  for (const one of document.querySelectorAll(".layer-signs > .swords")) keep("sign battle", style(one.querySelector("path")).stroke, style(one.querySelector("circle")).fill);
  for (const one of document.querySelectorAll(".layer-leaders .leader")) keep("sign leader", style(one.querySelector("path:last-of-type")).stroke, style(one.querySelector(".halo")).stroke);
  return least;
}

/** Move the map about and back: whether the pieces stay where they stand on it. */
export function panned() {
  const map = window.shown;
  const where = () => [...document.querySelectorAll(".layer-signs > g")].map((one) => one.style.transform + one.dataset.ids).join();
  const before = where();
  const { x, y } = map.view;
  for (const [dx, dy] of [[120, 0], [0, -90], [-333, 41]]) {
    map.view.pan(dx, dy);
    map.redraw();
    if (where() !== before) return false;
  }
  Object.assign(map.view, { x, y });
  map.redraw();
  return where() === before;
}

/** One war at several zooms, in both lights: [zoom, faults, contrasts] of each. */
export function looks(war, zooms) {
  return zooms.map((zoom) => {
    show(war, zoom);
    const found = faults(war);
    const least = {};
    for (const theme of ["paper", "night"]) {
      document.documentElement.dataset.theme = theme;
      const again = theme === "night" && war.id % 10 === 0 ? faults(war) : { overlaps: [] };
      found.overlaps.push(...again.overlaps);
      for (const [name, value] of Object.entries(contrasts())) least[name] = Math.min(least[name] ?? 99, value);
    }
    found.moved = Number(!panned());
    return [zoom, found, least];
  });
}
