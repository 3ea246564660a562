// A table as this client sees it: what the server last said, and the events so far.
// Knows no rules: what is legal, and why not, is in the screen.

import { tick } from 'svelte';
import { Connection, type Answer, type Line, type NewCommand } from './connection';
import { socketAddress } from './api';
import type { Bye, GoesOn, Hinted, News, Refused, SeatAsk, SeatInfo, ToClient } from './types';

/** What a game shows and tells is of its own types: see `types.ts` of each game. */
export type Screen = any;
export type AnyEvent = any;

export class Table {
  readonly name: string;
  /** A finished game that is shown again: nothing is asked of anybody. */
  readonly replayed: boolean;
  line = $state<Line>('connecting');
  gone = $state<Bye['reason'] | null>(null);
  game = $state('');
  options = $state.raw<Record<string, unknown>>({});
  you = $state(-1);
  /** The seat that one has left, the only one to come back to; -1 for none. */
  oldSeat = $state(-1);
  seats = $state.raw<SeatInfo[]>([]);
  watchers = $state(0);
  /** Whether one has made this table, whether it is closed to new players, and who would like to sit down. */
  yours = $state(false);
  locked = $state(false);
  asks = $state.raw<SeatAsk[]>([]);
  /** Who plays for somebody, where nobody says which bot. */
  bestBot = $state('');
  screen = $state.raw<Screen | null>(null);
  /** The same as the server last told it, also while it is not shown yet. */
  newest = $state.raw<Screen | null>(null);
  events = $state.raw<AnyEvent[]>([]);
  /** Where the game goes on after its end, and who asked for that. */
  next: GoesOn | null = $derived.by(() => {
    const found = this.events.findLast((event) => event.event === 'goes_on');
    return found?.event === 'goes_on' ? found : null;
  });
  /** The last no, until something happens. */
  refused = $state.raw<Refused | null>(null);
  /** What a bot would do, for who has asked, as long as it can be done. */
  hint = $state.raw<Hinted | null>(null);
  /** Whether something lies over the table that has to be answered or put away first. */
  covered = $state(false);
  /** Commands on their way. */
  waiting = $state(0);

  /** Told when all is told anew: nothing is on its way any more. */
  onWelcome: () => void = () => {};
  /** Told of new events before the screen follows them, and of that screen; not of those told again. */
  onNews: (events: AnyEvent[], next: Screen) => void = () => {};
  /** What still moves on the table; news wait until it lies there. */
  settled: () => Promise<unknown> | null = () => null;
  /** Shows what happened, if that takes its time; the screen and all later news wait for it. */
  present: (events: AnyEvent[]) => Promise<void> | null = () => null;
  /** While it does. */
  presenting = $state(false);
  /** What of the past stays, where a game covers some of it up; by its newest screen. */
  keep: (events: AnyEvent[], screen: Screen) => AnyEvent[] = (events) => events;

  /** The last entry that is shown, and the one that is being shown. */
  seq = $state(0);
  showing = $state(0);
  #later: News[] = [];
  #telling = false;
  #round = 0; // of telling: another one begins when we come in anew
  #connection: Connection;

  constructor(name: string, socket?: (url: string) => WebSocket, { replayed = false } = {}) {
    this.name = name;
    this.replayed = replayed;
    this.#connection = new Connection({
      url: socket ? '' : socketAddress(name),
      hello: () => ({ type: 'hello', seen: this.seq, you: this.you }),
      heard: (message) => this.#heard(message),
      line: (line, why) => {
        this.line = line;
        if (why !== null) this.gone = why;
      },
      ...(socket ? { socket } : {}),
    });
  }

  /** Make a move by its number. */
  move(move: number): Promise<Answer> {
    return this.do({ type: 'move', at: this.seq, move });
  }

  /** Ask what a bot would do; nothing waits for it. */
  async askHint(): Promise<void> {
    const answer = await this.#connection.ask({ type: 'hint' });
    if (answer.type === 'hinted' && this.#offers(answer, this.newest)) this.hint = answer;
  }

  #offers(hint: Hinted, screen: Screen): boolean {
    return screen?.moves?.some(({ move }: { move: number }) => move === hint.move) ?? false;
  }

  async do(command: NewCommand): Promise<Answer> {
    this.waiting += 1;
    this.refused = null;
    if (command.type === 'move') this.hint = null;
    try {
      return await this.#connection.ask(command);
    } finally {
      this.waiting -= 1;
    }
  }

  /** Come in again, as who one is now. */
  refresh(): void {
    this.#connection.refresh();
  }

  /** News wait until this is done, as they do while others are shown. */
  hold(until: Promise<unknown>): void {
    const round = this.#round;
    this.presenting = this.#telling = true;
    const goOn = (): void => {
      if (round !== this.#round) return;
      this.presenting = false;
      void this.#tell();
    };
    until.then(goOn, goOn);
  }

  close(): void {
    this.#connection.close();
  }

  #heard(message: ToClient): void {
    switch (message.type) {
      case 'welcome': {
        this.#later = []; // it tells everything that they do
        this.#round += 1;
        this.presenting = this.#telling = false;
        this.onWelcome();
        const again = message.since > 0 && message.since <= this.seq; // else the past begins anew
        const told = message.entries.flatMap((entry) => entry.events);
        if (again) this.onNews(told, message.screen);
        this.events = this.keep(again ? [...this.events, ...told] : told, message.screen);
        this.game = message.game;
        this.options = message.options;
        this.you = message.you;
        this.oldSeat = message.old_seat;
        this.seats = message.seats;
        this.watchers = message.watchers;
        this.yours = message.yours ?? false;
        this.locked = message.locked ?? false;
        this.asks = message.asks ?? [];
        this.bestBot = message.best_bot;
        this.seq = this.showing = message.seq;
        this.screen = this.newest = message.screen;
        this.refused = this.hint = null; // it was about what one saw before
        break;
      }
      case 'news':
        if (message.seats) this.seats = message.seats;
        this.#later.push(message);
        if (!this.settled()) this.newest = message.screen;
        if (!this.#telling) void this.#tell();
        break;
      case 'people':
        this.seats = message.seats;
        this.watchers = message.watchers;
        this.locked = message.locked;
        this.asks = message.asks;
        break;
      case 'refused':
        this.refused = message;
        break;
      case 'accepted':
      case 'hinted':
      case 'pong':
      case 'bye':
        break;
      default:
        message satisfies never;
    }
  }

  /** Tell what came, one after the other. */
  async #tell(): Promise<void> {
    const round = this.#round;
    this.#telling = true;
    for (;;) {
      const moves = this.#later.length ? this.settled() : null;
      if (moves) await moves;
      if (round !== this.#round) return;
      this.newest = this.#later.at(-1)?.screen ?? this.newest;
      const message = this.#later.shift();
      if (!message) break;
      const told = message.entries.filter((entry) => entry.seq > this.seq).flatMap((entry) => entry.events);
      this.showing = message.seq;
      this.onNews(told, message.screen);
      const shown = this.present(told);
      if (shown) {
        this.presenting = true;
        await shown;
        if (round !== this.#round) return;
        this.presenting = false;
      }
      this.events = this.keep([...this.events, ...told], message.screen);
      this.seq = message.seq;
      this.screen = message.screen;
      this.refused = null;
      if (this.hint && !this.#offers(this.hint, this.newest)) this.hint = null;
      if (this.#later.length) await tick(); // so that what it moves is on its way
    }
    this.#telling = false;
  }
}
