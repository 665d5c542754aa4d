/**
 * The way back through the turns, as the player knew them. Each turn's map is fetched when it is first wanted;
 * playing moves the banners along their marches in half a second a turn.
 */

const STEP = 1100;

export class Timeline {
  /**
   * @param {HTMLElement} root holds a range input, an output and a play button
   * @param {{first: number, latest: number, now: MapDocument, url: string, words: Words, show: (map: MapDocument, how: {moving: boolean, past: boolean}) => void}} how
   */
  constructor(root, { first, latest, now, url, words, show }) {
    Object.assign(this, { first, latest, words, show, url, kept: new Map([[latest, now]]) });
    this.slider = root.querySelector("input");
    this.label = root.querySelector("output");
    this.button = root.querySelector("button");
    this.slider.min = String(first);
    this.slider.max = String(latest);
    this.slider.value = String(latest);
    this.slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    this.button.addEventListener("click", () => (this.playing ? this.stop() : this.play()));
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
  async go(number, moving = false) {
    this.wanted = number;
    this.tell(number);
    try {
      const map = await this.turn(number);
      if (this.wanted === number) this.show(map, { moving, past: number < this.latest });
    } catch {
      this.label.textContent = this.words.turnMissing;
      this.stop();
    }
  }

  /** Play the latest turn alone: it has just been published. */
  replay() {
    return this.play(Math.max(this.first, this.latest - 1));
  }

  async play(from = Number(this.slider.value) >= this.latest ? this.first : Number(this.slider.value)) {
    this.mark(true);
    const run = (this.run = {});
    for (let number = from; number <= this.latest; number++) {
      this.slider.value = String(number);
      await this.go(number, number > from);
      await new Promise((done) => setTimeout(done, STEP));
      if (this.run !== run) return;
    }
    this.stop();
  }

  stop() {
    this.run = null;
    this.mark(false);
  }

  /** @param {boolean} playing */
  mark(playing) {
    this.playing = playing;
    this.button.setAttribute("aria-pressed", String(playing));
    const use = this.button.querySelector("use");
    use.setAttribute("href", use.getAttribute("href")?.replace(/#\w+$/, playing ? "#pause" : "#play") ?? "");
  }

  /** @param {number} number */
  tell(number) {
    const text = number >= this.latest ? this.words.turnNow : number === 0 ? this.words.turnStart : this.words.turnPast;
    this.label.textContent = text.replace("{n}", String(number));
    this.slider.setAttribute("aria-valuetext", this.label.textContent);
  }
}
