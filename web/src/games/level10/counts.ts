// Counts that somebody tells one after another are one sentence for who listens: bots tell up to
// five of them after a card, and nobody wants to hear five sentences. Knows no words.

import type { AnyEvent, Said } from './types';

const PAUSE = 1200; // milliseconds after which a sentence has ended

export class Counts {
  readonly #say: (told: Said[]) => void;
  #told: Said[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(say: (told: Said[]) => void) {
    this.#say = say;
  }

  /** Whether this is told with others of its kind; whatever else happens ends the sentence. */
  hear(event: AnyEvent): boolean {
    const count = event.event === 'said' && event.kind === 'count' ? event : null;
    if (!count || this.#told.some((one) => one.seat !== count.seat)) this.end();
    if (!count) return false;
    this.#told = [...this.#told.filter((one) => one.world !== count.world), count];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), PAUSE);
    return true;
  }

  /** Say it now. */
  end(): void {
    const told = this.#told;
    this.forget();
    if (told.length) this.#say(told);
  }

  /** Say it never. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#told = [];
  }
}
