/**
 * The way back through the turns, as the player knew them. Each turn's map is fetched when it is first wanted;
 * playing them is the film's.
 */

export class Timeline {
  /**
   * @param {HTMLElement} root holds a range input, an output and a play button
   * @param {{first: number, latest: number, now: MapDocument, url: string, words: Words, show: (map: MapDocument, how: {past: boolean}) => void}} how
   */
  constructor(root, { first, latest, now, url, words, show }) {
    Object.assign(this, { first, latest, words, show, url, kept: new Map([[latest, now]]) });
    this.slider = root.querySelector("input");
    this.label = root.querySelector("output");
    this.slider.min = String(first);
    this.slider.max = String(latest);
    this.slider.value = String(latest);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    // What plays is the film, from the turn that is looked at on.
    const play = root.querySelector("[data-film-open]");
    this.slider.addEventListener("change", () => (play.dataset.filmFirst = String(Number(this.slider.value) % latest)));
    root.hidden = latest <= first;
    this.tell(latest);
  }

  /**
   * What the latest turn shows has changed: own banners, battles.
   * @param {MapDocument} now
   */
  renew(now) {
    this.kept.set(this.latest, now);
  }

  /** @param {number} number */
  async turn(number) {
    if (!this.kept.has(number)) {
      const response = await fetch(this.url.replace("{n}", String(number)), { headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(String(response.status));
      this.kept.set(number, await response.json());
    }
    return /** @type {MapDocument} */ (this.kept.get(number));
  }

  /** @param {number} number */
  async go(number) {
    this.wanted = number;
    this.tell(number);
    try {
      const map = await this.turn(number);
      if (this.wanted === number) this.show(map, { past: number < this.latest });
    } catch {
      this.label.textContent = this.words.turnMissing;
    }
  }

  /** @param {number} number */
  tell(number) {
    const text = number >= this.latest ? this.words.turnNow : number === 0 ? this.words.turnStart : this.words.turnPast;
    this.label.textContent = text.replace("{n}", String(number));
    this.slider.setAttribute("aria-valuetext", this.label.textContent);
  }
}
