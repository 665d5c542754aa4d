/**
 * A hint on its page: answered without leaving it, folded by Escape, announced politely, its target in a ring.
 *
 * It is a section among others and never takes the focus: that moves on "Show me" alone.
 */

/** The element that is pointed at wears this. */
const RING = "hinted";

export class Panel {
  /** @param {Finder} finder */
  constructor(finder) {
    this.finder = finder;
    finder.panel = this;
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("submit", (event) => this.submitted(event), { capture: true });
    document.addEventListener("keydown", (event) => this.pressed(event));
    // Whoever goes on to another war leaves one that is gone: to fetch it anew would lead nowhere, whatever is heard of it.
    addEventListener("live", (event) => this.leaving && (event.preventDefault(), event.stopImmediatePropagation()), { capture: true });
    this.shown();
  }

  get root() {
    return document.getElementById("hint");
  }

  /** What the present step says of itself. @returns {Record<string, string | undefined>} */
  get step() {
    return this.root?.dataset ?? {};
  }

  /** The hint is new on the page. */
  shown() {
    const { root } = this;
    if (root) {
      root.querySelector("[data-fold]").hidden = false;
      for (const button of root.querySelectorAll("[data-show]")) button.hidden = false;
    }
    this.lead();
    this.finder.entered(this);
    this.point();
  }

  /** After a turn the page is new and the focus at its beginning: the first key there leads on to the hint, past all else. */
  lead() {
    const { root } = this;
    const title = root?.querySelector("#hint-title");
    if (title) title.tabIndex = -1;
    if (!root) this.way?.remove();
    if (!root || this.way) return;
    this.way = document.createElement("a");
    this.way.className = "skip";
    this.way.href = "#hint-title";
    this.way.textContent = root.dataset.way ?? "";
    this.way.addEventListener("click", (event) => {
      event.preventDefault();
      document.getElementById("hint-title")?.focus();
    });
    document.querySelector("a.skip")?.before(this.way);
  }

  /** Put the ring where the target is now, and the words of the hint beside it for whoever does not see it. */
  point() {
    const target = this.root ? this.finder.target(this.step) : null;
    if (this.target && this.target !== target) describe(this.target, false);
    this.target = target;
    if (target) describe(target, true);
    this.finder.mark(this.step);
  }

  /**
   * Another hint, or none, in place of this one; what had the focus in it keeps it.
   * @param {string} html @param {{aloud?: boolean}} [how]
   */
  swap(html, { aloud = true } = {}) {
    const { root } = this;
    if (!root) return;
    const key = root.contains(document.activeElement) ? (document.activeElement?.dataset.key ?? "go") : null;
    if (this.target) describe(this.target, false);
    this.target = null;
    const holder = document.createElement("template");
    holder.innerHTML = html.trim();
    const fresh = holder.content.firstElementChild;
    if (fresh) root.replaceWith(fresh);
    else root.remove();
    this.shown();
    if (!fresh) return;
    // Enter once more must not fold it: that shows the target.
    if (key) (fresh.querySelector(`[data-key="${key}"]`) ?? fresh.querySelector("[data-key=show]:not([hidden])") ?? fresh.querySelector("button:not([hidden]), a"))?.focus({ preventScroll: true });
    if (aloud) this.say();
  }

  /** Said when nothing else is being said. */
  say() {
    const voice = this.root?.querySelector("[data-voice]");
    const text = this.root?.querySelector("#hint-text")?.textContent ?? "";
    requestAnimationFrame(() => voice && (voice.textContent = text.replace(/\s+/g, " ").trim()));
  }

  /** Ask what the present step is now. */
  async look() {
    const { root } = this;
    if (!root) return;
    const answer = await this.ask(root.dataset.url ?? "", {});
    if (!answer) return;
    const holder = document.createElement("template");
    holder.innerHTML = answer.html.trim();
    if (holder.content.firstElementChild?.dataset.step !== this.step.step) this.swap(answer.html);
  }

  /** The step is done: somebody has opened what it asked to open. */
  done() {
    if (!this.root || this.sending) return;
    this.answer({ step: this.step.step ?? "", act: "done" });
  }

  /** @param {Record<string, string>} values */
  async answer(values) {
    this.sending = true;
    this.leaving = values.act === "go_on";
    const body = new FormData();
    for (const [key, value] of Object.entries(values)) body.set(key, value);
    const answer = await this.ask(this.step.url ?? "", { method: "POST", body });
    this.sending = false;
    if (answer?.there) return location.assign(answer.there);
    this.leaving = false;
    if (answer) this.swap(answer.html);
  }

  /**
   * @param {string} url @param {RequestInit} how
   * @returns {Promise<{html: string, there?: string} | null>} nothing if no answer came: the hint stays
   */
  async ask(url, how) {
    const token = document.querySelector("meta[name=csrf-token]")?.content ?? "";
    try {
      const response = await fetch(url, { ...how, headers: { Accept: "application/json", "X-CSRFToken": token } });
      const answer = await response.json();
      return "html" in answer || "there" in answer ? answer : null;
    } catch {
      return null;
    }
  }

  /** @param {boolean} open */
  fold(open) {
    const { root } = this;
    if (!root) return;
    root.classList.toggle("folded", !open);
    root.querySelector("[data-fold]").setAttribute("aria-expanded", String(open));
    this.finder.folded?.(open);
  }

  /** @param {On<MouseEvent>} event */
  clicked(event) {
    const { root } = this;
    if (!root?.contains(event.target)) return;
    if (event.target.closest("[data-fold]")) this.fold(root.classList.contains("folded"));
    else if (event.target.closest("[data-show]")) this.finder.show(this.step);
  }

  /** @param {Submitted} event */
  submitted(event) {
    const { root } = this;
    const form = event.target;
    if (!root?.contains(form)) return;
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (!button || this.finder.leaves?.(button.value, this.step)) return;
    event.preventDefault();
    if (this.sending || this.finder.leaves) return;
    this.answer({ step: new FormData(form).get("step")?.toString() ?? "", act: button.value });
  }

  /** @param {On<KeyboardEvent>} event */
  pressed(event) {
    const { root } = this;
    if (event.key !== "Escape" || !root || root.classList.contains("folded") || document.querySelector("dialog[open]")) return;
    const inside = root.contains(event.target);
    // What is pressed in a page's own words puts the focus on all of it.
    if (!inside && event.target !== document.body && event.target.id !== "main") return;
    event.stopPropagation();
    this.fold(false);
    if (inside) root.querySelector("[data-fold]").focus({ preventScroll: true });
  }
}

/**
 * Give an element the ring and the hint's words, or take them back; what described it before goes on to.
 * @param {HTMLElement} element @param {boolean} on
 */
function describe(element, on) {
  element.classList.toggle(RING, on);
  const others = (element.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== "hint-text");
  if (on) others.push("hint-text");
  if (others.length) element.setAttribute("aria-describedby", others.join(" "));
  else element.removeAttribute("aria-describedby");
}
