/** The keyboard's way around the map: arrows move a cursor sector by sector, Enter opens, + - 0 zoom. */

/** @type {Record<string, number[]>} */
const STEPS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  Home: [-1, -1],
  PageUp: [1, -1],
  End: [-1, 1],
  PageDown: [1, 1],
};

/**
 * Where a key leads from a sector, kept on the map; null if it leads nowhere. Shift goes five sectors.
 * @param {At} at @param {string} key @param {number} columns @param {number} rows
 * @returns {At | null}
 */
export function step(at, key, columns, rows, far = false) {
  const way = STEPS[key];
  if (!way) return null;
  /** @param {number} value @param {number} count */
  const keep = (value, count) => Math.max(0, Math.min(count - 1, value));
  const many = far ? 5 : 1;
  return [keep(at[0] + way[0] * many, columns), keep(at[1] + way[1] * many, rows)];
}

/**
 * Listen to the keys of a focused map. `where()` is the cursor's sector or where it should appear; `moved(at)`,
 * `opened(at)`, `closed()` and `zoomed(factor | "whole")` do what the keys ask.
 * @param {HTMLElement} element @param {CursorKeys} act
 */
export function keys(element, { where, columns, rows, moved, opened, closed, zoomed }) {
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = step(where(), event.key, columns(), rows(), event.shiftKey);
    if (to) moved(to);
    else if (event.key === "Enter" || event.key === " ") opened(where());
    else if (event.key === "Escape") closed();
    else if (event.key === "+" || event.key === "=") zoomed(1.4);
    else if (event.key === "-") zoomed(1 / 1.4);
    else if (event.key === "0") zoomed("whole");
    else return;
    event.preventDefault();
  });
}
