/* 穩住: what moves while a finger is on its way would hear a tap that was meant for something else: the second tap of an
   impatient player, just after 確認列 has closed, opened another player's win. So when a swap moves what is marked
   [data-steady], taps inside [data-deaf] (whatever names a player) do nothing for a moment; a key pressed is no tap and
   always counts.
   確認列 keeps its height while it is swapped, and its place once after it has closed ([data-keep-place]). */
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
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "confirm-strip") return;
    before = places();
    height = event.detail.target.offsetHeight;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const strip = document.getElementById("confirm-strip");
    if (event.detail.target.id !== "confirm-strip" || !strip) return;
    strip.style.minHeight = `${height}px`;
    compare(before);
  });

  return {
    /* Does `change` to the content of `holder`, keeping places. */
    change(holder, change) {
      const was = places();
      const restore = keep(holder);
      change();
      restore();
      compare(was);
    },
  };
})();
