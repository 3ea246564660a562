// One tab stop for a group of buttons; the arrow keys, Home and End go through it.

import type { Attachment } from 'svelte/attachments';

let byKey = false;
globalThis.addEventListener?.('keydown', () => (byKey = true), true);
globalThis.addEventListener?.('pointerdown', () => (byKey = false), true);

const STOP = '[tabindex="0"], button:not([tabindex])';
const USABLE = 'button:not([aria-disabled="true"], :disabled)';

function find(groups: (Element | null | undefined)[], which: string): HTMLElement | undefined {
  const all = groups.flatMap((group) => [...(group?.querySelectorAll<HTMLElement>(which) ?? [])]);
  return all.find((one) => one.checkVisibility());
}

function lost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

/** What had the focus has gone: who plays by keyboard finds it at a tab stop of these groups. */
export function catchFocus(...groups: (Element | null | undefined)[]): void {
  if (byKey && lost()) find(groups, STOP)?.focus();
}

/** Brings the focus of who plays by keyboard to where something is to be done. */
export class TurnFocus {
  #asked = '';

  /** `moves` are what one is asked for now. If they are new, the focus comes from a card that cannot
      be played, or from nowhere, to the first button of these groups that can be used; not from talk
      or a menu. */
  bring(moves: unknown[], ...groups: (Element | null | undefined)[]): void {
    const asked = moves.length ? JSON.stringify(moves) : '';
    const anew = asked !== '' && asked !== this.#asked;
    this.#asked = asked;
    const idle = anew && document.activeElement?.getAttribute('aria-disabled') === 'true';
    if (byKey && asked && (idle || lost()) && !document.querySelector('dialog:modal')) find(groups, USABLE)?.focus();
    catchFocus(...groups);
  }
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function rove(which: string): Attachment<HTMLElement> {
  return (group) => {
    const all = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>(which)];
    let at: HTMLElement | null = null;
    let place = 0;
    let inside = false;

    const stop = (): void => {
      const items = all();
      if (!at || !items.includes(at)) at = items[Math.min(place, items.length - 1)] ?? null;
      place = at ? items.indexOf(at) : 0;
      for (const item of items) {
        const wanted = item === at ? 0 : -1;
        if (item.getAttribute('tabindex') !== `${wanted}`) item.tabIndex = wanted;
      }
    };
    /** What had the focus was taken away or moved: its neighbour has it now. */
    const changed = (): void => {
      stop();
      if (inside && document.activeElement === document.body) at?.focus();
    };
    const left = (event: FocusEvent): void => {
      if (event.relatedTarget || document.activeElement !== document.body) inside = false;
    };
    const focused = (event: FocusEvent): void => {
      const item = (event.target as HTMLElement).closest<HTMLElement>(which);
      if (item && group.contains(item)) {
        at = item;
        inside = true;
        stop();
      }
    };
    const pressed = (event: KeyboardEvent): void => {
      const items = all();
      const now = items.indexOf(event.target as HTMLElement);
      if (now < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      const step = STEPS[event.key];
      const next =
        step !== undefined
          ? items[(now + step + items.length) % items.length]
          : event.key === 'Home'
            ? items[0]
            : event.key === 'End'
              ? items.at(-1)
              : undefined;
      if (next) {
        event.preventDefault();
        next.focus();
      }
    };

    const watcher = new MutationObserver(changed);
    watcher.observe(group, { childList: true, subtree: true });
    group.addEventListener('focusin', focused);
    group.addEventListener('focusout', left);
    group.addEventListener('keydown', pressed);
    stop();
    return () => {
      watcher.disconnect();
      group.removeEventListener('focusin', focused);
      group.removeEventListener('focusout', left);
      group.removeEventListener('keydown', pressed);
    };
  };
}
