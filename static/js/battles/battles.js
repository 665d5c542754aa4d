// What the points typed in would cost the own banner, while they are typed (Rules 7).

/**
 * The place of the row that a loss of points falls into: `costs` are rows of [points up to, won, beaten].
 * @param {Cost[]} costs @param {number} points
 */
export function rowOf(costs, points) {
  const place = costs.findIndex(([upTo]) => points <= upTo);
  return place < 0 ? costs.length - 1 : place;
}

/**
 * The levels inflicted for a loss of points.
 * @param {Cost[]} costs @param {number} points @param {boolean} beaten
 */
export function levelsLost(costs, points, beaten) {
  const row = costs[rowOf(costs, points)];
  return beaten ? row[2] : row[1];
}

/**
 * The sentence for a preview: texts are those of the page, with `%(lost)s` and the like to fill in.
 * @param {{costs: Cost[], level: number}} preview @param {DOMStringMap} texts @param {number} points
 * @param {FormDataEntryValue | null} winner @param {number} sacrifice
 */
export function costInWords(preview, texts, points, winner, sacrifice) {
  const beaten = winner === "enemy";
  const lost = levelsLost(preview.costs, points, beaten) + sacrifice;
  /** @type {Record<string, number>} */
  const words = { lost, level: preview.level, left: Math.max(0, preview.level - lost) };
  const loss = lost ? texts.loss.replace(/%\((\w+)\)s/g, (_, name) => String(words[name])) : texts.safe;
  return beaten ? `${loss} ${texts.beaten}` : loss;
}

/**
 * Mark the row in the whole table, and show it alone with its heading; nothing for a place of -1.
 * @param {HTMLFormElement} form @param {number} place @param {boolean} beaten
 */
function mark(form, place, beaten) {
  const table = form.querySelector("[data-costs]");
  const alone = form.querySelector("[data-row]");
  [...table.tBodies[0].rows].forEach((row, at) => {
    row.classList.toggle("hit", at === place);
    if (at === place) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    // Where a defeat costs more there are two columns: the one that counts stands out.
    [...row.cells].slice(1).forEach((cell, column, cells) => {
      cell.classList.toggle("counts", at === place && (cells.length === 1 || (column === 1) === beaten));
    });
  });
  alone.hidden = place < 0;
  if (place < 0) return;
  const copy = table.cloneNode(false);
  copy.removeAttribute("data-costs"); // the whole table alone is looked up by it
  const body = document.createElement("tbody");
  body.append(table.tBodies[0].rows[place].cloneNode(true));
  copy.append(/** @type {HTMLElement} */ (table.tHead).cloneNode(true), body);
  alone.replaceChildren(copy);
}

/** @param {HTMLFormElement} form @param {{costs: Cost[], level: number}} preview @param {HTMLElement} note */
function show(form, preview, note) {
  const data = new FormData(form);
  const points = Number.parseInt(data.get("points_own") ?? "", 10);
  const most = preview.costs[preview.costs.length - 1][0];
  const sacrifice = Number.parseInt(data.get("sacrifice") ?? "0", 10) || 0;
  const sound = Number.isFinite(points) && points >= 0 && points <= most;
  note.hidden = !sound || data.get("method") !== "tabletop";
  mark(form, note.hidden ? -1 : rowOf(preview.costs, points), data.get("winner") === "enemy");
  if (sound) note.textContent = costInWords(preview, note.dataset, points, data.get("winner"), sacrifice);
}

function start() {
  const source = document.getElementById("preview");
  const form = document.querySelector("form.result");
  const note = form?.querySelector("[data-cost]");
  if (!source || !note) return;
  const preview = JSON.parse(source.textContent);
  const refresh = () => show(form, preview, note);
  form.addEventListener("input", refresh);
  refresh();
}

if (typeof document !== "undefined") {
  start();
  // The page may have been fetched anew.
  document.addEventListener("htmx:afterSettle", start);
}
