import { beforeEach, expect, it, vi } from 'vitest';
import type { GameInfo, OptionInfo } from '../wire/types';
import { asTable, firstSettings, keepSettings, lastSettings, usual, withFriends, withOption, withSeats } from './settings';
import type { SeatChoice } from './settings';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
});
beforeEach(() => kept.clear());

function game(name: string, least: number, most: number): GameInfo {
  const pauses: OptionInfo = {
    name: 'pauses',
    kind: 'whole',
    about: '',
    clauses: [],
    default: 2,
    low: 0,
    high: 3,
    names: {},
    readings: [],
    by_language: false,
    shown: 'first',
  };
  const edition: OptionInfo = { ...pauses, name: 'edition', kind: 'choice', default: 'fr', readings: ['fr', 'ru'], by_language: true, shown: 'more' };
  return {
    game: name,
    title: name,
    least_players: least,
    most_players: most,
    talks: false,
    lesson: true,
    options: [pauses, edition],
    bots: ['random', 'rules', 'champion'],
    best_bot: 'rules',
  };
}

const one = game('one', 1, 5);
const two = game('two', 4, 6);

it('begins with three seats and the best bots, where the game allows it', () => {
  expect(firstSettings(one).seats).toEqual(['me', 'bot:rules', 'bot:rules']);
  expect(firstSettings(two).seats).toHaveLength(4);
});

it('remembers the settings of each game apart', () => {
  keepSettings(withOption(withSeats(firstSettings(one), one, 2), 'pauses', 0), one);
  expect(lastSettings(one)).toEqual({ options: { pauses: 0 }, seats: ['me', 'bot:rules'], pace: 0.8 });
  expect(lastSettings(two)).toEqual(firstSettings(two));
});

it('forgets what a game no longer has', () => {
  kept.set('settings.one', JSON.stringify({ options: { gone: 1 }, seats: ['me', 'bot:gone', 'friend'], pace: 0.3 }));
  expect(lastSettings(one)).toEqual({ options: {}, seats: ['me', 'bot:rules', 'friend'], pace: 0.3 });
  kept.set('settings.one', 'nonsense');
  expect(lastSettings(one)).toEqual(firstSettings(one));
});

it('keeps the seats for friends that were chosen, and else all but mine', () => {
  const chosen = { options: { pauses: 1 }, seats: ['bot:rules', 'me', 'friend'] as SeatChoice[], pace: 0.3 };
  expect(withFriends(chosen, one)).toEqual(chosen);
  expect(withFriends({ ...chosen, seats: ['bot:rules', 'me', 'bot:rules'] }, one)).toEqual({ ...chosen, seats: ['friend', 'me', 'friend'] });
  expect(withFriends({ ...chosen, seats: ['me'] }, one).seats).toEqual(['me', 'friend']);
  expect(withFriends({ ...chosen, seats: ['bot:rules', 'friend'] }, one).seats).toEqual(['me', 'friend']);
});

it('asks for a table as the server wants it', () => {
  const settings = { options: { pauses: 1 }, seats: ['me', 'friend', 'bot:random'] as const, pace: 1.8 };
  expect(asTable({ ...settings, seats: [...settings.seats] }, one, 'en', 'Ida')).toEqual({
    name: 'Ida',
    game: 'one',
    options: { pauses: 1 },
    seats: [{ kind: 'me' }, { kind: 'free' }, { kind: 'bot', bot: 'random' }],
    pace: 1.8,
  });
});

it('follows the language of the reader until somebody chooses', () => {
  const begun = firstSettings(one);
  const edition = one.options[1] as OptionInfo;
  expect(usual(edition, 'ru')).toBe('ru');
  expect(usual(edition, 'uk')).toBe('fr');
  expect(asTable(begun, one, 'ru', '').options).toEqual({ edition: 'ru' });
  expect(asTable(begun, one, 'uk', '').options).toEqual({});
  for (const language of ['ru', 'uk', 'fr']) {
    expect(asTable(withOption(begun, 'edition', 'fr'), one, language, '').options).toEqual({ edition: 'fr' });
  }
});
