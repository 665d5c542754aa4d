// The form of a war for tonight: which wars fit the number and the pace that are chosen, and why the others do
// not. On all its pages a button that was pressed once is not pressed again.

const form = document.querySelector(".tonight-form");
const data = document.getElementById("tables");

function refresh() {
  const pace = form.querySelector("input[name=pace]:checked").value;
  const players = form.querySelector("input[name=players]:checked").value;
  const table = JSON.parse(data.textContent)[`${pace}/${players}`];
  if (!table) return;
  form.querySelector("[data-goes-with]").textContent = table.goes;
  for (const radio of form.querySelectorAll("input[name=template]")) {
    if (!radio.value) continue;
    const why = table.why[radio.value] || "";
    radio.disabled = why !== "";
    radio.closest("label").querySelector("[data-why]").textContent = why;
    if (why && radio.checked) form.querySelector("input[name=template][value='']").checked = true;
  }
  const most = Number(players) - 1;
  for (const option of form.querySelectorAll("select[name=bots] option")) {
    option.disabled = Number(option.value) > most;
    if (option.disabled && option.selected) form.querySelector("select[name=bots]").value = String(most);
  }
}

if (form && data) {
  form.addEventListener("change", refresh);
  refresh();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-once]")) return;
  // What was pressed travels with the form: it is switched off only after that.
  setTimeout(() => {
    for (const button of event.target.querySelectorAll("button")) button.disabled = true;
  });
});
// Who is here comes in the place of what was: that it has changed is said where it stays.
document.addEventListener("htmx:afterSwap", () => {
  const told = document.getElementById("here-told");
  const title = document.getElementById("here-title");
  if (told && title) told.textContent = title.textContent;
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
