// The first page's war: nothing of its film is fetched before somebody wants to see it.

import { films } from "../web/films.js";

const root = document.querySelector("#film");
const button = document.querySelector(".landing-film [data-film-open]");
if (root && button) {
  button.hidden = false;
  button.addEventListener("click", dress, { once: true });
  films(/** @type {HTMLElement} */ (root), () => false);
}

/** The map's looks, which no other part of this page needs. */
function dress() {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: root.dataset.mapCss ?? "" }));
}
