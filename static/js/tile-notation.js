/* 牌的記號: "123m456p11z", melds "(123m)" and "[1111z]" (暗槓), the winning tile "+4m", flowers "15f".
   Pure: knows no page. Tiles are codes such as "5m"; a laid hand is {hand, winning, melds, flowers}. */
"use strict";
(function () {
  const SUITS = "mpszf";
  const LAST = { m: 9, p: 9, s: 9, z: 7, f: 8 };
  const RUN = /([1-9]+)([mpszf])/y;

  const order = (code) => SUITS.indexOf(code[1]) * 10 + Number(code[0]);
  const sorted = (codes) => [...codes].sort((a, b) => order(a) - order(b));
  const copies = (code) => (code[1] === "f" ? 1 : 4);

  // "123m55z" -> codes, or null when something else stands in it
  function read(text) {
    const codes = [];
    const plain = text.replace(/\s+/g, "");
    RUN.lastIndex = 0;
    let end = 0;
    for (let run = RUN.exec(plain); run; run = RUN.exec(plain)) {
      end = RUN.lastIndex;
      for (const rank of run[1]) {
        if (Number(rank) > LAST[run[2]]) return null;
        codes.push(rank + run[2]);
      }
    }
    return end === plain.length ? codes : null;
  }

  // codes -> "123m55z", in the order of the suits
  function write(codes) {
    return [...SUITS].map((suit) => {
      const ranks = sorted(codes.filter((code) => code[1] === suit)).map((code) => code[0]).join("");
      return ranks && ranks + suit;
    }).join("");
  }

  // what the tiles of a claimed meld are; null when they are none
  function kindOf(codes) {
    if (codes.some((code) => code[1] === "f")) return null;
    if (new Set(codes).size === 1) return { 3: "pung", 4: "kong" }[codes.length] || null;
    const [a, b, c] = sorted(codes).map(order);
    return codes.length === 3 && codes[0][1] !== "z" && b === a + 1 && c === a + 2 ? "chow" : null;
  }

  // the tiles of a meld named by its kind and its lowest tile; null when there is none such
  function meldTiles(kind, code) {
    const [rank, suit] = [Number(code[0]), code[1]];
    if (suit === "f") return null;
    if (kind === "chow") return suit === "z" || rank > 7 ? null : [0, 1, 2].map((k) => `${rank + k}${suit}`);
    return Array(kind === "pung" ? 3 : 4).fill(code);
  }

  function readMeld(text) {
    const codes = read(text.slice(1, -1));
    if (!codes) return null;
    const kind = kindOf(codes);
    if (text[0] === "(") return kind && { kind, tiles: sorted(codes) };
    return kind === "kong" ? { kind: "concealed_kong", tiles: codes } : null;
  }

  // a whole laid hand as text -> {hand, winning, melds, flowers}, or null
  function readHand(text) {
    const melds = [];
    let good = true;
    let rest = text.normalize("NFKC").toLowerCase().replace(/\([^()]*\)|\[[^[\]]*\]/g, (part) => {
      const meld = readMeld(part);
      if (meld) melds.push(meld); else good = false;
      return " ";
    });
    let winning = null;
    rest = rest.replace(/\+\s*([1-9][mpsz])/, (_all, code) => { winning = code; return " "; });
    const codes = read(rest);
    if (!good || !codes) return null;
    return { hand: codes.filter((c) => c[1] !== "f"), winning, melds, flowers: codes.filter((c) => c[1] === "f") };
  }

  function writeHand({ hand, winning, melds, flowers }) {
    const shown = melds.map(({ kind, tiles }) => (kind === "concealed_kong" ? `[${write(tiles)}]` : `(${write(tiles)})`));
    return [write(hand), ...shown, write(flowers), winning ? `+${winning}` : ""].filter(Boolean).join(" ");
  }

  window.paiju.tiles = { sorted, copies, read, write, meldTiles, readHand, writeHand };
})();
