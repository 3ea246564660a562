// Dragging a card: it lifts, follows the finger or the mouse, and drops on something that takes it
// (`data-drop`), or goes back. A press that hardly moves stays a press; keys are not concerned.

import type { Attachment } from 'svelte/attachments';
import { still } from './motion';

const SLACK = 8; // pixels that a press may wander
const BACK = 220; // milliseconds that a card takes to go back

export interface Dragging {
  /** It is on its way, or no longer. */
  onlift?: (lifted: boolean) => void;
  /** It was let go over this; whether it stays there. */
  ondrop: (target: HTMLElement) => boolean;
}

/** What takes a card at a point of the window. */
function takerAt(x: number, y: number): HTMLElement | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const taker = element.closest<HTMLElement>('[data-drop]');
    if (taker) return taker;
  }
  return null;
}

// Of each kind of event another type: TypeScript has no name for the whole.
function listen(to: EventTarget, handlers: Record<string, (event: never) => void>, on: boolean): void {
  for (const [event, handler] of Object.entries(handlers)) {
    to[on ? 'addEventListener' : 'removeEventListener'](event, handler as EventListener, true);
  }
}

export function drag({ onlift, ondrop }: Dragging): Attachment<HTMLElement> {
  return (card) => {
    let start: { x: number; y: number; pointer: number } | null = null;
    let lifted = false;
    let dragged = false; // the click that ends a drag is none
    let back: Animation | null = null;

    const lift = (pointer: number): void => {
      lifted = dragged = true;
      back?.cancel();
      card.setPointerCapture(pointer);
      card.dataset['lifted'] = '';
      onlift?.(true);
    };
    const settle = (): void => {
      card.style.translate = '';
      delete card.dataset['lifted'];
    };
    const end = (stays: boolean): void => {
      start = null;
      listen(window, WHILE_PRESSED, false);
      if (!lifted) return;
      lifted = false;
      onlift?.(false);
      if (stays || still()) return settle();
      back = card.animate([{ translate: card.style.translate }, { translate: '0px 0px' }], { duration: BACK, easing: 'ease-out' });
      back.onfinish = settle;
      back.oncancel = () => delete card.dataset['lifted'];
      card.style.translate = '';
    };

    const pressed = (event: PointerEvent): void => {
      if (!event.isPrimary || event.button !== 0) return;
      dragged = false;
      start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      listen(window, WHILE_PRESSED, true); // a quick mouse is off the card before it has moved much
    };
    const moved = (event: PointerEvent): void => {
      if (!start || event.pointerId !== start.pointer) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      if (!lifted && Math.hypot(x, y) < SLACK) return;
      if (!lifted) lift(event.pointerId);
      card.style.translate = `${x}px ${y}px`;
    };
    const released = (event: PointerEvent): void => {
      const taker = lifted ? takerAt(event.clientX, event.clientY) : null;
      end(taker !== null && ondrop(taker));
    };
    const cancelled = (): void => end(false);
    const escaped = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !lifted) return;
      event.stopPropagation();
      end(false);
    };
    const clicked = (event: MouseEvent): void => {
      if (!dragged || event.detail === 0) return; // 0: by key
      dragged = false;
      event.stopPropagation();
      event.preventDefault();
    };

    const ALWAYS = { pointerdown: pressed, click: clicked };
    const WHILE_PRESSED = { pointermove: moved, pointerup: released, pointercancel: cancelled, keydown: escaped };
    listen(card, ALWAYS, true);
    return () => {
      listen(card, ALWAYS, false);
      listen(window, WHILE_PRESSED, false);
      if (lifted) onlift?.(false);
    };
  };
}
