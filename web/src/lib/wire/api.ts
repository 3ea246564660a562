// What is asked over HTTP: games, one's name, tables. The table itself speaks over the socket.

import { at } from '../base';
import type {
  AccountInfo,
  AskPasskey,
  Deleted,
  Failed,
  GameInfo,
  GamesPlayed,
  Lesson,
  MadeTable,
  Me,
  MeInfo,
  MovedSeat,
  NewPasskeyAnswer,
  NewTable,
  PasskeyAnswer,
  PasskeyInfo,
  PrivacyInfo,
  Readiness,
  Replay,
  Reported,
  RulebookPage,
  SeatLink,
  SignedIn,
  TableInfo,
  TakenAlong,
} from './types';

/** The server's no, or silence (`code: "no_answer"`). */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    why: string,
  ) {
    super(why);
  }
}

/** Ask the server, and take its answer, or its no. */
export async function ask<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(at(`/api${path}`), {
      method,
      ...(body === undefined
        ? { headers }
        : { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }),
    });
  } catch {
    throw new ApiError('no_answer', '');
  }
  const answer: unknown = await response.json().catch(() => null); // cut short on the way
  if (response.ok && answer !== null) return answer as T;
  const problem = (answer as Failed | null)?.error;
  throw new ApiError(problem?.code ?? 'no_answer', problem?.why ?? '');
}

export const api = {
  ready: () => ask<Readiness>('GET', '/ready'),
  games: () => ask<GameInfo[]>('GET', '/games'),
  words: (game: string, language: string) =>
    ask<Record<string, string>>('GET', `/games/${encodeURIComponent(game)}/words/${language}`),
  rules: (game: string, language: string, short = false) =>
    ask<RulebookPage>('GET', `/games/${encodeURIComponent(game)}/rules/${language}${short ? '?short=true' : ''}`),
  lesson: (game: string, language: string) => ask<Lesson>('GET', `/games/${encodeURIComponent(game)}/lesson/${language}`),
  replay: (table: string, seat: number | null = null) =>
    ask<Replay>('GET', `/tables/${encodeURIComponent(table)}/replay${seat === null ? '' : `?seat=${seat}`}`),
  me: () => ask<MeInfo>('GET', '/me'),
  callMe: (me: Me) => ask<MeInfo>('PUT', '/me', me),
  makeTable: (table: NewTable) => ask<MadeTable>('POST', '/tables', table),
  myTables: () => ask<TableInfo[]>('GET', '/tables/mine'),
  deviceLink: (table: string) => ask<SeatLink>('POST', `/tables/${table}/move-device`),
  reportName: (table: string, seat: number) => ask<Reported>('POST', `/tables/${table}/report`, { seat }),
  privacy: () => ask<PrivacyInfo>('GET', '/privacy'),
  deleteMe: (proof: string | null) => ask<Deleted>('DELETE', '/me/data', { proof }),
  seeSeat: (token: string) => ask<MovedSeat>('GET', `/seat/${encodeURIComponent(token)}`),
  account: () => ask<AccountInfo>('GET', '/account'),
  finished: (skip: number) => ask<GamesPlayed>('GET', `/account/games?skip=${skip}`),
  askForPasskey: (proof: string | null) => ask<AskPasskey>('POST', '/account/passkeys/options', { proof }),
  addPasskey: (ticket: string, name: string, answer: NewPasskeyAnswer) =>
    ask<PasskeyInfo>('POST', '/account/passkeys', { ticket, name, answer }),
  namePasskey: (passkey: string, name: string) => ask<PasskeyInfo>('PUT', `/account/passkeys/${passkey}`, { name }),
  removePasskey: (passkey: string, proof: string) =>
    ask<PasskeyInfo>('POST', `/account/passkeys/${passkey}/remove`, { proof }),
  askWho: (again: boolean) => ask<AskPasskey>('POST', '/account/sign-in/options', { again }),
  signIn: (ticket: string, answer: PasskeyAnswer) => ask<SignedIn>('POST', '/account/sign-in', { ticket, answer }),
  signOut: (everywhere: boolean) => ask<unknown>('POST', '/account/sign-out', { everywhere }),
  takeSeatAlong: (table: string) => ask<MovedSeat>('POST', `/tables/${encodeURIComponent(table)}/take-along`),
  takeGamesAlong: () => ask<TakenAlong>('POST', '/account/take-along'),
  takeSeat: (token: string) => ask<MovedSeat>('POST', `/seat/${encodeURIComponent(token)}`),
};

/** Where a table's socket is. */
export function socketAddress(table: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${at(`/ws/${table}`)}`;
}
