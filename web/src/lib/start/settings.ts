// The settings of the next table of a game: what was used last, kept on this device for each game.
// What can be chosen comes from the server; here is only what is shown first, and what stays
// behind "more".

import { keep, remembered } from '../memory';
import type { GameInfo, NewTable, OptionInfo } from '../wire/types';

export type SeatChoice = 'me' | 'friend' | `bot:${string}`;
export type Value = string | number | boolean;

export interface Settings {
  options: Record<string, Value>;
  seats: SeatChoice[];
  pace: number;
}

export const PACES = { quick: 0.3, normal: 0.8, calm: 1.8 } as const;
const AT_FIRST = 3; // seats, where the game allows it

function keptAs(game: GameInfo): string {
  return `settings.${game.game}`;
}

/** Alone with bots. */
export function firstSettings(game: GameInfo): Settings {
  return withSeats({ options: {}, seats: ['me'], pace: PACES.normal }, game, AT_FIRST);
}

function bestBot(game: GameInfo): `bot:${string}` {
  return `bot:${game.best_bot}`;
}

/** What was used last for a game, as far as it still has it. */
export function lastSettings(game: GameInfo): Settings {
  try {
    const kept = JSON.parse(remembered(keptAs(game)) ?? '') as Settings;
    if (!Array.isArray(kept.seats) || typeof kept.pace !== 'number') return firstSettings(game);
    const options = Object.entries(kept.options).filter(([name]) =>
      game.options.some((option) => option.name === name),
    );
    return withSeats({ ...kept, options: Object.fromEntries(options) }, game, kept.seats.length);
  } catch {
    return firstSettings(game);
  }
}

export function keepSettings(settings: Settings, game: GameInfo): void {
  keep(keptAs(game), JSON.stringify(settings));
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

/** The same table with friends: in the seats that were kept for them, else in all but mine. */
export function withFriends(settings: Settings, game: GameInfo): Settings {
  const { seats } = withSeats(settings, game, Math.max(settings.seats.length, 2));
  if (seats.includes('me') && seats.includes('friend')) return { ...settings, seats };
  const mine = Math.max(seats.indexOf('me'), 0);
  return { ...settings, seats: seats.map((_, at) => (at === mine ? 'me' : 'friend')) };
}

export function withOption(settings: Settings, name: string, value: Value | undefined): Settings {
  const { [name]: _, ...others } = settings.options;
  return { ...settings, options: value === undefined ? others : { ...others, [name]: value } };
}

/** What most people choose; sizes of small versions are for programs, who have the command line. */
export function mainOptions(game: GameInfo): OptionInfo[] {
  return game.options.filter((option) => option.shown === 'first');
}

export function moreOptions(game: GameInfo): OptionInfo[] {
  return game.options.filter((option) => option.shown === 'more');
}

/** What holds where nobody has chosen: the reading of the reader's language, where there is one. */
export function usual(option: OptionInfo, language: string): Value | null {
  return option.by_language && option.readings.includes(language) ? language : option.default;
}

export function asTable(settings: Settings, game: GameInfo, language: string, name: string): NewTable {
  const unsaid = game.options.flatMap((option) => {
    const value = usual(option, language);
    return value === option.default || value === null ? [] : [[option.name, value] as const];
  });
  return {
    ...(name ? { name } : {}),
    game: game.game,
    options: { ...Object.fromEntries(unsaid), ...settings.options },
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
