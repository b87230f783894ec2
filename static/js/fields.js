/* 數字鍵盤, 加減, 摺行, 轉檯: small helpers of fields and tables. All of them work on plain fields, links and
   tables, which stay usable without this script. */
"use strict";
(function () {
  function changed(field) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // 數字鍵盤: [data-numpad=field id], keys 0–9, ".", back, clear. A number that came with the page or from a draft is
  // somebody's old one: the first digit replaces it, as on a till, and a finger in the field selects all of it.
  const begun = new WeakSet();
  document.addEventListener("input", (event) => begun.add(event.target));
  document.addEventListener("paiju:restored", (event) => {
    for (const pad of event.target.querySelectorAll("[data-numpad]")) begun.delete(document.getElementById(pad.dataset.numpad));
  });
  document.addEventListener("focusin", (event) => {
    const field = event.target;
    if (field.value && !begun.has(field) && field.id && document.querySelector(`[data-numpad="${field.id}"]`)) field.select();
  });

  function press(field, key) {
    if (!begun.has(field) && key !== "back") field.value = "";
    if (key === "clear") field.value = "";
    else if (key === "back") field.value = field.value.slice(0, -1);
    else if (key === "." && field.value.includes(".")) return;
    else if (field.maxLength < 0 || field.value.length < field.maxLength) {
      field.value = (field.value === "0" && key !== "." ? "" : field.value) + key;
    }
    changed(field);
  }
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-numpad] [data-key]");
    if (!key) return;
    const field = document.getElementById(key.closest("[data-numpad]").dataset.numpad);
    if (field && !field.disabled) press(field, key.dataset.key);
  });

  // 滾輪: a wheel over the field in which one types moves the page, never the number
  document.addEventListener("wheel", ({ target }) => {
    if (target.matches?.("input[type=number]:focus")) target.blur();
  }, { passive: true, capture: true });

  // 日期: the browser shows a day in its own language; below it comes the one of the page
  window.paiju.each("input[type=date]", (field) => {
    const said = document.createElement("p");
    said.className = "help";
    const say = () => { said.textContent = field.value ? window.paiju.written(new Date(`${field.value}T00:00`)) : ""; };
    field.after(said);
    field.addEventListener("input", say);
    say();
  });

  // 加減: [data-stepper] holds −, a field with min and max, +
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-stepper] > button");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const step = (button === button.parentElement.firstElementChild ? -1 : 1) * (Number(field.step) || 1);
    const low = field.min === "" ? -Infinity : Number(field.min);
    const high = field.max === "" ? Infinity : Number(field.max);
    field.value = String(Math.min(high, Math.max(low, (Number(field.value) || 0) + step)));
    changed(field);
  });

  // 分頁: [data-tabs] of radio labels shows the panel [data-tab-panel=value]; hidden ones keep what was entered
  function showPanels(tabs) {
    const chosen = tabs.querySelector("input:checked");
    const scope = tabs.closest("form") || document;
    for (const panel of scope.querySelectorAll(`[data-tab-panel][data-tabs-name="${tabs.dataset.tabs}"]`)) {
      panel.hidden = !chosen || panel.dataset.tabPanel !== chosen.value;
    }
  }
  window.paiju.each("[data-tabs]", (tabs) => {
    showPanels(tabs);
    tabs.addEventListener("change", () => showPanels(tabs));
  });

  // 有錯: what has to be put right is unfolded, in whichever tab or <details> it is. Returns the words of the tabs.
  const tabOf = (panel) => document.querySelector(`[data-tabs="${CSS.escape(panel.dataset.tabsName)}"] input[value="${CSS.escape(panel.dataset.tabPanel)}"]`);
  function unfold(place) {
    const tabs = [];
    for (let part = place; part; part = part.parentElement) {
      if (part.matches("details")) part.open = true;
      const tab = part.dataset.tabPanel && tabOf(part);
      if (!tab) continue;
      tabs.unshift(tab.closest("label").textContent.trim());
      if (!tab.checked) { tab.checked = true; tab.dispatchEvent(new Event("change", { bubbles: true })); }
    }
    return tabs;
  }
  // A browser says nothing of a field that it refuses while it can't be seen.
  document.addEventListener("invalid", ({ target }) => unfold(target), true);

  // The bar under the thumb is in view wherever the page is: it says what is wrong and leads there.
  function sayInBar(form) {
    const bar = form.querySelector(".action-bar");
    const errors = [...form.parentElement.querySelectorAll(":scope > .alert.error[role=alert]"),
      ...form.querySelectorAll(".field-error, .invalid .error, .alert.error[role=alert], .errorlist")];
    const [error] = errors;
    if (!error) return;
    const tabs = errors.reverse().map(unfold).at(-1);   // the first one last: its tab is the one that is shown
    if (!bar) return;
    const { top, bottom } = error.getBoundingClientRect();
    if (!tabs.length && top >= 0 && bottom <= Math.min(innerHeight, bar.getBoundingClientRect().top)) return;   // the error itself is in view
    const said = Object.assign(document.createElement("button"), { type: "button", className: "bar-error",
      textContent: [...tabs, error.textContent.trim().split(/\n\s*/)[0]].join(" · "), onclick: () => { unfold(error); error.scrollIntoView({ block: "center" }); } });
    bar.prepend(said);
    form.addEventListener("input", () => said.remove(), { once: true });
  }

  // A page comes back with the first field that has to be put right in sight and ready to be typed in; a sheet is short and
  // may not bring up the phone's keyboard by itself
  window.paiju.each("main form", (form) => {
    if (form.closest("dialog")) return;
    sayInBar(form);
    if (document.activeElement !== document.body) return;
    form.querySelector(".invalid :is(input, select, textarea):not([type=hidden])")?.focus();
  });

  // 摺行: on phones a row of .ledger.folding unfolds by a tap or its button
  document.addEventListener("click", (event) => {
    const row = event.target.closest(".ledger.folding tbody tr");
    if (!row || event.target.closest("a, input, label")) return;
    const open = row.classList.toggle("unfolded");
    row.querySelector("[aria-expanded]")?.setAttribute("aria-expanded", String(open));
  });

  // 轉檯: [data-turn=id of the diagram] turns the table by one side; remembered on this device
  function turned(diagram, below) {
    diagram.dataset.below = String(below);
    try { localStorage.setItem(`below:${diagram.id}`, String(below)); } catch { /* only not remembered */ }
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-turn]");
    const diagram = button && document.getElementById(button.dataset.turn);
    if (diagram) turned(diagram, (Number(diagram.dataset.below || 0) + 1) % 4);
  });
  window.paiju.each(".table-diagram[id]", (diagram) => {
    let kept = null;
    try { kept = localStorage.getItem(`below:${diagram.id}`); } catch { /* nothing kept */ }
    if (kept !== null && document.querySelector(`[data-turn="${diagram.id}"]`)) diagram.dataset.below = kept;
  });
})();
