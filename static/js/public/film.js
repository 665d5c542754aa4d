// The film on a war's public page, and in others' frames: it stands where the page says until it is played. Nothing is kept.

import { known, openFilm } from "../film/player.js";

const root = document.querySelector("#film");
const asked = new URLSearchParams(location.search);
const { first, last, turn } = root.dataset;
root.hidden = false;
const open = openFilm(root, { first: Number(first), at: Number(asked.get("turn") ?? turn), turn: Number(last), phase: asked.get("phase"), as: asked.get("as") });

// What all may see of a war that goes on: the latest first.
if (root.dataset.as === "public" && !asked.has("turn")) open.then(() => known.get(root)?.go(Number(last), -1, Number.MAX_SAFE_INTEGER));
