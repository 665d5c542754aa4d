/** How fast somebody watches films holds on this device, for the next one. */

const KEY = "film-speed";

/** @param {HTMLElement} root the player's part of the page, before the player is there; once is enough */
export function keepSpeed(root) {
  if ("kept" in root.dataset) return;
  root.dataset.kept = "";
  const choice = root.querySelector("[data-speed]");
  try {
    const kept = [...choice.options].find(({ value }) => value === localStorage.getItem(KEY));
    if (kept) kept.selected = true;
    addEventListener("pagehide", () => localStorage.setItem(KEY, choice.value));
  } catch {
    // A closed store keeps nothing.
  }
}
