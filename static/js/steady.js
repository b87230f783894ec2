/* 穩住 A tap must not reach another player because the page moved under the finger.
   1. When a swap moves something marked [data-steady], or the last of the four has confirmed and a seat means a win
      again, taps inside [data-deaf] (what names a player) do nothing for a moment. Keys always count.
   2. 確認列 keeps its height while it is swapped and after it has closed.
   3. An answer for a strip that the page has replaced meanwhile is discarded, and the table is loaded again. */
"use strict";
window.paiju.steady = (function () {
  const MOMENT = 700;
  const SLACK = 4;
  let deafUntil = 0;

  const places = () => [...document.querySelectorAll("[data-steady]")].map((one) => one.getBoundingClientRect().top);

  function compare(before) {
    const after = places();
    if (before.some((top, index) => !(Math.abs(top - after[index]) <= SLACK))) deafUntil = performance.now() + MOMENT;
  }

  document.addEventListener("click", (event) => {
    if (!event.detail || performance.now() > deafUntil || !event.target.closest("[data-deaf]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  let before = [];
  let height = 0;
  function prepare(event) {
    const { target, requestConfig } = event.detail;
    if (!target.isConnected || !requestConfig.elt.isConnected) {
      event.preventDefault();
      document.dispatchEvent(new CustomEvent("paiju:poll"));
      return;
    }
    before = places();
    height = target.offsetHeight;
  }
  // Heard on the strip itself: one that the page has replaced meanwhile tells the document nothing.
  document.addEventListener("htmx:beforeRequest", ({ detail: { target } }) => {
    if (target.id === "confirm-strip") target.addEventListener("htmx:beforeSwap", prepare);
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const strip = document.getElementById("confirm-strip");
    if (event.detail.target.id !== "confirm-strip" || !strip) return;
    strip.style.minHeight = `${height}px`;
    compare(before);
    if (strip.matches(".confirm-settled")) deafUntil = performance.now() + MOMENT;
  });

  return {
    /* Does `change` to the page. */
    change(change) {
      const was = places();
      change();
      compare(was);
    },
    /* Whether a tap on a player does nothing just now. */
    get deaf() { return performance.now() <= deafUntil; },
  };
})();
