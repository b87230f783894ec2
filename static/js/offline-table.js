/* 離線的牌檯 The page of a table without a network.
   1. While the server answers, the page keeps the sheets it may need (`sheets`, by address) and its rules
      ([data-offline-rules]) and state ([data-offline-now]).
   2. Where it does not, 起莊, 食糊, 流局, 獎勵, 犯規 and 確認 become entries of the outbox (outbox.js), each after the last.
   3. The table then shows 局, 莊 and 拉莊數 as the waiting entries leave them. Points, chains and counts are the server's:
      the page says that they follow once the entries have arrived.
   4. offline-forms.js finishes the sheets where they would ask the server.
   The dealer's turn is that of scoring/table/dealer.py; tests/browser/test_outbox.py plays both against each other. */
"use strict";
window.paiju.offline = (function () {
  const FRESH = 30 * 60 * 1000;
  const SHOWN = 3;               // so many lines of what waits; those before them are folded
  const { outbox } = window.paiju;
  let shown = false;             // the page is one that was held, until the server has said how the table stands
  const sheets = new Map();      // address → the sheet as the server made it, for the time without a network

  const panel = () => document.querySelector("[data-offline-rules]");
  const rules = () => JSON.parse(panel().dataset.offlineRules);
  let told = "{}";               // signed out, the page still knows how the table stood
  const now = () => JSON.parse(told = document.querySelector("[data-offline-now]")?.dataset.offlineNow || told);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");
  const word = (name, values = {}) => fill(panel().dataset[name] || "", values);

  // --- whose turn it is to deal -------------------------------------------------------------------------------------

  // The seats in turn order in the 圈 of this deal.
  const order = ({ first }, deal, { orders }) =>
    orders[Math.min(Math.floor(deal / 4), orders.length - 1)].map((seat) => (seat + first) % 4);

  function passed(turn, known) {
    const skips = [...turn.skips];
    let deal = turn.deal + 1;
    const seat = () => order(turn, deal, known)[deal % 4];
    for (; skips[seat()] > (seat() === turn.spared ? 1 : 0); deal += 1) skips[seat()] -= 1;
    return { deal, dealer: seat(), streak: 0, first: turn.first, wrong: false, skips, spared: null };
  }

  function next(turn, outcome, known) {
    const { stays, sharedWin, falseWinPasses } = known;
    if (outcome.type === "replay") return turn;
    if (outcome.type === "false_win") return turn.wrong || (falseWinPasses && turn.dealer === outcome.seat) ? passed(turn, known) : turn;
    if (outcome.type === "draw") {
      if (outcome.dealer !== undefined && outcome.dealer !== turn.dealer) {
        return { deal: 0, dealer: outcome.dealer, streak: 0, first: outcome.dealer, wrong: false, skips: [0, 0, 0, 0], spared: null };
      }
      return turn.wrong || !stays.draw ? passed(turn, known) : { ...turn, streak: turn.streak + 1 };
    }
    if (turn.wrong || !outcome.winners.includes(turn.dealer) || !stays.win) return passed(turn, known);
    return { ...turn, streak: outcome.winners.length > 1 && sharedWin === "reset" ? 0 : turn.streak + 1 };
  }

  // The table as it stands with everything that waits.
  function table() {
    const known = rules();
    const state = { ...now(), entries: outbox.of(known.game), last: null, known };
    // Behind something that was refused, or waits for the four, nobody knows where the table stands but the server.
    for (const entry of stuck() ? [] : outbox.trail(known.game)) {
      // What has arrived counts as long as this page does not know of it.
      if (entry.state === "done" && entry.version < state.seen + (entry.what !== "confirm")) continue;
      if (entry.state === "done") state.seen = entry.version;
      if (entry.outcome) {
        state.turn = next(state.turn, entry.outcome, known);
        state.number += 1;
        state.waits = { tap: [0, 1, 2, 3], referee: [0, 1, 2, 3] }[state.mode] || [];
        state.last = entry;
        if (state.left && entry.outcome.type !== "replay") state.left -= 1;   // those that are played after the bell
        state.finished ||= state.turn.deal >= known.hands.length || state.left === 0;
      } else if (entry.what === "first_dealer") state.turn = { ...state.turn, dealer: entry.deals, first: entry.deals };
      else if (entry.what === "confirm") state.waits = state.waits.filter((seat) => !entry.seats.includes(seat));
    }
    return state;
  }

  const waiting = () => (panel() ? outbox.of(rules().game) : []);
  const refusing = () => waiting().some(({ state }) => state === "refused");
  const stuck = () => waiting().some(({ state }) => state === "refused" || state === "held");
  const active = () => waiting().length > 0 && !stuck();

  // --- what is shown ------------------------------------------------------------------------------------------------

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  const clock = (at) => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
    timeZone: document.documentElement.dataset.zone }).format(at);

  function badge(entry) {
    const time = clock(entry.made);
    return word({ refused: "badgeRefused", held: "badgeHeld" }[entry.state] || "badgeWaiting", { time });
  }

  // Who has confirmed a hand stands in one line.
  function together(entries) {
    const rows = [];
    for (const entry of entries) {
      const before = rows.at(-1);
      if (entry.what === "confirm" && before?.what === "confirm" && before.state === entry.state) {
        const seats = [...before.seats, ...entry.seats];
        rows[rows.length - 1] = { ...entry, seats, words: confirmed(seats), ids: [...before.ids, entry.id] };
      } else rows.push({ ...entry, ids: [entry.id] });
    }
    return rows;
  }

  const confirmed = (seats) => word("confirmedBy", { names: seats.map((seat) => now().names[seat]).join(word("comma")) });

  function line(entry, n, all) {
    const row = element("li", { className: `outbox-line ${entry.state}` },
      element("span", { textContent: entry.words }), element("small", { className: "muted", textContent: badge(entry) }));
    const detail = entry.detail || (entry.state === "refused" && word("noReason", { code: entry.code }));
    if (detail) row.append(element("small", { textContent: detail }));
    const buttons = mend(entry, n === all.length - 1);
    if (buttons.length) row.append(element("div", { className: "cluster" }, ...buttons));
    return row;
  }

  // As long as it waits here, a win is changed in its own place (更改), and 取回 takes away what was entered last, or what no hand
  // behind it stands on. What is in the book is undone and corrected there.
  function mend(row, last) {
    if (row.state !== "waiting" || !rules().writes) return [];
    const button = (name, onclick) => element("button", { className: "button quiet", type: "button", textContent: word(name),
      ariaLabel: `${word(name)} ${row.words}`, onclick });
    const made = [];
    if (row.what === "win") made.push(button("edit", () => window.paiju.offlineForms.reopen(row)));
    if (last || (!row.outcome && !["confirm", "first_dealer"].includes(row.what))) {
      made.push(button("takeBack", () => { if (window.confirm(word("sureTakeBack", { words: row.words }))) outbox.takeBack(row.ids); }));
    }
    return made;
  }

  function confirmButtons(state) {
    if (!state.waits.length || !state.known.writes) return [];
    if (state.mode === "referee") return [element("button", { className: "button primary wide", type: "button",
      textContent: word("confirmAll"), onclick: () => confirm(state.waits) })];
    return [element("div", { className: "seat-buttons" }, ...state.names.map((name, seat) => {
      const waits = state.waits.includes(seat);
      const made = element(waits ? "button" : "div", { className: `confirm-seat${waits ? "" : " done"}` },
        element("span", { className: "name", textContent: name }),
        element("span", { className: "state", textContent: word(waits ? "confirmSeat" : "confirmed") }));
      if (waits) Object.assign(made, { type: "button", onclick: () => confirm([seat]) });
      return made;
    }))];
  }

  function show() {
    const place = panel();
    if (!place) return;
    outbox.forget(rules().game, now().seen);
    const main = document.querySelector("#main");
    if (main.classList.contains("table-waits") && !active()) fresh();
    main.classList.toggle("table-waits", active());
    place.hidden = !waiting().length;
    if (place.hidden) return;
    const state = table();
    const refused = refusing();
    place.classList.toggle("trouble", refused);
    const title = refused ? "titleRefused" : outbox.strangers ? "titleSignIn" : outbox.prove ? "titleProve"
      : stuck() ? "titleHeld" : outbox.rest ? "titleRest" : "title";
    place.querySelector("[data-offline-title]").textContent = word(title, { n: outbox.much(state.entries), time: clock(outbox.rest) });
    place.querySelector("[data-offline-note]").hidden = title !== "title";
    place.querySelector("[data-offline-not-kept]").hidden = outbox.kept;
    place.querySelector("[data-offline-address]").hidden = !outbox.kept || Boolean(navigator.serviceWorker?.controller);
    place.querySelector("[data-offline-not-promised]").hidden = !outbox.kept || outbox.promised;
    place.querySelector("[data-offline-sign-in]").hidden = title !== "titleSignIn";
    place.querySelector("[data-offline-prove]").hidden = title !== "titleProve";
    if (outbox.prove) place.querySelector("[data-offline-prove] a").href = outbox.prove;
    place.querySelector("[data-offline-decide]").hidden = !refused;
    const rows = together(state.entries);
    const lines = rows.map(line);
    // A long evening without a network may not push the table out of sight.
    const old = rows.findIndex(({ state: one }, n) => one === "refused" || n >= rows.length - SHOWN);
    place.querySelector("[data-offline-list]").replaceChildren(...lines.slice(Math.max(0, old)));
    place.querySelector("[data-offline-earlier]").hidden = old <= 0;
    place.querySelector("[data-offline-earlier] summary").textContent = word("earlier", { n: old });
    place.querySelector("[data-offline-earlier] ol").replaceChildren(...lines.slice(0, Math.max(0, old)));
    const asks = active() ? confirmButtons(state) : [];
    place.querySelector("[data-offline-confirm]").replaceChildren(...(asks.length
      ? [element("h3", { className: "small", textContent: word("confirmTitle", { hand: state.last?.words || "" }) }), ...asks] : []));
    if (!active()) return;
    seats(state);
    const asked = document.querySelector(".first-dealer");
    if (asked) asked.hidden = state.number > 1 || state.entries.some(({ what }) => what === "first_dealer");
  }

  // 局, 莊, 門風 of the next hand, in the places where the server wrote those of the last it knew.
  function seats(state) {
    const { hands, winds, rounds, streaks } = state.known;
    const hand = state.finished ? word("finished") : hands[state.turn.deal];
    const streak = state.turn.streak ? streaks[state.turn.streak] || String(state.turn.streak) : "";
    document.querySelector(".hand-now")?.replaceChildren(element("b", { textContent: hand }), ...(state.finished ? [] : [
      streak && element("span", { className: "only-desk", textContent: ` · ${streak}` }), ` · ${word("hand", { number: state.number })}`]));
    const more = (textContent) => element("span", { className: "hand-more", textContent });
    document.querySelector(".table-centre")?.replaceChildren(state.finished ? "" : more(rounds[Math.floor(state.turn.deal / 4)]),
      element("span", { className: "hand-name", textContent: hand }), state.finished || !streak ? "" : more(streak));
    for (const [seat, card] of [0, 1, 2, 3].map((one) => [one, document.querySelector(`.seat-card.seat-${one}`)])) {
      if (!card) continue;
      const deals = seat === state.turn.dealer && !state.finished;
      card.classList.toggle("dealer", deals);
      card.classList.toggle("waits", state.waits.includes(seat));
      card.classList.remove("confirmed");
      const wind = card.querySelector(".wind");
      const turns = order(state.turn, state.turn.deal, state.known);
      if (wind) {
        wind.textContent = winds[(turns.indexOf(seat) - turns.indexOf(state.turn.dealer) + 4) % 4];
        wind.hidden = deals && wind.textContent === word("dealer");  // the mark says it
      }
      card.className = card.className.replace(/chair-\d/, `chair-${(turns.indexOf(seat) + state.turn.first) % 4}`);
      card.querySelector(".dealer-mark")?.remove();
      if (deals) card.querySelector(".marks")?.prepend(element("span", { className: "dealer-mark", textContent: `${word("dealer")} ${streak}`.trim() }));
    }
    const hint = document.querySelector("#table-hint");
    if (hint) hint.textContent = state.finished ? "" : word(state.waits.length ? "hintConfirm" : "hintWin");
  }

  // Nothing waits any more: the table is asked for as the server knows it.
  function fresh() {
    const live = document.querySelector("[data-offline-now]")?.closest("[data-poll]");
    if (!live) return;
    live.removeAttribute("data-etag");
    document.dispatchEvent(new CustomEvent("paiju:poll"));
  }

  // --- what is kept for the time without a network -----------------------------------------------------------------

  async function hold(address, known) {
    const kept = await outbox.held(address);
    if (kept && kept.rules === known.rules && kept.by === known.by && window.paiju.now() - kept.at < FRESH) {
      sheets.set(address, kept.html);
      return;
    }
    const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Target": "sheet" } });
    if (!answer.ok || answer.redirected) return;
    const html = await answer.text();
    sheets.set(address, html);
    await outbox.hold(address, { html, rules: known.rules, by: known.by });
  }

  async function prepare(place) {
    const known = rules();
    if (!known.writes) return;
    // What another account has looked at on this device is not for this one.
    if ((await outbox.shelf()).some(({ by }) => by !== known.by)) await outbox.clear();
    try {
      for (const address of known.sheets) await hold(address, known);
    } catch { /* there is no network now: what was held before is there */
      for (const address of known.sheets) {
        const kept = await outbox.held(address);
        if (kept) sheets.set(address, kept.html);
      }
    }
    // On plain http 待送 is opened from what the browser keeps: asked for once, it is there for half a day, in this language.
    try {
      if (await outbox.keepPage("default") !== document.documentElement.lang) await outbox.keepPage();
    } catch { /* it was kept before, or it is not */ }
    place.dataset.prepared = "";
    keepPage();
  }

  function keepPage() {
    if (!panel() || active() || shown || document.querySelector("dialog[open]")) return;
    const { path, by } = rules();
    outbox.hold(`page:${path}`, { html: document.querySelector(".page").outerHTML, title: document.title, by, path, name: place() });
  }

  // The page of a table as it was held takes the place of the page that is there: of one from which something was recorded,
  // or of what the browser has opened without a network.
  async function toTable(path) {
    if (panel()) return true;
    const kept = await outbox.held(`page:${path}`);
    if (!kept) return false;
    shown = true;
    const page = new DOMParser().parseFromString(kept.html, "text/html").querySelector(".page");
    const token = outbox.token();
    document.body.dataset.by = kept.by;
    for (const field of token ? page.querySelectorAll("[name=csrfmiddlewaretoken]") : []) field.setAttribute("value", token);
    for (const part of page.querySelectorAll("[data-prepared]")) part.removeAttribute("data-prepared");
    const stale = page.querySelector("[data-stale]");
    if (stale) {
      stale.hidden = false;
      stale.querySelector("[data-updated]").textContent = clock(kept.at);
    }
    document.querySelector(".page").replaceWith(document.importNode(page, true));
    document.title = kept.title;
    if (location.pathname !== path) history.replaceState({}, "", path);
    window.paiju.arrived(document.querySelector(".page"));
    document.getElementById("main").focus();
    document.dispatchEvent(new CustomEvent("paiju:poll"));
    return true;
  }

  // --- entries ------------------------------------------------------------------------------------------------------

  // A path as it is kept: without what was asked beside it.
  const bare = (address) => new URL(address, location.href).pathname;

  function openSheet(link) {
    const address = bare(link.getAttribute("href"));
    const html = sheets.get(address);
    if (!html) return false;
    window.paiju.sheet.show(html, address, link);
    window.paiju.offlineForms.opened(document.querySelector("dialog[data-sheet]"), html, new URL(link.href, location.href));
    return true;
  }

  function say(words) {
    for (const note of document.querySelectorAll(".unheard")) note.remove();
    (document.querySelector("dialog[open]") || document.body)
      .append(element("p", { className: "alert error toast unheard", role: "alert", textContent: words }));
  }

  const fields = (body) => [...body].filter(([, value]) => typeof value === "string");

  const place = () => document.querySelector(".app-heading")?.textContent.replace(/\s+/g, " ").trim() || "";

  async function keepHand(form, words, draw) {
    const state = table();
    const body = new FormData(form);
    // Of the numbers beside the fans only those of ticked ones mean anything; a queue has to fit into some codes.
    for (const name of [...body.keys()]) {
      const [, slot, fan] = name.match(/^times-(\d)-(.+)$/) || [];
      if (fan && !body.getAll(`tick-${slot}`).includes(fan)) body.delete(name);
    }
    const winners = [...body].filter(([name]) => name.startsWith("winner-")).map(([, value]) => Number(value));
    const dealer = body.get("dealer");
    const entry = {
      what: draw ? "draw" : "win", words, fields: [...fields(body).filter(([, value]) => value), ["rules", state.known.rules]],
      outcome: draw ? { type: "draw", ...(dealer ? { dealer: Number(dealer) } : {}) } : { type: "win", winners },
    };
    const { changes } = form.dataset;
    if (!changes) await keep(state, entry);
    else if (!(await outbox.replace(changes, { ...entry, key: outbox.newKey() }, "waiting"))) { say(word("sent")); return; }
    form.dispatchEvent(new CustomEvent("paiju:saved", { bubbles: true }));
    window.paiju.sheet.close();
  }

  // Into the outbox, made against the book of this page or the entry before it.
  function keep(state, entry) {
    return outbox.add({ game: state.known.game, by: state.known.by, seen: state.seen, number: state.number,
      address: `${state.known.path}deliver/`, place: place(), ...entry });
  }

  function confirm(seats) {
    const state = table();
    keep(state, { what: "confirm", seats, number: "", fields: seats.map((seat) => ["seats", String(seat)]),
      words: confirmed(seats) });
  }

  /* Takes a form of the table that found no network (save-queue.js): null where it is not for the outbox, else a promise of whether
     the page may let it go. It may not where nothing is kept here and there is no table to go on with: then both send it, with
     one key. */
  function take(form, body) {
    if (!form.dataset.outbox || [...body.values()].some(({ size }) => size)) return null;   // a photo stays in its page
    const about = JSON.parse(form.dataset.outbox);
    const here = panel() ? table() : null;
    const entry = { ...entryOf(form, about, body), ...(here?.entries.length ? { seen: here.seen, number: here.number } : { follows: null }) };
    return (async () => {
      await outbox.add(entry);
      if (outbox.kept) form.dispatchEvent(new CustomEvent("paiju:saved", { bubbles: true }));
      window.paiju.sheet.close();
      // 確認 on a player's own page stays there: the button would only ask for the same once more.
      if (about.kept && outbox.kept) { form.replaceChildren(element("p", { className: "alert", role: "status", textContent: about.kept })); return true; }
      return !about.kept && toTable(tableOf(about));
    })();
  }

  const tableOf = (about) => about.address.replace(/(ruling\/)?deliver\/$/, "");

  // What a form of the table enters, made against the book of its page.
  function entryOf(form, about, body) {
    const { text, ending } = window.paiju.offlineForms;
    const button = form.querySelector(`[name=pick][value="${CSS.escape(body.get("pick") || "")}"]`);
    const row = button?.closest("fieldset")?.querySelector(".reward-name");
    return {
      game: about.game, by: about.by, what: about.what, address: about.address, key: body.get("client_key"),
      seen: Number(body.get("seen")), number: about.number, place: place(),
      fields: [...fields(body), ["rules", about.rules]], outcome: about.outcome || ending(about, body),
      ...(about.what === "first_dealer" ? { deals: Number(body.get("pick").split(".")[1]) } : {}),
      seats: about.seats, words: about.words || fill(about.template || "", { name: text(button), reward: text(row) }).trim(),
    };
  }

  // 打開再改: what was refused comes back changed and is sent from its own place in the outbox.
  async function replace(form, body) {
    const about = JSON.parse(form.dataset.outbox);
    if (!(await outbox.replace(form.dataset.replaces, { ...entryOf(form, about, body), follows: null }, "refused"))) { say(form.dataset.decided); return; }
    form.dispatchEvent(new CustomEvent("paiju:saved", { bubbles: true }));
    if (!(await toTable(tableOf(about)))) location.assign("/outbox/");
  }

  // --- taps ---------------------------------------------------------------------------------------------------------

  const isWin = (form) => form.matches?.("#win-form");
  const isDraw = (form) => form.matches?.("[data-outbox-draw]");

  // Something of this page got no answer: true where it goes on without one, or it was said why it does not.
  function without(place) {
    if (!panel() || !rules().writes) return false;
    const form = place?.closest("form");
    if (form && (isWin(form) || isDraw(form)) && place.matches("form, [type=submit], button:not([type=button])")) {
      if (place.name === "add") { window.paiju.offlineForms.addWinner(form, Number(place.value)); return true; }
      if (place.name) { say(word("needsNetwork")); return true; }
      window.paiju.offlineForms.offer(form, isDraw(form));
      return true;
    }
    const state = table();
    if (!place?.matches("a[data-sheet], a[data-offline-draw]") || state.finished) return false;
    const known = place.matches("[data-offline-draw]") || sheets.has(bare(place.href));
    if (!known) say(word("needsNetwork"));
    else if (state.waits.length) say(word("confirmFirst"));
    else if (place.closest(".reward-row")) window.paiju.offlineForms.askPayer(place);
    else if (!openSheet(place)) {
      window.paiju.sheet.show(document.querySelector("[data-offline-draw-sheet]").innerHTML, place.href, place);
      window.paiju.offlineForms.offer(document.querySelector("dialog[data-sheet] form"), true);
    }
    return true;
  }

  window.addEventListener("paiju:unheard", (event) => {
    if (without(event.detail?.element)) event.preventDefault();
  }, true);

  // While something waits, the table is the one of this device: nothing asks the server first.
  document.addEventListener("click", (event) => {
    if (!active() || event.defaultPrevented) return;
    const card = event.target.closest(".seat-card");
    const link = event.target.closest("a[data-sheet], a[data-offline-draw]");
    if (!card && !link) return;
    const state = table();
    const stop = () => { event.preventDefault(); event.stopImmediatePropagation(); };
    if (card) {
      stop();
      const seat = Number(card.className.match(/seat-(\d)/)[1]);
      if (state.waits.includes(seat) && state.known.writes) confirm(state.mode === "referee" ? state.waits : [seat]);
      else if (!state.waits.length) openSheet(element("a", { href: `${state.known.path}win/?winner=${seat}` }));
    } else if (without(link)) stop();
  }, true);

  // What is recorded at once goes behind what waits, whether or not the server would answer.
  document.addEventListener("submit", (event) => {
    if (!active() || !event.target.matches("dialog form[data-outbox], .first-dealer")) return;
    const body = new FormData(event.target, event.submitter);
    if (!take(event.target, body)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // 犯規: the table of offences is there, what one would do is not.
  const isOffence = (button) => button?.matches?.("#ruling-search button.offence");
  document.addEventListener("submit", (event) => {
    if (!active() || !isOffence(event.submitter)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.paiju.offlineForms.offerRuling(event.target, event.submitter);
  }, true);
  document.addEventListener("htmx:sendError", (event) => {
    const button = event.detail.requestConfig?.triggeringEvent?.submitter;
    if (!panel() || !rules().writes || !isOffence(button)) return;
    event.preventDefault();
    window.paiju.offlineForms.offerRuling(button.form, button);
  }, true);

  document.addEventListener("submit", (event) => {
    if (!(active() || event.target.dataset.changes) || event.defaultPrevented || !(isWin(event.target) || isDraw(event.target)) || event.submitter?.name) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.paiju.offlineForms.offer(event.target, isDraw(event.target));
  }, true);

  /* 確認 that was not heard waits too, and so does one that the server did not take now: it is busy, or does not know any
     more who this is. The outbox finds out which. It is for the book that stood on the page when it was tapped. A PIN is not
     kept: it is asked for when there is a network. */
  const notNow = ({ status }) => !status || [403, 404].includes(status) || outbox.busy(status);
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (panel() && detail.path.endsWith("/confirm/")) detail.seen = table().seen;
  });
  function keepConfirmation(event) {
    const { requestConfig, pathInfo, xhr } = event.detail;
    const seats = requestConfig?.formData?.getAll("seats").map(Number) || [];
    if (!panel() || !seats.length || !pathInfo?.requestPath.endsWith("/confirm/") || !notNow(xhr)) return;
    const state = table();
    if (state.mode === "pin") return;
    event.preventDefault();
    outbox.later(xhr.status ? xhr.getResponseHeader("Retry-After") : "");
    if (!state.waits.some((seat) => seats.includes(seat))) return;
    keep({ ...state, seen: requestConfig.seen }, { what: "confirm", seats, number: "", key: requestConfig.formData.get("client_key"),
      fields: seats.map((seat) => ["seats", String(seat)]), words: confirmed(seats) });
  }
  for (const failed of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(failed, keepConfirmation, true);

  document.addEventListener("paiju:outbox", show);
  document.addEventListener("paiju:arrived", () => { if (active()) show(); });
  window.paiju.each("[data-offline-rules]", (place) => { outbox.ready().then(() => { show(); prepare(place); }); });
  document.addEventListener("paiju:heard", () => { shown = false; });
  // On https the browser opens without a network too; the worker keeps files and one page, in the language of this one.
  window.paiju.each("[data-offline-rules], [data-outbox-page], [data-learn]", () => {
    const { serviceWorker } = navigator;
    serviceWorker?.register("/worker.js", { updateViaCache: "all" })
      .then(() => serviceWorker.ready)
      .then(({ active: worker }) => worker.postMessage(document.documentElement.lang.startsWith("en") ? "en" : "zh-hant"))
      .catch(() => { /* none here: the page stays open, or 待送 is opened from what the browser keeps */ });
  });
  window.paiju.each("[data-offline-now]", () => outbox.ready().then(() => { show(); keepPage(); }));

  const sheet = (address) => sheets.get(bare(address));
  return { take, replace, next, toTable, table, rules, word, element, fields, keep, keepHand, openSheet, sheet };
})();
