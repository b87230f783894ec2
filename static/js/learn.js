/* 學: [data-question] marks what was ticked once its answer is opened; [data-learn] tells how many were right. Without
   this script the answer opens all the same. On https the worker keeps the page and those that [data-keep] lead to. */
"use strict";
(function () {
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");
  const page = document.querySelector("[data-learn]");
  const told = new Map();

  function mark(question) {
    const { dataset } = question;
    let missed = 0;
    let wrong = 0;
    for (const input of question.querySelectorAll("fieldset input")) {
      const right = "isRight" in input.dataset;
      missed += right && !input.checked;
      wrong += !right && input.checked;
      input.disabled = true;
      const label = input.closest("label");
      label.classList.toggle("right", right);
      label.classList.toggle("wrong", !right && input.checked);
      label.querySelector(".mark").textContent = right ? "✓" : input.checked ? "✗" : "";
    }
    told.set(question, !missed && !wrong);
    const several = question.querySelector("input[type=checkbox]");
    const parts = [missed && fill(dataset.missed, { n: missed }), wrong && fill(dataset.wrong, { n: wrong })].filter(Boolean);
    question.querySelector(".verdict").textContent = !parts.length ? dataset.right : several ? parts.join(" · ") : dataset.not;
    question.querySelector(".verdict").classList.toggle("well", !parts.length);
    const right = [...told.values()].filter(Boolean).length;
    page.querySelector("[data-score-line]").textContent = fill(page.dataset.score, { right, done: told.size });
  }

  for (const question of page.querySelectorAll("[data-question]")) {
    question.addEventListener("submit", (event) => event.preventDefault());
    question.querySelector("details").addEventListener("toggle", () => { if (!told.has(question)) mark(question); });
  }

  const pages = [location.href, ...[...page.querySelectorAll("[data-keep]")].map((link) => link.href)];
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ keep: pages })).catch(() => { /* none here */ });
})();
