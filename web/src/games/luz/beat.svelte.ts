// The beat of a trick: the last card lands and, if it is mine, turns over; the whole trick lies
// there for a moment; its winner is marked; it goes to the winner's pile. News wait meanwhile.

import { still } from '../../lib/motion';
import { preferences, TRICK_PACES } from '../../lib/preferences.svelte';
import { play } from '../../lib/sounds';
import type { AnyEvent, Card, Scored, Screen } from './types';

export const LANDING = 220; // milliseconds that a card flies
const TURNING = 200; // that my own takes to turn over
const LIFTING = 150;
const SLIDING = 350;

/** A trick that is complete, as it lies on the table. */
export interface Held {
  cards: (string | null)[];
  taker: number;
  /** The card that completed it, which the hands of the last screen still show. */
  played: Card;
  step: 'lies' | 'lifts' | 'slides';
}

export class Beat {
  held = $state.raw<Held | null>(null);
  /** A deal whose points are being looked at. */
  scored = $state.raw<Scored | null>(null);
  /** The place in the hand of my card that is on its way. */
  pending = $state.raw<number | null>(null);
  #skip: () => void = () => {};
  #closed: () => void = () => {};

  /** Show what these events did to the table that the last screen shows. */
  present(events: AnyEvent[], screen: Screen): Promise<void> | null {
    const card = events.find((event) => event.event === 'card');
    const taken = events.find((event) => event.event === 'trick');
    const scored = events.find((event) => event.event === 'scored');
    const over = events.some((event) => event.event === 'over');
    if (card) play('card');
    if (!card) return null;
    const mine = card.seat === screen.seat;
    if (mine) this.pending = null; // it has landed: news wait for that
    if (!taken) return null;
    return this.#trick({ cards: screen.trick.with(card.seat, card.card), taker: taken.seat, played: card, step: 'lies' }, mine).then(
      () => (scored && !over ? this.#deal(scored) : undefined),
    );
  }

  /** No need to look any longer. */
  skip(): void {
    this.#skip();
  }

  /** The points of the deal have been seen. */
  close(): void {
    this.#closed();
  }

  /** What was being shown is over: the table was left, or told anew. */
  forget(): void {
    this.#skip();
    this.#closed();
    this.held = this.scored = this.pending = null;
  }

  async #trick(held: Held, mine: boolean): Promise<void> {
    const moves = !still();
    this.held = held;
    const hold = TRICK_PACES[preferences.tricks];
    if (hold) {
      await this.#wait((moves ? (mine ? TURNING : LANDING) : 0) + hold);
      play('trick');
      this.held = { ...held, step: 'lifts' };
      await this.#wait(moves ? LIFTING : 0);
      this.held = { ...held, cards: held.cards.map(() => null), step: 'slides' };
      await this.#wait(moves ? SLIDING : 0);
    }
    this.held = null;
  }

  #deal(scored: Scored): Promise<void> {
    this.scored = scored;
    return new Promise((done) => {
      this.#closed = () => {
        this.scored = null;
        done();
      };
    });
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#skip = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
