/* 賽事首頁: 找自己 finds a player by name or number, shows where they are, and keeps on this device who oneself is.
   The names are fetched when somebody begins to look; the card is asked for again when the page has changed. Without a
   script the form asks the page of seats. */
"use strict";
(function () {
  const MOST = 6;
  const form = document.querySelector("[data-find-me]");
  if (!form) return;
  const field = form.querySelector("input");
  const list = form.querySelector("[data-found-names]");
  const card = document.querySelector("[data-own-card]");
  const buttons = document.querySelector("[data-own-buttons]");
  const key = `own:${form.dataset.findMe}`;   // as the player's own page and the standings keep it
  let names = null;
  let shown = "";

  const plain = (text) => text.toLowerCase().normalize("NFKC").replace(/\s+/g, "");
  const own = () => { try { return localStorage.getItem(key) || ""; } catch { return ""; } };
  function keep(number) {
    try {
      if (number) localStorage.setItem(key, number);
      else localStorage.removeItem(key);
    } catch { /* a private window keeps nothing */ }
  }

  async function got(address, mark = "") {
    const everybodys = new URL(address, location).pathname.startsWith("/live/");
    const headers = mark ? { "If-None-Match": mark } : {};
    return fetch(address, { headers, cache: "no-store", credentials: everybodys ? "omit" : "same-origin" });
  }

  async function load() {
    if (names) return;
    names = [];
    try {
      const answer = await got(form.dataset.names);
      if (!answer.ok) { names = null; return; }
      const held = document.createElement("template");
      held.innerHTML = await answer.text();
      names = [...held.content.querySelectorAll("li")].map((one) => ({
        number: one.getAttribute("value"),
        name: one.dataset.name,
        words: plain(one.dataset.words),
        club: one.querySelector("small")?.textContent || "",
      }));
      find();
    } catch { names = null; }
  }

  function matching(wanted) {
    if (/^\d+$/.test(wanted)) return names.filter((one) => one.number.startsWith(wanted)).sort((a, b) => a.number - b.number);
    return names.filter((one) => one.words.includes(wanted));
  }

  function find() {
    const wanted = plain(field.value);
    const found = wanted && names ? matching(wanted).slice(0, MOST) : [];
    list.replaceChildren(...found.map(line));
    if (wanted && names?.length && !found.length) {
      const none = document.createElement("li");
      none.textContent = form.dataset.none;
      list.append(none);
    }
    list.hidden = !list.children.length;
  }

  function line(one) {
    const row = document.createElement("li");
    const button = document.createElement("button");
    const club = document.createElement("small");
    button.type = "button";
    button.className = "button quiet wide";
    button.value = one.number;
    club.textContent = one.club;
    const name = document.createElement("bdi");
    name.textContent = one.name;
    button.append(`${one.number} `, name, " ", club);
    row.append(button);
    return row;
  }

  async function show(number) {
    const mark = number === shown ? card.dataset.etag : "";
    try {
      const answer = await got(form.dataset.own.replace(/0\/$/, `${number}/`), mark);
      if (answer.status === 404 && number === own()) keep("");
      if (!answer.ok) return;
      card.innerHTML = await answer.text();
      card.dataset.etag = answer.headers.get("ETag") || "";
      shown = number;
      told();
    } catch { /* without network it stays as it is */ }
  }

  function told() {
    const mine = shown === own();
    card.hidden = buttons.hidden = !shown;
    form.hidden = Boolean(shown) && mine;
    buttons.querySelector("[data-own-keep]").hidden = mine;
    buttons.querySelector("[data-own-forget]").hidden = !mine;
    buttons.querySelector("[data-own-close]").hidden = mine;
    const badge = card.querySelector("[data-own-badge]");
    if (badge) badge.hidden = !mine;
  }

  function leave() {
    shown = "";
    card.replaceChildren();
    told();
    if (own()) show(own());
    else field.focus();
  }

  function chosen(number) {
    field.value = "";
    find();
    show(number);
  }

  field.addEventListener("focus", load);
  field.addEventListener("input", () => { load(); find(); });
  form.addEventListener("submit", (event) => {
    const first = list.querySelector("button");
    if (!first) return;
    event.preventDefault();
    chosen(first.value);
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) chosen(button.value);
  });
  buttons.addEventListener("click", (event) => {
    if (event.target.closest("[data-own-keep]")) { keep(shown); told(); }
    if (event.target.closest("[data-own-forget]")) { keep(""); leave(); }
    if (event.target.closest("[data-own-close]")) leave();
  });

  // 約 40 分鐘: the page says when the round is expected to end; how long that is, the device knows.
  function count() {
    for (const time of document.querySelectorAll("time[data-left]")) {
      const minutes = Math.round((new Date(time.dateTime) - window.paiju.now()) / 60000);
      time.title ||= time.textContent;
      const words = minutes <= 0 ? time.dataset.soon : minutes < 60 ? time.dataset.left : time.dataset.hours;
      const left = minutes < 60 ? minutes : minutes % 60;
      time.textContent = words.replace("{h}", Math.floor(minutes / 60)).replace("{m}", left);
    }
  }
  window.paiju.every(20, count);

  function mark() {
    for (const row of document.querySelectorAll(".home-ranks tr[data-number]")) row.classList.toggle("mine", row.dataset.number === own());
  }

  let head = document.querySelector(".home-head");
  document.addEventListener("paiju:arrived", () => {
    mark();
    const now = document.querySelector(".home-head");
    if (now === head) return;
    head = now;
    if (shown) show(shown);
  });
  mark();
  if (own()) show(own());
})();
