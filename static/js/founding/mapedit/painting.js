/** The tools in use: what a stroke of a pointer, or Enter at the keyboard's cursor, does to the board. */

import { TERRAIN } from "../../declared.js";
import { sectorName } from "../../web/map/geometry.js";
import { fill as gap } from "../../web/dom.js";
import { fill, rectangle, stroke } from "./tools.js";

const PAINTS = new Set(["brush", "line", "rectangle", "fill"]);
/** @type {Record<string, ThingKind>} */
const STANDS = { sighting: "banners", feature: "features", relic: "relics" };
/** @type {Record<string, ThingKind>} */
const PLACES = { feature: "features", relic: "relics", banner: "banners" };

export class Painter {
  /** @param {EditorDesk} desk */
  constructor(desk) {
    this.desk = desk;
    Object.assign(this, { tool: "select", ink: TERRAIN.find((kind) => !kind.passable)?.letter ?? "", layer: "terrain", width: 1, owner: desk.seats[0]?.key ?? "s1", anchor: null, last: null });
    desk.map.addEventListener("stroke", ({ detail }) => this.hand(detail));
    desk.map.addEventListener("tapped", ({ detail }) => this.tapped(detail));
    desk.map.addEventListener("closed", () => this.drop());
    desk.map.addEventListener("cursor", ({ detail }) => this.over(detail.at));
    desk.map.addEventListener("over", ({ detail }) => this.over(detail.at));
  }

  /** @param {string} tool */
  use(tool) {
    this.drop();
    this.tool = tool;
    this.desk.map.painting = PAINTS.has(tool);
  }

  /** Let a line or rectangle that was begun be. */
  drop() {
    if (this.last || this.drawing) this.desk.board.abandon();
    Object.assign(this, { anchor: null, last: null, drawing: false });
    this.desk.map.showShape(null);
    this.desk.moving = null;
  }

  /** @param {At} from @param {At} to */
  cells(from, to) {
    const { width, height } = this.desk.board;
    if (this.tool === "rectangle") return rectangle(from, to);
    return stroke(from, to, this.width, width, height);
  }

  /** @param {At | null} at */
  over(at) {
    if (!at) return;
    this.desk.where(at);
    const lasting = this.tool === "line" || this.tool === "rectangle";
    if (this.anchor && lasting) this.desk.map.showShape(this.cells(this.anchor, at));
    else if (this.tool === "brush" && !this.drawing) this.desk.map.showShape(this.cells(at, at));
  }

  /** @param {At[]} cells */
  paint(cells) {
    return this.desk.board.paint(this.layer, cells, this.ink);
  }

  /** @param {Told['stroke']} detail */
  hand({ kind, at }) {
    if (kind === "cancel") return this.drop();
    if (this.tool === "fill") return kind === "begin" && at ? this.flood(at) : undefined;
    if (this.tool === "brush") return this.brush(kind, /** @type {At} */ (at));
    if (kind === "begin") this.anchor = at ?? null;
    else if (kind === "end" && this.anchor) {
      this.paint(this.cells(this.anchor, at ?? this.anchor));
      this.drop();
    }
  }

  /** @param {string} kind @param {At} at */
  brush(kind, at) {
    if (kind === "begin") {
      this.desk.board.begin(this.layer);
      Object.assign(this, { drawing: true, last: at });
      this.desk.map.showShape(null);
      this.paint(this.cells(at, at));
    } else if (kind === "move" && this.drawing) {
      this.paint(this.cells(this.last ?? at, at));
      this.last = at;
    } else if (kind === "end") {
      Object.assign(this, { drawing: false, last: null });
      this.desk.board.end();
    }
  }

  /** @param {At} at */
  flood([x, y]) {
    const { board } = this.desk;
    this.paint(fill([x, y], board.width, board.height, (i, j) => board.sign(this.layer, i, j)));
  }

  /**
   * A tap with a tool that does not paint, or Enter at the cursor with any.
   * @param {Told['tapped']} detail
   */
  tapped({ at, piece, byKey }) {
    const { desk } = this;
    if (desk.moving && at) return desk.put(at);
    if (PLACES[this.tool]) return at && desk.add(PLACES[this.tool], at, this.owner);
    if (PAINTS.has(this.tool)) return byKey && at && this.byKey(at);
    const kind = piece && STANDS[piece.kind];
    if (kind) return desk.choose(kind, piece.id);
    const [first] = at ? desk.board.standing(at) : [];
    desk.choose(first?.[0] ?? null, first?.[1].id);
  }

  /** @param {At} at */
  byKey(at) {
    const { words } = this.desk;
    if (this.tool === "fill") this.flood(at);
    else if (this.tool === "brush") this.paint(this.cells(at, at));
    else if (!this.anchor) {
      this.anchor = at;
      this.desk.map.showShape(this.cells(at, at));
      return this.desk.say(gap(words.anchor, { at: sectorName(at) }));
    } else {
      this.paint(this.cells(this.anchor, at));
      this.drop();
    }
    this.desk.say(gap(words.painted, { at: sectorName(at), what: this.desk.what(at) }));
  }
}
