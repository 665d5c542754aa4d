// What has been typed and not been saved is kept on this device under its writer's name: messages (`draft:`),
// a builder's fields (`unsaved:`), maps (`map:`). Whoever logs out leaves none of it behind, and whoever logs
// in next does not keep what is another's. A session that has run out is no log-out: who comes back finds it.

const OWNED = /^(?:draft|unsaved|map)[:/]([^/:]*)/;
const LEAVING = "leaving";

const me = document.querySelector("meta[name=me]")?.content;

function forget(which) {
  for (const key of Object.keys(localStorage)) {
    const owned = OWNED.exec(key);
    if (owned && which(owned[1])) localStorage.removeItem(key);
  }
}

try {
  // Only once the server has let go: a log-out that fails loses nothing.
  if (me) forget((writer) => writer !== me);
  else if (sessionStorage.getItem(LEAVING)) forget(() => true);
  sessionStorage.removeItem(LEAVING);
} catch {
  // A closed store keeps nothing.
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-leave]")) return;
  try {
    sessionStorage.setItem(LEAVING, "1");
  } catch {
    // Nothing is kept then.
  }
});
