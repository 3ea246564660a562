// That it is one's turn, for who is looking elsewhere: in the title and the icon of the page, and,
// where somebody wants it, by vibration and by a notification of the system. Of any game: it asks
// only whose turn the newest screen says it is.

import { at } from '../base';
import { preferences } from '../preferences.svelte';
import type { Table } from '../wire/table.svelte';
import { t } from '../words/words.svelte';

const ICON = at('/icon.svg');
const ICON_WITH_DOT = at('/icon-turn.svg');
const BUZZ = 80; // milliseconds
const onPhone = matchMedia('(pointer: coarse)').matches;

/** Whether something is to be done by whoever sits here, and no bot does it. */
export function isMyTurn(table: Table): boolean {
  const { newest, you } = table;
  return you >= 0 && newest?.turn === you && newest.phase !== 'over' && (table.seats[you]?.bot ?? null) === null;
}

class TurnNotice {
  mine = $state(false);
  #shown: Notification | null = null;

  constructor() {
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#forget(); // it is seen
    });
  }

  /** What the page is called. */
  get title(): string {
    return this.mine ? `${t('seat.yourTurn')} · ${t('title')}` : t('title');
  }

  /** Say whether it is one's turn. */
  follow(mine: boolean): void {
    if (mine === this.mine) return;
    this.mine = mine;
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', mine ? ICON_WITH_DOT : ICON);
    if (!mine) {
      this.#forget();
      return;
    }
    if (document.hidden || onPhone) this.#vibrate();
    if (document.hidden) this.#notify();
  }

  #vibrate(): void {
    // Browsers allow it only where somebody has pressed something.
    if (preferences.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  }

  #notify(): void {
    if (!preferences.notify || Notification.permission !== 'granted') return;
    try {
      const shown = new Notification(t('seat.yourTurn'), { body: t('notice.body'), icon: at('/icon-192.png'), tag: location.pathname });
      shown.onclick = () => {
        focus();
        this.#forget();
      };
      this.#shown = shown;
    } catch {
      // Some phones let only an installed page notify; the title says it there too.
    }
  }

  #forget(): void {
    this.#shown?.close();
    this.#shown = null;
  }
}

export const turnNotice = new TurnNotice();
