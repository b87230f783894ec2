{% comment %}
離線也打得開: on https the browser keeps the files of the pages and one page, 待送, which shows the tables that this device
holds (IndexedDB, static/js/offline-table.js). No page of anybody is kept
here, and of those for everybody the list of lessons and each that was read. What the server answers always comes
first; a page that is shown from what is held says of when it is. See tournaments/offline/views.py.
{% endcomment %}"use strict";
const NAME = "{{ name }}";
const FILES = [{% for file in files %}"{{ file|escapejs }}", {% endfor %}];
const SHELL = "{{ shell|escapejs }}";
const LEARN = "{{ learn|escapejs }}";
const PATIENCE = 10000;
const STORE_PATIENCE = 2000;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

// What is kept is a help and never a hindrance: a store that does not answer is as good as an empty one.
const found = (request, options) => Promise.race([caches.match(request, options),
  new Promise((done) => { setTimeout(done, STORE_PATIENCE); })]).catch(() => undefined);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([...FILES, SHELL, LEARN])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

// The pages that are kept from the beginning, in the language of whoever says so.
const speak = (language) => Promise.all([SHELL, LEARN].map((page) => speakOn(page, language)));

async function speakOn(page, language) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(page, { ignoreVary: true });
  if (kept?.headers.get("Content-Language") === language) return;
  const answer = await fetch(page, { cache: "reload" });
  if (answer.ok) await cache.put(page, answer);
}

// Lessons: pages that are the same for everybody are kept as they were last read; the list of them says that another
// was not (page.js).
async function lesson(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    const copy = answer.clone();
    if (answer.ok) event.waitUntil(caches.open(NAME).then((cache) => cache.put(request, copy)).catch(() => { /* not kept */ }));
    return answer;
  } catch (error) {
    const kept = await found(request, { ignoreVary: true }) || await found(LEARN, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
const keep = async (pages) => { const cache = await caches.open(NAME); await Promise.all(pages.map((one) => cache.add(one))); };

self.addEventListener("message", (event) => {
  const work = event.data?.keep ? keep(event.data.keep) : speak(event.data);
  event.waitUntil(work.catch(() => { /* no network: the other language will do */ }));
});

async function page(request) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return await fetch(request, { signal: stop.signal });
  } catch (error) {
    const shell = await found(SHELL);
    if (shell) return shell;
    throw error;
  } finally { clearTimeout(timer); }
}

// A name with a hash means the same file for good; any other is asked for first.
async function file(request) {
  const kept = await found(request);
  if (kept && HASHED.test(new URL(request.url).pathname)) return kept;
  try { return await fetch(request); } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate" && address.pathname.startsWith(LEARN)) event.respondWith(lesson(event));
  else if (request.mode === "navigate") event.respondWith(page(request));
  else if (address.pathname.startsWith("{{ static|escapejs }}")) event.respondWith(file(request));
});
