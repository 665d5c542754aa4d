/** One pair of eyes: the map, above it what moves, each by an animation as long as the scene. */

import { outline, pathOf } from "../web/map/geometry.js";
import { beside } from "../web/map/pieces.js";
import { WarMap, snap, worldOf } from "../web/map/map.js";
import { armyNumber, readPalette } from "../web/map/palette.js";
import { unfold } from "../web/map/windows.js";
import { standardOf } from "../web/map/standing.js";
import { FIGHT, actsOf } from "./acts.js";
import { OPEN } from "./reel.js";

/** Milliseconds of the camera's way, of a look turning into another. */
const WAY = 650;
const TURNS = 260;
/** The least scale at which all can be made out, the most of use, sectors around what happens. */
const CLEAR = 24;
const CLOSE = 46;
const SPACE = 7;

/** @param {MapDocument} one @param {MapDocument} other */
const sameGround = (one, other) => String([one.territory, one.fog]) === String([other.territory, other.fog]);

export class Screen extends WarMap {
  /** @param {HTMLElement} root @param {MapDocument} map @param {ConstructorParameters<typeof WarMap>[2]} how */
  constructor(root, map, how) {
    super(root, map, how);
    this.layer = this.stage.appendChild(document.createElement("div"));
    this.layer.className = "film-layer";
    this.overlay = () => {};
    /** @type {Animation[]} */
    this.running = [];
    this.length = 1;
    // What a hand holds the camera leaves alone.
    for (const kind of ["pointerdown", "wheel", "keydown"]) root.addEventListener(kind, () => cancelAnimationFrame(this.gliding ?? 0), { passive: true });
    this.addEventListener("resized", () => this.places && this.glide(this.places, true));
    this.view.fit();
    this.redraw();
  }

  /** `live`: what is on screen now leads up to it. @param {Scene} scene @param {Take} take */
  enter({ id, length }, take, live = false, still = false) {
    this.clear();
    const { before, after } = take;
    const { acts, marks } = (this.played = actsOf(take, id));
    Object.assign(this, { take, length });
    const busy = new Set(acts.map((act) => act.id));
    const map = { ...after, banners: after.banners.filter((one) => !busy.has(one.id)), sightings: after.sightings.filter((one) => !busy.has(one.id)), battles: /contact|results/.test(id) ? [] : before.battles };
    if (live && !sameGround(before, after)) {
      const { canvas } = this.layers;
      this.veil = canvas.cloneNode();
      this.veil.getContext("2d")?.drawImage(canvas, 0, 0);
      canvas.after(this.veil);
    }
    this.show(map);
    this.setMarks({ moves: /march|teleport|retreat/.test(id) ? acts.flatMap((act) => act.places.slice(1).map(({ at }, i) => ({ id: act.id, from: act.places[i].at, to: at, kind: id }))) : [] });
    this.enact();
    const places = [...acts.flatMap((act) => act.places), ...marks].map(({ at }) => at);
    if (places.length || id === OPEN) this.glide((this.places = places), still);
  }

  /** @param {MapDocument} map */
  show(map) {
    const { underlay } = this.world;
    const same = sameGround(this.map, map);
    this.map = unfold(map);
    this.world = Object.assign(worldOf(map), { underlay });
    if (same) this.layers.world = this.world;
    else {
      this.layers.setWorld(this.world, readPalette(this.root));
      // Below a veil there is time to draw.
      this.layers.fresh = !this.veil;
      this.redraw();
    }
  }

  clear() {
    for (const one of this.running) one.cancel();
    this.running = [];
    this.layer.replaceChildren();
    this.veil?.remove();
    this.veil = undefined;
  }

  drawPieces() {
    super.drawPieces();
    this.overlay?.();
    // At another scale everything stands elsewhere.
    if (!this.played || this.enacted === this.layers.drawn?.scale) return;
    const [{ currentTime = 0, playState = "", playbackRate = 1 } = {}] = this.running;
    this.clear();
    this.enact();
    this.seek(Number(currentTime));
    this.run(playState === "running", playbackRate);
  }

  enact() {
    const { played, take, veil } = this;
    if (!played || !take || !this.layers.drawn) return;
    const scale = (this.enacted = this.layers.drawn.scale);
    this.layer.replaceChildren();
    this.running = [];
    const ground = take.cues.find(({ beats }) => beats.some(({ rows }) => rows));
    if (veil && ground) this.track(veil, [[ground.at, { opacity: 1 }], [ground.at + ground.takes, { opacity: 0 }]]);
    this.beside = beside(played.acts, scale);
    for (const act of played.acts) this.play(act, scale);
    for (const mark of played.marks) this.mark(mark, scale);
    this.run(false);
  }

  /** @param {At} at */
  spot(at, scale = 0) {
    return `translate(${(this.beside?.get(at) ?? at).map((one) => `${Math.round((one + 0.5) * scale)}px`)})`;
  }

  /** @param {At} at */
  add(name = "", scale = 0, at = [0, 0]) {
    const element = this.layer.appendChild(document.createElement("div"));
    element.className = name;
    element.style.transform = this.spot(at, scale);
    return element;
  }

  /** @param {Act} act */
  play({ places, looks }, scale = 0) {
    const box = this.add("film-act", scale, places[0].at);
    /** @type {Frames} */
    const way = [];
    let transform = box.style.transform;
    for (const { time, at, takes } of places) way.push([time, { transform, easing: "ease-in-out" }], [time + takes, { transform: (transform = this.spot(at, scale)) }]);
    if (way.length > 2) this.track(box, way);
    looks.forEach(({ time, entry }, i) => {
      if (!entry) return;
      box.insertAdjacentHTML("beforeend", `<svg>${this.pieces.alone(standardOf(entry, this.world, this.world.you))}</svg>`);
      const next = looks[i + 1];
      // What is never seen otherwise needs no layer of its own.
      if (!time && !next) return;
      /** @type {Frames} */
      const frames = [[time, { opacity: time ? 0 : 1 }], [time && time + TURNS, { opacity: 1 }]];
      if (next) frames.push([next.time, { opacity: 1 }], [next.time + TURNS * (next.entry ? 1.6 : 2.4), { opacity: 0 }]);
      this.track(box.lastElementChild, frames);
    });
  }

  /** @param {FilmMark} mark */
  mark({ kind, at, time, takes, seat = 0, text = "", cells }, scale = 0) {
    const end = time + takes;
    const name = `film-mark ${kind} ${seat ? `army-${armyNumber(seat)}` : ""}`;
    if (cells) {
      const area = this.add(`${name} area`);
      area.innerHTML = `<svg><path d="${pathOf(outline(cells, 1.5 / scale), scale, Math.min(4, scale / 5))}"/></svg>`;
      this.fade(area, time, end + 600);
    }
    const element = this.add(name, scale, at);
    const fights = /clash|verdict/.test(kind);
    element.innerHTML = `${fights ? FIGHT : ""}<b></b>`;
    element.lastElementChild.textContent = this.root.getAttribute(`data-as-${text}`) ?? text;
    element.dataset.outcome = text;
    /** @param {Element} one @param {...[number, string]} sizes */
    const sizes = (one, ...sizes) => this.track(one, sizes.map(([part, transform]) => [time + part * takes, { transform }]));
    if (fights) {
      const [ring, face] = element.children;
      this.fade(element, time, end + this.length);
      sizes(face, [0, "scale(2.6)"], [0.2, "scale(1)"], [0.35, "scale(1.35)"], [0.5, "scale(1)"], [0.7, "scale(1.35)"], [1, "scale(1)"]);
      sizes(ring, [0, "scale(.3)"], [0.5, "scale(2.6)"], [0.5, "scale(.3)"], [1, "scale(2.6)"]);
      this.track(ring, [[time, { opacity: 1 }], [end, { opacity: 0 }]]);
    } else if (text) {
      this.fade(element, time, end + 900);
      sizes(element.lastElementChild, [0, "translate(-50%, 20%) scale(.6)"], [0.3, "translate(-50%, -120%) scale(1.15)"], [0.5, "translate(-50%, -120%)"]);
    } else {
      this.fade(element, time, time + 120);
      sizes(element.lastElementChild, [0, "scale(.4)"], [1.4, "scale(1.7)"]);
    }
  }

  fade(element = this.layer, from = 0, to = 0) {
    this.track(element, [[from, { opacity: 0 }], [from + 120, { opacity: 1 }], [to, { opacity: 1 }], [to + 600, { opacity: 0 }]]);
  }

  /** An animation as long as the scene. @param {Element} element @param {Frames} frames */
  track(element, frames) {
    const all = [[0, { ...frames[0][1], easing: "linear" }], ...frames, [this.length, /** @type {Frames[0]} */ (frames.at(-1))[1]]];
    const keys = /** @type {Frames} */ (all).map(([time, look]) => ({ ...look, offset: Math.min(1, time / this.length) }));
    this.running.push(element.animate(keys, { duration: this.length, fill: "both" }));
  }

  seek(time = 0) {
    for (const one of this.running) one.currentTime = Math.min(time, this.length - 1);
  }

  run(plays = false, rate = 1) {
    for (const one of this.running) {
      one.playbackRate = rate;
      one[plays ? "play" : "pause"]();
    }
  }

  /** The camera: calmly to where things happen, if they are not well in view. @param {At[]} places */
  glide(places, still = false) {
    cancelAnimationFrame(this.gliding ?? 0);
    const { view } = this;
    const [columns, rows] = [0, 1].map((axis) => places.map((at) => at[axis])).map((all) => [Math.min(...all), Math.max(...all) + 1]);
    const { whole } = view;
    const to = { scale: snap(whole), x: view.columns / 2, y: view.rows / 2 };
    if (whole < CLEAR && places.length) {
      const [wide, tall] = [columns, rows].map(([low, high]) => high - low + SPACE);
      to.scale = snap(Math.max(whole, Math.min(CLOSE, view.free[0] / wide, view.free[1] / tall)));
      const { x0, x1, y0, y1 } = view.box();
      if (columns[0] > x0 && columns[1] < x1 && rows[0] > y0 && rows[1] < y1 && view.scale > to.scale * 0.6 && view.scale < to.scale * 1.7) return;
      [to.x, to.y] = [columns, rows].map(([low, high]) => (low + high) / 2);
    } else if (Math.abs(to.scale - view.scale) < 1 && Math.hypot(to.x - view.x, to.y - view.y) < 1) return;
    const { scale, x, y } = view;
    const began = performance.now();
    const step = (now = 0) => {
      const part = still ? 1 : Math.max(0, Math.min(1, (now - began) / WAY));
      const eased = part * part * part * (part * (6 * part - 15) + 10);
      Object.assign(view, { scale: scale * (to.scale / scale) ** eased, x: x + (to.x - x) * eased, y: y + (to.y - y) * eased });
      view.clamp();
      if (part === 1) return this.redraw();
      this.update(true);
      this.gliding = requestAnimationFrame(step);
    };
    step(began);
  }
}
