/* 牌檯和記錄: two small things of these pages.
   多久: <time datetime="…" data-since> counts up as 3:12 or 1:03:12; without this script it says minutes in words.
   揀番: what the server says does not count beside the ticked fans ([data-shut-out=fan] in the live count of a
   winner) is greyed in his list, with the reason under it. */
"use strict";
(function () {
  const two = (n) => String(n).padStart(2, "0");

  function since(element) {
    const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(element.dateTime)) / 1000));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    element.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  }
  window.paiju.each("time[data-since]", since);
  setInterval(() => document.querySelectorAll("time[data-since]").forEach(since), 1000);

  function shutOut(sum) {
    const list = document.getElementById(`fans${sum.id.slice("sum".length)}`);
    if (!list) return;
    const why = new Map([...sum.querySelectorAll("[data-shut-out]")].map((one) => [one.dataset.shutOut, one.textContent]));
    for (const row of list.querySelectorAll(".pick")) {
      const reason = why.get(row.dataset.fan.replace(/\*$/, "")) || "";
      row.classList.toggle("removed", reason !== "");
      const place = row.querySelector(".why") || row.appendChild(Object.assign(document.createElement("span"), { className: "why" }));
      place.textContent = reason;
    }
  }
  // 揀番 and 擺牌 need the whole height: their tab goes to the top of the sheet.
  document.addEventListener("change", (event) => {
    const slot = event.isTrusted && event.target.name?.startsWith("mode-") && event.target.closest(".win-slot");
    const panel = slot && slot.querySelector(`[data-tab-panel="${event.target.value}"]`);
    if (panel && event.target.value !== "typed") panel.scrollIntoView({ block: "start" });
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.matches?.(".live-sum")) shutOut(event.target);
  });
})();
