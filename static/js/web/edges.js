// What scrolls sideways shows at its edges that there is more: the tabs of a phone, a wide table.

const SCROLLS = ".scroll, .top > .tabs";

/** @param {Element} one */
function mark(one) {
  const room = one.scrollWidth - one.clientWidth;
  const scrolls = room > 1 && getComputedStyle(one).overflowX !== "visible";
  one.classList.toggle("more-before", scrolls && one.scrollLeft > 1);
  one.classList.toggle("more-after", scrolls && one.scrollLeft < room - 1);
}

const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => mark(target)));

function look() {
  for (const one of document.querySelectorAll(SCROLLS)) {
    sizes.observe(one);
    mark(one);
  }
}

document.addEventListener("scroll", ({ target }) => target instanceof Element && target.matches(SCROLLS) && mark(target), { capture: true, passive: true });
document.addEventListener("toggle", look, true);
document.addEventListener("htmx:afterSettle", look);
document.addEventListener("counted", look);
document.fonts?.ready.then(look);
look();
