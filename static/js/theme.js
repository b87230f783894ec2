/* Light, dark or as the device: runs before the first paint, so no page flashes in the wrong colours.
   Kept in this browser and in the cookie `theme` (the server writes data-theme from it). */
"use strict";
(function () {
  const root = document.documentElement;
  root.classList.add("has-js");

  function stored() {
    try { return localStorage.getItem("theme") || "system"; } catch { return "system"; }
  }

  function show(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-value]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeValue === theme));
    }
  }

  function choose(theme) {
    try { localStorage.setItem("theme", theme); } catch { /* private window: the cookie alone remembers */ }
    const secure = location.protocol === "https:" ? "; Secure" : "";
    const age = theme === "system" ? 0 : 31536000;
    document.cookie = `theme=${theme}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
    show(theme);
  }

  show(stored());
  document.addEventListener("DOMContentLoaded", () => show(stored()));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-value]");
    if (button) choose(button.dataset.themeValue);
  });
})();
