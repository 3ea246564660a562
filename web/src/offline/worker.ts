/// <reference lib="webworker" />
// The service worker: the page, rules and lessons open without a network. It keeps the built files of
// this version, which are named after their content, and the last answers about games, rules, lessons.
// Who somebody is, tables and sockets pass it by: they are asked of the server or not at all.
//
// vite.config.ts makes sw.js of it, and says which files there are.

export interface Built {
  /** Another one for every other build. */
  version: string;
  /** What is fetched at once, by its path below ours: the page, and all that any language needs. */
  shell: string[];
  /** The sentences of each language, which are kept when somebody reads them. */
  catalogues: string[];
}

declare const self: ServiceWorkerGlobalScope;
declare const BUILT: Built;

const BASE = new URL('.', self.location.href).pathname; // what it is in charge of: all below this
// How the names of our caches begin. Below another path of the same site may be another server.
const OURS = `tenluz-${BASE === '/' ? '' : `${BASE}-`}`;
const FILES = `${OURS}files-${BUILT.version}`;
const ANSWERS = `${OURS}answers-1`; // another number when an old answer no longer fits the page
const MOST_ANSWERS = 60; // all rules and lessons of two games in six languages, and room for a third
const ANSWERED = /^api\/games(\/\w+\/(rules|words|lesson)\/[a-z]{2})?$/;
const SHORT = '?short=true';

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  event.waitUntil(caches.open(FILES).then((files) => files.addAll(BUILT.shell.map((path) => BASE + path))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (request.mode === 'navigate') {
    if (!path.startsWith('api/')) event.respondWith(page(request));
  } else if (BUILT.shell.includes(path) || BUILT.catalogues.includes(path)) {
    event.respondWith(file(request));
  } else if (ANSWERED.test(path) && (!search || search === SHORT)) {
    event.respondWith(answer(event));
  }
});

/** Caches of other versions go. */
async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const ours = names.filter((name) => [`${OURS}files-`, `${OURS}answers-`].some((start) => name.startsWith(start)));
  const old = ours.filter((name) => name !== FILES && name !== ANSWERS);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The server's page, so that a new version is seen at once; ours where there is no server. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(BASE, { cacheName: FILES })) ?? Response.error();
  }
}

/** A file never changes under its name: whoever has it need not ask. */
async function file(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const kept = await caches.match(pathname, { cacheName: FILES });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(FILES)).put(pathname, response.clone());
  return response;
}

/** What the server says now, or said last. */
async function answer(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep(url, response.clone()));
    return response;
  } catch {
    return (await caches.match(url, { cacheName: ANSWERS })) ?? Response.error();
  }
}

async function keep(url: string, response: Response): Promise<void> {
  const answers = await caches.open(ANSWERS);
  await answers.put(url, response);
  const all = await answers.keys(); // the oldest first
  await Promise.all(all.slice(0, -MOST_ANSWERS).map((one) => answers.delete(one)));
}
