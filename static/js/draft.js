/* 草稿 <form data-draft="name"> keeps what is typed in localStorage until it is saved, so a reload, a call or an empty
   battery loses nothing.
   1. Never kept: passwords, PINs, files, hidden fields (they belong to the page that was left), [data-no-draft].
   2. A draft is restored on load; [data-draft-note] becomes visible, [data-draft-discard] drops it. The first digit of a
      number pad then replaces the restored number (fields.js).
   3. save-queue.js clears it when the server has taken the form, as does a page with [data-draft-saved="name"]. */
"use strict";
(function () {
  const DAY = 24 * 3600 * 1000;
  const LEFT_OUT = "[type=password], [type=file], [type=submit], [type=hidden], [data-no-draft]";
  const place = (name) => `draft:${name}`;

  function fields(form) {
    return [...form.elements].filter((field) => field.name && !field.matches(LEFT_OUT));
  }

  function keep(form) {
    if (!form.dataset.draft) return;
    const values = fields(form)
      .filter((field) => !/^(checkbox|radio)$/.test(field.type) || field.checked)
      .map((field) => [field.name, field.value]);
    try {
      localStorage.setItem(place(form.dataset.draft), JSON.stringify({ at: Date.now(), values }));
    } catch { /* a full or forbidden store: the page works, only without drafts */ }
  }

  function kept(name) {
    try {
      const draft = JSON.parse(localStorage.getItem(place(name)));
      if (draft && Date.now() - draft.at < DAY) return draft.values;
      localStorage.removeItem(place(name));
    } catch { /* nothing usable */ }
    return null;
  }

  function drop(name) {
    try { localStorage.removeItem(place(name)); } catch { /* nothing there */ }
  }

  function put(field, values) {
    if (/^(checkbox|radio)$/.test(field.type)) field.checked = values.includes(field.value);
    else if (values.length) field.value = values.shift();
  }

  function restore(form, values) {
    const byName = new Map();
    for (const [name, value] of values) byName.set(name, [...(byName.get(name) || []), value]);
    for (const field of fields(form)) put(field, byName.get(field.name) || []);
    refilled(form, true);
  }

  // Tells everybody who shows or counts what stands in the form, and the person that it is not new.
  function refilled(form, brought) {
    form.dispatchEvent(new CustomEvent("paiju:restored", { bubbles: true, detail: { brought } }));
    for (const tabs of form.querySelectorAll("[data-tabs]")) tabs.dispatchEvent(new Event("change"));
    const first = fields(form)[0];
    if (first) first.dispatchEvent(new Event("change", { bubbles: true }));
    const note = form.querySelector("[data-draft-note]");
    if (note) note.hidden = !brought;
  }

  const differs = (form, values) =>
    JSON.stringify(values) !== JSON.stringify([...new FormData(form)].filter(([name]) => values.some(([n]) => n === name)));

  window.paiju.each("form[data-draft]", (form) => {
    // A form that came back with errors holds what was sent; that is newer than any draft.
    const values = form.querySelector(".error, .errorlist") ? null : kept(form.dataset.draft);
    if (values && differs(form, values)) restore(form, values);
    form.addEventListener("input", () => keep(form));
    form.addEventListener("change", () => keep(form));
  });
  window.paiju.each("[data-draft-saved]", (mark) => drop(mark.dataset.draftSaved));
  window.paiju.refill = restore;   // with what was kept elsewhere (offline-forms.js)
  document.addEventListener("paiju:saved", (event) => {
    if (event.target.dataset?.draft) drop(event.target.dataset.draft);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-draft-discard]");
    if (!button) return;
    const form = button.closest("form");
    form.reset();
    refilled(form, false);
    drop(form.dataset.draft);   // after the change that was just told, which would keep it
  });
})();
