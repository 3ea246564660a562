// What contact_sheets.py calls: show a sheet, or a picture by its name.

import { mount, unmount } from 'svelte';
import '../../src/base.css';
import '../../src/games/level10/colours.css';
import '../../src/games/luz/colours.css';
import Picture from './Picture.svelte';
import Sheet from './Sheet.svelte';

let shown: object | undefined;

function show(component: typeof Sheet | typeof Picture, props: any): void {
  if (shown) void unmount(shown);
  shown = mount(component as any, { target: document.body, props });
}

export const sheet = (game: string, size: number): void => show(Sheet, { game, size });
export const picture = (name: string): void => show(Picture, { name });
