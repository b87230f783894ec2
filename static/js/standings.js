/* 排名: a search that leaves only the rows whose name or number holds what is typed, and rows that unfold on phones.
   Both outlive the table being replaced by poll.js. <input data-find-rows="id of the holder">. */
"use strict";
(function () {
  const plain = (text) => text.toLowerCase().normalize("NFKC").replace(/\s+/g, "");

  function find(field) {
    const holder = document.getElementById(field.dataset.findRows);
    if (!holder) return;
    const wanted = plain(field.value);
    let left = 0;
    for (const row of holder.querySelectorAll("tbody tr")) {
      row.hidden = wanted !== "" && !plain(row.querySelector("th").textContent).includes(wanted);
      left += !row.hidden;
    }
    const none = holder.querySelector("[data-none]");
    if (none) none.hidden = left > 0;
  }

  const fields = () => document.querySelectorAll("[data-find-rows]");
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find-rows]")) find(event.target);
  });
  // The headings become labels of the unfolded cells; written when needed, not 2,000 times by the server.
  function label(row) {
    const heads = row.closest("table").querySelectorAll("thead th");
    [...row.cells].forEach((cell, index) => { cell.dataset.label = heads[index].textContent; });
  }

  function arrived() {
    fields().forEach(find);
    document.querySelectorAll(".unfolding tr:is(.unfolded, :target)").forEach(label);
  }
  document.addEventListener("paiju:arrived", arrived);
  document.addEventListener("DOMContentLoaded", arrived);
  for (const name of ["load", "hashchange"]) window.addEventListener(name, arrived);   // :target is known by then

  // Links inside the row stay links; a tap anywhere else unfolds it.
  document.addEventListener("click", (event) => {
    const row = event.target.closest(".unfolding tbody tr");
    if (!row || event.target.closest("a, button")) return;
    label(row);
    row.classList.toggle("unfolded");
  });
})();
