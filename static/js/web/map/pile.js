/** The pieces of one sector as a list of rows to choose from: by finger, by mouse, by keys. */

import { h, icon } from "../dom.js";
import { sectorName } from "./geometry.js";
import { armyNumber } from "./palette.js";

/** Pixels: the height of a row, and what stays clear around the list. */
const ROW = 44;
const CLEAR = 8;
/** @type {Record<string, (at: number, last: number) => number>} */
const WAYS = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

export class Pile {
  /**
   * @param {HTMLElement} root the map, that has the focus back afterwards
   * @param {{sprite: string, turnShort: string}} options
   */
  constructor(root, { sprite, turnShort }) {
    Object.assign(this, { root, sprite, turnShort, element: null });
    // Whatever else is pressed closes it, and does what it does.
    document.addEventListener("pointerdown", ({ target }) => this.element && !this.element.contains(target) && this.close(), true);
  }

  /**
   * Show the pieces near a point of the map's window; `chosen(piece)` is told which.
   * @param {{pieces: CrowdPiece[], names: Map<string, string>, px: number, py: number, chosen: (piece: CrowdPiece) => void}} what
   */
  open({ pieces, names, px, py, chosen }) {
    this.close();
    const label = sectorName(pieces[0].at);
    const rows = pieces.map((piece) => h("button.pile-row", { type: "button", role: "menuitem", tabindex: "-1", onclick: () => this.take(piece, chosen) }, ...this.row(piece, names)));
    const list = h("div.pile", { role: "menu", "aria-label": label }, ...rows);
    for (const name of /** @type {const} */ (["pointerdown", "wheel", "dblclick"])) list.addEventListener(name, (event) => event.stopPropagation());
    list.addEventListener("keydown", (event) => this.key(event));
    this.root.append(list);
    this.element = list;
    this.beside(list, px, py, rows.length);
    rows[0].focus({ preventScroll: true });
  }

  /** @param {CrowdPiece} piece @param {Map<string, string>} names */
  row({ kind, id, seat, level, turn, works }, names) {
    const army = armyNumber(seat);
    const standard = kind === "banner" || kind === "sighting";
    return [
      standard ? icon(this.sprite, `shield-${army}`, `shield army-${army}`) : icon(this.sprite, kind === "battle" ? "swords" : "target"),
      h("span.pile-name", {}, names.get(`${kind}/${id}`) ?? ""),
      turn !== null && h("span.pile-turn", {}, `${this.turnShort}${turn}`),
      works !== "none" && h("span.pile-works", { "aria-hidden": "true" }),
      standard && h("b.level", {}, level === null ? "?" : String(level)),
    ];
  }

  /**
   * Beside the point, within the map: a long list is moved through.
   * @param {HTMLElement} list @param {number} px @param {number} py @param {number} count
   */
  beside(list, px, py, count) {
    const { clientWidth, clientHeight } = this.root;
    const high = Math.min(count * ROW + 2, clientHeight - 2 * CLEAR);
    list.style.maxHeight = `${high}px`;
    const left = px + CLEAR * 2 + list.offsetWidth > clientWidth ? px - CLEAR * 2 - list.offsetWidth : px + CLEAR * 2;
    list.style.left = `${Math.max(CLEAR, Math.min(clientWidth - list.offsetWidth - CLEAR, left))}px`;
    list.style.top = `${Math.max(CLEAR, Math.min(clientHeight - high - CLEAR, py - ROW / 2))}px`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const rows = [...(this.element?.children ?? [])];
    const at = rows.indexOf(/** @type {Element} */ (document.activeElement));
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (WAYS[event.key]) /** @type {HTMLElement} */ (rows[WAYS[event.key](at, rows.length - 1)]).focus();
    else return;
    event.preventDefault();
  }

  /** @param {CrowdPiece} piece @param {(piece: CrowdPiece) => void} chosen */
  take(piece, chosen) {
    this.close();
    chosen(piece);
  }

  close() {
    const { element, root } = this;
    if (!element) return;
    const held = element.contains(document.activeElement);
    this.element = null;
    element.remove();
    if (held) root.focus({ preventScroll: true });
  }
}
