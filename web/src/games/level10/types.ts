// What Level 10 shows, tells and lets people say.
// Made by tools/make_types.py from the server's models: change those and run it again.

import type { GoesOn, SeatChanged } from '../../lib/wire/types';

/**
 * Any type of this file.
 */
export type AnyType =
  | Screen
  | GameEvent
  | Statement
  | Begins
  | CardLeft
  | Dealt
  | Drew
  | KnownCount
  | Move
  | OutOfCards
  | Over
  | Placed
  | PlaysAgain
  | Proposed
  | RowNeed
  | Said
  | Score
  | Tucked
  | Under
  | WhyNot;
export type GameEvent =
  | Dealt
  | Proposed
  | Begins
  | Placed
  | Under
  | Tucked
  | Drew
  | PlaysAgain
  | OutOfCards
  | Said
  | Over;

/**
 * Everything one viewer may know of a table of Level 10.
 */
export interface Screen {
  game: 'level10';
  seat: number;
  phase: 'deal' | 'over' | 'choose' | 'turn' | 'swap' | 'under';
  turn: number;
  worlds: string[];
  columns: number;
  column: number;
  tops: number[];
  resets: number[];
  open: boolean[];
  needs: RowNeed[];
  reset_here: boolean;
  pile: number;
  cards: number[];
  hand: string[];
  hands: CardLeft[][];
  moves: Move[];
  refused: WhyNot[];
  told: KnownCount[][];
  wishes: string[][];
  advised: string[][];
  proposed: number[];
  first: number;
  may_advise: ('card' | 'reset')[];
  won: boolean;
  score: Score | null;
}
/**
 * A row without a card in this column (L-14), and what may fill it.
 */
export interface RowNeed {
  row: number;
  least: number;
  reset: boolean;
}
/**
 * A card that was left in a hand when the game ended.
 */
export interface CardLeft {
  card: string;
  fits: boolean;
}
/**
 * A legal move: its number, what it is, and what it is about.
 */
export interface Move {
  move: number;
  kind: 'card' | 'pause' | 'reset' | 'aside' | 'done' | 'first';
  card: string | null;
  row: number | null;
  seat: number | null;
  loses: boolean;
}
/**
 * Something in sight that may not be done now, and why.
 */
export interface WhyNot {
  what: string;
  clause: string;
  why: string;
  code: string;
  values: {
    [k: string]: string | number;
  };
}
/**
 * What is known of a seat's cards of a world (L-22): at least and at most so many.
 */
export interface KnownCount {
  least: number;
  most: number | null;
}
/**
 * L-21, with its parts.
 */
export interface Score {
  placed: number;
  bonus: number;
  full: boolean;
  pauses_played: number;
  total: number;
}
/**
 * The cards were dealt; `hand` is the viewer's own.
 */
export interface Dealt {
  hand: string[];
  event: 'dealt';
}
/**
 * L-5: a seat proposed who should begin.
 */
export interface Proposed {
  seat: number;
  first: number;
  event: 'proposed';
}
/**
 * L-5: everybody agreed.
 */
export interface Begins {
  seat: number;
  event: 'begins';
}
/**
 * A card lies in the grid: a level card by name, P for a pause, R for a reset.
 */
export interface Placed {
  seat: number;
  card: string;
  row: number;
  column: number;
  value: number;
  event: 'placed';
}
/**
 * L-19: a card lies under the pause in a row.
 */
export interface Under {
  seat: number;
  card: string;
  row: number;
  column: number;
  event: 'under';
}
/**
 * L-8: a card went under the pile; its name for the seat that tucked it.
 */
export interface Tucked {
  seat: number;
  card: string | null;
  event: 'tucked';
}
/**
 * Cards were drawn; their names for the seat that drew them.
 */
export interface Drew {
  seat: number;
  count: number;
  cards: string[] | null;
  event: 'drew';
}
/**
 * L-12: with as many players as worlds, who completes a column begins the next.
 */
export interface PlaysAgain {
  seat: number;
  event: 'plays_again';
}
/**
 * L-11: a seat has no cards left, and is skipped from now on.
 */
export interface OutOfCards {
  seat: number;
  event: 'out_of_cards';
}
/**
 * L-22, L-23: something said at the table: a count, or a wish for a card or a reset.
 */
export interface Said {
  seat: number;
  kind: 'count' | 'card' | 'reset';
  world: string;
  count: number | null;
  to: number | null;
  event: 'said';
}
/**
 * All cells filled, or somebody could not move.
 */
export interface Over {
  won: boolean;
  seat: number;
  event: 'over';
}
/**
 * Something to say (L-22, L-23). A count is filled in by the game, so it is always true.
 */
export interface Statement {
  kind: 'count' | 'card' | 'reset';
  world: number;
  to: number | null;
}

/** What may happen at its table: of the game, or of any. */
export type AnyEvent = GameEvent | SeatChanged | GoesOn;
