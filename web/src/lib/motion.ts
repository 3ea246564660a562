// Cards move from where they were to where they go. A *spot* is a named place on the screen;
// just before the screen changes, all spots are noted, and what appears flies in from one.

import type { Attachment } from 'svelte/attachments';
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

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
  const end = here.get(name)?.getBoundingClientRect();
  const start = node.getBoundingClientRect();
  if (still() || !end || !start.width) return { duration: 0 };
  const x = end.left + end.width / 2 - (start.left + start.width / 2);
  const y = end.top + end.height / 2 - (start.top + start.height / 2);
  return {
    duration,
    css: (there, away) =>
      `transform: translate(${x * away}px, ${y * away}px) scale(${1 - 0.7 * away}); opacity: ${Math.min(1, there * 2)}`,
  };
}

/** Come from the first of these spots that was there. */
export function from(node: Element, { spots, delay = 0, duration }: { spots: string[]; delay?: number; duration?: number }): TransitionConfig {
  const start = spots.map((name) => noted.get(name) ?? here.get(name)?.getBoundingClientRect()).find(Boolean);
  const end = node.getBoundingClientRect();
  if (still() || !start || !end.width) return { duration: 0 };
  const x = start.left + start.width / 2 - (end.left + end.width / 2);
  const y = start.top + start.height / 2 - (end.top + end.height / 2);
  // From a seat, which is wider than a card, it appears, at its own size; from a hand it was there.
  const appears = start.width > end.width * 1.6;
  const scale = appears ? 1 : Math.max(start.width / end.width, 0.3);
  // Above its neighbours. Not in the animation: only what moves on its own layer may be there.
  const flying = node as HTMLElement;
  flying.dataset['flying'] = '';
  node.addEventListener('introend', () => delete flying.dataset['flying'], { once: true });
  return {
    delay,
    duration: duration ?? 260 + Math.min(Math.hypot(x, y) * 0.35, 260),
    easing: cubicOut,
    css: (there, away) =>
      `transform: translate(${x * away}px, ${y * away}px) scale(${1 + (scale - 1) * away}); ` +
      (appears ? `opacity: ${Math.min(1, 0.2 + there * 2)}` : ''),
  };
}
