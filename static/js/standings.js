/* 排名: a search that leaves only the rows whose name or number holds what is typed, and rows that unfold on phones.
   Both outlive the table being replaced by poll.js. <input data-find-rows="id of the holder">. */
"use strict";
(function () {
  const plain = (text) => text.toLowerCase().normalize("NFKC").replace(/\s+/g, "");

  // 其餘: where there are many, the rows after the first ones come when they are asked for, sought, or hold the own one.
  function showRest() {
    const rest = document.querySelector("[data-rest]");
    if (!rest) return;
    rest.dataset.poll = rest.dataset.rest;
    delete rest.dataset.rest;
    window.paiju.arrived(rest);
    document.dispatchEvent(new CustomEvent("paiju:poll"));
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-show-rest]")) return;
    event.preventDefault();
    showRest();
  });

  function find(field) {
    const holder = document.getElementById(field.dataset.findRows);
    if (!holder) return;
    const wanted = plain(field.value);
    if (wanted) showRest();
    let left = 0;
    for (const row of holder.querySelectorAll("tbody tr")) {
      row.hidden = wanted !== "" && !(row.id && plain(row.querySelector("th").textContent).includes(wanted));
      left += !row.hidden;
    }
    const none = holder.querySelector("[data-none]");
    if (none) none.hidden = left > 0;
    offer(wanted !== "" && left === 1 ? holder.querySelector("tbody tr[id]:not([hidden])") : null);
  }

  // 這是我: whoever is found alone can be made the own one. Kept on this device, as the player's own page keeps it.
  const own = (event) => `own:${event}`;
  function kept(event) {
    try { return localStorage.getItem(own(event)); } catch { return null; }
  }

  function keep(event, number) {
    try {
      if (number) localStorage.setItem(own(event), number);
      else localStorage.removeItem(own(event));
    } catch { /* a private window keeps nothing */ }
  }

  function offer(row) {
    for (const button of document.querySelectorAll("[data-this-is-me]")) {
      const number = row?.id.slice(1) || "";
      button.hidden = !number || number === kept(button.dataset.thisIsMe);
      button.value = number;
    }
    for (const button of document.querySelectorAll("[data-not-me]")) button.hidden = Boolean(row) || !kept(button.dataset.notMe);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-this-is-me], [data-not-me]");
    if (!button) return;
    keep(button.dataset.thisIsMe || button.dataset.notMe, button.dataset.thisIsMe && button.value);
    fields().forEach((field) => { field.value = ""; });
    arrived();
  });

  const fields = () => document.querySelectorAll("[data-find-rows]");
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find-rows]")) find(event.target);
  });
  // The headings become labels of the unfolded cells; written when needed, not 2,000 times by the server.
  function label(row) {
    const heads = row.closest("table").querySelectorAll("thead th");
    [...row.cells].forEach((cell, index) => { if (heads[index]) cell.dataset.label = heads[index].textContent; });
    if (!row.querySelector(".whole-history")) row.append(wholeHistory(row));
  }

  function wholeHistory(row) {
    const cell = document.createElement("td");
    const link = document.createElement("a");
    cell.className = "whole-history";
    link.className = "button";
    link.href = row.querySelector("th a").href;
    link.textContent = document.querySelector("[data-whole]")?.dataset.whole || "";
    cell.append(link);
    return cell;
  }

  // 我: points as whole units of 10⁻¹⁰, since they are compared and subtracted exactly.
  function units(text) {
    const [, minus, whole, part] = /([−-]?)\+?(\d+)(?:\.(\d+))?/.exec(text) || [];
    if (!whole) return null;
    const size = BigInt(whole + (part || "").padEnd(10, "0"));
    return minus ? -size : size;
  }

  function points(size) {
    const digits = (size < 0n ? -size : size).toString().padStart(11, "0");
    const part = digits.slice(-10).replace(/0+$/, "");
    return `${size > 0n ? "+" : size < 0n ? "−" : ""}${digits.slice(0, -10)}${part && "."}${part}`;
  }

  function cellsOf(row) {
    const heads = [...row.closest("table").querySelectorAll("thead th")];
    return (name) => row.cells[heads.findIndex((head) => head.dataset.field === name)];
  }

  const basis = (row) => (row.closest("table").classList.contains("projected") ? "projected" : "total");
  const total = (row) => units(cellsOf(row)(basis(row)).textContent);
  // What a cell says without the heading that it repeats for phones.
  const value = (cell) => [...cell.childNodes].filter((node) => node.nodeName !== "I").map((node) => node.textContent).join("").trim();
  const place = (row) => cellsOf(row)("place").firstChild.textContent;
  const placed = (row) => /\d/.test(place(row));

  // The nearest with another place; the line between rows is a row of the table too, one without id.
  function beside(row, way) {
    let next = row[way];
    while (next && (!next.id || place(next) === place(row))) next = next[way];
    return next && placed(next) ? next : null;
  }

  function part(label, value) {
    const made = document.createElement("span");
    made.append(document.createElement("small"), document.createElement("b"));
    made.firstChild.textContent = label;
    made.lastChild.textContent = value;
    return made;
  }

  // A bar at the foot of the page that stays in sight: the own place, points, and how far it is to the others.
  function tellMine(bar) {
    const number = kept(bar.dataset.mine);
    for (const other of document.querySelectorAll(".standings tr.mine")) {
      if (other.id === `p${number}`) continue;
      other.classList.remove("mine");
      other.querySelector(".badge.me")?.remove();
    }
    const row = number && document.getElementById(`p${number}`);
    bar.hidden = !row;
    if (number && !row) showRest();
    if (!row) return;
    const cell = cellsOf(row);
    if (!row.classList.contains("mine")) {
      row.classList.add("mine");
      const badge = document.createElement("span");
      badge.className = "badge me";
      badge.textContent = bar.dataset.me;
      cell("number").append(badge);
    }
    bar.href = `#${row.id}`;
    bar.replaceChildren(...partsOf(row, cell, bar.dataset));
  }

  function partsOf(row, cell, words) {
    const heads = row.closest("table").querySelectorAll("thead th");
    const labelled = (one) => part(heads[one.cellIndex].textContent, value(one));
    const both = [cell("total"), cell("projected")].filter(Boolean);
    if (basis(row) === "projected") both.reverse();
    const found = [part(words.place, place(row)), ...both.map(labelled)];
    const [above, below] = order.by ? [] : [beside(row, "previousElementSibling"), beside(row, "nextElementSibling")];
    if (placed(row) && above) found.push(part(words.above, points(total(row) - total(above))));
    else if (placed(row) && below) found.push(part(words.below, points(total(row) - total(below))));
    if (cell("line")?.textContent) found.push(labelled(cell("line")));
    return found;
  }

  // 排序: a tap on a heading orders the rows by it, the next one the other way, the third as the server does. Not where the
  // rows come in two parts, and not on phones, where headings are labels of what a row unfolds.
  const order = { by: "", down: true };
  function sort(table) {
    const body = table.tBodies[0];
    for (const [at, head] of [...table.tHead.rows[0].cells].entries()) {
      if (!head.querySelector("button")) head.replaceChildren(Object.assign(document.createElement("button"), { type: "button", className: "sort", textContent: head.textContent }));
      if (head.textContent !== order.by) { head.removeAttribute("aria-sort"); continue; }
      head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      const key = (row) => units(row.cells[at]?.textContent || "");
      const compare = (a, b) => (key(a) === key(b) ? 0 : key(a) === null ? 1 : key(b) === null ? -1 : (key(a) < key(b)) === order.down ? 1 : -1);
      const byName = (a, b) => a.cells[at].textContent.localeCompare(b.cells[at].textContent) * (order.down ? -1 : 1);
      const rows = [...body.rows];
      for (const row of rows) if (!row.id) row.remove();   // the cut line means nothing in another order
      const numbers = rows.some((row) => row.id && key(row) !== null && !head.matches("[data-field=number]"));
      body.append(...rows.filter((row) => row.id).sort(numbers ? compare : byName));
    }
  }
  document.addEventListener("click", (event) => {
    const by = event.target.closest(".sort")?.textContent;
    if (!by) return;
    const again = order.by === by;
    Object.assign(order, { by: again && !order.down ? "" : by, down: !again });
    if (order.by) arrived();
    else { document.getElementById("standings").dataset.etag = ""; document.dispatchEvent(new CustomEvent("paiju:poll")); }
  });

  function arrived() {
    if (matchMedia("(min-width: 48rem)").matches && !document.getElementById("more-standings")) document.querySelectorAll("#standings table.standings").forEach(sort);
    fields().forEach(find);
    document.querySelectorAll("[data-mine]").forEach(tellMine);
    document.querySelectorAll(".unfolding tr:is(.unfolded, :target)").forEach(label);
  }
  document.addEventListener("paiju:arrived", arrived);
  document.addEventListener("DOMContentLoaded", () => {
    if (/^#p\d+$/.test(location.hash) && !document.getElementById(location.hash.slice(1))) showRest();
  });
  document.addEventListener("DOMContentLoaded", arrived);
  for (const name of ["load", "hashchange"]) window.addEventListener(name, arrived);   // :target is known by then

  // Links inside the row stay links; a tap anywhere else unfolds it.
  document.addEventListener("click", (event) => {
    const row = event.target.closest(".unfolding tbody tr[id]");
    if (!row || event.target.closest("a, button")) return;
    label(row);
    row.classList.toggle("unfolded");
  });
})();
