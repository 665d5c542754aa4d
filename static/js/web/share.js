// Share or copy the text where the device can; else it is there to be marked and copied by hand.

const row = document.querySelector("[data-share]");
const text = document.getElementById("share-text");

row.hidden = false;
row.querySelector("[data-do=share]").hidden = !navigator.share;
row.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-do]");
  if (!button) return;
  if (button.dataset.do === "share") {
    await navigator.share({ text: text.value }).catch(() => {});
    return;
  }
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
    button.textContent = button.dataset.done;
  } catch {
    document.execCommand("copy");
  }
});
