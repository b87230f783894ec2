/* 揭曉: a tap anywhere, → or the space bar shows one place more; ← takes it back. Links do the same without a script. */
"use strict";
(function () {
  const go = (way) => document.querySelector(`[data-${way}]`)?.click();

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("a, button") && event.key === " ") return;
    if (["ArrowRight", "PageDown", " "].includes(event.key)) { event.preventDefault(); go("next"); }
    if (["ArrowLeft", "PageUp"].includes(event.key)) { event.preventDefault(); go("previous"); }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("a, button, form")) go("next");
  });
})();
