/* 待送的一頁 The page [data-outbox-page]: every entry of this device that waits, and the tables that it holds.
   1. The page asks the server for the present version of each game first (`looking`); buttons wait for that.
   2. An entry that was refused shows the server's hand beside its own: keep mine (sent again with the present version),
      keep theirs (dropped), or edit a win in its form, which then replaces the entry (`waiting`).
   3. Deciding about one entry lets those after it in the same game continue.
   Handing entries over to another phone: handover.js. */
"use strict";
(function () {
  const { outbox } = window.paiju;
  let looking = false;    // the book is being asked once more: what it says decides
  const holder = () => document.querySelector("[data-outbox-page]");
  const find = (name) => holder().querySelector(`[data-outbox-${name}]`);
  const word = (name, values = {}) => (holder().dataset[name] || "").replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  function time(made) {
    return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
      timeZone: document.documentElement.dataset.zone }).format(made);
  }

  const button = (name, onclick, values) => element("button", { type: "button", className: "button", textContent: word(name, values),
    disabled: looking, onclick });

  // The form of a win with all that was entered, to be put right. It knows which entry it comes from (`waiting`): what is saved
  // takes its place.
  function edit(entry) {
    const form = element("form", { method: "post", action: entry.address.replace(/\/(ruling\/)?deliver\/$/, "/win/"), hidden: true });
    const fields = [...entry.fields.filter(([name]) => !["csrfmiddlewaretoken", "seen", "client_key", "rules"].includes(name)), ["edit", "1"], ["waiting", entry.id],
      ["csrfmiddlewaretoken", outbox.token()]];
    form.append(...fields.map(([name, value]) => element("input", { type: "hidden", name, value })));
    document.body.append(form);
    form.submit();
  }

  // What only the server has: without a network this page stays.
  async function there() {
    try {
      return (await fetch("/outbox/state/", { cache: "no-store", signal: AbortSignal.timeout?.(4000) })).ok;
    } catch { return false; }
  }

  async function onServer(go) {
    if (await there()) go();
    else find("said").textContent = word("unheard");
  }

  function side(title, words, ...more) {
    return element("section", { className: "card" }, element("header", {}, element("h2", { textContent: word(title) })),
      element("p", { textContent: words }), ...more);
  }

  function decision(entry) {
    const mine = [];
    const as = { n: entry.next };
    if (entry.next && entry.outcome?.type === "win") mine.push(button("edit", () => onServer(() => edit(entry)), as));
    if (entry.next && entry.what !== "confirm") mine.push(button("again", () => outbox.again(entry.id), as));
    const theirs = [button("drop", () => { if (window.confirm(word("sureDrop"))) outbox.drop(entry.id); })];
    if (entry.correct && entry.outcome) theirs.push(button("correct", () => onServer(() => location.assign(entry.correct))));
    return element("div", { className: "outbox-sides" },
      side("mine", entry.words, element("footer", {}, ...mine)),
      side("theirs", entry.theirs, element("footer", {}, ...theirs)));
  }

  // Where it was is said once, above what follows at the same table.
  const placed = (entry, before) => (entry.place === before?.place ? "" : entry.place || "");

  function line(entry, n, all) {
    const name = { refused: "badgeRefused", held: "badgeHeld" }[entry.state] || "badgeWaiting";
    const where = placed(entry, all[n - 1]);
    const row = element("li", { className: `outbox-line ${entry.state}` },
      ...(where ? [element("b", { className: "outbox-place small", textContent: where })] : []),
      element("span", { textContent: entry.moved ? `${entry.words} · ${word("asHand", { n: entry.number })}` : entry.words }),
      element("small", { className: "muted", textContent: word(name, { time: time(entry.made) }) }));
    const detail = entry.detail || (entry.state === "refused" && word("noReason", { code: entry.code }));
    if (detail) row.append(element("p", { className: "small", textContent: detail }));
    if (entry.state === "refused") row.append(decision(entry));
    return row;
  }

  function show() {
    if (!holder()) return;
    find("none").hidden = outbox.all.length > 0;
    find("sign-in").hidden = !outbox.strangers || !outbox.all.length;
    find("prove").hidden = !outbox.prove || !outbox.all.length;
    if (outbox.prove) find("prove").querySelector("a").href = outbox.prove;
    find("rest").hidden = !outbox.rest || !outbox.all.length;
    find("rest").querySelector("span").textContent = word("resting", { time: time(outbox.rest) });
    find("lines").replaceChildren(...outbox.all.map(line));
  }

  // From the server where it answers, else as it is held here.
  async function open(path) {
    if (await there()) location.assign(path);
    else window.paiju.offline.toTable(path);
  }

  // The tables of this device. Opened by their own address (the worker gives this page for it) one of them is shown at once.
  async function tables() {
    if (location.pathname !== "/outbox/" && await window.paiju.offline.toTable(location.pathname)) return;
    const held = (await outbox.shelf()).filter(({ path }) => path);
    find("tables").hidden = !held.length;
    find("tables").querySelector("ul").replaceChildren(...held.map(({ path, name, at }) => element("li", {},
      element("a", { className: "row", href: path, onclick: (event) => { event.preventDefault(); open(path); } },
        element("span", { className: "row-main" }, element("span", { textContent: name }), element("span", { textContent: word("heldAt", { time: time(at) }) }))))));
  }

  // The browser keeps this page whatever is chosen elsewhere: with a network it comes in the language of this device.
  async function inItsLanguage() {
    if (location.pathname !== "/outbox/") return;
    try {
      const { language } = await (await fetch("/outbox/state/", { cache: "no-store" })).json();
      const speaks = (lang) => lang.toLowerCase().startsWith(language);
      if (speaks(document.documentElement.lang)) return;
      if (speaks(await outbox.keepPage())) location.reload();
    } catch { /* no network: it stays in the language of then */ }
  }

  document.addEventListener("paiju:outbox", show);
  async function look() {
    looking = true;
    show();
    await outbox.look();
    looking = false;
    show();
  }
  window.paiju.each("[data-outbox-page]", () => outbox.ready().then(() => { look(); tables(); inItsLanguage(); }));
})();
