/* 牌檯和記錄: two small things of these pages.
   多久: <time datetime="…" data-since> counts on in the words that the server has begun with ("9 分鐘前"), which stand in
   data-just-now, data-minutes and data-hours; never figures that look like a clock.
   The button of the form has the total of the count.
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
    form.style.setProperty("--sources", `${sources.parentElement.offsetHeight}px`);   // who discarded stays in sight, above what scrolls
    form.addEventListener("change", () => othersAlone(form));
    othersAlone(form);
  });

  // 揀了的番 beside the search, whose place does not grow: a tap takes one away.
  function chosen(list) {
    const place = document.querySelector(`[data-chosen="${list.id}"]`);
    place?.replaceChildren(...[...list.querySelectorAll(".pick [type=checkbox]:checked")].map((box) => {
      const textContent = `${box.nextElementSibling.textContent} ✕`;
      return Object.assign(document.createElement("button"), { type: "button", className: "chip", textContent, onclick: () => box.click() });
    }));
  }
  window.paiju.each(".fan-list", chosen);
  document.addEventListener("input", ({ target }) => { const list = target.closest?.(".fan-list"); if (list) chosen(list); });
  document.addEventListener("paiju:restored", ({ target }) => target.querySelectorAll(".fan-list").forEach(chosen));

  // The button under the thumb says the total of the winner who is shown.
  function total(form) {
    const place = form?.querySelector("[data-total]");
    if (place) place.textContent = form.querySelector(".win-slot:not([hidden]) .live-sum > .sum-line")?.textContent.trim() || "";
  }
  document.addEventListener("change", ({ target }) => { if (target.name === "shown_winner") total(target.form); });

  // Two winners: after the number of one that of the next is asked for, before anything is sent.
  const empty = (slot) => !slot.querySelector("[name^=tick-]:checked") && ![...slot.querySelectorAll("[name^=typed-], [name^=hand_concealed-]")].some(({ value }) => value);
  document.addEventListener("submit", (event) => {
    const slots = [...event.target.querySelectorAll(".win-slot")];
    const next = slots.find((slot) => slot.hidden && empty(slot));
    if (!next || event.submitter?.name || slots.some((slot) => !slot.hidden && empty(slot))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const tab = event.target.querySelector(`.winner-tabs input[value="${next.dataset.tabPanel}"]`);
    tab.checked = true;
    tab.dispatchEvent(new Event("change", { bubbles: true }));
  }, true);

  // 揀番 and 擺牌 need the whole height: their tab goes to the top of the sheet.
  document.addEventListener("change", (event) => {
    const slot = event.isTrusted && event.target.name?.startsWith("mode-") && event.target.closest(".win-slot");
    const panel = slot && slot.querySelector(`[data-tab-panel="${event.target.value}"]`);
    if (panel && event.target.value !== "typed") panel.scrollIntoView({ block: "start" });
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (!event.target.matches?.(".live-sum")) return;
    shutOut(event.target);
    total(event.target.closest("form"));
  });
  for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(failed, (event) => {
      if (!event.target.matches?.(".live-sum")) return;
      event.target.replaceChildren();
      shutOut(event.target);
      total(event.target.closest("form"));
    });
  }
})();
