/* 下拉頁: a link with data-sheet opens its page as a sheet from below; without this script it is a plain page.
   The server answers a request with the header HX-Request by the fragment (.sheet-head and .sheet-body).
   The phone's back button and Escape close the sheet; closing gives the focus back. */
"use strict";
(function () {
  const PATIENCE = 15000;
  const sheet = () => document.querySelector("dialog[data-sheet]");
  let opener = null;

  function opened(dialog, link) {
    if (dialog.open) return;
    opener = link;
    dialog.showModal();
    history.pushState({ sheet: true }, "");
  }

  // New content is read from its beginning; the reader of a screen hears its title, because what had the focus is gone.
  function begin(dialog) {
    dialog.scrollTop = 0;
    const title = dialog.querySelector("#sheet-title");
    if (!title || dialog.querySelector("[autofocus], .invalid")) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }

  function close() {
    const dialog = sheet();
    if (!dialog || !dialog.open) return;
    dialog.close();
  }

  function show(html, address, link) {
    const dialog = sheet();
    dialog.innerHTML = html;
    // A form without an address means its own page, which is the link's and not the one underneath.
    for (const form of dialog.querySelectorAll("form:not([action], [method=dialog])")) form.setAttribute("action", address);
    opened(dialog, link);
    begin(dialog);
    window.paiju.arrived(dialog);
  }

  async function open(link) {
    const dialog = sheet();
    const address = link.getAttribute("href");
    link.setAttribute("aria-busy", "true");
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Target": "sheet" }, signal: stop.signal });
      // A sign-in page in a sheet would confuse: whatever is not the plain answer is shown as a page.
      if (!answer.ok || answer.redirected) { location.assign(address); return; }
      show(await answer.text(), address, link);
    } catch {
      // Without a network the page underneath is all there is; the browser's own error would only take it away.
      document.dispatchEvent(new CustomEvent("paiju:unheard", { cancelable: true, detail: { element: link } }));
    } finally {
      clearTimeout(timer);
      link.removeAttribute("aria-busy");
    }
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const dialog = sheet();
    const link = event.target.closest("a[data-sheet]");
    if (dialog && link) { event.preventDefault(); open(link); return; }
    if (event.target.closest("[data-close-sheet]") && dialog?.open) { event.preventDefault(); close(); return; }
    if (event.target === dialog) close();          // the backdrop belongs to the dialog
  });
  // htmx puts the next step of a ruling into the sheet; what it changes inside the sheet stays where it is.
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.target === sheet()) begin(event.detail.target); });
  window.addEventListener("popstate", close);
  document.addEventListener("close", (event) => {
    if (event.target !== sheet()) return;
    if (history.state?.sheet) history.back();
    opener?.focus();
    opener = null;
  }, true);
  window.paiju.sheet = { show, close };
})();
