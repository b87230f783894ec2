/* 搜尋: <input data-filter="id of a list"> leaves only the items whose words hold what is typed.
   Items are [data-words] (else their own text) inside .pick or li; a number is looked for in [data-number] as a
   whole ("10 20" is found by 20 and not by 2) where an item has one; a group heading [data-group] without
   items left is hidden; [data-none] shows when nothing is left. Ticked items always stay. */
"use strict";
(function () {
  const plain = (text) => text.toLowerCase().normalize("NFKC").replace(/\s+/g, "");

  function matches(item, wanted) {
    if (item.dataset.number !== undefined && /^\d+$/.test(wanted)) return item.dataset.number.split(" ").includes(wanted);
    return plain(item.dataset.words || item.textContent).includes(wanted) || item.querySelector("input:checked") !== null;
  }

  function filter(field) {
    const list = document.getElementById(field.dataset.filter);
    if (!list) return;
    const wanted = plain(field.value);
    const items = [...list.querySelectorAll(".pick, li")];
    for (const item of items) item.hidden = wanted !== "" && !matches(item, wanted);
    for (const group of list.querySelectorAll("[data-group]")) {
      let next = group.nextElementSibling;
      let left = false;
      for (; next && !next.hasAttribute("data-group"); next = next.nextElementSibling) left ||= !next.hidden;
      group.hidden = !left;
    }
    list.toggleAttribute("data-searched", wanted !== "");
    const none = list.parentElement.querySelector("[data-none]");
    if (none) none.hidden = items.some((item) => !item.hidden);
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-filter]")) filter(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches("[data-filter]")) return;
    if (event.key === "Escape" && event.target.value) {
      event.preventDefault();
      event.target.value = "";
      filter(event.target);
    }
    // Enter in the search takes the only item left, or follows it, instead of sending the form.
    if (event.key === "Enter") {
      event.preventDefault();
      const list = document.getElementById(event.target.dataset.filter);
      const left = [...list.querySelectorAll(".pick:not([hidden]) input:not(:checked):not(:disabled), li:not([hidden]) > button, li:not([hidden]) > a")];
      if (left.length === 1) left[0].click();
    }
  });
  window.paiju.each("[data-filter]", filter);
  for (const arrival of ["htmx:afterSettle", "paiju:arrived"]) {
    document.addEventListener(arrival, () => document.querySelectorAll("[data-filter]").forEach(filter));
  }
})();
