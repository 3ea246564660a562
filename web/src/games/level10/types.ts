// What Level 10 shows, tells and lets people say.
// Made by tools/make_types.py from the server's models: change those, then run it again.

import type { GoesOn, SeatChanged } from '../../lib/wire/types';

/** L-5: everybody agreed. */
export interface Begins {
  seat: number;
  event: "begins";
}

/** The cards were dealt; `hand` is the viewer's own. */
export interface Dealt {
  hand: string[];
  event: "dealt";
}

/** Cards were drawn; their names for the seat that drew them. */
export interface Drew {
  seat: number;
  count: number;
  cards: string[] | null;
  event: "drew";
}

/** What is known of a seat's cards of a world (L-22): at least and at most so many. */
export interface KnownCount {
  least: number;
  most: number | null;
}

/** A legal move: its number, what it is, and what it is about. */
export interface Move {
  move: number;
  kind: "card" | "pause" | "reset" | "aside" | "done" | "first";
  card: string | null;
  row: number | null;
  seat: number | null;
  loses: boolean;
}

/** All cells filled, or somebody could not move. */
export interface Over {
  won: boolean;
  seat: number;
  event: "over";
}

/** A card lies in the grid: a level card by name, P for a pause, R for a reset. */
export interface Placed {
  seat: number;
  card: string;
  row: number;
  column: number;
  event: "placed";
}

/** L-5: a seat proposed who should begin. */
export interface Proposed {
  seat: number;
  first: number;
  event: "proposed";
}

/** L-22, L-23: something said at the table: a count, or a wish for a card or a reset. */
export interface Said {
  seat: number;
  kind: "count" | "card" | "reset";
  world: string;
  count: number | null;
  to: number | null;
  event: "said";
}

/** L-21, with its parts. */
export interface Score {
  placed: number;
  bonus: number;
  full: boolean;
  pauses_played: number;
  total: number;
}

/** Everything one viewer may know of a table of Level 10. */
export interface Screen {
  game: "level10";
  seat: number;
  phase: "deal" | "over" | "choose" | "turn" | "swap" | "under";
  turn: number;
  worlds: string[];
  columns: number;
  column: number;
  tops: number[];
  resets: number[];
  open: boolean[];
  reset_here: boolean;
  pile: number;
  cards: number[];
  hand: string[];
  moves: Move[];
  refused: WhyNot[];
  told: KnownCount[][];
  wishes: string[][];
  advised: string[][];
  proposed: number[];
  first: number;
  may_advise: ("card" | "reset")[];
  won: boolean;
  score: Score | null;
}

/** Something to say (L-22, L-23). A count is filled in by the game, so it is always true. */
export interface Statement {
  kind: "count" | "card" | "reset";
  world: number;
  to: number | null;
}

/** L-8: a card went under the pile; its name for the seat that tucked it. */
export interface Tucked {
  seat: number;
  card: string | null;
  event: "tucked";
}

/** L-19: a card lies under the pause in a row. */
export interface Under {
  seat: number;
  card: string;
  row: number;
  event: "under";
}

/** Something in sight that may not be done now, and why. */
export interface WhyNot {
  what: string;
  clause: string;
  why: string;
  code: string;
  values: Record<string, string | number>;
}

export type GameEvent = Dealt | Proposed | Begins | Placed | Under | Tucked | Drew | Said | Over;

/** What may happen at its table: of the game, or of any. */
export type AnyEvent = GameEvent | SeatChanged | GoesOn;
