/** The pieces of one sector as a list of rows to choose from: by finger, by mouse, by keys. */

import { h, icon } from "../dom.js";
import { sectorName } from "./geometry.js";
import { armyNumber } from "./palette.js";

/** Pixels: the height of a row, of the line above them, and what stays clear around the list. */
const ROW = 44;
const HEAD = 29;
const CLEAR = 8;
/** @type {Record<string, string>} */
const ICONS = { battle: "swords", aim: "flag" };
/** @type {Record<string, (at: number, last: number) => number>} */
const WAYS = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** @param {CrowdPiece} piece */
const isStandard = ({ kind }) => kind === "banner" || kind === "sighting";

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
    const here = new Set(pieces.map(({ at }) => sectorName(at)));
    const label = [...here].join(", ");
    const rows = pieces.map((piece) => h("button.pile-row", { type: "button", role: "menuitem", tabindex: "-1", onclick: () => this.take(piece, chosen) }, ...this.row(piece, names, here.size > 1)));
    const menu = h("div.pile-rows", { role: "menu", "aria-label": label }, ...rows);
    const list = h("div.pile", {}, ...this.head(pieces, label), menu);
    for (const name of /** @type {const} */ (["pointerdown", "wheel", "dblclick"])) list.addEventListener(name, (event) => event.stopPropagation());
    list.addEventListener("keydown", (event) => this.key(event));
    this.root.append(list);
    this.element = list;
    this.beside(list, px, py, rows.length);
    rows[0].focus({ preventScroll: true });
  }

  /**
   * Where they stand, how many they are, and what the stack's shield says they come to.
   * @param {CrowdPiece[]} pieces @param {string} label
   */
  head(pieces, label) {
    const known = pieces.flatMap(({ level }) => (level === null ? [] : [level]));
    const total = known.reduce((sum, level) => sum + level, 0);
    const sum = known.length ? `${total}${known.length < pieces.length ? "+" : ""}` : "?";
    return [h("div.pile-head", { "aria-hidden": "true" }, h("b", {}, label), h("span", {}, `x${pieces.length}`), isStandard(pieces[0]) && h("b.level", {}, sum))];
  }

  /** @param {CrowdPiece} piece @param {Map<string, string>} names */
  row(piece, names, strewn = false) {
    const { kind, id, seat, at, level, turn, works, retreating, relic, node } = piece;
    const army = armyNumber(seat);
    const standard = isStandard(piece);
    /** @param {string} name @param {unknown} shown */
    const token = (name, shown) => Boolean(shown) && icon(this.sprite, name, `icon pile-${name}`);
    return [
      standard ? icon(this.sprite, `shield-${army}`, `shield army-${army}`) : icon(this.sprite, ICONS[kind] ?? (relic ? "relic" : "pin")),
      h("span.pile-name", {}, names.get(`${kind}/${id}`) ?? sectorName(at)),
      h("span.pile-signs", {}, token("warning", retreating), token("relic", standard && relic), token("eye", node), works !== "none" && icon(this.sprite, "works", `icon pile-${works}`)),
      (turn !== null || strewn) && h("span.pile-turn", {}, [strewn && sectorName(at), turn !== null && `${this.turnShort}${turn}`].filter(Boolean).join(" ")),
      standard && h("b.level", {}, level === null ? "?" : String(level)),
    ];
  }

  /**
   * Beside the point, within the map: a long list is moved through.
   * @param {HTMLElement} list @param {number} px @param {number} py @param {number} count
   */
  beside(list, px, py, count) {
    const { clientWidth, clientHeight } = this.root;
    const high = Math.min(count * ROW + HEAD + 2, clientHeight - 2 * CLEAR);
    list.style.maxHeight = `${high}px`;
    const left = px + CLEAR * 2 + list.offsetWidth > clientWidth ? px - CLEAR * 2 - list.offsetWidth : px + CLEAR * 2;
    list.style.left = `${Math.max(CLEAR, Math.min(clientWidth - list.offsetWidth - CLEAR, left))}px`;
    list.style.top = `${Math.max(CLEAR, Math.min(clientHeight - high - CLEAR, py - HEAD - ROW / 2))}px`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Element[]} */
    const rows = [...(this.element?.querySelectorAll(".pile-row") ?? [])];
    const at = rows.indexOf(/** @type {Element} */ (document.activeElement));
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (WAYS[event.key]) /** @type {any} */ (rows[WAYS[event.key](at, rows.length - 1)]).focus();
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
