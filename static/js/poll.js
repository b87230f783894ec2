/* 自動更新 <div data-poll="address" data-poll-every="5" data-etag='"…"'> replaces its content by that of the address.
   htmx polls too, but without ETags, pauses that grow, and movement of rows.
   1. It sends the last ETag; 304 changes nothing. Hidden tabs and closed dialogs do not ask.
   2. Addresses below /live/ are the same for every reader and cached on the way: they are sent without cookies.
   3. Without an answer the last data stay, [data-stale] appears and the pauses grow. [data-updated] shows the time of the
      last answer, [data-connected] whether there was one.
   4. data-wide-poll="address": only in windows of 80rem and more. Its last content survives when its holder is replaced.
   5. data-poll-with="id": asks as soon as the part with that id has changed; with "" only then.
   Opened <details> and unfolded rows with an id stay open; rows with data-key, or with an id in a table, glide to their place. */
"use strict";
(function () {
  // Three hundred phones share one access point: who was sent the rows of two thousand players rests for some seconds.
  const LETTERS_A_SECOND = 200000;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // Rows of the standings are known by their id: a second name for each would cost two thousand phones five kilobytes.
  const keyed = (holder) => [...holder.querySelectorAll("[data-key], tbody tr[id]")];
  const keyOf = (row) => row.dataset.key || row.id;

  function places(holder) {
    return new Map(keyed(holder).map((row) => [keyOf(row), row.getBoundingClientRect().top]));
  }

  function glide(holder, before) {
    if (calm.matches) return;
    const rows = keyed(holder).map((row) => [row, row.getBoundingClientRect().top]);
    for (const [row, top] of rows) {
      const moved = (before.get(keyOf(row)) ?? NaN) - top;
      const inSight = top > -100 && top < innerHeight;   // a hundred that nobody sees would hold up a phone for seconds
      if (moved && inSight) row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: 150, easing: "ease-out" });
    }
  }

  function swap(holder, html) {
    const before = places(holder);
    const open = [...holder.querySelectorAll("details[open][id], .unfolded[id]")].map((element) => element.id);
    const focused = holder.contains(document.activeElement) ? document.activeElement.id : "";
    window.paiju.steady.change(() => { holder.innerHTML = html; });
    for (const id of open) {
      const element = document.getElementById(id);
      if (element?.matches("details")) element.open = true;
      else element?.classList.add("unfolded");
    }
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    glide(holder, before);
    window.paiju.arrived(holder);
    if (holder.id) document.querySelectorAll(`[data-poll-with="${holder.id}"]`).forEach(soon);
  }

  function connected(now) {
    for (const place of document.querySelectorAll("[data-connected]")) place.hidden = !now;
  }

  function heard(holder) {
    holder.pollFailures = 0;
    const stale = document.querySelector("[data-stale]");
    if (stale) stale.hidden = true;
    const clock = window.paiju.clock(true);
    for (const place of document.querySelectorAll("[data-updated]")) place.textContent = clock;
    connected(true);
    document.dispatchEvent(new CustomEvent("paiju:heard"));
  }

  // Before it was heard of again, the page is of when it came.
  window.paiju.every(1, () => {
    for (const place of document.querySelectorAll("[data-stale] [data-updated]")) if (place.textContent === "—") place.textContent = window.paiju.clock(true);
  });

  function missed(holder) {
    holder.pollFailures = (holder.pollFailures || 0) + 1;
    const stale = document.querySelector("[data-stale]");
    if (stale && holder.pollFailures >= 2) stale.hidden = false;
    if (holder.pollFailures >= 2) connected(false);
  }

  async function ask(holder) {
    const everybodys = new URL(holder.dataset.poll, location).pathname.startsWith("/live/");
    const headers = everybodys ? {} : { "HX-Request": "true" };
    if (holder.dataset.etag) headers["If-None-Match"] = holder.dataset.etag;
    try {
      const credentials = everybodys ? "omit" : "same-origin";
      const answer = window.paiju.timed(await fetch(holder.dataset.poll, { headers, cache: "no-store", credentials }));
      holder.pollRest = 0;
      if (answer.status === 304) { heard(holder); return; }
      if (!answer.ok || answer.redirected) { missed(holder); return; }
      const html = await answer.text();
      holder.pollRest = html.length / LETTERS_A_SECOND;
      holder.dataset.etag = answer.headers.get("ETag") || "";
      if (holder.dataset.widePoll) kept.set(holder.dataset.widePoll, { html, etag: holder.dataset.etag });
      if (holder.isConnected) { swap(holder, html); heard(holder); }
    } catch { missed(holder); }
  }

  function later(holder) {
    const every = Math.max(Number(holder.dataset.pollEvery || 5), holder.pollRest || 0) * 1000;
    const wait = Math.min(60000, every * 2 ** Math.min(4, holder.pollFailures || 0)) * (0.85 + Math.random() * 0.15);
    holder.pollTimer = setTimeout(() => round(holder), wait);
  }

  // nginx keeps an answer until the end of its second: asked sooner it could be of before.
  function soon(holder) {
    clearTimeout(holder.pollTimer);
    holder.pollTimer = setTimeout(() => round(holder), 1100);
  }

  async function round(holder) {
    clearTimeout(holder.pollTimer);
    if (!holder.isConnected || document.hidden || holder.closest("dialog:not([open])")) return;
    // What is on its way may be older than the reason for asking: then it is asked once more.
    if (holder.polling) { holder.pollAgain = true; return; }
    holder.polling = true;
    do {
      holder.pollAgain = false;
      await ask(holder);
    } while (holder.pollAgain && !holder.pollFailures);
    holder.polling = false;
    later(holder);
  }

  const wide = matchMedia("(min-width: 80rem)");
  const kept = new Map();
  function widen(holder) {
    if (!wide.matches || holder.dataset.poll) return;
    const { html = "", etag = "" } = kept.get(holder.dataset.widePoll) || {};
    holder.innerHTML = html;
    Object.assign(holder.dataset, { poll: holder.dataset.widePoll, etag });
    round(holder);
  }
  window.paiju.each("[data-wide-poll]", widen);
  wide.addEventListener("change", () => document.querySelectorAll("[data-wide-poll]").forEach(widen));

  // Who comes back to a page by the browser's button sees it as it was: it asks at once what has happened since.
  const cameBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  const all = () => document.querySelectorAll("[data-poll]").forEach(round);
  window.paiju.each("[data-poll]", (holder) => (cameBack ? round(holder) : later(holder)));
  window.addEventListener("pageshow", (event) => { if (event.persisted) all(); });
  document.addEventListener("visibilitychange", all);
  window.addEventListener("online", all);
  document.addEventListener("paiju:poll", all);
})();
