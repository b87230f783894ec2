/* 擺牌: the tile keyboard, [data-tile-keyboard]; markup in templates/_tile_keyboard.html.
   The laid hand lives in the fields [data-hand] (concealed, winning, melds as JSON, flowers), so a plain
   post carries it; after each change the fields send `change` and the holder sends `paiju:hand`, on which htmx asks
   the server for the count. Four copies of a tile and no fifth; a meld counts three; the last tile that completes
   the hand is the winning tile unless 食糊牌 says another. */
"use strict";
(function () {
  const { tiles } = window.paiju;
  const SVG = "http://www.w3.org/2000/svg";
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");

  class TileKeyboard {
    constructor(root) {
      this.root = root;
      this.size = Number(root.dataset.handSize || 16);
      this.mode = "hand";
      this.last = [];                                   // what ⌫ takes back, newest last
      this.keys = [...root.querySelectorAll("[data-tile]")];
      this.names = new Map(this.keys.map((key) => [key.dataset.tile, key.dataset.name]));
      this.fields = Object.fromEntries(["concealed", "winning", "melds", "flowers"]
        .map((name) => [name, root.querySelector(`[data-hand=${name}]`)]));
      this.text = root.querySelector("[data-tile-text]");
      this.readFields();
      root.addEventListener("click", (event) => this.clicked(event));
      root.addEventListener("keydown", (event) => this.moved(event));
      root.closest("form")?.addEventListener("paiju:restored", () => { this.readFields(); this.changed(); });
      this.text?.addEventListener("change", () => this.typed());
      this.show();
    }

    // state --------------------------------------------------------------------------------------------------

    readFields() {
      let melds = [];
      try { melds = JSON.parse(this.fields.melds.value || "[]"); } catch { /* typed by hand without this script */ }
      this.laid = {
        hand: tiles.read(this.fields.concealed.value) || [],
        winning: (tiles.read(this.fields.winning.value) || [])[0] || null,
        melds: melds.map(({ kind, tiles: text }) => ({ kind, tiles: tiles.read(text) || [] })),
        flowers: tiles.read(this.fields.flowers?.value || "") || [],
      };
      this.last = [];
    }

    writeFields() {
      const { hand, winning, melds, flowers } = this.laid;
      this.fields.concealed.value = tiles.write(hand);
      this.fields.winning.value = winning || "";
      this.fields.melds.value = JSON.stringify(melds.map(({ kind, tiles: codes }) => ({ kind, tiles: tiles.write(codes) })));
      if (this.fields.flowers) this.fields.flowers.value = tiles.write(flowers);
    }

    used(laid = this.laid) {
      return [...laid.hand, ...(laid.winning ? [laid.winning] : []), ...laid.melds.flatMap((meld) => meld.tiles), ...laid.flowers];
    }

    left(code) { return tiles.copies(code) - this.used().filter((one) => one === code).length; }

    count(laid = this.laid) { return laid.hand.length + laid.melds.length * 3 + (laid.winning ? 1 : 0); }

    get missing() { return this.size + 1 - this.count(); }

    // why a key cannot be laid now, as the name of a word of ours; "" when it can
    refusal(code) {
      if (code[1] === "f") return this.left(code) < 1 ? "once" : "";
      if (this.mode === "hand" || this.mode === "winning") {
        if (this.left(code) < 1) return "used";
        return this.missing < 1 ? "full" : "";
      }
      const codes = tiles.meldTiles(this.mode.replace(/^(added|concealed)_/, ""), code);
      if (!codes) return "nomeld";
      const needed = new Map(codes.map((one) => [one, codes.filter((other) => other === one).length]));
      if ([...needed].some(([one, n]) => this.left(one) < n)) return "used";
      // The last tile of the hand may be no part of a meld: somebody has to win on something.
      return this.missing < 3 || this.laid.melds.length * 3 + 3 > this.size ? "full" : "";
    }

    lay(code) {
      const why = this.refusal(code);
      if (why) { this.say(this.word(why, { tile: this.names.get(code), n: this.size + 1 })); return; }
      const { laid } = this;
      if (code[1] === "f") laid.flowers.push(code);
      else if (this.mode === "hand") laid.hand.push(code);
      else if (this.mode === "winning") this.win(code);
      else laid.melds.push({ kind: this.mode, tiles: tiles.meldTiles(this.mode.replace(/^(added|concealed)_/, ""), code) });
      if (this.missing === 0 && !laid.winning) laid.winning = laid.hand.pop() ?? null;
      this.last.push(code[1] === "f" ? "flower" : this.mode === "hand" || this.mode === "winning" ? `tile ${code}` : "meld");
      this.choose("hand");
      this.changed();
    }

    win(code) {
      if (this.laid.winning) this.laid.hand.push(this.laid.winning);
      this.laid.winning = code;
    }

    // a tap on a laid tile: takes it back, or in the mode 食糊牌 makes it the winning tile
    touch(part, index) {
      const { laid } = this;
      if (this.mode === "winning" && part === "hand") {
        this.win(laid.hand.splice(index, 1)[0]);
        this.choose("hand");
      } else if (part === "winning") laid.winning = null;
      else laid[part].splice(index, 1);
      this.changed();
    }

    undo() {
      const { laid } = this;
      const step = this.last.pop();
      if (step === "flower" && laid.flowers.length) laid.flowers.pop();
      else if (step === "meld" && laid.melds.length) laid.melds.pop();
      else {
        const code = step?.split(" ")[1];
        if (laid.winning && (!code || laid.winning === code || !laid.hand.includes(code))) laid.winning = null;
        else if (laid.hand.includes(code)) laid.hand.splice(laid.hand.lastIndexOf(code), 1);
        else if (laid.hand.length) laid.hand.pop();
        else if (laid.melds.length) laid.melds.pop();
      }
      this.changed();
    }

    clear() {
      this.laid = { hand: [], winning: null, melds: [], flowers: this.laid.flowers };
      this.last = [];
      this.choose("hand");
      this.changed();
    }

    typed() {
      const laid = tiles.readHand(this.text.value);
      const used = laid ? this.used(laid) : [];
      const tooMany = used.find((code) => used.filter((one) => one === code).length > tiles.copies(code));
      const problem = !laid ? "badtext" : tooMany ? (tooMany[1] === "f" ? "once" : "used") : this.count(laid) > this.size + 1 ? "full" : "";
      this.text.setAttribute("aria-invalid", String(Boolean(problem)));
      if (problem) { this.say(this.word(problem, { tile: this.names.get(tooMany), n: this.size + 1 })); return; }
      this.laid = laid;
      if (this.missing === 0 && !laid.winning) laid.winning = laid.hand.pop() ?? null;
      this.last = [];
      this.changed();
    }

    // what is seen -------------------------------------------------------------------------------------------

    word(name, values) { return fill(this.root.dataset[`word${name[0].toUpperCase()}${name.slice(1)}`] || "", values); }

    say(text) { this.root.querySelector("[data-tile-state]").textContent = text; }

    changed() {
      this.laid.hand = tiles.sorted(this.laid.hand);
      this.writeFields();
      this.show();
      this.fields.concealed.dispatchEvent(new Event("change", { bubbles: true }));
      this.root.dispatchEvent(new CustomEvent("paiju:hand", { bubbles: true }));
    }

    choose(mode) {
      this.mode = mode;
      this.show();
    }

    show() {
      for (const button of this.root.querySelectorAll("[data-mode]")) {
        button.setAttribute("aria-pressed", String(button.dataset.mode === this.mode));
      }
      for (const key of this.keys) this.showKey(key);
      this.showLaid();
      const complete = this.missing === 0;
      this.fold(complete);
      this.root.dataset.complete = String(complete);
      if (complete) this.say(this.word("complete", { tile: this.names.get(this.laid.winning) }));
      else this.say(this.missing < 0 ? this.word("over", { n: -this.missing }) : this.word("missing", { n: this.missing }));
      const flowers = this.root.querySelector("[data-flower-count]");
      if (flowers) flowers.textContent = this.laid.flowers.length || "";
      if (this.text && document.activeElement !== this.text) this.text.value = tiles.writeHand(this.laid);
    }

    // [data-folds]: once the hand is whole the keys give way to its count; 改牌, or a tile taken back, brings them again
    fold(complete) {
      const { dataset } = this.root;
      if (!dataset.folds) return;
      if (String(complete) !== dataset.complete) this.folded = complete;
      const button = this.root.querySelector("[data-tile-unfold]");
      const away = complete && this.folded;
      if (away && this.keys.includes(document.activeElement)) requestAnimationFrame(() => button.focus({ preventScroll: true }));
      dataset.folded = String(away);
      button.hidden = !complete;
      button.setAttribute("aria-expanded", String(!away));
    }

    showKey(key) {
      const code = key.dataset.tile;
      const left = this.left(code);
      key.querySelector("[data-left]").textContent = left;
      key.setAttribute("aria-label", this.word("left", { tile: key.dataset.name, n: left }));
      key.setAttribute("aria-disabled", String(this.refusal(code) !== ""));
    }

    showLaid() {
      const place = this.root.querySelector("[data-laid]");
      const focused = place.contains(document.activeElement) ? [...place.querySelectorAll("button")].indexOf(document.activeElement) : -1;
      const { hand, winning, melds, flowers } = this.laid;
      const single = (part) => (code, index) => this.laidButton(part, index, [code]);
      place.replaceChildren(
        ...flowers.map(single("flowers")),
        ...melds.map((meld, index) => this.laidButton("melds", index, meld.tiles, meld.kind)),
        ...hand.map(single("hand")),
        ...(winning ? [this.laidButton("winning", 0, [winning])] : []),
      );
      if (focused >= 0) (place.querySelectorAll("button")[Math.max(0, focused - 1)] || this.keys[0]).focus();
    }

    laidButton(part, index, codes, kind) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `laid-${part}`;
      Object.assign(button.dataset, { part, index });
      const name = codes.map((code) => this.names.get(code)).join(" ");
      const meld = kind ? this.root.querySelector(`[data-mode="${kind}"]`)?.textContent.trim() : "";
      button.setAttribute("aria-label", this.word(part === "winning" ? "winning" : "take", { tile: meld ? `${meld} ${name}` : name }));
      const hidden = kind === "concealed_kong" ? [0, 3] : [];
      button.append(...codes.map((code, place) => this.drawing(hidden.includes(place) ? "back" : code)));
      return button;
    }

    drawing(code) {
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("class", "tile");
      svg.setAttribute("aria-hidden", "true");
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `${this.root.dataset.sprite}#t-${code}`);
      svg.append(use);
      return svg;
    }

    // hands and keys -----------------------------------------------------------------------------------------

    clicked(event) {
      const button = event.target.closest("button");
      if (!button) return;
      const { tile, mode, part, index, tilePage } = button.dataset;
      if (tile) { this.rove(button); this.lay(tile); }
      else if (mode) this.choose(this.mode === mode ? "hand" : mode);
      else if (part) this.touch(part, Number(index));
      else if (tilePage) this.turnTo(tilePage);
      else if (button.hasAttribute("data-tile-unfold")) { this.folded = !this.folded; this.show(); }
      else if (button.hasAttribute("data-tile-undo")) this.undo();
      else if (button.hasAttribute("data-tile-clear")) this.clear();
    }

    turnTo(page) {
      for (const tab of this.root.querySelectorAll("[data-tile-page]")) {
        tab.setAttribute("aria-pressed", String(tab.dataset.tilePage === page));
      }
      for (const panel of this.root.querySelectorAll("[data-tile-panel]")) panel.hidden = panel.dataset.tilePanel !== page;
    }

    // one key is in the order of Tab; arrows go to the neighbours as they are seen
    rove(key) {
      for (const one of this.keys) if (one.closest("[data-tile-panel]") === key.closest("[data-tile-panel]")) one.tabIndex = -1;
      key.tabIndex = 0;
    }

    moved(event) {
      const key = event.target.closest("[data-tile]");
      if (event.target === this.text && event.key === "Enter") { event.preventDefault(); this.typed(); }
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!key || !step) return;
      event.preventDefault();
      const here = key.getBoundingClientRect();
      const far = (one) => {
        const there = one.getBoundingClientRect();
        const [dx, dy] = [there.x - here.x, there.y - here.y];
        const ahead = dx * step[0] + dy * step[1];
        const aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
        return ahead < 4 || (step[0] && aside > 4) ? Infinity : ahead * 3 + aside;
      };
      const next = this.keys.filter((one) => one.getClientRects().length).sort((a, b) => far(a) - far(b))[0];
      if (next && far(next) < Infinity) { this.rove(next); next.focus(); }
    }
  }

  window.paiju.each("[data-tile-keyboard]", (root) => { root.tileKeyboard = new TileKeyboard(root); });
})();
