// Copies an invitation's link; without a script it can be selected and copied by hand.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  } catch {
    document.execCommand("copy");
  }
});

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
