// The film on a war's public page, and in others' frames: it shows how it ends until it is played. Nothing is kept.

import { known, openFilm } from "../film/player.js";

const root = document.querySelector("#film");
const asked = new URLSearchParams(location.search);
const { first, last, turn } = root.dataset;
root.hidden = false;
const open = openFilm(root, { first: Number(first), at: Number(asked.get("turn") ?? turn), turn: Number(last), phase: asked.get("phase"), as: asked.get("as") });

// The latest first: where it began there is hardly anything to see. Played, a war that is over begins at its beginning.
if (!asked.has("turn"))
  open.then(async () => {
    const film = known.get(root);
    await film?.go(Number(last), -1, Number.MAX_SAFE_INTEGER);
    if (root.dataset.as === "public") return;
    root.classList.add("before");
    root.querySelector(".film-over").hidden = false;
  });
