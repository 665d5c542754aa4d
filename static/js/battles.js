// What the points typed in would cost the own banner, while they are typed (Rules 7).

/** The levels inflicted for a loss of points: `costs` are rows of [points up to, won, beaten]. */
export function levelsLost(costs, points, beaten) {
  const row = costs.find(([upTo]) => points <= upTo) ?? costs[costs.length - 1];
  return beaten ? row[2] : row[1];
}

/** The sentence for a preview: texts are those of the page, with `%(lost)s` and the like to fill in. */
export function costInWords(preview, texts, points, winner, sacrifice) {
  const beaten = winner === "enemy";
  const lost = levelsLost(preview.costs, points, beaten) + sacrifice;
  const words = { lost, level: preview.level, left: Math.max(0, preview.level - lost) };
  const loss = lost ? texts.loss.replace(/%\((\w+)\)s/g, (_, name) => words[name]) : texts.safe;
  return beaten ? `${loss} ${texts.beaten}` : loss;
}

function show(form, preview, note) {
  const data = new FormData(form);
  const points = Number.parseInt(data.get("points_own"), 10);
  const most = preview.costs[preview.costs.length - 1][0];
  const sacrifice = Number.parseInt(data.get("sacrifice") ?? "0", 10) || 0;
  const sound = Number.isFinite(points) && points >= 0 && points <= most;
  note.hidden = !sound || data.get("method") !== "tabletop";
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

if (typeof document !== "undefined") start();
