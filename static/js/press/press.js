// A message being written is kept on this device until the server has it, so that a failed send loses nothing.
// It is kept under its writer's name, for this writer alone (kept.js).

const forms = document.querySelectorAll("form[data-draft-of]");
const writer = forms[0]?.dataset.writer;

for (const key of keys()) {
  const draft = read(key);
  if (draft && document.querySelector(`[data-sent="${CSS.escape(draft.id)}"]`)) forget(key);
}
for (const form of forms) keep(form, `draft:${writer}/${form.dataset.draftOf}`);

/** @param {HTMLFormElement} form @param {string} key */
function keep(form, key) {
  const text = form.querySelector("textarea");
  const id = form.querySelector("[name=client_id]");
  const note = form.querySelector("[data-draft-note]");
  const show = () => note && (note.hidden = !text.value.trim());
  const kept = read(key);
  if (kept && !text.value) {
    text.value = kept.text;
    // The same id: if the server has the message after all, it is not stored twice.
    id.value = kept.id;
    show();
  }
  text.addEventListener("input", () => {
    if (text.value.trim()) write(key, { text: text.value, id: id.value });
    else forget(key);
    show();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
}

function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith("draft:"));
  } catch {
    return [];
  }
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {{text: string, id: string}} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or closed store: the form itself still has the text.
  }
}

/** @param {string} key */
function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
