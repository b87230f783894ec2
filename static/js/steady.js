/* 穩住 A tap must not reach another player because the page moved under the finger.
   1. When a swap moves something marked [data-steady], or the last of the four has confirmed and a seat means a win
      again, taps inside [data-deaf] (what names a player) do nothing for a moment. Keys always count.
   2. 確認列 keeps its height while it is swapped, and its place for some seconds after it has closed ([data-keep-place]).
   3. An answer for a strip that the page has replaced meanwhile is discarded, and the table is loaded again. */
"use strict";
window.paiju.steady = (function () {
  const MOMENT = 700;
  const STAYS = 6000;
  const SLACK = 4;
  let deafUntil = 0;

  const places = () => [...document.querySelectorAll("[data-steady]")].map((one) => one.getBoundingClientRect().top);

  function compare(before) {
    const after = places();
    if (before.some((top, index) => !(Math.abs(top - after[index]) <= SLACK))) deafUntil = performance.now() + MOMENT;
  }

  // The strip in `holder` that has just closed, if the content that is coming has none: it is kept this once.
  function keep(holder) {
    const strip = holder.querySelector("[data-keep-place]");
    return () => {
      const place = strip && document.getElementById(strip.id);
      if (!place || place.childElementCount) return;
      strip.removeAttribute("data-keep-place");
      place.replaceWith(strip);
    };
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
    clearTimeout(leaving);
    if (!strip.matches("[data-keep-place]")) return;
    deafUntil = performance.now() + MOMENT;
    leaving = setTimeout(leave, STAYS);
  });

  let leaving = 0;
  function leave() {
    const strip = document.querySelector("#confirm-strip.confirm-settled");
    if (!strip) return;
    const was = places();
    strip.removeAttribute("data-keep-place");
    strip.removeAttribute("style");
    strip.replaceChildren();
    if (!document.querySelector("dialog[open]")) compare(was);   // nobody reaches for what a sheet covers
  }

  return {
    /* Does `change` to the content of `holder`, keeping places. */
    change(holder, change) {
      const was = places();
      const restore = keep(holder);
      change();
      restore();
      compare(was);
    },
    /* Whether a tap on a player does nothing just now. */
    get deaf() { return performance.now() <= deafUntil; },
  };
})();
