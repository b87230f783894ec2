/* 待送 The outbox: entries made without a network, kept in IndexedDB and sent when the server answers again.
   1. An entry is { id, key, game, by, what, address, fields, made } with the version of the book that its page showed
      (`seen`) and the entry before it in the same game (`follows`), if that still waits.
   2. GET /outbox/state/ says for which accounts this device may send (`who`). Then each game's first entry is posted with
      what, client_key, seen, number, by and age; games are independent. Sending starts on load, on `online`, after htmx
      requests, and by a timer with growing pauses or after the server's Retry-After.
   3. {"version"}: recorded, the state is "done", and the entry that follows gets that version as `seen`. A lost answer
      does no harm: the entry is sent again, and its client key makes it a repeat.
   4. not_confirmed, disputed: "held" until the players at the table have acted. Another refusal: "refused" until a person
      decides (again, replace, drop) on the outbox page. The entries that follow wait meanwhile.
   5. Entries of another account are not sent. An account that owes a second factor is led there first (`prove`).
   Words: [data-outbox-count] in the head of every page. Event: `paiju:outbox` after every change. */
"use strict";
window.paiju.outbox = (function () {
  const PATIENCE = 15000;
  const MOMENT = 1000;                // between a tap on a link and the page being left
  const DAY = 24 * 3600 * 1000;
  const LONGEST_REST = 3600 * 1000;   // a server that asks for more is asked after an hour
  const LATER = new Set(["not_confirmed", "disputed"]);   // waits for people at the table, not for a decision
  const STORE_PATIENCE = 2000;        // some phones never answer about their store on a first load
  const { createStore, get, set, update, clear, values } = window.idbKeyval;
  const store = patient(createStore("paiju-outbox", "entries"));
  const shelf = patient(createStore("paiju-held", "pages"));
  const channel = window.BroadcastChannel ? new BroadcastChannel("paiju-outbox") : null;
  let trail = [];         // every entry in its order; "done" ones stay until the pages have caught up with the book
  let entries = [];       // those that wait
  let kept = true;        // false: this browser keeps nothing (a private window, a silent store), so leaving would lose what waits
  let strangers = false;  // what waits belongs to somebody who is not signed in here
  let prove = "";         // where who is signed in shows the second factor, before what they made is sent
  let rest = 0;           // the server is busy and has said until when not to ask (Retry-After)
  let fruitless = 0;      // rounds in a row that brought nothing into the book: the pauses grow
  let promised = true;    // false: the browser has not promised to keep it when its storage runs short
  let timer = 0;
  let running = false;
  const looked = new Set();   // refused ones that are asked about once more
  let once = null;

  /* Runs one step of idb-keyval on `place`. It fails after two seconds without an answer, and at once from then on: no entry waits
     for a store that may never speak. */
  function patient(place) {
    let silent = false;
    return async (step, ...more) => {
      if (silent) throw new Error("the store does not answer");
      let timer = 0;
      const late = new Promise((_done, fail) => {
        timer = setTimeout(() => { silent = true; fail(new Error("the store does not answer")); }, STORE_PATIENCE);
      });
      try { return await Promise.race([step(...more, place), late]); } finally { clearTimeout(timer); }
    };
  }

  // crypto.randomUUID does not exist on a plain http LAN; getRandomValues does.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  // --- what is kept ----------------------------------------------------------------------------------------------

  // Once something could not be written, this window goes on by itself: what is stored is no longer all that waits.
  async function change(alter) {
    let made = null;
    if (kept) {
      try { await store(update, "entries", (old) => (made = alter(old || []))); } catch { made = null; kept = false; }
    }
    trail = made || alter(trail);
    channel?.postMessage("changed");
    tell();
  }

  async function read() {
    if (kept) try { trail = (await store(get, "entries")) || []; } catch { kept = false; }
    tell();
  }

  function tell() {
    entries = trail.filter(({ state }) => state !== "done");
    document.documentElement.dataset.waiting = String(entries.length);
    for (const place of document.querySelectorAll("[data-outbox-count]")) count(place);
    document.dispatchEvent(new CustomEvent("paiju:outbox", { detail: entries }));
  }

  // Four hands are four, not twenty with each one's confirmations.
  const much = (list) => list.filter(({ what }) => what !== "confirm").length || list.length;

  function count(place) {
    const { waiting, decide, signIn, showFactor } = place.dataset;
    const words = entries.some(({ state }) => state === "refused") ? decide : strangers ? signIn : prove ? showFactor : waiting;
    place.hidden = !entries.length;
    place.textContent = words.replace("{n}", much(entries));
  }

  const of = (game) => entries.filter((entry) => entry.game === game);

  /* Keeps an entry: { game, by, what, address, fields, seen, number, words, … }. It follows the last one of its game
     unless it says that it was made against the book itself (`follows: null`). */
  async function add(entry) {
    document.dispatchEvent(new CustomEvent("paiju:network", { detail: "sending" }));
    const made = { ...entry, id: newKey(), key: entry.key || newKey(), made: window.paiju.now(), state: "waiting" };
    await change((old) => {
      if (old.some(({ key }) => key === made.key)) return old;   // its form has tried again
      const last = old.filter(({ game, state }) => game === made.game && state !== "done").at(-1);
      return [...old, { ...made, follows: made.follows === undefined ? last?.id || null : made.follows }];
    });
    fruitless = 0;
    ask("persist");
    send();
    return made;
  }

  // On plain http no browser can be asked for a promise.
  async function ask(what) {
    const before = promised;
    try { promised = Boolean(await navigator.storage?.[what]?.()); } catch { promised = false; }
    if (promised !== before) tell();
  }

  // What followed an entry that waits no more follows the book in the version it led to.
  const rebased = (old, gone, version) => old
    .map((entry) => (entry.follows === gone.id ? { ...entry, follows: null, seen: version } : entry));
  function without(old, gone, version) {
    const { follows } = old.find(({ id }) => id === gone);
    return old.filter(({ id }) => id !== gone)
      .map((entry) => (entry.follows === gone ? { ...entry, follows, seen: follows ? entry.seen : version } : entry));
  }
  const done = (old, gone, version) => rebased(old, gone, version)
    .map((entry) => (entry.id === gone.id ? { ...entry, state: "done", version, fields: [] } : entry));

  /* What its own form has brought into the book meanwhile waits no more. */
  const saved = (key) => (trail.some((entry) => entry.key === key) ? change((old) => {
    const gone = old.find((entry) => entry.key === key);
    return gone ? done(old, gone, gone.seen + 1) : old;
  }) : undefined);

  /* What this device has sent is forgotten once the page knows a book that holds it. */
  function forget(game, seen) {
    const known = (entry) => entry.state === "done" && ((entry.game === game && entry.version < seen + (entry.what !== "confirm"))
      || window.paiju.now() - entry.made > DAY);
    if (trail.some(known)) change((old) => old.filter((entry) => !known(entry)));
  }

  const put = (id, values) => change((old) => old.map((entry) => (entry.id === id ? { ...entry, ...values } : entry)));

  // --- decisions about what was refused ----------------------------------------------------------------------------

  /* Drops it: the book stays as it is, and what was made after it goes on from there. What the four have confirmed since
     was a hand that is not in the book as they saw it: they are asked again. */
  const drop = (id) => change((old) => {
    const gone = old.find((entry) => entry.id === id);
    if (!gone) return old;
    const after = old.slice(old.indexOf(gone) + 1).filter(({ game, what, state }) => game === gone.game && what === "confirm" && state !== "done");
    return [gone, ...(gone.what === "confirm" ? [] : after)].reduce((left, one) => without(left, one.id, gone.version ?? gone.seen), old);
  }).then(send);

  /* Takes back what waits: the last entry, or one that has no hand behind it depend on it. */
  const takeBack = (ids) => change((old) => ids.reduce((left, id) => {
    const gone = left.find((entry) => entry.id === id && entry.state === "waiting");
    return gone ? without(left, id, gone.seen) : left;
  }, old));

  // What was made after an entry is meant for the hands behind it: where its hand gets another number, theirs move along.
  function renumbered(old, first, by) {
    const chain = new Set([first]);
    return old.map((entry) => {
      if (!chain.has(entry.follows)) return entry;
      chain.add(entry.id);
      return entry.number ? { ...entry, number: entry.number + by, moved: true } : entry;
    });
  }

  /* Records it all the same, as the next of the book that was shown beside it. */
  const again = (id) => change((old) => {
    const entry = old.find((one) => one.id === id && one.state === "refused");
    if (!entry) return old;
    const number = entry.next || entry.number;
    return renumbered(old, id, number - entry.number)
      .map((one) => (one.id === id ? { ...one, state: "waiting", seen: entry.version, number, moved: true, detail: "", theirs: "" } : one));
  }).then(send);

  /* Puts what somebody has made of it in the place of what was refused, or waits (`was`), so that it can't be in the book
     beside it; what was on its way just then is another entry for the server, and a conflict. The four have not seen it
     yet: what they confirmed before the next hand goes. False where it was sent or decided otherwise meanwhile. */
  async function replace(id, entry, was) {
    let there = false;
    await change((old) => {
      const gone = old.find((one) => one.id === id && one.state === was);
      there = Boolean(gone);
      if (!gone) return old;
      const made = { ...gone, ...entry, id: newKey(), state: "waiting", detail: "", theirs: "" };
      const behind = old.slice(old.indexOf(gone) + 1).filter(({ game }) => game === gone.game);
      const end = behind.findIndex(({ outcome }) => outcome);
      const unseen = behind.slice(0, end < 0 ? behind.length : end).filter(({ what }) => what === "confirm");
      return unseen.reduce((left, one) => without(left, one.id, one.seen), renumbered(old, id, made.number - gone.number))
        .map((one) => (one.id === id ? made : one.follows === id ? { ...one, follows: made.id } : one));
    });
    if (there) send();
    return there;
  }

  /* Asks about what was refused once more: since then the book may have changed, and with it what stands beside it. */
  async function look() {
    for (const { id, state } of entries) if (state === "refused") looked.add(id);
    while (running) await new Promise((resolve) => { setTimeout(resolve, 50); });
    await send();
    looked.clear();
  }

  /* Takes entries over that were made on another device, as one's own. */
  const takeOver = (read_, by) => change((old) => {
    const known = new Set(old.map(({ id }) => id));   // what this device has sent stays sent
    return [...old, ...read_.filter(({ id }) => !known.has(id)).map((entry) => ({ ...entry, by, state: "waiting" }))];
  }).then(send);

  // --- sending -------------------------------------------------------------------------------------------------------

  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] || "";

  async function asked(address, options) {
    const stop = new AbortController();
    const patience = setTimeout(() => stop.abort(), PATIENCE);
    try {
      return window.paiju.timed(await fetch(address, { signal: stop.signal, credentials: "same-origin", cache: "no-store", ...options }));
    } finally { clearTimeout(patience); }
  }

  // "Later" is an answer too, and says when (Retry-After): nothing is asked before, whatever else would make this device
  // hurry.
  const busy = (status) => [408, 429].includes(status) || status >= 500;

  function later(said) {
    const wait = /^\d+$/.test(said || "") ? Number(said) * 1000 : Date.parse(said) - window.paiju.now();
    if (!(wait > 0)) return;
    rest = Date.now() + Math.min(wait, LONGEST_REST);
    channel?.postMessage({ rest });
    tell();
  }

  function heard(answer) {
    if (!busy(answer.status)) return answer;
    later(answer.headers.get("Retry-After"));
    throw new Error("later");
  }

  // For whom this device may send now; the answer also brings a token where there is none, or an old one.
  async function identify() {
    const answer = heard(await asked("/outbox/state/"));
    if (!answer.ok) throw new Error("no answer");
    return (await answer.json()).who;
  }

  /* An answer of 403 may only mean that somebody has signed in again in another window, and the token of this page is an
     old one. True where whoever made the page (or this form of it) is signed in here: all its forms have the token of now.
     Nobody's entry is sent as somebody else's, so the token is not simply taken from the cookie. */
  async function renewed(form) {
    const by = JSON.parse(form?.dataset.outbox || "{}").by || document.body.dataset.by;
    const who = await identify();
    if (by && !who.includes(by)) return false;
    for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token();
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token() }));
    return true;
  }

  function post(entry) {
    const body = new URLSearchParams();
    const said = { what: entry.what, client_key: entry.key, seen: entry.seen, number: entry.number ?? "", by: entry.by,
      age: Math.max(0, window.paiju.now() - entry.made) };
    for (const [name, value] of entry.fields) if (!(name in said) && name !== "csrfmiddlewaretoken") body.append(name, value);
    for (const [name, value] of Object.entries(said)) body.append(name, value);
    return asked(entry.address, { method: "POST", body, headers: { "X-CSRFToken": token() } });
  }

  const isJson = (answer) => (answer.headers.get("Content-Type") || "").startsWith("application/json");

  // True: the next one. False: this game has to wait. Throws where nobody answers, or somebody else (a wifi's own page).
  async function deliver(entry) {
    let answer = heard(await post(entry));
    if ([403, 404].includes(answer.status) && !isJson(answer)) {   // signed out meanwhile, or an old token
      if (!(await identify()).includes(entry.by)) { strangers = true; tell(); return false; }
      answer = heard(await post(entry));
    }
    const said = isJson(answer) ? await answer.json() : {};
    if (said.code === "second_factor") { prove = said.where; tell(); return false; }
    if (answer.ok && !("version" in said)) throw new Error("later");
    if (answer.ok) {
      fruitless = 0;
      await change((old) => done(old, entry, said.version));
      document.dispatchEvent(new CustomEvent("paiju:delivered", { detail: entry }));
      return true;
    }
    const state = LATER.has(said.code) ? "held" : "refused";
    await put(entry.id, { state, detail: said.detail || "", theirs: said.theirs || "", version: said.version ?? entry.seen,
      next: said.number || 0, correct: said.correct || "", code: said.code || String(answer.status) });
    return false;
  }

  async function each(who) {
    const done = new Set();
    for (;;) {
      const head = entries.find(({ game }) => !done.has(game));
      if (!head) return;
      if (!who.includes(head.by)) { strangers = true; done.add(head.game); continue; }
      if ((head.state === "refused" && !looked.delete(head.id)) || !(await deliver(head))) done.add(head.game);
    }
  }

  async function send() {
    clearTimeout(timer);
    if (running || !(looked.size || entries.some(({ state }) => state !== "refused"))) return;
    if (rest > Date.now()) { timer = setTimeout(send, rest - Date.now()); return; }
    running = true;
    const before = [strangers, prove, rest].join();
    try {
      [strangers, prove, rest] = [false, "", 0];
      await each(await identify());
    } catch { /* nobody answers, or not now: later */ } finally {
      if ([strangers, prove, rest].join() !== before) tell();
      running = false;
      clearTimeout(timer);
      const pause = Math.min(60, 5 * 2 ** Math.min(4, fruitless)) * 1000 * (0.9 + Math.random() / 5);
      timer = setTimeout(send, Math.max(pause, rest - Date.now()));
      fruitless += 1;
    }
  }

  // The first number of a page is what this device kept before it came.
  function ready() { return (once ||= read().then(() => { if (entries.length) ask("persisted"); return send(); })); }

  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data.rest) { rest = data.rest; tell(); } else read();
    };
  }
  function soon() { fruitless = 0; send(); }
  window.addEventListener("online", soon);
  document.addEventListener("htmx:afterOnLoad", soon);   // the server answers; and the four may just have confirmed
  document.addEventListener("visibilitychange", () => { if (!document.hidden) read().then(send); });   // a sleeping tab hears nothing
  // Who closes a table or 待送, reloads it or goes elsewhere while something waits is asked first: nothing is sent without a page,
  // and on plain http a reload without a network ends in the browser's own error. A way within the app loses nothing and is
  // not asked about; only browsers that say where one leads (Navigation API) can tell, the others do not ask.
  let within = 0;
  const holds = () => window.navigation && document.querySelector("[data-offline-rules], [data-outbox-page]");
  window.navigation?.addEventListener("navigate", ({ destination, downloadRequest }) => {
    const stays = destination.sameDocument || typeof downloadRequest === "string" || new URL(destination.url).origin !== location.origin;
    if (!stays) within = performance.now();
  });
  window.addEventListener("beforeunload", (event) => {
    const asks = kept ? holds() && !(within && performance.now() - within < MOMENT) : true;
    if (asks && entries.length) event.preventDefault();
  });
  // 登出: what the pages showed goes; what was not sent stays for whoever made it, and they are told first.
  document.addEventListener("submit", (event) => {
    const leaving = event.target.closest("[data-sign-out]");
    if (!leaving) return;
    const words = leaving.dataset.signOut.replace("{n}", much(entries));
    if (entries.length && !window.confirm(words)) { event.preventDefault(); return; }
    shelf(clear).catch(() => { /* nothing was held */ });
  });
  window.paiju.each("[data-outbox-count]", count);
  ready();

  return {
    ready, add, of, much, saved, forget, drop, again, replace, look, takeBack, takeOver, send, newKey, token, renewed, busy, later,
    trail: (game) => trail.filter((entry) => entry.game === game),
    get all() { return entries; },
    get kept() { return kept; },
    get promised() { return promised; },
    get strangers() { return strangers; },
    get prove() { return prove && `${prove}?${new URLSearchParams({ next: location.pathname })}`; },
    get rest() { return rest > Date.now() ? rest + window.paiju.now() - Date.now() : 0; },   // in the server's time
    hold: (name, value) => shelf(set, name, { ...value, at: window.paiju.now() }).catch(() => { /* no shelf */ }),
    held: (name) => shelf(get, name).catch(() => undefined),
    shelf: () => shelf(values).catch(() => []),
    // What is kept beside the entries: changed in one step, from what is there or else from `otherwise`.
    async aside(alter, otherwise) {
      let made = null;
      try { await store(update, "received", (old) => (made = alter(old || otherwise))); } catch { made = alter(otherwise); }
      return made;
    },
    // 待送 itself, for half a day: its language.
    async keepPage(cache = "reload") {
      const html = await (await fetch("/outbox/", { cache })).text();
      return html.match(/<html\s+lang="([^"]+)"/)?.[1] || "";
    },
    clear: () => shelf(clear).catch(() => { /* nothing was held */ }),
  };
})();
