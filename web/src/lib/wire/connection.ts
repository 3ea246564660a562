// One connection to a table that heals itself: hello with what was seen, reconnect with
// growing pauses, commands kept until they are answered. Knows no game and no screen.

import type { Accepted, Bye, Hello, Hinted, Refused, ToClient, ToServer } from './types';

export type Line = 'connecting' | 'open' | 'lost' | 'closed';
export type Answer = Accepted | Hinted | Refused;

type Command = Extract<ToServer, { id: string }>;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A command before it has its number. */
export type NewCommand = Without<Command, 'id'>;

export interface Wiring {
  url: string;
  hello(): Hello;
  heard(message: ToClient): void;
  line(line: Line, why: Bye['reason'] | null): void;
  socket?: (url: string) => WebSocket;
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 10_000;
const QUIET = 20_000; // after so long without a word we ask
const ANSWER_WITHIN = 6_000; // and expect one within this time
const FOR_GOOD: ReadonlySet<Bye['reason']> = new Set(['no_table', 'full', 'not_understood', 'too_large', 'closed', 'banned', 'too_many', 'signed_out']);

export class Connection {
  #wiring: Wiring;
  #socket: WebSocket | null = null;
  #line: Line = 'connecting';
  #bye: Bye['reason'] | null = null;
  #welcomed = false;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<string, { command: Command; answered: (answer: Answer) => void }>();

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    globalThis.addEventListener?.('online', this.#wake);
    globalThis.addEventListener?.('offline', this.#doubt);
    globalThis.document?.addEventListener('visibilitychange', this.#wake);
    this.#open();
  }

  /** Send a command; its answer comes, perhaps after several connections. */
  ask(command: NewCommand): Promise<Answer> {
    const whole = { ...command, id: newId() } as Command;
    return new Promise((answered) => {
      this.#waiting.set(whole.id, { command: whole, answered });
      if (this.#welcomed) this.#send(whole);
    });
  }

  /** Connect anew now, and say hello: after one's name or seat has changed. */
  refresh(): void {
    if (this.#line !== 'closed') this.#drop(0);
  }

  close(): void {
    globalThis.removeEventListener?.('online', this.#wake);
    globalThis.removeEventListener?.('offline', this.#doubt);
    globalThis.document?.removeEventListener('visibilitychange', this.#wake);
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    this.#setLine('closed');
    this.#detach();
  }

  #open(): void {
    clearTimeout(this.#retry);
    const make = this.#wiring.socket ?? ((url: string) => new WebSocket(url));
    const socket = make(this.#wiring.url);
    this.#socket = socket;
    this.#welcomed = false;
    this.#bye = null;
    socket.onopen = () => this.#send(this.#wiring.hello());
    socket.onmessage = (event) => this.#heard(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = () => this.#lost();
    this.#expect(ANSWER_WITHIN);
  }

  #heard(message: ToClient): void {
    this.#expectAfterQuiet();
    if (message.type === 'bye') this.#bye = message.reason;
    if (message.type === 'welcome' && !this.#welcomed) {
      this.#welcomed = true;
      this.#tries = 0;
      this.#wiring.heard(message);
      this.#setLine('open');
      for (const { command } of this.#waiting.values()) this.#send(command);
      return;
    }
    this.#wiring.heard(message);
    if (message.type === 'accepted' || message.type === 'hinted' || message.type === 'refused') {
      const waiting = message.id === null ? undefined : this.#waiting.get(message.id);
      if (waiting) {
        this.#waiting.delete(waiting.command.id);
        waiting.answered(message);
      }
    }
  }

  #lost(): void {
    if (this.#line === 'closed') return;
    if (this.#bye !== null && FOR_GOOD.has(this.#bye)) {
      const why = this.#bye;
      this.close();
      this.#wiring.line('closed', why);
      return;
    }
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#tries, LONGEST_PAUSE);
    this.#tries += 1;
    this.#drop(pause * (0.7 + 0.6 * Math.random()));
  }

  #drop(pause: number): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    this.#detach();
    this.#setLine('lost');
    this.#retry = setTimeout(() => this.#open(), pause);
  }

  #detach(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  /** The network is back, or somebody looks at the page again: do not wait. */
  #wake = (): void => {
    if (this.#line === 'closed' || globalThis.document?.visibilityState === 'hidden') return;
    if (this.#welcomed) this.#ping();
    else {
      this.#tries = 0;
      this.#drop(0);
    }
  };

  /** The network is gone. A server on this very machine is not, so try; else say so at once. */
  #doubt = (): void => this.refresh();

  #ping(): void {
    this.#send({ type: 'ping' });
    this.#expect(ANSWER_WITHIN);
  }

  #expectAfterQuiet(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#ping(), QUIET);
  }

  #expect(within: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lost(), within);
  }

  #send(message: ToServer): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  #setLine(line: Line): void {
    if (line === this.#line) return;
    this.#line = line;
    this.#wiring.line(line, null);
  }
}

/** A name for a command that nobody else makes. Works without https too. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}
