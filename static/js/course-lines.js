/* 走勢: the points of everybody by hand as a small line in each row of the standings, in windows that have room for it.
   <div hidden data-courses-at="address" data-poll-every="1.5"> asks as poll.js does once the window is wide; what comes
   is packed by tournaments/web/course_lines.py. The lines are put into the cells again whenever the rows are replaced. */
"use strict";
(function () {
  const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const [WIDTH, HEIGHT, TOP, SVG] = [96, 36, LETTERS.length - 1, "http://www.w3.org/2000/svg"];
  const wide = matchMedia("(min-width: 80rem)");
  const heightOf = (letter) => (1 + (1 - LETTERS.indexOf(letter) / TOP) * (HEIGHT - 2)).toFixed(1);

  function begin() {
    const holder = document.querySelector("[data-courses-at]");
    if (!holder || !wide.matches) return;
    holder.dataset.poll = holder.dataset.coursesAt;
    delete holder.dataset.coursesAt;
    window.paiju.arrived(holder);
    document.dispatchEvent(new CustomEvent("paiju:poll"));
  }

  function shape(name, values) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    return made;
  }

  function drawn(letters, zero) {
    const step = WIDTH / (letters.length - 1);
    const points = [...letters].map((letter, n) => `${(n * step).toFixed(1)},${heightOf(letter)}`).join(" ");
    const made = shape("svg", { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    made.append(shape("line", { class: "level", x1: 0, x2: WIDTH, y1: heightOf(zero), y2: heightOf(zero) }));
    made.append(shape("polyline", { points }));
    return made;
  }

  function draw() {
    const packed = document.querySelector("[data-courses]");
    if (!packed) return;
    const [[, zero], ...lines] = packed.textContent.trim().split("\n").map((line) => line.split(" "));
    for (const [number, letters] of lines) {
      const cell = document.querySelector(`#p${number} > .by-hand`);
      if (!cell || cell.dataset.letters === letters + zero) continue;
      cell.dataset.letters = letters + zero;
      cell.replaceChildren(drawn(letters, zero));
    }
  }

  wide.addEventListener("change", begin);
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("paiju:arrived", draw);
})();
