// What goes wrong with a passkey is said on the page: that nobody chose one is no fault of a script.

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const said = document.querySelector("[data-passkey-failed]");
  if (said instanceof HTMLElement) {
    said.hidden = false;
    said.scrollIntoView({ block: "nearest" });
  }
});
