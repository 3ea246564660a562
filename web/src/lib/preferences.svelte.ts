// How somebody likes to play on this device. Each is remembered, and none is needed.

import { keep, remembered } from './memory';

/** How long a finished trick lies on the table before it is taken, in milliseconds. */
export const TRICK_PACES = { calm: 1600, normal: 900, quick: 450, none: 0 } as const;
export type TrickPace = keyof typeof TRICK_PACES;

function isPace(name: string | null): name is TrickPace {
  return name !== null && name in TRICK_PACES;
}

const TRICKS = 'pace.tricks';
const SOUND = 'sound';
const TWICE = 'play.twice';
const VIBRATE = 'turn.vibrate';
const NOTIFY = 'turn.notify';
const FILMS = 'films';
const onPhone = matchMedia('(pointer: coarse)').matches;

/** What this browser can do at all: elsewhere there is nothing to choose. */
export const canVibrate = onPhone && 'vibrate' in navigator;
export const canNotify = isSecureContext && 'Notification' in globalThis;

class Preferences {
  #tricks = $state<TrickPace>('normal');
  #sound = $state(false);
  #twice = $state(false);
  #vibrate = $state(false);
  #notify = $state(false);
  #films = $state(true);

  constructor() {
    const kept = remembered(TRICKS);
    if (isPace(kept)) this.#tricks = kept;
    this.#sound = (remembered(SOUND) ?? (onPhone ? 'no' : 'yes')) === 'yes'; // a phone is in company
    this.#twice = remembered(TWICE) === 'yes';
    this.#vibrate = canVibrate && remembered(VIBRATE) !== 'no';
    this.#notify = canNotify && remembered(NOTIFY) === 'yes' && Notification.permission === 'granted';
    this.#films = remembered(FILMS) !== 'no';
  }

  get tricks(): TrickPace {
    return this.#tricks;
  }
  set tricks(pace: TrickPace) {
    this.#tricks = pace;
    keep(TRICKS, pace);
  }

  get sound(): boolean {
    return this.#sound;
  }
  set sound(on: boolean) {
    this.#sound = on;
    keep(SOUND, on ? 'yes' : 'no');
  }

  /** A card is chosen by one press and played by a second. */
  get twice(): boolean {
    return this.#twice;
  }
  set twice(on: boolean) {
    this.#twice = on;
    keep(TWICE, on ? 'yes' : 'no');
  }

  get vibrate(): boolean {
    return this.#vibrate;
  }
  set vibrate(on: boolean) {
    this.#vibrate = on;
    keep(VIBRATE, on ? 'yes' : 'no');
  }

  get notify(): boolean {
    return this.#notify;
  }

  /** The browser asks once whether we may; whether it is now as wanted. */
  async setNotify(on: boolean): Promise<boolean> {
    this.#notify = on && (await Notification.requestPermission()) === 'granted';
    keep(NOTIFY, this.#notify ? 'yes' : 'no');
    return this.#notify === on;
  }

  /** The games on the start page play by themselves. */
  get films(): boolean {
    return this.#films;
  }
  set films(on: boolean) {
    this.#films = on;
    keep(FILMS, on ? 'yes' : 'no');
  }
}

export const preferences = new Preferences();
