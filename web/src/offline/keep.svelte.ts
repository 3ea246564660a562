// Has the page, rules and lessons kept on this device, once there is time for it. Without a service
// worker, as in a browser that has none, everything works but without a network.

import { at } from '../lib/base';
import { api } from '../lib/wire/api';
import { words } from '../lib/words/words.svelte';

const PATIENCE = 5000; // milliseconds until it is done although the page is busy

/** After the first page is shown. */
export function keepForLater(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const begin = (): void => void keepAll().catch(() => {}); // a visit that leaves nothing behind
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: PATIENCE });
  else setTimeout(begin, PATIENCE); // Safari
}

async function keepAll(): Promise<void> {
  await navigator.serviceWorker.register(at('/sw.js'));
  await inCharge();
  // What came before the worker did: it sees them now, and the browser has them already.
  const came = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  await Promise.all(came.filter((path) => path.startsWith(at('/assets/'))).map((path) => fetch(path)));
  $effect.root(() => {
    $effect(() => void keepRules(words.language).catch(() => {}));
  });
}

/** Wait until the worker sees what this page asks for. */
async function inCharge(): Promise<void> {
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
}

/** Ask for the rules and the lesson of every game: the worker keeps the answers. */
async function keepRules(language: string): Promise<void> {
  for (const { game, lesson } of await api.games()) {
    await api.rules(game, language);
    if (lesson) await api.lesson(game, language);
  }
}
