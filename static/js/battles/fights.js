// A box that ticks all the others of its name that are shown.

/** @param {Part} box */
function start(box) {
  const others = () => [...document.querySelectorAll(`input[name="${box.dataset.all}"]:not(:disabled)`)];
  box.addEventListener("change", () => {
    for (const one of others()) one.checked = box.checked;
  });
  document.addEventListener("change", ({ target }) => {
    if (target.name === box.dataset.all) box.checked = others().every((one) => one.checked);
  });
}

for (const box of document.querySelectorAll("[data-all]")) start(box);
