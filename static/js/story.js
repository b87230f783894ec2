/* 逐鋪重溫: goes from step to step of a game without asking the server: <template data-story-step="3"> holds each. Arrow
   keys (data-shortcut), a swipe over the board, the slider and every link [data-story-to] lead there; the address says
   which step is shown. Who is at the newest step of a game in play stays with it when a poll brings another. */
"use strict";
(function () {
  const FAR = 40;   // pixels that make a swipe
  const holder = document.querySelector("[data-story]");
  const bar = document.querySelector("[data-story-bar]");
  if (!holder || !bar) return;
  const slider = bar.querySelector("input[type=range]");
  const said = document.querySelector("[data-story-said]");
  let at = Number(holder.dataset.at);
  let follows = "follows" in holder.dataset;
  const steps = () => holder.querySelector("[data-story-steps]");
  const last = () => Number(steps().dataset.last);

  function lead(link, to) {
    const there = to >= 0 && to <= last();
    link.toggleAttribute("aria-disabled", !there);
    if (there) link.href = `${holder.dataset.base}${to}/`;
    else { link.removeAttribute("href"); link.setAttribute("aria-disabled", "true"); }
  }

  function mark() {
    for (const link of bar.querySelectorAll("[data-story-by]")) lead(link, at + Number(link.dataset.storyBy));
    slider.max = last();
    slider.value = at;
    document.querySelector("[data-story-live]")?.classList.toggle("on", follows);
    for (const link of holder.querySelectorAll("[data-story-to]")) {
      const here = Number(link.dataset.storyTo) === at;
      if (here) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
    }
    const shown = holder.querySelector("[data-story-shown]");
    slider.setAttribute("aria-valuetext", shown.querySelector(".story-title").textContent.trim());
  }

  function draw() {
    const wanted = holder.querySelector(`template[data-story-step="${at}"]`);
    if (wanted) holder.querySelector("[data-story-shown]").replaceChildren(wanted.content.cloneNode(true));
    mark();
  }

  // What is shared is the step that is looked at; the picture is that of the step that was opened.
  function lend(path) {
    const bar = document.querySelector("[data-share-address]");
    if (!bar) return;
    bar.dataset.shareAddress = new URL(path, bar.dataset.shareAddress).href;
    bar.dataset.shareTitle = holder.querySelector("[data-story-shown] .story-title").textContent.trim();
    bar.querySelector("input").value = bar.dataset.shareAddress;
    const picture = bar.querySelector("a");
    if (picture) picture.hidden = at !== Number(holder.dataset.at);
  }

  function show(to, live) {
    const step = Math.max(0, Math.min(last(), to));
    follows = Boolean(live);
    if (step !== at) {
      at = step;
      draw();
      const shown = holder.querySelector("[data-story-shown]");
      const words = [".story-title", ".result"].map((one) => shown.querySelector(one)?.textContent.trim());
      said.textContent = words.filter(Boolean).join("：").replace(/\s+/g, " ");
    } else mark();
    const path = live ? holder.dataset.base : `${holder.dataset.base}${at}/`;
    history.replaceState(history.state, "", path);
    lend(path);
  }

  // A poll has brought the steps as they are now: the one that is looked at stays, unless it is the newest.
  let first = true;
  window.paiju.each("[data-story-steps]", () => {
    if (first) { first = false; mark(); return; }
    if (follows) at = last();
    at = Math.min(at, last());
    draw();
  });

  document.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const link = event.target.closest("[data-story-by], [data-story-to], [data-story-live]");
    if (!link) return;
    event.preventDefault();
    if ("storyLive" in link.dataset) show(last(), true);
    else show("storyBy" in link.dataset ? at + Number(link.dataset.storyBy) : Number(link.dataset.storyTo));
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  bar.addEventListener("submit", (event) => { event.preventDefault(); show(Number(slider.value)); });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Home") { event.preventDefault(); show(0); }
    if (event.key === "End") { event.preventDefault(); show(last()); }
  });

  let began = null;
  holder.addEventListener("touchstart", (event) => {
    const touch = event.touches.length === 1 && event.target.closest(".board") ? event.touches[0] : null;
    began = touch && { x: touch.clientX, y: touch.clientY };
  }, { passive: true });
  holder.addEventListener("touchend", (event) => {
    if (!began) return;
    const { clientX, clientY } = event.changedTouches[0];
    const aside = clientX - began.x;
    if (Math.abs(aside) > FAR && Math.abs(aside) > 2 * Math.abs(clientY - began.y)) show(at + (aside < 0 ? 1 : -1));
    began = null;
  });
})();
