/* 快捷鍵 for desk pages: data-shortcut="n" on a link, button or field; the key presses or focuses it.
   "?" opens the dialog [data-shortcut-help], whose <dl> is filled from data-shortcut-label, aria-label or the text.
   Letters typed into a field stay letters; "/" and "?" are only keys outside of fields. */
"use strict";
(function () {
  const inField = (element) => element.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

  function visible(element) {
    return element.getClientRects().length > 0 && !element.disabled;
  }

  function label(element) {
    return element.dataset.shortcutLabel || element.getAttribute("aria-label") || element.textContent.trim();
  }

  function help(dialog) {
    const list = dialog.querySelector("dl");
    list.replaceChildren();
    for (const element of document.querySelectorAll("[data-shortcut]")) {
      if (!visible(element)) continue;
      const key = document.createElement("dt");
      key.append(Object.assign(document.createElement("kbd"), { textContent: element.dataset.shortcut }));
      const words = Object.assign(document.createElement("dd"), { textContent: label(element) });
      list.append(key, words);
    }
    if (list.children.length && !dialog.open) dialog.showModal();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || inField(event.target)) return;
    if (document.querySelector("dialog[open]") && event.key !== "?") return;
    const dialog = document.querySelector("[data-shortcut-help]");
    if (event.key === "?" && dialog) { event.preventDefault(); help(dialog); return; }
    const wanted = [...document.querySelectorAll("[data-shortcut]")];
    const element = wanted.find((one) => one.dataset.shortcut === event.key && visible(one));
    if (!element) return;
    event.preventDefault();
    if (inField(element)) { element.focus(); element.select?.(); } else element.click();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-shortcut-open]")) help(document.querySelector("[data-shortcut-help]"));
  });
})();
