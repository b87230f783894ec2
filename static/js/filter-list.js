/* 搜尋: <input data-filter="id of a list, or of several"> leaves only the items whose words hold what is typed.
   Items are [data-words] (else their own text) inside .pick or li; a number is looked for in [data-number] as a
   whole ("10 20" is found by 20 and not by 2) where an item has one; a group heading [data-group] without
   items left is hidden; [data-none] shows when nothing is left. Ticked items always stay. [data-hits="id"] says how
   many are left of that list; while somebody searches, [data-filtered] around the lists is [data-searched]. */
"use strict";
(function () {
  const plain = (text) => text.toLowerCase().normalize("NFKC").replace(/\s+/g, "");

  function matches(item, wanted) {
    if (item.dataset.number !== undefined && /^\d+$/.test(wanted)) return item.dataset.number.split(" ").includes(wanted);
    return plain(item.dataset.words || item.textContent).includes(wanted) || item.querySelector("input:checked") !== null;
  }

  const lists = (field) => field.dataset.filter.split(" ").map((id) => document.getElementById(id)).filter(Boolean);

  function filter(field) {
    const wanted = plain(field.value);
    const left = lists(field).map((list) => leave(list, wanted));
    if (!left.length) return;
    const all = field.closest("[data-filtered]");
    all?.toggleAttribute("data-searched", wanted !== "");
    const none = (all || lists(field)[0].parentElement).querySelector("[data-none]");
    if (none) none.hidden = left.some(Boolean);
  }

  // How many items of a list are left.
  function leave(list, wanted) {
    const items = [...list.querySelectorAll(".pick, li")];
    for (const item of items) item.hidden = wanted !== "" && !matches(item, wanted);
    for (const group of list.querySelectorAll("[data-group]")) {
      let next = group.nextElementSibling;
      let left = false;
      for (; next && !next.hasAttribute("data-group"); next = next.nextElementSibling) left ||= !next.hidden;
      group.hidden = !left;
    }
    list.toggleAttribute("data-searched", wanted !== "");
    const left = items.filter((item) => !item.hidden && !item.hasAttribute("data-group")).length;
    list.toggleAttribute("data-nothing", !left);
    const hits = document.querySelector(`[data-hits="${list.id}"]`);
    if (hits) hits.textContent = wanted ? left : "";
    return left;
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
      const taken = ".pick:not([hidden]) input:not(:checked):not(:disabled), li:not([hidden]) > button, li:not([hidden]) > a";
      const left = lists(event.target).flatMap((list) => [...list.querySelectorAll(taken)]);
      if (left.length === 1) left[0].click();
    }
  });
  window.paiju.each("[data-filter]", filter);
  for (const arrival of ["htmx:afterSettle", "paiju:arrived"]) {
    document.addEventListener(arrival, () => document.querySelectorAll("[data-filter]").forEach(filter));
  }
})();
