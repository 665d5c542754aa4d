// The tables without network, with dice of this phone.

import { rolled, show } from "./dice.js";
import { install } from "./install.js";

document.getElementById("local-dice").addEventListener("submit", (event) => {
  event.preventDefault();
  const values = rolled(document.getElementById("count").value, Number(document.getElementById("faces").value));
  show(document.getElementById("local-shown"), values);
});

install();
