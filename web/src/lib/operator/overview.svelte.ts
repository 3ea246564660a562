// What an operator sees, asked for again and again while the page is looked at; and what they do.

import { ApiError, ask } from '../wire/api';
import { words } from '../words/words.svelte';
import type { BanInfo, Done, NewBan, Overview, SessionInfo, Settle } from './types';

const EVERY = 3_000; // milliseconds
// No form of another site can send it.
const OURS = { 'x-tenluz-operator': '1' };

const operate = <T>(method: string, path: string, body?: unknown): Promise<T> => ask<T>(method, `/operator${path}`, body, OURS);

export type Entrance = 'looking' | 'closed' | 'open' | 'none';

class Operator {
  entrance = $state<Entrance>('looking');
  seen = $state.raw<Overview | null>(null);
  problem = $state.raw<ApiError | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look from now on; what is given back ends it. */
  watch(): () => void {
    void this.#begin();
    return () => clearTimeout(this.#timer);
  }

  async #begin(): Promise<void> {
    try {
      this.entrance = (await operate<SessionInfo>('GET', '/session')).open ? 'open' : 'closed';
      if (this.entrance === 'open') await this.look();
    } catch (error) {
      this.#failed(error);
    }
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      if (document.visibilityState === 'visible' || !this.seen) this.seen = await operate<Overview>('GET', '/overview');
      this.problem = null;
    } catch (error) {
      this.#failed(error);
    }
    clearTimeout(this.#timer); // of another look meanwhile
    if (this.entrance === 'open') this.#timer = setTimeout(() => void this.look(), EVERY);
  }

  async signIn(secret: string): Promise<void> {
    await this.#do(async () => {
      await operate<SessionInfo>('POST', '/session', { secret });
      this.entrance = 'open';
    });
  }

  async signOut(): Promise<void> {
    clearTimeout(this.#timer);
    await operate<SessionInfo>('DELETE', '/session').catch(() => {});
    this.entrance = 'closed';
    this.seen = null;
  }

  ban = (ban: NewBan) => this.#do(() => operate<BanInfo>('POST', '/bans', ban));
  lift = (ban: BanInfo) => this.#do(() => operate<Done>('DELETE', `/bans/${ban.id}`));
  settle = (report: string, action: Settle['action']) => this.#do(() => operate<Done>('POST', `/reports/${report}`, { action }));
  clearName = (guest: string, name: string) => this.#do(() => operate<Done>('POST', '/names', { guest, name }));
  closeTable = (table: string) => this.#do(() => operate<Done>('DELETE', `/tables/${table}`));

  async #do(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
    } catch (error) {
      this.#failed(error);
      return false;
    }
    await this.look();
    return true;
  }

  #failed(error: unknown): void {
    this.problem = error instanceof ApiError ? error : new ApiError('no_answer', String(error));
    if (this.problem.code === 'no_operator') this.entrance = 'none';
    if (this.problem.code === 'not_operator') this.entrance = 'closed';
  }
}

export const operator = new Operator();

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** "5 minutes ago", from seconds since 1970. */
export function ago(at: number, now: number): string {
  const age = Math.max(now - at, 0);
  const [unit, size] = UNITS.find(([, one]) => age >= one) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(words.language, { numeric: 'auto' }).format(-Math.floor(age / size), unit);
}

/** A day and a time, from seconds since 1970. */
export function date(at: number): string {
  return new Intl.DateTimeFormat(words.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000);
}

/** A number with its unit, as this language writes both. */
export function amount(value: number, unit: string, digits = 0): string {
  return new Intl.NumberFormat(words.language, { style: 'unit', unit, maximumFractionDigits: digits }).format(value);
}
