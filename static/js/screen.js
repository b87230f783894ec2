/* 大屏幕: shows the pages (tbody.screen-page) one after the other, keeps the clock, and stays at its page when
   poll.js replaces the rows. data-turn = seconds a page stays. */
"use strict";
(function () {
  let current = 0;

  const holder = () => document.querySelector("[data-turn]");

  function show() {
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
