/**
 * The war map as one component: a canvas of the ground, an SVG of what stands on it, strips of coordinates.
 *
 * It shows a map document (what a player knows, see the page that serves it) and what a plan adds to it, and
 * tells its page what was tapped. It knows nothing of orders.
 */

import { Fog } from "./fog.js";
import { Ground, columnName, same, sectorName } from "./geometry.js";
import { Layers } from "./layers.js";
import { keys } from "./cursor.js";
import { readPalette } from "./palette.js";
import { Pieces } from "./pieces.js";
import { Territory } from "./territory.js";
import { CLOSE, fetchTiles, missing, unfold } from "./windows.js";
import { MOST, View, WHOLE, hands } from "./view.js";

const EDGE_LEFT = 26;
const EDGE_TOP = 22;
const SETTLE = 140;
const LOW = 220;
const CLEAR = 24;
const LARGEST = 72;
/** Pixels: how wide a printed map is, how high at most, and how wide a sector must be for all to be on it. */
const SHEET = 680;
const TALLEST = 900;
const PRINTED = 12;

/**
 * A map document with what is needed to ask it things.
 * @param {MapDocument} map @returns {World}
 */
export function worldOf(map) {
  const you = map.seats.find((seat) => seat.you);
  const battleOf = new Map(map.seats.map((seat) => [seat.n, seat.battle ?? map.radii.battle]));
  const own = you ? you.n : 0;
  const standing = map.banners.filter((banner) => banner.alive !== false);
  const ground = new Ground(map.terrain);
  return {
    ...map,
    you: own,
    banners: standing,
    ground,
    territory: new Territory(map.territory),
    fog: new Fog(map.fog, ground),
    battleOf,
    placed: [
      ...standing.map(({ at }) => ({ at, seat: own, radius: battleOf.get(own) ?? NaN })),
      ...map.sightings
        .filter(({ turn }) => turn >= map.turn)
        .map(({ at, seat }) => ({ at, seat, radius: battleOf.get(seat) ?? NaN })),
    ],
  };
}

export class WarMap extends EventTarget {
  /**
   * @param {HTMLElement} root holds `.map-stage` with a canvas and an svg, and two `.map-edge` strips
   * @param {MapDocument} map
   * @param {{sprite: string, words: Pick<Words, 'turnShort'>}} options
   */
  constructor(root, map, { sprite, words }) {
    super();
    this.root = root;
    this.stage = root.querySelector(".map-stage");
    this.layers = new Layers(root.querySelector("canvas"));
    this.pieces = new Pieces(/** @type {any} */ (root.querySelector(".map-pieces")), { sprite, words });
    this.edges = { top: root.querySelector(".map-columns"), left: root.querySelector(".map-rows") };
    this.words = words;
    this.marks = {};
    this.cursor = null;
    this.view = new View(map.size[0], map.size[1]);
    this.over = { right: 0, bottom: 0 };
    this.setMap(map);
    this.listen();
    this.resize();
  }

  /**
   * Show another map document: another turn, or what has changed.
   * @param {MapDocument} map
   */
  setMap(map) {
    this.map = unfold(map);
    this.world = worldOf(this.map);
    this.lay(map.backdrop ?? this.root.dataset.backdrop);
    this.layers.setWorld(this.world, readPalette(this.root));
    this.layers.fresh = true;
    if (this.layers.canvas.width > 1 && this.drawnOnce) this.redraw();
  }

  /**
   * Lay the picture at an address under the grid, once it is here.
   * @param {string | undefined} address
   */
  lay(address) {
    this.world.underlay = address && this.under?.address === address ? this.under.image : null;
    if (!address || this.under?.address === address) return;
    const image = new Image();
    image.decoding = "async";
    image.src = address;
    image
      .decode()
      .then(() => {
        this.under = { address, image };
        this.world.underlay = image;
        this.layers.setWorld(this.world, readPalette(this.root));
        this.redraw();
      })
      .catch(() => {});
  }

  /**
   * What the plan adds, see `Pieces.draw`.
   * @param {Marks} marks
   */
  setMarks(marks) {
    this.marks = marks;
    this.drawPieces();
  }

  /**
   * The sectors that aims speak of; they stay, whatever the plan adds.
   * @param {AimPin[]} aims
   */
  setAims(aims) {
    this.aims = aims;
    this.drawPieces();
  }

  drawPieces() {
    if (!this.layers.drawn) return;
    this.pieces.draw(this.world, { aims: this.aims, ...this.marks, cursor: this.cursor }, this.layers.drawn);
    this.tell("drawn", {});
  }

  resize() {
    const { clientWidth, clientHeight } = this.root;
    if (!clientWidth || !clientHeight) return;
    const { view, over } = this;
    if (view.width === clientWidth && view.height === clientHeight && view.right === over.right && view.bottom === over.bottom) return;
    const asFramed = this.isAsFramed();
    const turned = clientWidth / view.width;
    // A window that has become another kind of window keeps its sectors, not their size.
    if (this.drawnOnce && another(turned)) view.scale = snap(Math.max(Math.min(22, view.scale), Math.min(LARGEST, view.scale * turned)));
    view.resize(clientWidth, clientHeight, EDGE_LEFT, EDGE_TOP, over.right, over.bottom);
    if (!this.drawnOnce) return;
    this.place();
    this.update();
    if (asFramed) this.frameSoon();
    this.tell("resized", {});
  }

  /** Whether nobody has moved the map since it was framed. */
  isAsFramed() {
    const { framed, view } = this;
    return Boolean(framed) && framed?.scale === view.scale && framed.x === view.x && framed.y === view.y;
  }

  /** Once the window has come to rest as quite another one, what was framed is framed anew. */
  frameSoon() {
    const { scale, x, y } = this.view;
    Object.assign(this.framed ?? {}, { scale, x, y });
    clearTimeout(this.framing);
    this.framing = setTimeout(() => {
      const { framed, view } = this;
      if (!framed || !this.isAsFramed() || "print" in this.root.dataset) return;
      if (another(view.width / framed.wide) || another(view.height / framed.tall)) this.frame(...framed.how);
    }, SETTLE);
  }

  /**
   * Something lies over the map's right or bottom edge, so many pixels of it: what is shown keeps clear of it.
   * Controls never do, they have a bar of their own.
   */
  inset({ right = 0, bottom = 0 }) {
    this.over = { right, bottom };
    this.resize();
  }

  /**
   * Show all of these sectors, as large as they fit up to `most` pixels a sector, in a window that is filled; the
   * whole map if there are none. See `View.hold`. In a window so low that they would be too small to be told
   * apart, as a hint leaves it on a phone, `rather` those sectors.
   * @param {At[]} sectors @param {At[]} rather
   */
  frame(sectors, most = 44, least = 0, rather = []) {
    this.resize();
    if (sectors.length) this.view.hold(sectors, most, least);
    else this.view.fit();
    if (rather.length && this.view.free[1] < LOW && this.view.scale < CLEAR) this.view.hold(rather, CLEAR, CLEAR);
    this.redraw();
    const { scale, x, y, width: wide, height: tall } = this.view;
    this.framed = { how: /** @type {[At[], number, number, At[]]} */ ([sectors, most, least, rather]), scale, x, y, wide, tall };
  }

  /**
   * Show what was shown before: see `View`.
   * @param {Pick<View, 'scale' | 'x' | 'y'>} view
   */
  look({ scale, x, y }) {
    Object.assign(this.view, { scale, x, y });
    this.view.clamp();
    this.redraw();
  }

  /** @param {At} at */
  centre(at, { least = 0 } = {}) {
    if (this.view.scale < least) this.view.scale = least;
    this.view.centre(at);
    this.update();
  }

  /** @param {At} at */
  reveal(at, margin = 3) {
    this.view.reveal(at, margin);
    this.update();
  }

  /** @param {number | 'whole'} factor */
  zoom(factor) {
    if (factor === "whole") this.view.fit();
    else this.view.zoom(factor);
    this.update();
  }

  /** @param {At | null} at */
  moveCursor(at) {
    this.cursor = at;
    if (at) this.view.reveal(at, 1);
    this.update();
    this.pieces.drawCursor(at);
    this.tell("cursor", { at });
  }

  /** Bring the stage where the view is; draw anew once it has left what is drawn or has come to rest. */
  update(busy = false) {
    if (!this.drawnOnce) return;
    this.pendingBusy = busy;
    this.frameAsked ??= requestAnimationFrame(() => {
      this.frameAsked = null;
      this.place();
      const { drawn } = this.layers;
      const scaled = !drawn || drawn.scale !== this.view.scale;
      clearTimeout(this.settling);
      if (scaled && this.pendingBusy) this.settling = setTimeout(() => this.redraw(), SETTLE);
      else if (scaled || !this.layers.covers(this.view)) this.redraw();
    });
  }

  redraw() {
    this.drawnOnce = true;
    clearTimeout(this.settling);
    this.view.scale = snap(this.view.scale);
    this.view.clamp();
    this.pile?.close();
    this.layers.draw(this.view, Math.min(2, window.devicePixelRatio || 1));
    this.drawPieces();
    this.drawEdges();
    this.place();
    this.work();
    this.fetchMore();
    // What lists a stack is there before one is pressed, if there is one.
    if (this.pieces.placed.some(({ count }) => count > 1)) import("./pile.js").catch(() => {});
  }

  /** Of a large map: the tiles around what is shown, and the picture of the rest. */
  async fetchMore() {
    const { map, layers } = this;
    if (!map.loaded) return;
    layers.fetchPicture(() => this.redraw());
    if (this.view.scale < CLOSE) return;
    const laid = await fetchTiles(map, missing(map, layers.drawn));
    if (!laid || map !== this.map) return;
    this.world = worldOf(map);
    layers.patchWorld(this.world);
    this.redraw();
  }

  work() {
    cancelAnimationFrame(this.working);
    if (!this.layers.queue.length) {
      this.root.dataset.drawn = "";
      return;
    }
    delete this.root.dataset.drawn;
    this.working = requestAnimationFrame(() => {
      this.layers.work();
      this.work();
    });
  }

  place() {
    const { view } = this;
    const { scale } = this.layers.drawn;
    const [left, top] = view.screen(0, 0);
    const ratio = view.scale / scale;
    const grown = ratio === 1 ? "" : ` scale(${ratio})`;
    const [x, y] = ratio === 1 ? [Math.round(left), Math.round(top)] : [left, top];
    this.stage.style.transform = `translate3d(${x}px, ${y}px, 0)${grown}`;
    if (ratio === 1) {
      this.edges.top.firstElementChild.style.transform = `translate3d(${x}px, 0, 0)`;
      this.edges.left.firstElementChild.style.transform = `translate3d(0, ${y}px, 0)`;
    }
    this.edges.top.classList.toggle("away", ratio !== 1);
    this.edges.left.classList.toggle("away", ratio !== 1);
  }

  /** A1 style: letters on the upper edge, numbers on the left one, thinned out when sectors are small. */
  drawEdges() {
    const { x0, y0, x1, y1, scale } = this.layers.drawn;
    const every = [1, 2, 5, 10, 20, 50].find((n) => n * scale >= 22) ?? 100;
    /**
     * @param {number} from @param {number} to @param {(i: number) => string | number} name
     * @param {(at: number) => string} place
     */
    const labels = (from, to, name, place) => {
      let out = "";
      for (let i = from; i < to; i++) {
        if (every > 1 && (i + 1) % every !== 0) continue;
        out += `<text ${place(Math.round((i + 0.5) * scale))}>${name(i)}</text>`;
      }
      return out;
    };
    this.edges.top.firstElementChild.innerHTML = labels(x0, x1, columnName, (at) => `x="${at}" y="15"`);
    this.edges.left.firstElementChild.innerHTML = labels(y0, y1, (i) => i + 1, (at) => `x="21" y="${at + 4}"`);
  }

  listen() {
    const { root, view } = this;
    hands(root, view, {
      changed: (busy) => this.update(busy),
      tapped: (px, py) => this.tap(px, py),
      doubled: (px, py) => {
        const at = this.sectorAt(px, py);
        if (at) this.centre(at, { least: 34 });
      },
    });
    keys(root, {
      where: () => this.cursor ?? this.middle(),
      columns: () => view.columns,
      rows: () => view.rows,
      moved: (at) => this.moveCursor(this.cursor ? at : this.middle()),
      opened: (at) => this.open(at),
      closed: () => this.tell("closed", {}),
      zoomed: (factor) => this.zoom(factor),
    });
    root.addEventListener("blur", () => {
      this.cursor = null;
      this.pieces.drawCursor(null);
    });
    new ResizeObserver(() => this.resize()).observe(root);
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => this.printed());
    document.addEventListener("themechange", () => {
      this.dress();
      this.redraw();
    });
  }

  /** Take the colours that hold now; then all is to be drawn anew. */
  dress() {
    this.layers.setWorld(this.world, readPalette(this.root));
    this.layers.fresh = true;
  }

  /** For a printer: as wide as a sheet, the whole map if its sectors can be told apart there, all of it drawn now. */
  print() {
    const { root, view } = this;
    this.kept = { scale: view.scale, x: view.x, y: view.y };
    const whole = (SHEET - EDGE_LEFT) / view.columns >= PRINTED;
    const tall = whole ? EDGE_TOP + 12 + ((SHEET - EDGE_LEFT) * view.rows) / view.columns : SHEET;
    root.style.cssText = `width: ${SHEET}px; height: ${Math.round(Math.min(TALLEST, tall))}px`;
    root.dataset.print = "";
    this.resize();
    if (whole) view.fit();
    this.dress();
    this.redraw();
    while (this.layers.queue.length) this.layers.work();
  }

  /** Back to the screen. */
  printed() {
    this.root.style.cssText = "";
    delete this.root.dataset.print;
    // The window has its own width again a little later.
    const { kept } = this;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      this.resize();
      this.dress();
      this.look(kept ?? this.view);
    }));
  }

  /** @returns {At} */
  middle() {
    /** @param {number} value @param {number} count */
    const keep = (value, count) => Math.max(0, Math.min(count - 1, Math.floor(value)));
    return [keep(this.view.x, this.view.columns), keep(this.view.y, this.view.rows)];
  }

  /** @param {number} px @param {number} py @returns {At | null} */
  sectorAt(px, py) {
    const [x, y] = this.view.point(px, py).map(Math.floor);
    return this.world.ground.has(x, y) ? [x, y] : null;
  }

  /** @param {number} px @param {number} py */
  tap(px, py) {
    const at = this.sectorAt(px, py);
    const [x, y] = this.view.point(px, py);
    const picked = this.pieces.pick(x * this.layers.drawn.scale, y * this.layers.drawn.scale);
    // Where a march could go, it is marched to: one's own may be behind others.
    const reached = at && picked?.kind !== "banner" && (this.marks.targets ?? []).some((one) => same(one, at));
    if (picked && picked.sign.count > 1 && !reached) return this.part(picked.sign);
    const piece = picked && { kind: picked.kind, id: picked.id };
    if (at || piece) this.tell("tapped", { at, piece });
  }

  /** @param {At} at */
  open(at) {
    const banner = this.world.banners.find((one) => same(one.at, at));
    const sighting = this.world.sightings.find((one) => same(one.at, at));
    const piece = banner ? { kind: "banner", id: banner.id } : sighting ? { kind: "sighting", id: sighting.id } : null;
    const sign = piece && this.pieces.signOf(piece.kind, piece.id);
    if (sign && sign.count > 1) return this.part(sign, true);
    this.tell("tapped", { at, piece, byKey: true });
  }

  /**
   * Go so near to a stack that it parts; those of one sector are listed, for one to be chosen.
   * @param {CrowdSign} sign
   */
  async part(sign, byKey = false) {
    const members = this.pieces.members(sign);
    const together = members.every(({ at }) => same(at, members[0].at));
    const scale = together ? null : this.pieces.parting(sign, this.view.scale, MOST);
    if (scale) {
      const [xs, ys] = [0, 1].map((i) => members.map(({ at }) => at[i]));
      this.view.scale = snap(scale);
      this.view.centre([(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]);
      this.update();
      return;
    }
    if (!this.pile) {
      // Only once: a list that opens a moment later misses the key that is pressed right after.
      const { Pile } = await import("./pile.js");
      this.pile ??= new Pile(this.root, { sprite: this.pieces.sprite, turnShort: this.words.turnShort });
    }
    const [px, py] = this.view.screen(sign.x / 12 / this.view.scale, sign.y / 12 / this.view.scale);
    this.pile.open({
      pieces: members,
      names: this.names(),
      px,
      py,
      chosen: ({ kind, id, at }) => this.tell("tapped", { at, piece: { kind: kind === "pin" ? this.pinKind(id) : kind, id }, byKey, chosen: true }),
    });
  }

  /** What everything that stands on the map is called. */
  names() {
    const { banners, sightings, battles = [], features, relics } = this.world;
    return new Map([
      ...banners.map(({ id, name }) => /** @type {[string, string]} */ ([`banner/${id}`, name])),
      ...sightings.map(({ id, name, mark }) => /** @type {[string, string]} */ ([`sighting/${id}`, mark ? `${name} (${mark})` : name])),
      ...battles.map((one) => /** @type {[string, string]} */ ([`battle/${one.id}`, one.with])),
      ...[...features, ...relics].map(({ id, name }) => /** @type {[string, string]} */ ([`pin/${id}`, name])),
    ]);
  }

  /** @param {string} id @returns {Kind} */
  pinKind(id) {
    return this.world.features.some((one) => one.id === id) ? "feature" : "relic";
  }

  /** @param {string} name @param {object} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {At} at */
  nameOf(at) {
    return sectorName(at);
  }
}

/**
 * Whether a window that has grown so much is another kind of window.
 * @param {number} turned
 */
const another = (turned) => turned < 0.7 || turned > 1.43;

/**
 * A scale at which chunks end on whole pixels.
 * @param {number} scale
 */
export function snap(scale) {
  return scale >= WHOLE ? Math.round(scale) : Math.max(1, Math.round(scale * 12) / 12);
}
