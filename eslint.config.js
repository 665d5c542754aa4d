// What the scripts are linted by; `tsconfig.json` says how their types are checked.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/*", "!static/", "!static/js/", "!static/js/**", "!tests/", "!tests/js/", "!tests/js/**", "!eslint.config.js"] },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["static/js/**", "tests/js/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/js/**"], languageOptions: { globals: globals.node } },
];
