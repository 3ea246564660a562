// What stands in for the socket of a table where everything that can be said is known already: in a
// lesson, and in a finished game that is watched again.

import type { MakeMove, ToClient, ToServer, Welcome } from './types';

/** The context that says whether there is a real table behind what is shown: so, unless it is false. */
export const LIVE = 'live';

/** What to do with a move: messages to the client, the first of them the answer. */
export type Judge = (command: MakeMove) => ToClient[];

export class Playback {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  #welcome: Welcome;
  #judge: Judge;
  #no: string;

  /** `no` is what everything but a move is answered with. */
  constructor(welcome: Welcome, no: string, judge: Judge = ({ id }) => [refusal(id, no)]) {
    this.#welcome = welcome;
    this.#no = no;
    this.#judge = judge;
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }

  /** The part of a WebSocket that a table needs. */
  asSocket(): WebSocket {
    return this as unknown as WebSocket;
  }

  /** Say something to the client. */
  tell(message: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    const message = JSON.parse(text) as ToServer;
    queueMicrotask(() => {
      if (message.type === 'hello') this.tell(this.#welcome);
      else if (message.type === 'ping') this.tell({ type: 'pong' });
      else if (message.type === 'move') this.#judge(message).forEach((answer) => this.tell(answer));
      else this.tell(refusal(message.id, this.#no));
    });
  }

  close(): void {
    this.readyState = 3;
  }
}

/** A no of the page itself: nothing went to the server. */
export function refusal(id: string, why: string): ToClient {
  return { type: 'refused', id, kind: 'not_legal', code: '', why, values: {}, clause: '' };
}
