// How the worlds are told apart, besides by colour: a symbol (24 by 24, in one path) and a texture.

/** A cactus, a fir, a cloud, a volcano, a bulrush. */
export const SYMBOLS: Record<string, string> = {
  D: 'M10 22V5a2 2 0 0 1 4 0v8h2a1.5 1.5 0 0 0 1.5-1.5V9a1.5 1.5 0 0 1 3 0v2.5A4.5 4.5 0 0 1 16 16h-2v6zM3.5 8a1.5 1.5 0 0 1 3 0v2.5A1.5 1.5 0 0 0 8 12h1v3H8a4.5 4.5 0 0 1-4.5-4.5z',
  F: 'M12 1.5l5.5 7H15l4.5 6H16l4.5 5h-7V23h-3v-3.5h-7l4.5-5H4.5l4.5-6H6.5z',
  S: 'M7 19a5 5 0 0 1-.6-9.96A6.5 6.5 0 0 1 18.7 9.7 4.7 4.7 0 0 1 18 19z',
  V: 'M2 21l6-11h2.2l1.3 2 1-1.5 1.5 1.5 1.2-2H16l6 11zM11 1.5h2V7h-2zM6.3 3.2L8 2.2l1.9 4.3-1.6.9zM17.7 3.2L16 2.2l-1.9 4.3 1.6.9z',
  M: 'M8 2.5a2.2 2.2 0 0 1 2.2 2.2v6A2.2 2.2 0 0 1 9 12.6V20H7v-7.4a2.2 2.2 0 0 1-1.2-1.9v-6A2.2 2.2 0 0 1 8 2.5zM16 5.5a2 2 0 0 1 2 2v4.5a2 2 0 0 1-1.1 1.8V20h-1.8v-6.2A2 2 0 0 1 14 12V7.5a2 2 0 0 1 2-2zM2 19.5q2.5-2 5 0t5 0 5 0 5 0V22q-2.5 2-5 0t-5 0-5 0-5 0z',
};

export const TEXTURES: Record<string, string> = { D: 'dots', F: 'hatch', S: 'scales', V: 'zigzag', M: 'waves' };
