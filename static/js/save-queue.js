/* 送出 <form data-save="name"> is recorded once, however often the button is pressed and however bad the network is.
   1. `client_key` is made here unless the field has one. With a name ("hand-12-8": game, hand) it survives a reload.
   2. A request without an answer, or answered by 408, 429, 502, 503 or 504, is sent again with the same key. The server
      answers a repeat like the first time.
   3. A form of the table ([data-outbox]) that finds no network becomes an entry of the outbox (outbox.js).
   4. State: the badge ([data-network]) and [data-save-state] in the form, in their own words data-sending, data-queued,
      data-busy, data-sent, data-failed.
   Without this script the form is posted as usual. */
"use strict";
(function () {
  const PATIENCE = 15000;
  const QUIET_TRIES = 6;
  const LONGEST_REST = 600;
  const AGAIN = new Set([408, 429, 502, 503, 504]);

  const { outbox } = window.paiju;

  // The key outlives a reload of the page: the same hand sent again is the same hand.
  function keyFor(form) {
    const field = form.elements.client_key;
    if (!field || field.value) return;
    field.value = outbox.newKey();
    // Without a name that says which hand it is, a kept key could be taken for the next hand.
    if (!form.dataset.save) return;
    const place = `key:${form.dataset.save}`;
    try {
      field.value = sessionStorage.getItem(place) || field.value;
      sessionStorage.setItem(place, field.value);
    } catch { /* a private window: the key lives with the page */ }
  }

  function forget(form) {
    try { sessionStorage.removeItem(`key:${form.dataset.save}`); } catch { /* not kept */ }
    form.dispatchEvent(new CustomEvent("paiju:saved", { bubbles: true }));
  }

  function show(form, state, words = state) {
    form.dataset.state = state;
    document.dispatchEvent(new CustomEvent("paiju:network", { detail: state }));
    const place = form.querySelector("[data-save-state]");
    if (place) place.textContent = place.dataset[words] || place.dataset[state] || "";
    const busy = state === "sending" || state === "queued";
    for (const button of form.querySelectorAll("[type=submit], button:not([type])")) {
      button.disabled = busy;
      button.setAttribute("aria-busy", String(busy));
    }
  }

  // Sixty fields as parts of a multipart body take the server longer to read than the hand takes to count.
  const packed = (body) => ([...body.values()].some((value) => value instanceof File) ? body : new URLSearchParams(body));

  async function post(address, body) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      return await fetch(address, {
        method: "POST", body: packed(body), signal: stop.signal, credentials: "same-origin", headers: { "X-Paiju-Save": "1" },
      });
    } finally { clearTimeout(timer); }
  }

  // A token that is an old one, because somebody has signed in again elsewhere, is renewed, once, for the same person alone.
  async function send(form, address, body) {
    const answer = await post(address, body);
    if (answer.status !== 403 || !(await outbox.renewed(form))) return answer;
    body.set("csrfmiddlewaretoken", outbox.token());
    return post(address, body);
  }

  // How often the device has said that it has a network again. It may say so while a try is on its way and about to
  // fail; the next one then need not wait.
  let returns = 0;
  window.addEventListener("online", () => { returns += 1; });

  // Waits until it is time, or until the network has come back since the try began. A server that has said when to come
  // again (Retry-After, in seconds) is not asked before.
  function pause(seconds, before, told) {
    return new Promise((resolve) => {
      if (returns > before && !told) { resolve(); return; }
      const timer = setTimeout(done, Math.max(seconds, told) * 1000);
      function done() { clearTimeout(timer); window.removeEventListener("online", done); resolve(); }
      if (!told) window.addEventListener("online", done);
    });
  }

  async function deliver(form, address, body) {
    for (let tries = 1; ; tries += 1) {
      const before = returns;
      let [told, words] = [0, "queued"];
      show(form, tries > 1 ? "queued" : "sending");
      try {
        const answer = await send(form, address, body);
        if (!AGAIN.has(answer.status)) return await took(form, answer);
        words = "busy";
        told = Math.min(LONGEST_REST, Number(answer.headers.get("Retry-After")) || 0);
      } catch {
        // No network. A hand, a reward, a ruling goes into the outbox, and the table goes on; anything else waits here.
        if (await window.paiju.offline?.take(form, body)) { delete form.dataset.busy; show(form, "sent"); return undefined; }
      }
      if (tries === QUIET_TRIES) { delete form.dataset.busy; show(form, "failed"); return undefined; }
      show(form, "queued", words);
      await pause(Math.min(30, 2 ** (tries - 1)) * (0.75 + Math.random() / 2), before, told);
    }
  }

  async function took(form, answer) {
    if (answer.ok && answer.redirected) {
      forget(form);
      await outbox.saved(form.elements.client_key?.value);
      form.dataset.state = "sent";        // nothing is left that leaving could lose
      location.assign(answer.url);        // the form stays busy: the page is on its way out
      return;
    }
    delete form.dataset.busy;
    // Errors of the form, a conflict, a refusal: a page that says what happened.
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(form, answer.status < 500 ? "sent" : "failed");   // a refusal is an answer: the network is fine
    const old = document.getElementById("main");
    const fresh = page.getElementById("main");
    if (!old || !fresh) { location.reload(); return; }
    document.querySelector("dialog[data-sheet][open]")?.close();
    document.title = page.title;
    old.replaceWith(document.importNode(fresh, true));
    const main = document.getElementById("main");
    window.paiju.arrived(main);
    if (main.contains(document.activeElement)) return; // a field that has to be put right took the focus (fields.js)
    main.focus();
    window.scrollTo(0, 0);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-save]") || event.defaultPrevented) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    keyFor(form);
    const body = new FormData(form);
    if (event.submitter?.name) body.append(event.submitter.name, event.submitter.value);
    // Attributes, not properties: a field may be called "action".
    const action = event.submitter?.getAttribute("formaction") || form.getAttribute("action") || location.href;
    if (form.dataset.replaces) window.paiju.offline.replace(form, body).then(() => { delete form.dataset.busy; });
    else deliver(form, new URL(action, location.href), body);
  });
  window.addEventListener("beforeunload", (event) => {
    if (document.querySelector("form[data-state=queued]")) event.preventDefault();
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll("form[data-busy]")) { delete form.dataset.busy; show(form, "sent"); }
  });
  window.paiju.each("form[data-save]", keyFor);
})();
