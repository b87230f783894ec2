/* 網絡不通 A page for recording (it has [data-network]) is never replaced by the browser's error page.
   1. Before a link or a plain form leaves the page, a HEAD request for the icon checks whether the server answers. If not,
      the page stays as it is and the badge shows its words data-unheard.
   2. Other scripts report a lost request by the event `paiju:unheard` with its `element`; offline-table.js may handle it
      and call preventDefault.
   3. The badge also reports htmx requests without an answer or with an error. After a sign-in in another window they are
      sent once more.
   Forms of save-queue.js and sheets handle this themselves. */
"use strict";
(function () {
  const PATIENCE = 6000;
  const { outbox } = window.paiju;
  const badge = () => document.querySelector("[data-network]");
  let asking = false;

  async function heard() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const file = document.querySelector("link[rel=icon]").href;
      return window.paiju.timed(await fetch(file, { method: "HEAD", cache: "no-store", signal: stop.signal })).status < 500;
    } catch { return false; } finally { clearTimeout(timer); }
  }

  // What is recorded at a table goes on without a network (offline-table.js); the rest is said not to have been sent.
  function unheard(element) {
    document.dispatchEvent(new CustomEvent("paiju:unheard", { cancelable: true, detail: { element } }));
  }

  // Over an open sheet only what is inside it can be seen.
  function say(name, more = "") {
    const words = badge()?.dataset[name];
    if (!words) return;
    hush();
    const note = document.createElement("p");
    note.className = "alert error toast unheard";
    note.setAttribute("role", "alert");
    note.append(words, more);
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

  // --- what htmx has sent --------------------------------------------------------------------------------------------

  const again = new WeakSet();   // what was sent once more, until it is answered

  function signIn() {
    const { signIn: words, signInAddress: address } = badge()?.dataset || {};
    const link = Object.assign(document.createElement("a"), { href: `${address}?${new URLSearchParams({ next: location.pathname })}`, textContent: words });
    say("signedOut", link);
  }

  // True where it was sent once more, or it was said why not.
  async function onceMore({ elt, target, requestConfig }) {
    if (again.delete(elt)) return false;
    again.add(elt);
    try {
      if (!(await outbox.renewed(elt.closest("form")))) { signIn(); return true; }
    } catch { unheard(elt); return true; }
    const { verb, path, triggeringEvent } = requestConfig;
    window.htmx.ajax(verb, path, { source: elt, target, event: triggeringEvent }).catch(() => { /* said by its own event */ });
    return true;
  }

  // A live count that is missing says so by itself (recording.js).
  const counts = (event) => event.target.matches?.(".live-sum");

  document.addEventListener("htmx:responseError", async (event) => {
    const { xhr, requestConfig } = event.detail;
    if (event.defaultPrevented) return;
    if ([403, 404].includes(xhr.status) && requestConfig.verb !== "get" && await onceMore(event.detail)) return;
    if (!counts(event)) say(outbox.busy(xhr.status) ? "busy" : "refused");
  });
  // What the page has renewed since it asked tells the document nothing by itself.
  const forward = (event) => {
    if (!event.target.isConnected) document.dispatchEvent(new CustomEvent(event.type, { detail: event.detail, cancelable: true }));
  };
  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    for (const failed of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) target.addEventListener(failed, forward);
  });
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, (event) => { if (!event.defaultPrevented && !counts(event)) unheard(event.detail.elt); });
  }
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => { if (detail.successful) { again.delete(detail.elt); hush(); } });

  document.addEventListener("paiju:unheard", (event) => {
    if (!event.defaultPrevented) say(event.detail?.element?.matches("a") ? "unheardLink" : "unheard");
  });
  document.addEventListener("paiju:network", (event) => { if (event.detail === "sent") hush(); });
  window.addEventListener("online", hush);
  window.addEventListener("pageshow", () => { asking = false; hush(); });
})();
