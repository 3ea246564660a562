// What is asked over HTTP: games, one's name, tables. The table itself speaks over the socket.

import { at } from '../base';
import type {
  Deleted,
  Failed,
  GameInfo,
  Lesson,
  MadeTable,
  Me,
  MeInfo,
  MovedSeat,
  NewTable,
  PrivacyInfo,
  Replay,
  Reported,
  RulebookPage,
  SeatLink,
  TableInfo,
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
  games: () => ask<GameInfo[]>('GET', '/games'),
  words: (game: string, language: string) =>
    ask<Record<string, string>>('GET', `/games/${encodeURIComponent(game)}/words/${language}`),
  rules: (game: string, language: string, short = false) =>
    ask<RulebookPage>('GET', `/games/${encodeURIComponent(game)}/rules/${language}${short ? '?short=true' : ''}`),
  lesson: (game: string, language: string) => ask<Lesson>('GET', `/games/${encodeURIComponent(game)}/lesson/${language}`),
  replay: (table: string) => ask<Replay>('GET', `/tables/${encodeURIComponent(table)}/replay`),
  me: () => ask<MeInfo>('GET', '/me'),
  callMe: (me: Me) => ask<MeInfo>('PUT', '/me', me),
  makeTable: (table: NewTable) => ask<MadeTable>('POST', '/tables', table),
  myTables: () => ask<TableInfo[]>('GET', '/tables/mine'),
  deviceLink: (table: string) => ask<SeatLink>('POST', `/tables/${table}/move-device`),
  reportName: (table: string, seat: number) => ask<Reported>('POST', `/tables/${table}/report`, { seat }),
  privacy: () => ask<PrivacyInfo>('GET', '/privacy'),
  deleteMe: () => ask<Deleted>('DELETE', '/me/data'),
  seeSeat: (token: string) => ask<MovedSeat>('GET', `/seat/${encodeURIComponent(token)}`),
  takeSeat: (token: string) => ask<MovedSeat>('POST', `/seat/${encodeURIComponent(token)}`),
};

/** Where a table's socket is. */
export function socketAddress(table: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${at(`/ws/${table}`)}`;
}
