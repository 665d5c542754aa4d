// The lobby, and the page of a table that is gone: lets the companion be installed, and shows what was not sent.

import { install } from "./install.js";
import { showLeftBehind } from "./left.js";

install();
showLeftBehind();
