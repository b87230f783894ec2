/* Light, dark or as the device, and how large the text is: runs before the first paint, so no page flashes in the wrong
   colours or grows while it is read. Kept in this browser and in a cookie (`theme`, `text`; the server writes data-theme
   and data-text from it). */
"use strict";
(function () {
  const root = document.documentElement;
  root.classList.add("has-js");
  // What is chosen by itself is the first, and leaves no attribute.
  const LOOKS = { theme: ["system", "light", "dark"], text: ["normal", "large", "larger"] };

  function stored(look) {
    let value = null;
    try { value = localStorage.getItem(look); } catch { /* private window: the cookie alone remembers */ }
    return LOOKS[look].includes(value) ? value : LOOKS[look][0];
  }

  function show(look, value) {
    if (value === LOOKS[look][0]) delete root.dataset[look];
    else root.dataset[look] = value;
    for (const button of document.querySelectorAll(`button[data-${look}-value]`)) {
      button.setAttribute("aria-pressed", String(button.dataset[`${look}Value`] === value));
    }
  }

  function choose(look, value) {
    try { localStorage.setItem(look, value); } catch { /* as above */ }
    const secure = location.protocol === "https:" ? "; Secure" : "";
    const age = value === LOOKS[look][0] ? 0 : 31536000;
    document.cookie = `${look}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
    show(look, value);
  }

  const showAll = () => Object.keys(LOOKS).forEach((look) => show(look, stored(look)));
  showAll();
  document.addEventListener("DOMContentLoaded", showAll);
  document.addEventListener("click", (event) => {
    for (const look of Object.keys(LOOKS)) {
      const button = event.target.closest(`button[data-${look}-value]`);
      if (button) choose(look, button.dataset[`${look}Value`]);
    }
  });
})();
