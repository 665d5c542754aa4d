// Groups of a unit that is being set up: a row more or less without asking the server, which would answer the same.

/** @param {HTMLElement} board @param {() => void} typed */
export function arms(board, typed) {
  board.addEventListener("click", (event) => {
    const button = event.target.closest("[data-arms] button[name=row]");
    if (!button) return;
    event.preventDefault();
    typed();
    const part = button.closest("[data-arms]");
    if (button.value === "add") add(part);
    else drop(part, button.closest("li"));
  });
}

// The new row has the first number that none has had.
/** @param {HTMLElement} part */
function add(part) {
  const rows = part.querySelector("[data-rows]");
  const known = [...part.querySelectorAll("[name$='.weapon']")].map((one) => Number(one.name.split(".")[1]));
  const row = document.createElement("template");
  row.innerHTML = part.querySelector("template").innerHTML.replaceAll("__at__", String(Math.max(-1, ...known) + 1));
  rows.append(row.content);
  rows.lastElementChild.querySelector("select").focus();
}

// The keys go to the row that takes its place, or to the button that makes one.
/** @param {HTMLElement} part @param {HTMLElement} row */
function drop(part, row) {
  const next = row.nextElementSibling || row.previousElementSibling;
  row.remove();
  (next?.querySelector("select") || part.querySelector("button[value=add]")).focus();
}
