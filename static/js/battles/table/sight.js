// What somebody's own word has led to is shown where he looks. What others do moves nothing under his thumb.

const GAP = 8;

// The first thing that is asked of this phone, if nothing of its heading is in sight.
/** @param {HTMLElement} board */
export function intoSight(board) {
  const asked = board.querySelector(".now.mine h2")?.getBoundingClientRect();
  const hidden = board.querySelector(".strip")?.getBoundingClientRect().bottom ?? 0;
  if (asked && (asked.bottom < hidden || asked.top > innerHeight)) scrollBy(0, asked.top - hidden - GAP);
}
