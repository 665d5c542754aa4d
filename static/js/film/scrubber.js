/** The bar: a part for each turn, in it one for each phase, and where swords crossed. */

/** Positions in a turn. */
const FINE = 1000;

export class Scrubber {
  /** @param {HTMLElement} root @param {string} swords @param {Record<string, string>} words @param {(turn: number, part: number) => unknown} seek */
  constructor(root, swords, words, seek) {
    Object.assign(this, { swords, words });
    this.turns = root.querySelector(".film-turns");
    this.slider = root.querySelector("input");
    [this.bar, this.knob] = /** @type {any} */ (root.querySelector(".film-at").children);
    this.slider.oninput = () => {
      const at = Math.min(this.slider.valueAsNumber, Number(this.slider.max) - 1);
      seek(this.first + Math.floor(at / FINE), (at % FINE) / FINE);
    };
    this.first = this.last = 0;
  }

  range(first = 0, last = 0) {
    Object.assign(this, { first, last });
    const count = last - first + 1;
    const every = [1, 2, 5, 10, 20].find((n) => count / n <= 14) ?? 50;
    this.slider.max = String(count * FINE);
    this.turns.classList.toggle("one", count === 1);
    this.turns.innerHTML = "<span><span></span></span>".repeat(count);
    [...this.turns.children].forEach((part, i) => {
      if (count > 1 && (first + i) % every === 0) /** @type {Part} */ (part).dataset.n = String(first + i || this.words.short);
    });
  }

  /** @param {FilmTurn} turn */
  fill({ number, scenes }) {
    this.turns.children[number - this.first]?.firstElementChild?.replaceChildren(
      ...scenes.map(({ id, length, clash }) => {
        const part = document.createElement("i");
        part.style.flexGrow = String(length);
        part.dataset.phase = this.words[id] ?? "";
        if (clash) part.innerHTML = `<svg class="icon"><use href="${this.swords}"/></svg>`;
        return part;
      }),
    );
  }

  show(turn = 0, part = 0, words = "") {
    const at = turn - this.first + part;
    this.slider.value = String(Math.round(at * FINE));
    this.slider.setAttribute("aria-valuetext", words);
    const done = at / (this.last - this.first + 1);
    // Two transforms: nothing is laid out anew.
    this.bar.style.transform = `scaleX(${done})`;
    this.knob.style.transform = `translateX(${100 * done}%)`;
  }
}
