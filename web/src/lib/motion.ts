// Cards move from where they were to where they go. A *spot* is a named place on the screen;
// just before the screen changes, all spots are noted, and what appears flies in from one.
//
// What flies is animated by the browser itself, which draws it without the page's help. Svelte says
// when; its own animations would begin a frame later and be asked for at every step. All boxes are
// read before anything is moved: to read after a change is to lay out the page once more.

import type { AnimationConfig } from 'svelte/animate';
import type { Attachment } from 'svelte/attachments';
import type { TransitionConfig } from 'svelte/transition';

const SLOWING = 'cubic-bezier(0.215, 0.61, 0.355, 1)';
const AT_ONCE = { duration: 0 }; // for Svelte: there is nothing to wait for
const flights = new Set<Animation>();

const here = new Map<string, Element>();
let noted = new Map<string, DOMRect>();

/** Name the place of an element. */
export function spot(name: string): Attachment {
  return (element) => {
    here.set(name, element);
    return () => {
      if (here.get(name) === element) here.delete(name);
    };
  };
}

/** Note where everything is now. */
export function noteSpots(): void {
  noted = new Map([...here].map(([name, element]) => [name, element.getBoundingClientRect()]));
}

export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Go to a spot, and become small there. */
export function to(node: Element, { spot: name, duration = 350 }: { spot: string; duration?: number }): TransitionConfig {
  const end = still() ? undefined : here.get(name)?.getBoundingClientRect();
  const start = end && node.getBoundingClientRect();
  if (!end || !start?.width) return AT_ONCE;
  const x = end.left + end.width / 2 - (start.left + start.width / 2);
  const y = end.top + end.height / 2 - (start.top + start.height / 2);
  return {
    duration,
    css: (there, away) =>
      `transform: translate(${x * away}px, ${y * away}px) scale(${1 - 0.7 * away}); opacity: ${Math.min(1, there * 2)}`,
  };
}

/** Come from the first of these spots that was there. */
export function from(node: Element, { spots, duration }: { spots: string[]; duration?: number }): TransitionConfig {
  if (still() || document.hidden) return AT_ONCE;
  const start = spots.map((name) => noted.get(name) ?? here.get(name)?.getBoundingClientRect()).find(Boolean);
  const end = node.getBoundingClientRect();
  if (!start || !end.width) return AT_ONCE;
  const x = start.left + start.width / 2 - (end.left + end.width / 2);
  const y = start.top + start.height / 2 - (end.top + end.height / 2);
  // From a seat, which is wider than a card, it appears, at its own size; from a hand it was there.
  const appears = start.width > end.width * 1.6;
  const scale = appears ? 1 : Math.max(start.width / end.width, 0.3);
  const frames: Keyframe[] = [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }];
  if (appears) frames.splice(0, 1, { ...frames[0], opacity: 0.2 }, { opacity: 1, offset: 0.4 });
  queueMicrotask(() => fly(node as HTMLElement, frames, duration ?? 260 + Math.min(Math.hypot(x, y) * 0.35, 260)));
  return AT_ONCE;
}

/** Neighbours close up: each goes from its old place to the new one. */
export function glide(node: Element, { from: old, to: now }: { from: DOMRect; to: DOMRect }): AnimationConfig {
  const frames = [{ transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }, { transform: 'none' }];
  if (!still() && !document.hidden) queueMicrotask(() => node.animate(frames, { duration: 220, easing: SLOWING }));
  return AT_ONCE;
}

function fly(card: HTMLElement, frames: Keyframe[], duration: number): void {
  const flight = card.animate(frames, { duration, easing: SLOWING });
  flights.add(flight);
  card.dataset['flying'] = ''; // above its neighbours
  const land = (): void => {
    flights.delete(flight);
    delete card.dataset['flying'];
  };
  flight.finished.then(land, land);
}

/** When all that flies now will have landed; null if nothing does. */
export function landed(): Promise<unknown> | null {
  return flights.size ? Promise.allSettled([...flights].map((flight) => flight.finished)) : null;
}

// A page that nobody sees draws no frames: on it nothing would ever land.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.hidden) for (const flight of flights) flight.finish();
});
