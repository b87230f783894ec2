/* 走勢: the points of everybody by hand as a small line in each row of the standings, in windows that have room for it.
   What comes at data-wide-poll is packed by tournaments/standings/courses.py. The lines are put into the cells again
   whenever the rows are replaced. */
"use strict";
(function () {
  const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const [WIDTH, HEIGHT, TOP, SVG] = [96, 36, LETTERS.length - 1, "http://www.w3.org/2000/svg"];
  const heightOf = (letter) => (1 + (1 - LETTERS.indexOf(letter) / TOP) * (HEIGHT - 2)).toFixed(1);

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

  document.addEventListener("paiju:arrived", draw);
})();
