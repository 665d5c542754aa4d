/**
 * The map that is being drawn: terrain, who holds what, features, relics, banners; and how to undo.
 *
 * A change is one of: `cells` ([x, y, before, after] in the layer `terrain` or `held`), `things` (all of them
 * before and after), `whole` (the document before and after). Events: `cells` {layer, cells}, `things`, `whole`,
 * and `changed` after each of them.
 */

import { PLAIN } from "../../web/map/geometry.js";

/** @type {ThingKind[]} */
const KINDS = ["features", "relics", "banners"];
const MOST = 200;
const NOBODY = ".";
/**
 * @template T
 * @param {T} value @returns {T}
 */
const copy = (value) => JSON.parse(JSON.stringify(value));

export class Board extends EventTarget {
  /** @param {BoardDocument} document */
  constructor(document) {
    super();
    this.done = [];
    this.undone = [];
    this.stroke = null;
    this.read(document);
  }

  /** @param {BoardDocument} document */
  read(document) {
    this.terrain = [...document.terrain];
    this.things = /** @type {Things} */ (Object.fromEntries(KINDS.map((kind) => [kind, copy(document[kind] ?? [])])));
    this.triggers = document.triggers && copy(document.triggers);
    const held = this.terrain.map((row) => Array(row.length).fill(NOBODY));
    for (const { at, occupier } of document.occupied ?? []) if (held[at[1]]?.[at[0]]) held[at[1]][at[0]] = occupier.slice(1);
    this.held = held.map((row) => row.join(""));
  }

  get width() {
    return this.terrain[0].length;
  }

  get height() {
    return this.terrain.length;
  }

  /** @returns {At} */
  get size() {
    return [this.width, this.height];
  }

  /** @returns {BoardDocument} */
  document() {
    /** @type {BoardDocument["occupied"]} */
    const occupied = [];
    this.held.forEach((row, y) => {
      for (let x = 0; x < row.length; x++) if (row[x] !== NOBODY) occupied.push({ at: [x, y], occupier: `s${row[x]}` });
    });
    return { terrain: [...this.terrain], ...copy(this.things), occupied, ...this.unseen() };
  }

  /** What the editor does not show, but what comes with a map and goes with it: the triggers. */
  unseen() {
    return this.triggers ? { triggers: copy(this.triggers) } : {};
  }

  /** @param {Layer} layer @param {number} x @param {number} y */
  sign(layer, x, y) {
    return this[layer][y][x];
  }

  /**
   * Paint sectors; several paintings between `begin` and `end` are undone as one.
   * @param {Layer} layer @param {At[]} cells @param {string} sign
   */
  paint(layer, cells, sign) {
    const changed = cells.filter(([x, y]) => this[layer][y]?.[x] !== undefined && this[layer][y][x] !== sign);
    if (!changed.length) return [];
    /** @type {Cell[]} */
    const kept = changed.map(([x, y]) => [x, y, this[layer][y][x], sign]);
    this.set(layer, kept, 3);
    if (this.stroke?.layer === layer) this.stroke.cells.push(...kept);
    else this.keep({ layer, cells: kept });
    return changed;
  }

  /** @param {Layer} layer */
  begin(layer) {
    this.stroke = { layer, cells: [] };
  }

  end() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke?.cells.length) this.keep(stroke);
  }

  /** Let the stroke be, as if it had never begun. */
  abandon() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke?.cells.length) this.set(stroke.layer, stroke.cells.toReversed(), 2);
  }

  /** @param {Layer} layer @param {Cell[]} cells @param {2 | 3} which */
  set(layer, cells, which) {
    const rows = new Map();
    for (const cell of cells) {
      const y = cell[1];
      if (!rows.has(y)) rows.set(y, [...this[layer][y]]);
      rows.get(y)[cell[0]] = cell[which];
    }
    for (const [y, row] of rows) this[layer][y] = row.join("");
    this.tell("cells", { layer, cells });
  }

  /**
   * Change the things: `edit` gets them and may do as it likes; calls with one `key` on end are one change.
   * @param {(things: Things) => void} edit @param {string | null} [key]
   */
  edit(edit, key = null) {
    const before = copy(this.things);
    edit(this.things);
    const last = this.done.at(-1);
    if (key && last?.key === key && !this.undone.length) last.after = copy(this.things);
    else this.keep({ key, before, after: copy(this.things) }, false);
    this.tell("things");
    this.tell("changed");
  }

  /**
   * Take another document, its size and all.
   * @param {BoardDocument} document
   */
  replace(document) {
    const before = this.document();
    this.read(document);
    this.keep({ whole: [before, this.document()] }, false);
    this.tell("whole");
    this.tell("changed");
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    const { terrain, features, relics, banners, occupied } = this.document();
    /** @param {{at?: At}} thing */
    const inside = ({ at }) => !at || (at[0] < width && at[1] < height);
    const left = banners.filter(inside);
    const living = new Set(left.map(({ id }) => id));
    this.replace({
      terrain: Array.from({ length: height }, (_, y) => (terrain[y] ?? "").slice(0, width).padEnd(width, PLAIN)),
      features: features.filter(inside),
      relics: relics.filter((relic) => inside(relic) && (relic.at || living.has(relic.carried_by ?? ""))),
      banners: left,
      occupied: occupied.filter(inside),
      ...this.unseen(),
    });
  }

  /** @param {Change} change */
  keep(change, tell = true) {
    this.done.push(change);
    if (this.done.length > MOST) this.done.shift();
    this.undone = [];
    if (tell) this.tell("changed");
  }

  /** Undo or do again; false if there is nothing. */
  undo() {
    return this.travel(this.done, this.undone, 0);
  }

  redo() {
    return this.travel(this.undone, this.done, 1);
  }

  /** @param {Change[]} from @param {Change[]} to @param {0 | 1} forth */
  travel(from, to, forth) {
    const change = from.pop();
    if (!change) return false;
    to.push(change);
    if (change.cells && change.layer) this.set(change.layer, forth ? change.cells : change.cells.toReversed(), forth ? 3 : 2);
    else if (change.whole) {
      this.read(change.whole[forth]);
      this.tell("whole");
    } else {
      this.things = copy(/** @type {Things} */ (forth ? change.after : change.before));
      this.tell("things");
    }
    this.tell("changed");
    return true;
  }

  /** @param {string} name @param {object} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // Things

  /** @param {ThingKind} kind @param {string | undefined} id */
  find(kind, id) {
    return this.things[kind].find((thing) => thing.id === id);
  }

  /**
   * What stands in a sector: [kind, thing] pairs, banners first.
   * @param {At} at
   * @returns {[ThingKind, Thing][]}
   */
  standing([x, y]) {
    return /** @type {ThingKind[]} */ (["banners", "relics", "features"]).flatMap((kind) =>
      this.things[kind].filter(({ at }) => at && at[0] === x && at[1] === y).map((thing) => /** @type {[ThingKind, Thing]} */ ([kind, thing])),
    );
  }

  /**
   * An id that nothing bears yet.
   * @param {ThingKind} kind @param {string} prefix
   */
  freshId(kind, prefix) {
    const taken = new Set(this.things[kind].map(({ id }) => id));
    for (let n = 1; ; n++) if (!taken.has(`${prefix}${n}`)) return `${prefix}${n}`;
  }
}
