// What a person wishes of this phone: that it hums when he is asked, and that its screen stays awake. Kept on it.

const KEY = "table:wishes";

/** @returns {Record<string, boolean>} */
function wishes() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") || {};
  } catch {
    return {};
  }
}

/** @type {WakeLockSentinel | null} */
let lock = null;

async function wake() {
  const wanted = wishes().awake && document.visibilityState === "visible";
  try {
    if (wanted && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
    if (!wanted) await lock?.release();
  } catch {
    // A phone that saves its battery says no: its screen goes dark as ever.
  }
}

// Gives what is told when this phone is asked anew.
/** @param {HTMLElement} panel */
export function listensToWishes(panel) {
  const can = { hum: "vibrate" in navigator, awake: "wakeLock" in navigator };
  for (const box of panel.querySelectorAll("input[type=checkbox]")) {
    const name = /** @type {"hum" | "awake"} */ (box.name);
    box.checked = Boolean(wishes()[name]);
    const row = box.closest("label");
    if (row) row.hidden = !can[name];
    box.addEventListener("change", () => {
      const kept = { ...wishes(), [name]: box.checked };
      if (Object.values(kept).some(Boolean)) localStorage.setItem(KEY, JSON.stringify(kept));
      else localStorage.removeItem(KEY);
      wake();
    });
  }
  panel.hidden = !can.hum && !can.awake;
  document.addEventListener("visibilitychange", wake);
  wake();
  return () => {
    if (wishes().hum && can.hum) navigator.vibrate(200);
  };
}
