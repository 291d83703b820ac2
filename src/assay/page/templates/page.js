"use strict";
// Light or dark by hand; nothing is stored.
(function () {
  const root = document.documentElement, button = document.querySelector("button.shade");
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const name = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; name(); });
  system.addEventListener("change", name);
  button.hidden = false;
  name();
})();
// What a mark of a chart says, beside the pointer.
(function () {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  document.addEventListener("pointermove", (event) => {
    const mark = event.target.closest && event.target.closest(".drawing svg [aria-label]");
    const words = mark && mark.tagName !== "svg" ? mark.getAttribute("aria-label") : "";
    tip.hidden = !words;
    if (!words) return;
    tip.textContent = words;
    const left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8);
    const below = event.clientY + 18, fits = below + tip.offsetHeight < window.innerHeight;
    tip.style.left = Math.max(8, left) + "px";
    tip.style.top = (fits ? below : event.clientY - tip.offsetHeight - 10) + "px";
  }, { passive: true });
})();
// Paper cannot be opened: what is folded, but not the data behind a chart, is opened for it and closed again.
(function () {
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("details:not(.data):not([open])"));
    opened.forEach((one) => { one.open = true; });
  });
  window.addEventListener("afterprint", () => { opened.forEach((one) => { one.open = false; }); opened = []; });
})();
// A link to something folded opens it.
(function () {
  const open = () => {
    const name = decodeURIComponent(location.hash.slice(1)), place = name && document.getElementById(name);
    if (place && place.tagName === "DETAILS") { place.open = true; place.scrollIntoView(); }
  };
  window.addEventListener("hashchange", open);
  open();
})();
// Keys stop only at what can be scrolled; without this program they stop at every table and drawing.
(function () {
  const stops = () => document.querySelectorAll(".wide, .drawing").forEach((one) => {
    one.tabIndex = one.scrollWidth > one.clientWidth ? 0 : -1;
  });
  window.addEventListener("resize", stops);
  document.addEventListener("toggle", stops, { capture: true });
  stops();
})();
