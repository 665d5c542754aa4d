/**
 * The sheet under a map: its first lines (peek), half of the window or nearly all of it (full), by a handle that
 * is drawn, tapped or moved with the arrow keys. The height somebody chose holds for the visit.
 */

/** @type {Height[]} */
const HEIGHTS = ["peek", "half", "full"];
/** Pixels that a finger may slip on a tap, and that a flick goes for each pixel a millisecond. */
const SLIP = 6;
const FLICK = 160;
/** The least part of the window that is the map's when a page opens. */
const SHARE = 0.55;

export class Drawer {
  /**
   * @param {HTMLElement} sheet holds a button `.grip` with its words in `data-peek`, `-half`, `-full`
   * @param {{key: string, share?: number}} how what the choice is kept under, and the map's least part
   */
  constructor(sheet, { key, share = SHARE }) {
    const grip = sheet.querySelector(".grip");
    Object.assign(this, { sheet, grip, key: `sheet:${key}`, share });
    grip.hidden = false;
    /** What was chosen; what is shown may be more, for as long as something asks for it. */
    this.raised = false;
    this.chosen = this.kept() ?? this.first();
    this.show(this.chosen);
    this.listen();
  }

  /** @returns {Height | null} */
  kept() {
    const found = HEIGHTS.find((one) => one === sessionStorage.getItem(this.key));
    return found ?? null;
  }

  /** Half where that leaves the map its part of the window, else its first lines. @returns {Height} */
  first() {
    this.sheet.dataset.height = "half";
    const { clientWidth, clientHeight } = this.sheet.parentElement?.querySelector(".map") ?? { clientWidth: 0, clientHeight: 0 };
    return clientWidth * clientHeight >= innerWidth * innerHeight * this.share ? "half" : "peek";
  }

  /** @returns {Height} */
  get height() {
    return /** @type {Height} */ (this.sheet.dataset.height);
  }

  /** @param {Height} height */
  choose(height) {
    this.chosen = height;
    sessionStorage.setItem(this.key, height);
    this.show(height);
  }

  /** @param {Height} height */
  show(height) {
    this.sheet.style.height = "";
    this.sheet.dataset.height = height;
    if (height === "peek") this.sheet.querySelector(".sheet-body").scrollTop = 0;
    this.grip.setAttribute("aria-expanded", String(height !== "peek"));
    this.grip.title = this.grip.dataset[height] ?? "";
    const words = this.grip.firstElementChild;
    if (words) words.textContent = this.grip.title;
  }

  /** Something is to be done in the sheet: it opens to its half, whatever was chosen. */
  raise() {
    this.raised = true;
    this.show("half");
  }

  /** It has been done. */
  rest() {
    this.raised = false;
    this.show(this.chosen);
  }

  /** @param {number} by */
  step(by) {
    this.choose(HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, HEIGHTS.indexOf(this.height) + by))]);
  }

  /** How high each of them is just now, in pixels. @returns {[Height, number][]} */
  measure() {
    const { height } = this;
    const drawn = this.sheet.style.height;
    this.sheet.style.height = "";
    /** @type {[Height, number][]} */
    const found = HEIGHTS.map((one) => {
      this.sheet.dataset.height = one;
      return [one, this.sheet.offsetHeight];
    });
    this.sheet.dataset.height = height;
    this.sheet.style.height = drawn;
    // Beside a map, half is as high as the window, and between the others.
    const [peek, half, full] = found.map(([, tall]) => tall);
    found[1][1] = Math.min(half, (peek + full) / 2);
    return found;
  }

  listen() {
    const { grip, sheet } = this;
    /** @type {{y: number, tall: number, at: [number, number][], heights: [Height, number][]} | null} */
    let held = null;
    let drawn = false;
    grip.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      grip.setPointerCapture(event.pointerId);
      held = { y: event.clientY, tall: sheet.offsetHeight, at: [[event.timeStamp, event.clientY]], heights: this.measure() };
      drawn = false;
    });
    grip.addEventListener("pointermove", (event) => {
      if (!held) return;
      const by = held.y - event.clientY;
      if (!drawn && Math.abs(by) < SLIP) return;
      // All that the sheet can show is there to be drawn up.
      if (!drawn) sheet.dataset.height = "full";
      drawn = true;
      held.at = [...held.at.slice(-4), [event.timeStamp, event.clientY]];
      const [least, most] = [held.heights[0][1], held.heights[2][1]];
      sheet.style.height = `${Math.max(least, Math.min(most, held.tall + by))}px`;
    });
    /** @param {PointerEvent} event */
    const released = (event) => {
      if (!held) return;
      const { at, heights } = held;
      held = null;
      if (!drawn) return;
      const [before, y] = at[0];
      const pace = (y - event.clientY) / Math.max(1, event.timeStamp - before);
      const tall = sheet.offsetHeight + pace * FLICK;
      const [nearest] = heights.reduce((one, other) => (Math.abs(other[1] - tall) < Math.abs(one[1] - tall) ? other : one));
      this.choose(nearest);
    };
    grip.addEventListener("pointerup", released);
    grip.addEventListener("pointercancel", released);
    // A drag ends in a click too.
    grip.addEventListener("click", () => {
      if (!drawn) this.choose(HEIGHTS[(HEIGHTS.indexOf(this.height) + 1) % HEIGHTS.length]);
      drawn = false;
    });
    addEventListener("resize", () => {
      if (this.kept()) return;
      this.chosen = this.first();
      this.show(this.raised ? "half" : this.chosen);
    });
    grip.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowUp") this.step(1);
      else if (key === "ArrowDown") this.step(-1);
      else if (key === "Home") this.choose("peek");
      else if (key === "End") this.choose("full");
    });
  }
}
