/* Small manners of every page: menus close when one leaves them, alerts can be dismissed, and a request that
   the network swallowed is said so instead of nothing happening. Words: data attributes of #network. */
"use strict";
/* paiju.each(selector, setup): runs setup once for every such element, those that arrive later included.
   paiju.arrived(element): tells that new content has come into the page. paiju.clock(seconds): the time in the hall,
   whatever zone this device is set to.
   A phone's own clock may be minutes or an hour off, so all count from the server's: paiju.now(). Every answer says what time it
   is there (paiju.timed(answer)); paiju.every(seconds, count) counts as soon as one has, and until then what the server has
   written stays. */
window.paiju = (function () {
  const DRIFT = 2000;         // Date has whole seconds, and an answer is on its way for a while
  const CLOCKS = "time[data-until], time[data-since], time[data-left], [data-clock], [data-updated], [data-offline-rules]";
  const wanted = [];
  let ahead = null;           // milliseconds that the server's clock is ahead of this device's
  try { ahead = JSON.parse(sessionStorage.getItem("ahead")); } catch { /* a private window */ }

  function set(by) {
    if (ahead !== null && Math.abs(by - ahead) < DRIFT) return;
    ahead = by;
    try { sessionStorage.setItem("ahead", JSON.stringify(by)); } catch { /* known to this page only */ }
    document.dispatchEvent(new CustomEvent("paiju:time"));
  }

  function timed(answer) {
    const said = Date.parse(answer.headers.get("Date")) + 1000 * (Number(answer.headers.get("Age")) || 0) + 500;
    set(said ? said - Date.now() : ahead || 0);
    return answer;
  }

  // Without a network in a new tab this device's own clock has to do.
  document.addEventListener("DOMContentLoaded", () => {
    if (ahead !== null || !document.querySelector(CLOCKS)) return;
    fetch(document.querySelector("link[rel=icon]").href, { method: "HEAD", cache: "no-store" }).then(timed).catch(() => set(0));
  });

  const now = () => Date.now() + (ahead || 0);
  function run({ selector, setup, done }) {
    for (const element of document.querySelectorAll(selector)) {
      if (!done.has(element)) { done.add(element); setup(element); }
    }
  }
  const again = () => wanted.forEach(run);
  for (const arrival of ["DOMContentLoaded", "htmx:load", "paiju:arrived"]) document.addEventListener(arrival, again);
  return {
    each(selector, setup) {
      const entry = { selector, setup, done: new WeakSet() };
      wanted.push(entry);
      if (document.readyState !== "loading") run(entry);
    },
    clock(seconds) {
      const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: document.documentElement.dataset.zone };
      if (seconds) parts.second = "2-digit";
      return new Intl.DateTimeFormat("en-GB", parts).format(now());
    },
    now,
    timed,
    every(seconds, count) {
      const soon = () => { if (ahead !== null) count(); };
      for (const arrival of ["paiju:time", "DOMContentLoaded", "htmx:load", "paiju:arrived"]) document.addEventListener(arrival, soon);
      setInterval(soon, seconds * 1000);
      if (document.readyState !== "loading") soon();
    },
    arrived(element) {
      if (window.htmx) window.htmx.process(element);
      element.dispatchEvent(new CustomEvent("paiju:arrived", { bubbles: true }));
    },
  };
})();

(function () {
  // 大會鐘: <time data-until> says how many minutes are left, in the server's words (data-minutes, data-rung).
  function until(element) {
    const left = Math.ceil((Date.parse(element.dateTime) - window.paiju.now()) / 60000);
    const words = left > 0 ? element.dataset.minutes.replace("{m}", left) : element.dataset.rung;
    if (element.textContent !== words) element.textContent = words;
    const line = element.closest(".hall-clock");
    line?.classList.toggle("rung", left <= 0);
    line?.classList.toggle("warn", left > 0 && left <= Number(element.dataset.warning));
  }
  window.paiju.every(5, () => document.querySelectorAll("time[data-until]").forEach(until));

  // 選單: a tap elsewhere or Escape closes it, as people expect of a menu; <details> alone stays open.
  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      if (menu !== except) menu.open = false;
    }
  }
  document.addEventListener("click", (event) => closeMenus(event.target.closest("details[data-menu]")));
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector("details[data-menu][open]");
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (button) button.closest(".alert, .toast").remove();
  });

  // 通知: what was done goes after six seconds, unless one is about to take it back; for readers of a screen with the next
  // change. An error stays until then, on a page that does not renew itself a warning too. Nothing goes before it could be read.
  const [READ, STAYS] = [3000, 6000];
  const said = new WeakMap();
  function leave(note) {
    if (note.matches(":hover, :focus-within")) { setTimeout(leave, STAYS, note); return; }
    note.querySelector("form")?.remove();
    note.classList.add("visually-hidden");
  }
  window.paiju.each("#messages > .alert", (note) => {
    said.set(note, performance.now());
    const stays = document.querySelector("[data-poll]") ? ".error" : ".messages:has(.warning, .error) > *";
    if (!note.matches(stays)) setTimeout(leave, STAYS, note);
  });
  function changed({ target, detail }) {
    if (!target.matches?.("[data-poll]") && detail?.target?.id !== "confirm-strip") return;
    for (const note of document.querySelectorAll("#messages > .alert")) if (performance.now() - said.get(note) > READ) note.remove();
  }
  document.addEventListener("paiju:arrived", changed);
  document.addEventListener("htmx:afterSettle", changed);

  // 局: what a part that renews itself says for the head of its page.
  window.paiju.each("template[data-hand-now]", ({ content }) => document.querySelector(".hand-now")?.replaceChildren(content.cloneNode(true)));

  // 我是幾號: standings are the same for everybody, so the own page leaves the own number on the device for them.
  const own = (event) => `own:${event}`;
  window.paiju.each("[data-own-number]", ({ dataset }) => {
    try { localStorage.setItem(own(dataset.ownEvent), dataset.ownNumber); } catch { /* private window */ }
  });
  document.addEventListener("submit", (event) => {
    const left = event.target.dataset.forgetOwn;
    try { if (left) localStorage.removeItem(own(left)); } catch { /* nothing there */ }
  });

  // 列印: a button that only makes sense with a script; without one it is hidden (.needs-js).
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  // A day as tournaments/phrases/days.py writes it.
  window.paiju.written = (moment, timeZone) => {
    const english = document.documentElement.lang.startsWith("en");
    const parts = { year: "numeric", month: english ? "short" : "numeric", day: "numeric", weekday: english ? "short" : "narrow" };
    const written = new Intl.DateTimeFormat(english ? "en-US" : "zh-Hant", { ...parts, timeZone }).formatToParts(moment);
    const told = Object.fromEntries(written.map(({ type, value }) => [type, value]));
    return document.documentElement.dataset.day.replace(/\{(\w+)\}/g, (whole, name) => told[name] || whole);
  };

  // A page that is kept for everybody does not know when it is printed.
  window.addEventListener("beforeprint", () => {
    for (const time of document.querySelectorAll("[data-print-time]")) {
      const day = window.paiju.written(window.paiju.now(), document.documentElement.dataset.zone);
      time.textContent = `${day} ${window.paiju.clock()}`;
    }
  });

  // A page that the browser shows in place of one that it has not kept says so.
  window.paiju.each("[data-not-kept]", (note) => { note.hidden = location.pathname === note.dataset.notKept; });

  // 網絡: htmx says when a request did not come through (in words: network.js); the badge in the header shows it. While a form
  // waits to be sent (save-queue.js) nothing else may say that all is well.
  function network(state) {
    const badge = document.querySelector("[data-network]");
    if (!badge) return;
    if (state === "sent" && document.querySelector("form[data-state=queued], form[data-state=failed]")) return;
    if (state !== "queued" && Number(document.documentElement.dataset.waiting)) state = "queued";
    // That nothing was lost is no news on a page that has sent nothing yet.
    const words = badge.dataset[state === "sent" && !sent ? "connected" : state];
    badge.dataset.state = state;
    if (words) badge.textContent = words;
  }
  let fine = true;   // but for the network nothing was missing
  let sent = false;
  const lost = () => { fine = false; network("failed"); };
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    if (!detail.successful) return;
    sent ||= detail.requestConfig.verb !== "get";
    network("sent");
  });
  window.addEventListener("offline", () => {
    fine = document.querySelector("[data-network]")?.dataset.state === "sent";
    network("failed");
  });
  window.addEventListener("online", () => { if (fine) network("sent"); });   // a tap that was lost stays so
  document.addEventListener("paiju:network", (event) => {
    fine &&= event.detail !== "failed";
    sent ||= event.detail === "sent";
    network(event.detail);
  });
  const waits = () => { if (Number(document.documentElement.dataset.waiting)) network("queued"); };
  document.addEventListener("paiju:outbox", waits);
  window.paiju.each("[data-network]", waits);
  document.addEventListener("paiju:delivered", () => { sent = true; network("sent"); });
})();
