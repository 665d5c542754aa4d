// A tap on the drawing of the map names the sector in the field beside it.

import { sectorName } from "../web/map/geometry.js";

for (const drawing of document.querySelectorAll("svg[data-pick]")) {
  const map = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (drawing));
  const field = document.getElementById(map.dataset.pick ?? "");
  if (!(field instanceof HTMLInputElement)) continue;
  map.classList.add("is-picked");
  const chosen = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ class: "chosen", width: "10", height: "10" })) chosen.setAttribute(name, value);
  map.addEventListener("click", (event) => {
    const onPage = map.getScreenCTM();
    if (!onPage) return;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(onPage.inverse());
    const [x, y] = [Math.floor(place.x / 10), Math.floor(place.y / 10)];
    const ground = map.querySelector("rect.grid");
    if (x < 0 || y < 0 || x * 10 >= Number(ground?.getAttribute("width")) || y * 10 >= Number(ground?.getAttribute("height"))) return;
    const name = sectorName([x, y]);
    // A field that takes several sectors has the others kept.
    field.value = field.hasAttribute("data-many") && field.value.trim() ? `${field.value.trim().replace(/[,;]$/, "")}, ${name}` : name;
    chosen.setAttribute("x", String(x * 10));
    chosen.setAttribute("y", String(y * 10));
    map.append(chosen);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
