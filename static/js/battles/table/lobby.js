// The lobby: lets the companion be installed.

import { install } from "./install.js";

install();
