// The settings of the next table: what was used last, kept on this device. What can be chosen
// comes from the server; here is only what is shown first, and what stays behind "more".

import { keep, remembered } from '../memory';
import type { GameInfo, NewTable, OptionInfo } from '../wire/types';

export type SeatChoice = 'me' | 'friend' | `bot:${string}`;
export type Value = string | number | boolean;

export interface Settings {
  game: string;
  options: Record<string, Value>;
  seats: SeatChoice[];
  pace: number;
}

export const PACES = { quick: 0.3, normal: 0.8, calm: 1.8 } as const;
const KEPT = 'settings';
const AT_FIRST = 3; // seats, where the game allows it

/** The first game, alone with bots. */
export function firstSettings(games: GameInfo[]): Settings {
  const [game] = games;
  const settings: Settings = { game: game?.game ?? '', options: {}, seats: ['me'], pace: PACES.normal };
  return game ? withSeats(settings, game, AT_FIRST) : settings;
}

function bestBot(game: GameInfo): `bot:${string}` {
  return `bot:${game.bots.at(-1)}`;
}

/** What was used last, as far as these games still have it. */
export function lastSettings(games: GameInfo[]): Settings {
  try {
    const kept = JSON.parse(remembered(KEPT) ?? '') as Settings;
    const game = games.find((one) => one.game === kept.game);
    if (!game || !Array.isArray(kept.seats) || typeof kept.pace !== 'number') return firstSettings(games);
    const options = Object.entries(kept.options).filter(([name]) =>
      game.options.some((option) => option.name === name),
    );
    return withSeats({ ...kept, options: Object.fromEntries(options) }, game, kept.seats.length);
  } catch {
    return firstSettings(games);
  }
}

export function keepSettings(settings: Settings): void {
  keep(KEPT, JSON.stringify(settings));
}

/** The same settings for so many seats: new ones go to bots. */
export function withSeats(settings: Settings, game: GameInfo, wanted: number): Settings {
  const count = Math.min(Math.max(wanted, game.least_players), game.most_players);
  const seats = settings.seats
    .map((seat) => (!seat.startsWith('bot:') || game.bots.includes(seat.slice(4)) ? seat : bestBot(game)))
    .slice(0, count);
  while (seats.length < count) seats.push(bestBot(game));
  return { ...settings, seats };
}

export function withGame(settings: Settings, game: GameInfo): Settings {
  return withSeats({ ...settings, game: game.game, options: {} }, game, settings.seats.length);
}

/** What most people choose; sizes of small versions are for programs, who have the command line. */
export function mainOptions(game: GameInfo): OptionInfo[] {
  return game.options.filter((option) => option.shown === 'first');
}

export function moreOptions(game: GameInfo): OptionInfo[] {
  return game.options.filter((option) => option.shown === 'more');
}

export function asTable(settings: Settings, name: string): NewTable {
  return {
    ...(name ? { name } : {}),
    game: settings.game,
    options: settings.options,
    seats: settings.seats.map((seat) =>
      seat === 'me'
        ? { kind: 'me' }
        : seat === 'friend'
          ? { kind: 'free' }
          : { kind: 'bot', bot: seat.slice(4) },
    ),
    pace: settings.pace,
  };
}
