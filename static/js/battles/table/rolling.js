// Dice that have just fallen roll for a moment, and what they came to is spoken: one sentence a wave.

const ROLLING = 600;
const LONGEST_WAIT = 240;

// Gives what to call whenever the board has been drawn anew. `voice` is read out by screen readers.
/** @param {HTMLElement} board @param {HTMLElement | null} [voice] */
export function roller(board, voice) {
  let die = newest(board, ".die[data-n]", "n");
  let line = newest(board, "[data-at]", "at");
  /** @type {Map<string, number>} */
  const fell = new Map();
  return () => {
    for (const one of board.querySelectorAll(".die[data-n]")) {
      if (Number(one.dataset.n) > die && !fell.has(one.dataset.n ?? "")) fell.set(one.dataset.n ?? "", performance.now());
      rollOn(one, fell.get(one.dataset.n ?? ""));
    }
    die = Math.max(die, newest(board, ".die[data-n]", "n"));
    if (voice) speak(board, voice, line);
    line = Math.max(line, newest(board, "[data-at]", "at"));
  };
}

// The board is often drawn twice in a moment: a die goes on rolling from where it was.
/** @param {HTMLElement} one @param {number | undefined} since */
function rollOn(one, since) {
  const gone = performance.now() - (since ?? -ROLLING);
  if (gone >= ROLLING) return;
  const place = [...(one.parentElement?.children ?? [])].indexOf(one);
  one.classList.add("rolling");
  one.style.animationDelay = `${Math.min(LONGEST_WAIT, place * 40) - gone}ms`;
}

/** @param {HTMLElement} board @param {string} which @param {string} name */
function newest(board, which, name) {
  return Math.max(-1, ...[...board.querySelectorAll(which)].map((one) => Number(one.dataset[name])));
}

// The lines stand newest first; they are spoken as they happened. Where no dice fell the last line says what did.
/** @param {HTMLElement} board @param {HTMLElement} voice @param {number} since */
function speak(board, voice, since) {
  const fresh = [...board.querySelectorAll("[data-at]")].filter((one) => Number(one.dataset.at) > since).reverse();
  const waves = fresh.filter((one) => one.dataset.spoken).map((one) => one.dataset.spoken ?? "");
  const told = waves.length ? waves : fresh.slice(-1).map((one) => one.textContent?.trim() ?? "");
  if (!told.length) return;
  voice.replaceChildren(...told.map((text) => {
    const sentence = document.createElement("p");
    sentence.textContent = text;
    return sentence;
  }));
}
