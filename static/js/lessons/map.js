// A hint on the war map: its target is a part of the sheet, or a place on the map.

import { Panel } from "./hint.js";

/** The least pixels of a sector that is shown. */
const CLOSE = 34;
const NS = "http://www.w3.org/2000/svg";
const NEAR = { block: /** @type {const} */ ("nearest"), inline: /** @type {const} */ ("nearest") };

/** @param {string} selector */
const find = (selector) => {
  const found = document.querySelector(selector);
  return found?.getClientRects().length ? found : null;
};

/** What the page's own script has told: the desk with its plan, the map, the drawer, what saves. */
export class MapFinder {
  /** @param {DeskTold} told */
  constructor(told) {
    Object.assign(this, told);
    this.map.addEventListener("drawn", () => this.draw());
  }

  /**
   * A new step is there: what it speaks of is brought into view, the focus stays.
   * @param {Panel} panel
   */
  entered(panel) {
    this.panel = panel;
    const { step } = panel;
    if (!step.anchor) return;
    this.lift(step);
    const at = this.place(step);
    if (at) this.map.reveal(at, 2);
    requestAnimationFrame(() => {
      panel.point();
      panel.target?.scrollIntoView(NEAR);
    });
  }

  /** What stands in the sheet is not left below its first lines. @param {Step} step */
  lift(step) {
    const inside = Boolean(step.anchor) && !["sector", "timeline"].includes(step.anchor ?? "");
    if (inside && this.drawer.height === "peek") this.drawer.raise();
    // What stands on the map gets the map's room back.
    if (["sector", "timeline"].includes(step.anchor ?? "") && !this.desk.selected && this.drawer.raised) this.drawer.rest();
  }

  /** @param {Step} step @returns {HTMLElement | null} */
  target(step) {
    const { desk } = this;
    const open = Boolean(desk.selected) && (step.banner === "*" || step.banner === desk.selected);
    const row = step.banner === "*" ? find("#plan .row-banner") : find(`#plan [data-key="row-${step.banner}"]`);
    const way = desk.selected ? find("#order-foot [data-next]") : null;
    switch (step.anchor) {
      case "banner":
        return open ? find("#order-title") : (row ?? way);
      case "range":
        return open ? find("#order .key") : (row ?? way);
      case "pad":
        return open ? ((step.sector && find(`#order .pad [data-sector="${step.sector}"]`)) || find("#order .pad")) : (row ?? way);
      case "order":
        return open ? find(`#order [data-order="${step.order}"].order-button`) : (row ?? way);
      case "aims":
        return find("#aims > summary") ?? find("#order [data-key=back]") ?? way;
      case "saved":
        return desk.selected ? (find("#order-foot .foot-state") ?? way) : find("#plan-state");
      case "submit":
        return desk.selected ? way : find("#submit");
      case "timeline":
        return find("#turns") ?? find("[data-turns]");
      case "report_line":
        return find('.ways a[href*="/turns/"]');
      case "sector":
        return find(".map");
      default:
        return null;
    }
  }

  /** The sector that a step speaks of. @param {Step} step @returns {At | null} */
  place(step) {
    if (["sector", "pad", "aims"].includes(step.anchor ?? "")) return step.at ? /** @type {At} */ (step.at.split(",").map(Number)) : null;
    if (step.anchor !== "banner" && step.anchor !== "range") return null;
    return this.desk.plan.banner(step.banner ?? "")?.at ?? null;
  }

  /** @param {Step} step */
  mark(step) {
    this.at = step.anchor ? this.place(step) : null;
    this.draw();
  }

  /** The ring on the map goes along with it. */
  draw() {
    const { at, map } = this;
    const svg = map.root.querySelector(".map-pieces");
    this.ring ??= svg.appendChild(document.createElementNS(NS, "g"));
    this.ring.replaceChildren();
    const { drawn } = map.layers;
    if (!at || !drawn || this.desk.past) return;
    const size = drawn.scale;
    for (const name of ["hint-mark-edge", "hint-mark"]) {
      const rect = document.createElementNS(NS, "rect");
      rect.setAttribute("class", name);
      for (const [key, value] of Object.entries({ x: at[0] * size + 1, y: at[1] * size + 1, width: size - 2, height: size - 2, rx: 5 })) rect.setAttribute(key, String(value));
      this.ring.append(rect);
    }
  }

  /** The way to the target, and the focus to it: that was asked for. @param {Step} step */
  show(step) {
    const { desk, map } = this;
    const at = this.place(step);
    if (at) map.centre(at, { least: CLOSE });
    // Where it asks to open a banner, its line is shown: on the pad the next press would be an order.
    if (step.wants !== "opened" && ["pad", "order", "range"].includes(step.anchor ?? "") && step.banner && step.banner !== "*" && desk.selected !== step.banner) desk.select(step.banner, { sheet: true, focus: false });
    else if (["aims", "submit"].includes(step.anchor ?? "") && desk.selected) desk.leave();
    if (step.anchor !== "sector" && step.anchor !== "timeline") this.drawer.raise();
    const turns = find("[data-turns]");
    if (step.anchor === "timeline" && turns && !find("#turns")) turns.click();
    // The sheet is painted first.
    setTimeout(() => {
      this.panel.point();
      const { target } = this.panel;
      const first = target?.matches("button, a, summary, .map, [tabindex]") ? target : (target?.querySelector("input") ?? target?.querySelector("button:not([disabled])"));
      target?.scrollIntoView(NEAR);
      (first ?? target)?.focus({ preventScroll: true });
      if (step.anchor === "sector" && at) map.moveCursor(at);
    }, 80);
  }

  /** Whether the reader has opened what the step asks to open. @param {Step} step */
  opened(step) {
    if (step.wants !== "opened") return false;
    const { selected } = this.desk;
    if (step.anchor === "timeline") return false;
    return Boolean(selected) && (step.banner === "*" || step.banner === selected);
  }

  /** Whoever has looked at turns gone by plans the one that runs: the map shows it again. */
  back() {
    const slider = /** @type {HTMLInputElement} */ (document.querySelector("#turns input"));
    slider.value = slider.max;
    slider.dispatchEvent(new Event("input"));
  }

  listen() {
    const { panel, saver } = this;
    const sheet = /** @type {HTMLElement} */ (document.getElementById("sheet"));
    // The sheet is built anew at each change: the ring is put on what stands there then.
    const watch = new MutationObserver(() => {
      if (this.desk.selected && this.desk.past) this.back();
      panel.point();
      if (this.opened(panel.step)) panel.done();
    });
    // Back from a banner the sheet sinks to its first lines.
    new MutationObserver(() => {
      if (sheet.dataset.shows !== "plan") return;
      this.lift(panel.step);
      panel.target?.scrollIntoView(NEAR);
    }).observe(sheet, { attributeFilter: ["data-shows"] });
    for (const part of ["order", "plan", "plan-state", "order-foot"]) {
      const found = sheet.querySelector(`#${part}`);
      if (found) watch.observe(found, { childList: true, subtree: part === "order" || part === "plan" });
    }
    saver.addEventListener("state", () => saver.state === "saved" && panel.look());
    const seen = () => panel.step.anchor === "timeline" && panel.step.wants === "opened" && panel.done();
    document.querySelector("#turns input")?.addEventListener("change", seen);
    document.querySelector("[data-turns]")?.addEventListener("click", () => panel.point());
  }
}

/** The page's own script calls this once the map stands. @param {DeskTold} told */
export function begin(told) {
  const finder = new MapFinder(told);
  new Panel(finder);
  finder.listen();
}
