/* 大屏幕: shows one turn ([data-turn], for data-seconds) after the other and stays at its turn when poll.js replaces them.
   Arrow keys go back and forth, the space bar holds the turn and lets it go on. Keeps the clock of the hall. */
"use strict";
(function () {
  let current = "";
  let place = 0;
  let held = false;
  let timer = 0;

  const turns = () => [...document.querySelectorAll("[data-turn]")];

  // The turn that was shown; where it is no more, the one that took its place.
  function index(all) {
    const found = all.findIndex((turn) => turn.dataset.turn === current);
    return found >= 0 ? found : Math.min(place, all.length - 1);
  }

  function show(wanted) {
    const all = turns();
    if (!all.length) { current = ""; return; }
    place = (wanted + all.length) % all.length;
    current = all[place].dataset.turn;
    all.forEach((turn, at) => turn.classList.toggle("shown", at === place));
    const words = document.querySelector("[data-page-number]");
    words.textContent = all.length > 1 ? words.dataset.words.replace("{page}", place + 1).replace("{pages}", all.length) : "";
  }

  function later() {
    clearTimeout(timer);
    const shown = turns()[place];
    if (!held) timer = setTimeout(() => go(1), Number(shown?.dataset.seconds || 10) * 1000);
  }

  function go(step) {
    const all = turns();
    show(index(all) + step);
    later();
  }

  function hold() {
    held = !held;
    document.querySelector("[data-paused]").hidden = !held;
    later();
  }

  function clock() {
    const shown = document.querySelector("[data-clock]");
    if (shown) shown.textContent = window.paiju.clock(false);
  }

  const KEYS = { ArrowRight: () => go(1), ArrowLeft: () => go(-1), " ": hold };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  document.addEventListener("DOMContentLoaded", () => {
    show(0);
    later();
  });
  // The screen keeps awake; a tab that was hidden has lost that and asks again.
  const wake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => { /* on battery */ }); };
  document.addEventListener("visibilitychange", wake);
  wake();
  document.addEventListener("paiju:arrived", () => show(index(turns())));
  window.paiju.every(1, clock);
})();
