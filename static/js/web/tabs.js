// The tabs of a page's head stand in one line: those that find no room go into a menu at its end, the last
// first, never the present one. Without this script the line scrolls.

const WIDE = matchMedia("(width > 47.5em)");

function fit() {
  /** @type {Tabs} */
  const tabs = document.querySelector(".top > .tabs");
  if (!tabs || (WIDE.matches && tabs.querySelector(".more[open]"))) return;
  const held = tabs.contains(document.activeElement) && document.activeElement;
  tabs.inOrder ??= [...tabs.querySelectorAll("a")];
  tabs.replaceChildren(...tabs.inOrder);
  tabs.classList.remove("fitted");
  if (!WIDE.matches) show(tabs);
  else fold(tabs);
  // The menu is made anew each time: who stood on it stands on the new one.
  if (held) (held.isConnected ? held : tabs.querySelector(".more > summary"))?.focus();
}

/** @param {Tabs} tabs */
function fold(tabs) {
  if (tabs.scrollWidth > tabs.clientWidth) {
    const more = document.querySelector("template#more-tabs").content.firstElementChild.cloneNode(true);
    const movable = (tabs.inOrder ?? []).filter((tab) => !tab.hasAttribute("aria-current"));
    tabs.append(more);
    while (tabs.scrollWidth > tabs.clientWidth && movable.length) more.lastElementChild.prepend(movable.pop() ?? "");
  }
  tabs.classList.add("fitted");
}

// On a phone the tabs stand in one row that scrolls: the present one is shown.
/** @param {HTMLElement} tabs */
function show(tabs) {
  const tab = tabs.querySelector("[aria-current]");
  if (tab && tabs.scrollWidth > tabs.clientWidth) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}

/** @param {On<MouseEvent | KeyboardEvent>} event */
function close(event) {
  const menu = document.querySelector(".tabs .more[open]");
  if (!menu) return;
  if (event.type === "click" && menu.contains(event.target)) return;
  if ("key" in event) {
    if (event.key !== "Escape") return;
    menu.querySelector("summary").focus();
  }
  menu.open = false;
}

const head = document.querySelector("header.top");
if (head) {
  let width = 0;
  fit();
  document.fonts?.ready.then(fit);
  new ResizeObserver(([entry]) => {
    if (entry.contentRect.width === width) return;
    width = entry.contentRect.width;
    fit();
  }).observe(head);
  // What is due, the turn and the tabs themselves may have been fetched anew; a count may have come up.
  document.addEventListener("htmx:afterSettle", fit);
  document.addEventListener("counted", fit);
  document.addEventListener("click", close);
  document.addEventListener("keydown", close);
}
