/* 離線的表格 The sheets of a table, finished without a network: 食糊 with one or several winners, 流局, the payer of a
   reward, 犯規 from the table or composed. offline-table.js holds each sheet as the server made it. Here are the steps
   for which the page would ask the server:
   1. the summary before an entry is kept (instead of the preview, without numbers);
   2. the part of a second and third winner;
   3. the fields that an offence needs.
   The entry that results has the same fields as the form that the server would get. */
"use strict";
window.paiju.offlineForms = (function () {
  const { table, rules, word, element, fields, keep, keepHand, openSheet, sheet } = window.paiju.offline;
  const MOST_SLOTS = 3;

  const text = (place) => (place?.lastChild?.textContent || place?.textContent || "").trim();
  const button = (label, onclick, more = "") => element("button", { className: `button ${more}`, type: "button", textContent: label, onclick });

  function counted() {
    const note = element("p", { className: "alert", textContent: word("counted") });
    note.dataset.counted = "";
    return note;
  }

  // A sheet that was held has been opened at this link: what the server alone could make is taken out.
  function opened(dialog, html, link) {
    dialog.querySelector(".sheet-body")?.prepend(counted());
    const winner = link.searchParams.get("winner");
    const radio = winner && dialog.querySelector(`[name=winner-0][value="${winner}"]`);
    if (radio) { radio.disabled = false; radio.checked = true; radio.dispatchEvent(new Event("change", { bubbles: true })); }
    for (const part of dialog.querySelectorAll(".add-winner, [data-draft-note]")) part.remove();
    for (const tab of dialog.querySelectorAll(".sheet-tabs a")) {
      if (sheet(tab.href)) continue;
      tab.setAttribute("aria-disabled", "true");
      tab.append(element("small", { textContent: word("needsNetworkShort") }));
    }
    const form = dialog.querySelector("#win-form");
    if (form && rules().most > 1) offerWinners(form);
  }

  function refuse(body, name) {
    body.prepend(element("p", { className: "alert error offline-summary", role: "alert", textContent: word(name) }));
    body.firstChild.scrollIntoView({ block: "center" });
  }

  // A form makes room for what is asked, or summed up, before it is kept; 更改 brings it back as it was.
  function instead(form, made) {
    form.closest(".sheet-body, main").querySelector(".offline-summary")?.remove();
    form.hidden = true;
    form.after(made);
    made.querySelector("h3").focus();
  }

  const back = (form, made) => button(word("edit"), () => { made.remove(); form.hidden = false; });
  const heading = (words) => element("h3", { textContent: words, tabIndex: -1 });

  // --- 食糊 --------------------------------------------------------------------------------------------------------

  const seatIn = (form, slot) => new FormData(form).get(`winner-${slot}`);
  const slots = (form) => [...Array(MOST_SLOTS).keys()].filter((slot) => seatIn(form, slot));

  // What one winner's part says, in words; "" where something is missing.
  function much(form, slot) {
    const mode = form.querySelector(`[name=mode-${slot}]:checked`)?.value || "typed";
    const typed = form.querySelector(`[name=typed-${slot}]`)?.value.trim() || "";
    const ticks = [...form.querySelectorAll(`[name=tick-${slot}]:checked`)].map((tick) => text(tick.closest("label").querySelector(".name")));
    const laid = form.querySelector(`[name=hand_concealed-${slot}]`)?.closest("[data-tile-keyboard]")?.dataset.complete === "true";
    return { typed: typed && `${typed} ${rules().unit}`, ticks: ticks.join(word("comma")), tiles: laid && word("laid") }[mode] || "";
  }

  function winWords(form) {
    const { names } = table();
    const source = form.querySelector("[name=source]:checked")?.value;
    const won = slots(form).map((slot) => ({ winner: names[seatIn(form, slot)], much: much(form, slot), seat: seatIn(form, slot) }));
    const seats = won.map(({ seat }) => seat);
    if (!won.length || !source || !won.every((one) => one.much) || seats.includes(source) || new Set(seats).size < seats.length) return "";
    if (won.length > 1) {
      return source === "self" ? "" : word("discardAll", { wins: won.map((one) => word("wins", one)).join(word("comma")), source: names[source] });
    }
    return word(source === "self" ? "selfDraw" : "discard", { ...won[0], source: names[source] });
  }

  function offer(form, draw = null) {
    const words = draw ? word("draw") : winWords(form);
    const body = form.closest(".sheet-body, main");
    body.querySelector(".offline-summary")?.remove();
    if (!words) { refuse(body, "missing"); return; }
    const save = button(word("keep"), () => { save.disabled = true; keepHand(form, words, draw); }, "primary big");
    const made = element("section", { className: "offline-summary stack" }, heading(words),
      ...(body.querySelector("[data-counted]") ? [] : [counted()]));
    made.append(element("div", { className: "button-row" }, back(form, made), save));
    instead(form, made);
  }

  // 另一家食糊: who else has won the same tile.
  function offerWinners(form) {
    const seats = element("div", { className: "cluster" }, ...table().names.map((name, seat) => {
      const made = button(name, () => addWinner(form, seat));
      made.dataset.seat = seat;
      return made;
    }));
    const more = element("details", { className: "add-winner" }, element("summary", { className: "button quiet", textContent: word("another") }), seats);
    form.querySelector(".manners")?.append(more);
    const show = () => {
      const taken = slots(form).map((slot) => seatIn(form, slot));
      more.hidden = !taken.length || taken.length >= rules().most;
      for (const made of seats.children) made.hidden = taken.includes(made.dataset.seat);
      tabs(form);
    };
    form.addEventListener("change", show);
    show();
  }

  // The part of another winner is that of the first, empty, under its own names.
  function addWinner(form, seat) {
    const slot = [1, 2].find((one) => !seatIn(form, one));
    const plain = sheet(`${rules().path}win/`);
    if (!slot || !plain || slots(form).map((one) => seatIn(form, one)).includes(String(seat))) return;
    const first = new DOMParser().parseFromString(plain, "text/html").querySelector(".win-slot");
    for (const live of first.querySelectorAll(".live-sum")) for (const name of live.getAttributeNames()) if (name.startsWith("hx-")) live.removeAttribute(name);
    const part = new DOMParser().parseFromString(first.outerHTML.replace(/-0(?=["-])/g, `-${slot}`), "text/html").querySelector(".win-slot");
    part.dataset.slot = slot;
    part.append(element("div", {}, button(word("notWon", { name: table().names[seat] }), () => dropWinner(form, slot), "quiet")));
    form.querySelector(".manners").before(element("input", { type: "hidden", name: `winner-${slot}`, value: String(seat) }));
    [...form.querySelectorAll(".win-slot")].at(-1).after(document.importNode(part, true));
    form.querySelector(".add-winner").open = false;
    several(form, slot);
  }

  function dropWinner(form, slot) {
    form.querySelector(`[name=winner-${slot}]`).remove();
    form.querySelector(`.win-slot[data-slot="${slot}"]`).remove();
    several(form, 0);
  }

  // 自摸, 花糊 and 包牌 are of one winner alone.
  function several(form, shown) {
    const more = slots(form).length > 1;
    for (const only of form.querySelectorAll("[name=source][value=self], [name=flower_win], [name=liable], [name=cause]")) {
      if (more) only.checked = false;
      only.disabled = more;
      (only.closest(".payers") || only.closest("label")).hidden = more;
    }
    tabs(form, shown);
    window.paiju.arrived(form);
    form.dispatchEvent(new Event("change"));
  }

  // One tab for each winner, above their parts.
  function tabs(form, shown) {
    const { names } = table();
    const old = form.querySelector(".winner-tabs");
    const chosen = shown ?? Number(old?.querySelector("input:checked")?.value || 0);
    old?.remove();
    const parts = [...form.querySelectorAll(".win-slot")];
    for (const part of parts) {
      part.dataset.tabPanel = part.dataset.slot || "0";
      part.dataset.tabsName = "winner";
      part.hidden = false;
    }
    if (parts.length < 2) return;
    const made = element("div", { className: "tabs winner-tabs" }, ...parts.map((part) => element("label", { className: "tab" },
      element("input", { type: "radio", name: "shown_winner", value: part.dataset.tabPanel, checked: Number(part.dataset.tabPanel) === chosen }),
      names[seatIn(form, part.dataset.tabPanel)] || "")));
    made.dataset.tabs = "winner";
    parts[0].before(made);
    window.paiju.arrived(made);
  }

  // 更改: what was kept comes back into its form, to be kept again in the same place.
  function reopen(entry) {
    const winners = entry.fields.filter(([name]) => name.startsWith("winner-")).map(([, seat]) => seat);
    if (!openSheet(element("a", { href: `${rules().path}win/?winner=${winners[0]}` }))) return;
    const form = document.querySelector("dialog[data-sheet] #win-form");
    form.dataset.changes = entry.id;
    delete form.dataset.draft;
    form.reset();
    for (const seat of winners.slice(1)) addWinner(form, Number(seat));
    window.paiju.refill(form, entry.fields);
  }

  // --- 獎勵 that one player pays -----------------------------------------------------------------------------------

  function askPayer(link) {
    const state = table();
    const pick = new URL(link.href).searchParams.get("pick");
    const seat = Number(pick.split(".")[1]);
    const said = { receiver: state.names[seat], reward: text(link.closest(".reward-row").querySelector(".reward-name")) };
    const form = link.closest("form");
    const made = element("section", { className: "offline-summary stack" }, heading(word("whoPays", said)));
    const payers = state.names.flatMap((payer, one) => (one === seat ? [] : [button(payer, () => {
      keep(state, { what: "reward", words: word("paidReward", { ...said, payer }), fields: [["pick", `${pick}.from${one}`], ["rules", state.known.rules]] })
        .then(() => window.paiju.sheet.close());
    }, "big")]));
    made.append(element("div", { className: "seat-buttons three" }, ...payers), back(form, made));
    instead(form, made);
  }

  // --- 犯規 --------------------------------------------------------------------------------------------------------

  // How the hand ends by a ruling, where it does: as the table of offences says, or as it was composed.
  function ending(about, body) {
    if (about.what !== "ruling" || body.get("hand")) return undefined;
    const composed = about.composes || body.get("compose");
    const word_ = composed ? body.getAll("words").find((one) => one.endsWith("_hand")) : about.ends;
    const type = { replay_hand: "replay", draw_hand: "draw", false_win_hand: "false_win" }[word_];
    return type && { type, seat: Number(body.get("seat")) };
  }

  function input(key, label, more = {}) {
    return element("div", { className: "field" }, element("label", { textContent: label, htmlFor: `offline-${key}` }),
      element("input", { id: `offline-${key}`, name: key, autocomplete: "off", ...more }));
  }

  const whom = (names, seat) => element("fieldset", { className: "field" }, element("legend", { textContent: word("needsTo") }),
    element("div", { className: "choices inline" }, ...names.flatMap((one, place) => (String(place) === seat ? [] : [
      element("label", { className: "choice" }, element("input", { type: "radio", name: "to", value: String(place), required: true }), one)]))));

  // 處分 put together: the fields of the server's own form, which the sheet brings along.
  function composing(body, seat, must) {
    const parts = document.importNode(body.querySelector("[data-offline-compose]").content, true);
    parts.querySelector(`[name=pay_to] option[value="${seat}"]`)?.remove();
    if (must) return element("div", { className: "stack" }, element("input", { type: "hidden", name: "compose", value: "1" }), parts);
    return element("details", { className: "compose-other" }, element("summary", { className: "small", textContent: word("composeOther") }),
      element("label", { className: "choice" }, element("input", { type: "checkbox", name: "compose", value: "1" }), word("compose")), parts);
  }

  // 判決 without its preview: who, what the offence asks, a note.
  function offerRuling(form, picked) {
    const state = table();
    const body = form.closest(".sheet-body, main");
    body.querySelector(".offline-summary")?.remove();
    const seat = new FormData(form).get("seat");
    if (!seat) { refuse(body, "whoBroke"); return; }
    const { offlineNeeds: needs, offlineEnds: ends, offlineComposes: must } = picked.dataset;
    const words = `${state.names[seat] || ""} ${picked.querySelector(".name").textContent.trim()}`.trim();
    const asked = must ? [] : needs.split(" ").filter(Boolean).map((key) => (key === "to" ? whom(state.names, seat)
      : input(key, word(key === "fan" ? "needsFan" : "needsTiles"), { inputMode: "numeric", pattern: "[0-9]+", required: true, maxLength: 3 })));
    const made = element("form", { className: "offline-summary form", onsubmit: (event) => {
      event.preventDefault();
      event.stopPropagation();
      const said = new FormData(made);
      said.append("seat", seat);
      keep(state, { what: "ruling", words, address: `${state.known.path}ruling/deliver/`,
        fields: [...fields(said), ["offence", picked.value], ["rules", state.known.rules]],
        outcome: ending({ what: "ruling", ends, composes: Boolean(must) }, said) }).then(() => window.paiju.sheet.close());
    } }, heading(words), element("p", { className: "small muted", textContent: picked.querySelector(".what")?.textContent.trim() || "" }),
      ...asked, composing(body, seat, must), input("note", word("note"), { maxLength: 300 }));
    made.append(element("div", { className: "button-row" }, back(form, made), element("button", { className: "button primary big", textContent: word("keep") })));
    made.querySelector("[name=compose][type=checkbox]")?.addEventListener("change", ({ target }) => {
      for (const field of made.querySelectorAll("[required], [data-needed]")) { field.dataset.needed = ""; field.required = !target.checked; }
    });
    instead(form, made);
  }

  return { opened, offer, reopen, offerRuling, askPayer, addWinner, dropWinner, ending, text };
})();
