/* 牌檯和記錄: two small things of these pages.
   多久: <time datetime="…" data-since> counts on in the words that the server has begun with ("9 分鐘前"), which stand in
   data-just-now, data-minutes and data-hours; never figures that look like a clock.
   揀番: what the server says does not count beside the ticked fans ([data-shut-out="fan|fan"] in the live count of a
   winner) is greyed in their list, with the reason under it.
   A count that could not be fetched is taken away: the one of before is not that of what is entered now. */
"use strict";
(function () {
  function since(element) {
    const minutes = Math.max(0, Math.floor((window.paiju.now() - Date.parse(element.dateTime)) / 60000));
    const [h, m] = [Math.floor(minutes / 60), minutes % 60];
    const { justNow, minutes: short, hours: long } = element.dataset;
    const words = (h ? long : m ? short : justNow).replace("{h}", h).replace("{m}", m);
    if (element.textContent !== words) element.textContent = words;
  }
  window.paiju.every(5, () => document.querySelectorAll("time[data-since]").forEach(since));

  function shutOut(sum) {
    const list = document.getElementById(`fans${sum.id.slice("sum".length)}`);
    if (!list) return;
    const why = new Map([...sum.querySelectorAll("[data-shut-out]")]
      .flatMap((one) => one.dataset.shutOut.split("|").map((fan) => [fan, one.textContent])));
    for (const row of list.querySelectorAll(".pick")) {
      const reason = why.get(row.dataset.fan.replace(/\*$/, "")) || "";
      row.classList.toggle("removed", reason !== "");
      const place = row.querySelector(".why") || row.appendChild(Object.assign(document.createElement("span"), { className: "why" }));
      place.textContent = reason;
    }
  }
  // 自摸, 搶槓: what the way of winning says is ticked and unticked with it ([data-goes-with=field]).
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (!event.isTrusted || !["source", "robbed_kong"].includes(field.name)) return;
    const said = field.type === "radio" ? field.value === "self" : field.checked;
    for (const box of field.form.querySelectorAll(`[data-goes-with="${field.name}"] input[type=checkbox]`)) {
      if (box.checked === said) continue;
      box.checked = said;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  // Where the form asks who has won: who has did not discard, and is nobody else who has.
  function othersAlone(form) {
    const said = [...form.querySelectorAll("[name^=winner-]")].filter((one) => one.type === "hidden" || one.checked);
    const won = new Set(said.map((one) => one.value));
    for (const source of form.querySelectorAll("[name=source]:not([value=self])")) {
      source.disabled = source.closest("label").hidden = won.has(source.value);
      if (source.disabled) source.checked = false;
    }
    for (const other of form.querySelectorAll(".add-winner [data-seat]")) other.hidden = won.has(other.dataset.seat);
  }
  window.paiju.each(".sources", (sources) => {
    const form = sources.closest("form");
    if (!form) return;
    form.addEventListener("change", () => othersAlone(form));
    othersAlone(form);
  });

  // 揀番 and 擺牌 need the whole height: their tab goes to the top of the sheet.
  document.addEventListener("change", (event) => {
    const slot = event.isTrusted && event.target.name?.startsWith("mode-") && event.target.closest(".win-slot");
    const panel = slot && slot.querySelector(`[data-tab-panel="${event.target.value}"]`);
    if (panel && event.target.value !== "typed") panel.scrollIntoView({ block: "start" });
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.matches?.(".live-sum")) shutOut(event.target);
  });
  for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failed, (event) => {
      if (!event.target.matches?.(".live-sum")) return;
      event.target.replaceChildren();
      shutOut(event.target);
    });
  }
})();
