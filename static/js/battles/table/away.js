// Who has gone quiet: asked now and then while this phone waits for another, counted down in between.

const EVERY = 20;

/** @param {HTMLElement} board @param {() => void} refresh */
export function watchAway(board, refresh) {
  let since = 0;
  setInterval(async () => {
    for (const left of board.querySelectorAll("[data-left]")) {
      const seconds = Math.max(0, Number(left.dataset.left) - 1);
      left.dataset.left = left.textContent = String(seconds);
      if (seconds === 0) since = EVERY;
    }
    since += 1;
    if (since < EVERY || document.visibilityState !== "visible" || !navigator.onLine) return;
    const waits = !board.querySelector(".now.mine") || board.querySelector("[data-away], [data-proposal]");
    if (!waits) return;
    since = 0;
    try {
      const answer = await fetch(board.dataset.here);
      if (!answer.ok) return;
      const { away, after } = await answer.json();
      const told = Object.entries(away).map(([side, seconds]) => `${side}:${seconds >= after}`).sort().join(" ");
      const shown = [...board.querySelectorAll("[data-away]")].map((one) => one.dataset.away).sort().join(" ");
      const own = board.querySelector("[data-own]")?.dataset.own.split(" ") || [];
      const others = told.split(" ").filter((one) => one && !own.includes(one.split(":")[0])).join(" ");
      if (others !== shown) refresh();
    } catch {
      // Without network there is nothing to tell.
    }
  }, 1000);
}
