// Counts the points as rules are picked, and says of each rule that would be too dear why it cannot be.

const form = document.querySelector(".army-form");

function sum() {
  return [...form.querySelectorAll(".army-rule")]
    .filter((row) => row.querySelector("input[type=checkbox]").checked)
    .reduce((points, row) => points + Number(row.dataset.points), 0);
}

function refresh() {
  const limit = Number(form.dataset.limit);
  const points = sum();
  const total = form.querySelector("[data-points-sum]");
  total.value = String(points);
  total.closest(".points-sum").classList.toggle("is-over", points > limit);
  for (const row of form.querySelectorAll(".army-rule")) {
    const chosen = row.querySelector("input[type=checkbox]").checked;
    const own = Number(row.dataset.points);
    const over = row.querySelector(".over");
    const after = points + own;
    row.classList.toggle("is-chosen", chosen);
    over.hidden = chosen || own < 0 || after <= limit;
    over.textContent = over.dataset.over.replace("POINTS", String(after)).replace("LIMIT", String(limit));
  }
}

/**
 * Fill in why the preset has its rules, where nothing was written or what another preset said.
 * @param {string} preset
 */
function justify(preset) {
  const why = JSON.parse(document.getElementById("justifications").textContent)[preset];
  for (const box of form.querySelectorAll(".rule-texts textarea")) {
    if (box.value && box.value !== box.dataset.preset) continue;
    box.value = why[box.id.slice("why-".length)] || "";
    box.dataset.preset = box.value;
  }
}

/** @param {HTMLSelectElement} select */
function usePreset(select) {
  const chosen = select.selectedOptions[0];
  if (!chosen.value) return;
  const rules = chosen.dataset.rules.split(" ");
  for (const box of form.querySelectorAll("input[name=rules]")) box.checked = rules.includes(box.value);
  const name = form.querySelector("#army");
  if (!name.value) name.value = chosen.value;
  justify(chosen.value);
  refresh();
}

if (form && form.querySelector(".army-rule")) {
  form.classList.add("is-live");
  form.addEventListener("change", (event) => {
    if (event.target.name === "rules") {
      form.querySelector("#preset").value = "";
      refresh();
    }
  });
  form.querySelector("button[name=use]").addEventListener("click", (event) => {
    event.preventDefault();
    usePreset(form.querySelector("select#preset"));
  });
  refresh();
}
