/* 交給另一部電話 Move the waiting entries of this device to another one, as a file, as text or as QR codes.
   1. The whole is JSON {"format": "paiju-outbox-1", "entries"}, deflated where the browser can, in base 32.
   2. It is cut into parts "PAIJU/<number>/<of>/<mark>/<letters>"; the mark is a checksum of the whole.
   3. A code holds the address of this page with one part after "#", which no server sees, so any camera app can open it,
      over plain http too. Parts may arrive in any order. With BarcodeDetector (https) the page has a camera of its own.
   4. The other phone shows what it has read. Its user confirms, and the entries are then theirs (`by`). */
"use strict";
(function () {
  const FORMAT = "paiju-outbox-1";
  const PART = /PAIJU\/(\d{1,3})\/(\d{1,3})\/([ZJ][0-9A-Z]{1,7})\/([A-Z2-7]+)/g;
  const PART_SIZE = 800;        // letters: a code that a phone at arm's length reads
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";   // five bits each; codes pack capitals and digits tightest
  const PAUSE = 200;
  const { outbox } = window.paiju;
  const holder = () => document.querySelector("[data-outbox-page]");
  const find = (name) => holder().querySelector(`[data-outbox-${name}]`);
  const word = (name, values = {}) => (holder().dataset[name] || "").replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
  const say = (words) => { if (holder()) find("said").textContent = words; };
  let got = { mark: "", of: 0, parts: {} };      // the parts that have come so far
  let codes = [];
  let shown = 0;
  let stream = null;

  const written = () => JSON.stringify({ format: FORMAT,
    entries: outbox.all.map(({ state, detail, theirs, code, next, ...entry }) => entry) });   // eslint-disable-line no-unused-vars

  // --- letters and bytes ----------------------------------------------------------------------------------------------

  function lettered(bytes) {
    let [text, held, bits] = ["", 0, 0];
    for (const byte of bytes) {
      held = (held << 8) | byte;
      for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >>> (bits - 5)) & 31];
      held &= (1 << bits) - 1;
    }
    return bits ? text + LETTERS[(held << (5 - bits)) & 31] : text;
  }

  function unlettered(text) {
    const bytes = [];
    let [held, bits] = [0, 0];
    for (const letter of text) {
      held = (held << 5) | LETTERS.indexOf(letter);
      bits += 5;
      if (bits >= 8) { bits -= 8; bytes.push(held >>> bits); held &= (1 << bits) - 1; }
    }
    return new Uint8Array(bytes);
  }

  // Whether the parts are of one whole, and it has come through.
  function mark(bytes) {
    let sum = 0x811c9dc5;
    for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
    return sum.toString(36).toUpperCase();
  }

  const through = async (bytes, change) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer());

  async function parts() {
    const plain = new TextEncoder().encode(written());
    const packs = "CompressionStream" in window;
    const bytes = packs ? await through(plain, new CompressionStream("deflate-raw")) : plain;
    const text = lettered(bytes);
    const of = Math.ceil(text.length / PART_SIZE);
    const size = Math.ceil(text.length / of);
    const name = `${packs ? "Z" : "J"}${mark(bytes)}`;
    return Array.from({ length: of }, (_none, n) => `${location.origin}/outbox/#PAIJU/${n + 1}/${of}/${name}/${text.slice(n * size, (n + 1) * size)}`);
  }

  // The text of all parts; "" while one is missing. Throws where they are not what was sent.
  async function together() {
    const found = Array.from({ length: got.of }, (_none, n) => got.parts[n + 1]);
    if (!got.of || !found.every(Boolean)) return "";
    const bytes = unlettered(found.join(""));
    if (got.mark.slice(1) !== mark(bytes)) throw new Error("not whole");
    return new TextDecoder().decode(got.mark[0] === "Z" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes);
  }

  // --- given ----------------------------------------------------------------------------------------------------------

  function save() {
    const address = URL.createObjectURL(new Blob([written()], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: address,
      download: `paiju-${new Date(window.paiju.now()).toISOString().slice(0, 16).replace(/\D/g, "")}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  function copy() {
    const field = document.getElementById("outbox-text");
    field.value = written();
    field.focus();
    field.select();
    document.execCommand("copy");     // navigator.clipboard does not exist on a plain http LAN
    say(word("copied"));
  }

  function draw() {
    const canvas = find("code").querySelector("canvas");
    const code = window.leanQr.generate(codes[shown]);
    const quiet = 4;
    canvas.width = canvas.height = code.size + 2 * quiet;
    const paper = canvas.getContext("2d");
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.fillStyle = "#000";
    for (let y = 0; y < code.size; y += 1) for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) paper.fillRect(x + quiet, y + quiet, 1, 1);
    const where = word("codeOf", { n: shown + 1, of: codes.length });
    canvas.setAttribute("aria-label", where);
    find("code-of").textContent = where;
    find("code").querySelector("[data-code-step='-1']").disabled = shown === 0;
    find("code").querySelector("[data-code-step='1']").disabled = shown === codes.length - 1;
    find("code").querySelector(".button-row").hidden = codes.length === 1;
  }

  async function showCodes() {
    codes = await parts();
    shown = 0;
    find("code").hidden = false;
    draw();
    find("code").scrollIntoView({ block: "nearest" });
  }

  // --- read in --------------------------------------------------------------------------------------------------------

  const whole = (entry) => ["id", "key", "what", "address", "words"].every((name) => typeof entry[name] === "string")
    && Number.isInteger(entry.game) && Array.isArray(entry.fields) && /^\/g\/[\w-]+\/(ruling\/)?deliver\/$/.test(entry.address);

  // The entries of a file or a text; null where it is none of ours.
  function entriesIn(text) {
    let read = null;
    try { read = JSON.parse(text); } catch { /* said by whoever asks */ }
    return read?.format === FORMAT && Array.isArray(read.entries) && read.entries.every(whole) ? read.entries : null;
  }

  // Codes may come faster than a browser writes, and into several windows: each is added to what is stored by then.
  async function aside(alter) {
    got = await outbox.aside(alter, got);
    await received();
  }

  const gather = (text) => aside((old) => [...text.matchAll(PART)].reduce((known, [, n, of, name, letters]) => {
    const parts_ = known.mark === name && known.of === Number(of) ? known.parts : {};
    return { mark: name, of: Number(of), parts: { ...parts_, [n]: letters } };
  }, old));

  // What has come by codes: how many are still missing, or what it is, for whoever says yes to it.
  async function received() {
    if (!holder()) return;        // the table that this device holds stands here by now
    const place = find("received");
    const now = got;
    const missing = Array.from({ length: got.of }, (_none, n) => n + 1).filter((n) => !got.parts[n]);
    place.hidden = !got.of;
    if (place.hidden) return;
    let entries = null;
    try { entries = entriesIn(await together()); } catch { /* not whole */ }
    if (now !== got) return;      // more has come meanwhile
    const title = missing.length ? word("partsMissing", { got: got.of - missing.length, of: got.of, missing: missing.join(word("comma")) })
      : entries ? word("partsWhole", { n: entries.length }) : word("unreadable");
    place.querySelector("[data-received-title]").textContent = title;
    place.querySelector("[data-received-lines]").replaceChildren(...(entries || []).map((entry, n, all) => Object.assign(document.createElement("li"),
      { textContent: `${entry.place && entry.place !== all[n - 1]?.place ? `${entry.place}：` : ""}${entry.words}` })));
    place.querySelector("[data-take-over]").hidden = !entries;
  }

  const forget = () => aside(() => ({ mark: "", of: 0, parts: {} }));

  async function takeOver(entries) {
    let who = [];
    try { ({ who } = await (await fetch("/outbox/state/", { cache: "no-store" })).json()); } catch { say(word("unheard")); return; }
    if (!who.length) { say(word("signInFirst")); return; }
    await outbox.takeOver(entries, who[0]);
    await forget();
    say(word("read", { n: entries.length }));
  }

  async function readIn() {
    const file = document.getElementById("outbox-file").files[0];
    const text = file ? await file.text() : document.getElementById("outbox-text").value;
    if (text.match(PART)) { await gather(text); return; }
    const entries = entriesIn(text);
    if (entries) await takeOver(entries);
    else say(word("unreadable"));
  }

  // --- a camera in the page -------------------------------------------------------------------------------------------

  function stop() {
    for (const track of stream?.getTracks() || []) track.stop();
    stream = null;
    if (holder()) find("camera").hidden = true;
  }

  async function look() {
    const video = find("camera").querySelector("video");
    try { stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }); } catch { say(word("noCamera")); return; }
    find("camera").hidden = false;
    video.srcObject = stream;
    await video.play();
    const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
    while (stream) {
      for (const { rawValue } of await detector.detect(video).catch(() => [])) if (rawValue.match(PART)) await gather(rawValue);
      if (got.of && Object.keys(got.parts).length === got.of) stop();
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
  }

  // --- taps -----------------------------------------------------------------------------------------------------------

  const ON_TAP = { "[data-outbox-export]": save, "[data-outbox-copy]": copy, "[data-outbox-codes]": showCodes, "[data-outbox-import]": readIn,
    "[data-outbox-look]": look, "[data-stop-camera]": stop, "[data-forget-parts]": forget,
    "[data-take-over]": async () => takeOver(entriesIn(await together())) };

  document.addEventListener("click", (event) => {
    if (!holder()) return;
    for (const [place, act] of Object.entries(ON_TAP)) if (event.target.closest(place)) act();
    const step = event.target.closest("[data-code-step]");
    if (step) { shown += Number(step.dataset.codeStep); draw(); }
  });
  // A code shown of entries that are in the book meanwhile would only be read in vain.
  document.addEventListener("paiju:outbox", () => { if (holder()) { find("code").hidden = true; find("give").hidden = !outbox.all.length; } });
  window.addEventListener("pagehide", stop);

  async function arrived(address) {
    if (!holder()) return;
    const part = address.match(PART);
    if (!part) { await aside((old) => old); return; }
    history.replaceState(history.state, "", location.pathname);
    await gather(part[0]);
  }
  window.addEventListener("hashchange", ({ newURL }) => arrived(newURL));    // the camera may open the next code in the page that is there
  window.paiju.each("[data-outbox-page]", () => {
    find("look").hidden = !("BarcodeDetector" in window && navigator.mediaDevices);
    find("give").hidden = !outbox.all.length;
    const { href } = location;
    outbox.ready().then(() => arrived(href));
  });
})();
