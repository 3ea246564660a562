// What contact_sheets.py and pictures.py call: show a sheet, or the picture for links.

import { mount, unmount, type Component } from 'svelte';
import '../../src/base.css';
import '../../src/games/level10/colours.css';
import '../../src/games/luz/colours.css';
import Picture from './Picture.svelte';
import Sheet from './Sheet.svelte';

let shown: Record<string, unknown> | undefined;

function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): void {
  if (shown) void unmount(shown);
  shown = mount(component, { target: document.body, props });
}

export const sheet = (game: string, size: number): void => show(Sheet, { game, size });
export const picture = (): void => show(Picture, {});
