/* 分享: the buttons of _share.html. The device's own sheet where there is one, and the address to copy; whatever was
   done is said. A hall without https has neither navigator.share nor navigator.clipboard: there the old command copies,
   and where that may not either the address stands there to be marked. */
"use strict";
window.paiju.each("[data-share-address]", (bar) => {
  const said = bar.querySelector("[data-share-said]");
  const field = bar.querySelector("input");
  const send = bar.querySelector("[data-send]");
  const copy = bar.querySelector("[data-copy-address]");
  const say = (words) => { said.textContent = ""; requestAnimationFrame(() => { said.textContent = words; }); };

  if (send) send.hidden = !navigator.share;
  send?.addEventListener("click", () => {
    navigator.share({ title: bar.dataset.shareTitle, url: bar.dataset.shareAddress }).then(() => say(said.dataset.sent)).catch((error) => {
      if (error.name !== "AbortError") copied();
    });
  });
  copy.addEventListener("click", copied);

  async function copied() {
    if (await throughClipboard() || byCommand()) {
      field.hidden = true;
      say(copy.dataset.done);
      return;
    }
    field.hidden = false;
    field.focus();
    field.select();
    say(copy.dataset.failed);
  }

  async function throughClipboard() {
    try {
      await navigator.clipboard.writeText(bar.dataset.shareAddress);
      return true;
    } catch {
      return false;
    }
  }

  function byCommand() {
    const before = document.activeElement;
    field.hidden = false;
    field.select();
    let done = false;
    try { done = document.execCommand("copy"); } catch { /* not allowed here */ }
    before?.focus();
    return done;
  }
});
