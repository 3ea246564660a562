// How the colours are told apart, besides by colour: a symbol (24 by 24, in one path) and a texture.

/** A flame, a sun, a leaf, a drop, a moon. */
export const SYMBOLS: Record<string, string> = {
  R: 'M12.5 1.5c.5 4 5.8 6.2 5.8 12.2A6.3 6.3 0 0 1 12 22.5a6.3 6.3 0 0 1-6.3-6.6c0-3 1.6-4.6 2.7-6.9.8 1.3 1.2 2 1.4 3.1 1.9-2.6 2.9-6.1 2.7-10.6z',
  Y: 'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 4.9l1.4-1.4 2.9 2.9-1.4 1.4zM16.2 17.6l1.4-1.4 2.9 2.9-1.4 1.4zM19.1 3.5l1.4 1.4-2.9 2.9-1.4-1.4zM6.4 16.2l1.4 1.4-2.9 2.9-1.4-1.4z',
  G: 'M21 2.5C10 2.5 4 7 4 13.5c0 1.7.5 3.2 1.3 4.3L2.5 21 4 22.3l2.9-3.2a7 7 0 0 0 4.1 1.4c6.5 0 10-7 10-18zM8.3 16.7l-1-1.1C10 12 12.8 9.5 16 7.7 13.5 10.3 10.8 13.3 8.3 16.7z',
  B: 'M12 1.5c4 5.5 6.8 9 6.8 13.2a6.8 6.8 0 0 1-13.6 0C5.2 10.5 8 7 12 1.5z',
  P: 'M15.5 2A10.2 10.2 0 1 0 22 16.3 9 9 0 0 1 15.5 2z',
};

export const TEXTURES: Record<string, string> = { R: 'zigzag', Y: 'rays', G: 'hatch', B: 'waves', P: 'weave' };
