// A coach for the first game on a device: a few remarks, each at its moment, over the table. A game
// says which and when; each is shown once, and all can be skipped.

import { keep, remembered } from '../memory';

export interface Remark {
  /** Its name: the message `coach.<name>` of the game. */
  name: string;
  /** What it is about: the first element that this selects, near which it stands. */
  at: string;
  /** Whether its moment has come. */
  now: boolean;
}

const OVER = 'over';

export class Coach {
  readonly #kept: string;
  #said = $state.raw<readonly string[]>([]);

  constructor(game: string) {
    this.#kept = `coach.${game}`;
    this.#said = (remembered(this.#kept) ?? '').split(' ').filter(Boolean);
  }

  /** The remark to show: the first whose moment has come and that was not shown before. */
  choose(remarks: Remark[]): Remark | null {
    if (this.#said.includes(OVER)) return null;
    return remarks.find(({ name, now }) => now && !this.#said.includes(name)) ?? null;
  }

  /** It was read. */
  done(name: string, remarks: Remark[]): void {
    this.#keep([...this.#said, name]);
    if (remarks.every((one) => this.#said.includes(one.name))) this.skip();
  }

  /** No more of this game's, ever. */
  skip(): void {
    this.#keep([OVER]);
  }

  #keep(said: string[]): void {
    this.#said = said;
    keep(this.#kept, said.join(' '));
  }
}
