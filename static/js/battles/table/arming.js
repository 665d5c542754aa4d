// Groups of a unit that is being set up: a row more or less without asking the server, which would answer the same.

/** @param {HTMLElement} board */
export function arms(board) {
  board.addEventListener("click", (event) => {
    const button = event.target.closest("[data-arms] button[name=row]");
    if (!button) return;
    event.preventDefault();
    const part = button.closest("[data-arms]");
    part.dataset.changed = "";
    if (button.value === "add") add(part);
    else drop(part, button.closest("li"));
  });
}

// The new row has the first number that none has had.
/** @param {HTMLElement} part */
function add(part) {
  put(part, Math.max(-1, ...rowsOf(part)) + 1);
  part.querySelector("[data-rows]").lastElementChild.querySelector("select").focus();
}

/** @param {HTMLElement} part @param {number} at */
function put(part, at) {
  const row = document.createElement("template");
  row.innerHTML = part.querySelector("template").innerHTML.replaceAll("__at__", String(at));
  part.querySelector("[data-rows]").append(row.content);
}

// The rows by their numbers, and the same again in a unit that has been drawn anew.
/** @param {HTMLElement} part */
export function rowsOf(part) {
  return [...part.querySelectorAll("[name$='.weapon']")].map((one) => Number(one.name.split(".")[1]));
}

/** @param {HTMLElement} part @param {number[]} rows */
export function setRows(part, rows) {
  const there = rowsOf(part);
  for (const one of part.querySelectorAll("[name$='.weapon']")) {
    if (!rows.includes(Number(one.name.split(".")[1]))) one.closest("li").remove();
  }
  for (const at of rows) if (!there.includes(at)) put(part, at);
  part.dataset.changed = "";
}

// The keys go to the row that takes its place, or to the button that makes one.
/** @param {HTMLElement} part @param {HTMLElement} row */
function drop(part, row) {
  const next = row.nextElementSibling || row.previousElementSibling;
  row.remove();
  (next?.querySelector("select") || part.querySelector("button[value=add]")).focus();
}
