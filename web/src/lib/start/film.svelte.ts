// A little film that plays itself in steps: only while somebody can see it, and not at all for
// who wants stillness. Knows no pictures: a game draws what a step looks like.

import type { Attachment } from 'svelte/attachments';
import { preferences } from '../preferences.svelte';

const STEP = 1200; // milliseconds

const quiet = matchMedia('(prefers-reduced-motion: reduce)');

export class Film {
  /** Where it is: 0 up to its length, and again. */
  step = $state(0);

  readonly #length: number;
  readonly #still: number;

  /** So many steps; `still` is the one to show where nothing may move. */
  constructor(length: number, still: number) {
    this.#length = length;
    this.#still = still;
    if (quiet.matches || !preferences.films) this.step = still;
  }

  /** Play on while this element is in sight. */
  readonly play: Attachment = (stage) => {
    if (!preferences.films) {
      this.step = this.#still;
      return;
    }
    let seen = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = (): void => {
      clearInterval(timer);
      if (quiet.matches) this.step = this.#still;
      else if (seen && !document.hidden) timer = setInterval(() => (this.step = (this.step + 1) % this.#length), STEP);
    };
    const sight = new IntersectionObserver((entries) => {
      seen = entries.at(-1)?.isIntersecting ?? false;
      look();
    });
    sight.observe(stage);
    document.addEventListener('visibilitychange', look);
    quiet.addEventListener('change', look);
    return () => {
      clearInterval(timer);
      sight.disconnect();
      document.removeEventListener('visibilitychange', look);
      quiet.removeEventListener('change', look);
    };
  };
}
