/**
 * The war map's component with a board under it: sectors change where they lie, fingers paint.
 *
 * Events besides the map's own: `stroke` {kind: "begin" | "move" | "end" | "cancel", at}, while `painting` is set.
 */

import { WarMap } from "../../web/map/map.js";
import { outline, pathOf } from "../../web/map/geometry.js";
import { around } from "./tools.js";

const NS = "http://www.w3.org/2000/svg";
const MANY = 3000;
const SETTLE = 160;

/**
 * The board as a map document: everything is known, every banner is somebody's.
 * @param {Board} board @param {EditorSeat[]} seats @param {string | undefined} backdrop
 * @returns {MapDocument}
 */
export function mapOf(board, seats, backdrop) {
  const numbers = new Map(seats.map(({ key, n }) => [key, n]));
  return {
    turn: 1,
    size: board.size,
    terrain: board.terrain,
    territory: board.held,
    fog: [],
    backdrop,
    seats: seats.map(({ n, name }) => ({ n, name })),
    radii: { battle: 1, recon: 2, search: 3 },
    banners: [],
    battles: [],
    sightings: /** @type {Sighting[]} */ (board.things.banners.map((banner) => ({
      ...banner,
      seat: numbers.get(banner.owner ?? "") ?? Number(banner.owner?.slice(1)),
      turn: 1,
    }))),
    features: /** @type {Pin[]} */ (board.things.features),
    relics: /** @type {Pin[]} */ (board.things.relics.filter(({ at }) => at)),
  };
}

export class EditMap extends WarMap {
  /**
   * @param {HTMLElement} root @param {Board} board
   * @param {{seats: EditorSeat[], backdrop?: string, sprite: string, words: Words}} options
   */
  constructor(root, board, { seats, backdrop, sprite, words }) {
    super(root, mapOf(board, seats, backdrop), { sprite, words });
    Object.assign(this, { board, seats, backdrop, painting: false, chosen: null });
    this.shape = this.root.querySelector(".map-pieces").appendChild(document.createElementNS(NS, "path"));
    this.shape.setAttribute("class", "shape");
    board.addEventListener("cells", ({ detail }) => this.touched(detail.layer, detail.cells));
    board.addEventListener("things", () => this.renew());
    board.addEventListener("whole", () => this.renew(true));
    this.paintWithPointers();
  }

  /** Read the board anew: things have changed, or with `size` everything. */
  renew(size = false) {
    if (size) {
      const [columns, rows] = this.board.size;
      const resized = columns !== this.view.columns || rows !== this.view.rows;
      Object.assign(this.view, { columns, rows });
      if (resized) this.view.fit();
      this.setMap(mapOf(this.board, this.seats, this.backdrop));
      this.redraw();
      return;
    }
    const map = mapOf(this.board, this.seats, this.backdrop);
    const world = { sightings: map.sightings, features: map.features, relics: map.relics, turn: 1 };
    Object.assign(this.world, world);
    this.drawPieces();
  }

  /**
   * Some sectors have changed: show it at once roughly, and as it should be when the hand rests.
   * @param {Layer} layer @param {(At | Cell)[]} cells
   */
  touched(layer, cells) {
    if (layer === "terrain") this.world.ground.rows = this.board.terrain;
    else this.world.territory.rows = this.board.held;
    this.layers.touch(around(cells), cells.map(([x, y]) => [x, y]));
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.layers.settle();
      this.work();
    }, SETTLE);
  }

  /**
   * The outline of sectors that would be painted; null takes it away.
   * @param {At[] | null} cells
   */
  showShape(cells) {
    if (!cells?.length) return this.shape.setAttribute("d", "");
    const box = around(cells);
    const corners = [[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]];
    const loops = cells.length > MANY ? [corners] : outline(cells);
    this.shape.setAttribute("d", pathOf(loops, this.layers.drawn.scale));
  }

  /** One finger paints; a second one takes the stroke back, and both move the map. */
  paintWithPointers() {
    const held = new Map();
    /** @type {number | null} */
    let stroke = null;
    let passing = false;
    /** @param {PointerEvent} event */
    const sector = (event) => {
      const box = this.root.getBoundingClientRect();
      return this.sectorAt(event.clientX - box.left, event.clientY - box.top);
    };
    /** @param {string} kind @param {At | null} [at] */
    const tell = (kind, at) => this.tell("stroke", { kind, at });
    this.root.addEventListener(
      "pointerdown",
      (event) => {
        held.set(event.pointerId, event);
        if (passing || event.button > 0 || event.target.closest("button, a, input, select")) return;
        if (stroke !== null && held.size === 2) {
          const first = held.get(stroke);
          stroke = null;
          passing = true;
          tell("cancel");
          this.root.dispatchEvent(new PointerEvent("pointerdown", first));
          return;
        }
        if (!this.painting || this.handing) return;
        const at = sector(event);
        if (!at) return;
        event.stopImmediatePropagation();
        event.preventDefault();
        this.root.focus({ preventScroll: true });
        this.root.setPointerCapture(event.pointerId);
        stroke = event.pointerId;
        tell("begin", at);
      },
      true,
    );
    this.root.addEventListener("pointermove", (event) => {
      const at = sector(event);
      if (at) this.tell("over", { at });
      if (event.pointerId !== stroke) return;
      for (const each of event.getCoalescedEvents?.() ?? [event]) {
        const to = sector(each);
        if (to) tell("move", to);
      }
    });
    /** @param {PointerEvent} event */
    const released = (event) => {
      held.delete(event.pointerId);
      if (!held.size) passing = false;
      if (event.pointerId !== stroke) return;
      stroke = null;
      tell(event.type === "pointercancel" ? "cancel" : "end", sector(event));
    };
    this.root.addEventListener("pointerup", released, true);
    this.root.addEventListener("pointercancel", released, true);
  }
}
