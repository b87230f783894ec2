/* 大屏幕: shows the pages (tbody.screen-page) one after the other, names the round in the header, keeps the clock, and
   stays at its page when poll.js replaces the rows. data-turn = seconds a page stays. */
"use strict";
(function () {
  let current = 0;

  const holder = () => document.querySelector("[data-turn]");

  // The header names the round of what is shown below it, which the server sends with the rows.
  function told() {
    document.querySelector("[data-round]").textContent = holder().querySelector("[data-of-round]")?.textContent.trim() ?? "";
  }

  function show() {
    told();
    const pages = [...holder().querySelectorAll(".screen-page")];
    if (pages.length) current %= pages.length;
    pages.forEach((page, index) => page.classList.toggle("shown", index === current));
    const place = document.querySelector("[data-page-number]");
    if (place) {
      place.textContent = pages.length > 1
        ? place.dataset.words.replace("{page}", current + 1).replace("{pages}", pages.length)
        : "";
    }
  }

  function clock() {
    const place = document.querySelector("[data-clock]");
    if (place) place.textContent = window.paiju.clock(false);
  }

  document.addEventListener("DOMContentLoaded", () => {
    show();
    clock();
    setInterval(clock, 1000);
    setInterval(() => { current += 1; show(); }, Number(holder().dataset.turn) * 1000);
  });
  document.addEventListener("paiju:arrived", show);
})();
