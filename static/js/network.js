/* 網絡不通: a page at which somebody records (it holds [data-network]) is never left for the browser's error page.
   Before a link or a plain form leaves it, the server is asked for a small file; where nobody answers the page stays
   as it is, with everything that was entered, and says so in the words data-unheard of the badge. Others tell of a
   lost request by the event `paiju:unheard`, which says whose it was (`element`). Forms of save-queue.js and sheets look after themselves. */
"use strict";
(function () {
  const PATIENCE = 6000;
  const badge = () => document.querySelector("[data-network]");
  let asking = false;

  async function heard() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const file = document.querySelector("link[rel=icon]").href;
      return (await fetch(file, { method: "HEAD", cache: "no-store", signal: stop.signal })).status < 500;
    } catch { return false; } finally { clearTimeout(timer); }
  }

  // What is recorded at a table goes on without a network (offline-table.js); the rest is said not to have been sent.
  function unheard(element) {
    document.dispatchEvent(new CustomEvent("paiju:unheard", { cancelable: true, detail: { element } }));
  }

  // Over an open sheet only what is inside it can be seen.
  function say() {
    const words = badge()?.dataset.unheard;
    if (!words) return;
    hush();
    const note = document.createElement("p");
    note.className = "alert error toast unheard";
    note.setAttribute("role", "alert");
    note.textContent = words;
    (document.querySelector("dialog[open]") || document.body).append(note);
    document.dispatchEvent(new CustomEvent("paiju:network", { detail: "failed" }));
  }

  const hush = () => document.querySelectorAll(".unheard").forEach((note) => note.remove());

  async function leave(element, go) {
    if (asking) return;
    asking = true;
    element?.setAttribute("aria-busy", "true");
    const there = await heard();
    element?.removeAttribute("aria-busy");
    asking = false;
    if (!there) { unheard(element); return; }
    hush();
    go();
  }

  function leads(link) {
    if (!link || link.target || link.download || link.matches("[data-sheet], [data-close-sheet], [hx-get], [hx-post]")) return false;
    const there = new URL(link.href, location.href);
    return there.origin === location.origin && (there.pathname !== location.pathname || there.search !== location.search || !there.hash);
  }

  document.addEventListener("click", (event) => {
    if (!badge() || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a[href]");
    if (!leads(link)) return;
    event.preventDefault();
    leave(link, () => location.assign(link.href));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!badge() || event.defaultPrevented || form.matches("[data-save], [method=dialog]")) return;
    if (form.dataset.heard) { delete form.dataset.heard; return; }
    event.preventDefault();
    const button = event.submitter;
    leave(button, () => { form.dataset.heard = "1"; form.requestSubmit(button); });
  });

  document.addEventListener("paiju:unheard", (event) => { if (!event.defaultPrevented) say(); });
  document.addEventListener("paiju:network", (event) => { if (event.detail === "sent") hush(); });
  document.addEventListener("htmx:afterOnLoad", hush);
  window.addEventListener("online", hush);
  window.addEventListener("pageshow", () => { asking = false; hush(); });
})();
