// A finished game that is shown again: a table that hears what it once said, one entry at a time.

import { Playback } from '../wire/playback';
import { Table, type Screen } from '../wire/table.svelte';
import { t } from '../words/words.svelte';
import type { Replay, Welcome } from '../wire/types';

const BETWEEN = 900; // milliseconds

/** The same message without moves: what could be done then is no offer now. */
function nothingAsked<T extends { screen: unknown }>(message: T): T {
  return { ...message, screen: { ...(message.screen as Screen), moves: [] } };
}

export class ReplayedGame {
  readonly game: string;
  readonly length: number;
  table = $state.raw<Table | null>(null);
  at = $state(0); // how many entries have been told
  running = $state(false);
  #replay: Replay;
  #socket: Playback | null = null;
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor(replay: Replay) {
    this.#replay = { ...replay, welcome: nothingAsked(replay.welcome), news: replay.news.map(nothingAsked) };
    this.game = replay.welcome.game;
    this.length = replay.news.length;
    this.jump(0);
  }

  /** Stand after so many entries. */
  jump(at: number): void {
    this.close();
    this.at = Math.min(Math.max(at, 0), this.length);
    const welcome = this.#welcome();
    const socket = (): WebSocket => {
      this.#socket = new Playback(welcome, t('replay.notHere'));
      return this.#socket.asSocket();
    };
    this.table = new Table(welcome.table, socket, { replayed: true });
  }

  /** One entry on. */
  forward(): void {
    this.#stop();
    this.#tell();
  }

  toggle(): void {
    if (this.running) this.#stop();
    else {
      this.running = true;
      this.#run();
    }
  }

  close(): void {
    this.#stop();
    this.table?.close();
    this.table = null;
  }

  #run(): void {
    if (!this.running) return;
    // What takes its time at the table, a trick or the points of a deal, is waited for.
    if (!this.table?.presenting) this.#tell();
    if (this.at < this.length) this.#clock = setTimeout(() => this.#run(), BETWEEN);
    else this.running = false;
  }

  #stop(): void {
    clearTimeout(this.#clock);
    this.running = false;
  }

  #tell(): void {
    const news = this.#replay.news[this.at];
    if (!news) return;
    this.at += 1;
    this.#socket?.tell(news);
  }

  /** As the table would have welcomed somebody at this point. */
  #welcome(): Welcome {
    const { welcome, news } = this.#replay;
    const told = news.slice(0, this.at);
    const last = told.at(-1);
    if (!last) return welcome;
    const entries = [...welcome.entries, ...told.flatMap((one) => one.entries)];
    return { ...welcome, entries, seq: last.seq, screen: last.screen };
  }
}
