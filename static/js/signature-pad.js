/* 簽名: [data-signature] holds a canvas and a hidden input; what a finger draws becomes SVG path data on a field of
   300 × 100 ("M12 40L14 43…"), so it prints sharp and is a few hundred bytes. Markup: templates/_signature.html. */
"use strict";
(function () {
  const WIDTH = 300;
  const HEIGHT = 100;
  const NEAR = 1.5;
  const LONGEST = 16000;

  function pathOf(strokes) {
    return strokes.map((points) => 
      // one touch is a dot: a line of no length with a round end
      (points.length === 1 ? [points[0], points[0]] : points).map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join(""))
      .join("");
  }

  function strokesOf(path) {
    return path.split("M").filter(Boolean).map((part) =>
      part.split("L").map((pair) => pair.trim().split(" ").map(Number)));
  }

  function paint(pad) {
    const { canvas, strokes } = pad;
    const scale = window.devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    canvas.width = Math.round(box.width * scale);
    canvas.height = Math.round(box.height * scale);
    const pen = canvas.getContext("2d");
    pen.scale(canvas.width / WIDTH, canvas.height / HEIGHT);
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.lineWidth = 2;
    pen.lineCap = pen.lineJoin = "round";
    pen.stroke(new Path2D(pathOf(strokes)));
  }

  function keep(pad) {
    pad.field.value = pathOf(pad.strokes);
    const place = pad.holder.querySelector("[data-signature-state]");
    if (place) place.textContent = pad.strokes.length ? place.dataset.drawn : place.dataset.empty;
    pad.field.dispatchEvent(new Event("change", { bubbles: true }));
    paint(pad);
  }

  function at(pad, event) {
    const box = pad.canvas.getBoundingClientRect();
    const round = (value) => Math.round(value * 10) / 10;
    return [
      round(Math.min(WIDTH, Math.max(0, ((event.clientX - box.left) / box.width) * WIDTH))),
      round(Math.min(HEIGHT, Math.max(0, ((event.clientY - box.top) / box.height) * HEIGHT))),
    ];
  }

  function draw(pad, event) {
    const points = pad.strokes.at(-1);
    for (const one of event.getCoalescedEvents?.() ?? [event]) {
      const [x, y] = at(pad, one);
      const [lastX, lastY] = points.at(-1);
      if (Math.hypot(x - lastX, y - lastY) >= NEAR && pad.field.value.length < LONGEST) points.push([x, y]);
    }
    paint(pad);
  }

  function setUp(holder) {
    const pad = { holder, canvas: holder.querySelector("canvas"), field: holder.querySelector("input[type=hidden]"), strokes: [] };
    let drawing = null;
    const restore = () => { pad.strokes = strokesOf(pad.field.value); keep(pad); };
    pad.canvas.addEventListener("pointerdown", (event) => {
      if (drawing !== null || event.button) return;
      drawing = event.pointerId;
      pad.canvas.setPointerCapture(drawing);
      pad.strokes.push([at(pad, event)]);
      paint(pad);
      event.preventDefault();
    });
    pad.canvas.addEventListener("pointermove", (event) => { if (event.pointerId === drawing) draw(pad, event); });
    for (const end of ["pointerup", "pointercancel"]) {
      pad.canvas.addEventListener(end, (event) => {
        if (event.pointerId !== drawing) return;
        drawing = null;
        keep(pad);
      });
    }
    holder.querySelector("[data-signature-undo]").addEventListener("click", () => { pad.strokes.pop(); keep(pad); });
    holder.querySelector("[data-signature-clear]").addEventListener("click", () => { pad.strokes = []; keep(pad); });
    new ResizeObserver(() => paint(pad)).observe(pad.canvas);
    holder.closest("form")?.addEventListener("paiju:restored", restore);
    restore();
  }

  window.paiju.each("[data-signature]", setUp);
})();
