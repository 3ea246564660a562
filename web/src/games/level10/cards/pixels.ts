// A small canvas of square cells, and how it becomes a handful of SVG paths. Knows no land.

export const WIDE = 24;
export const HIGH = 34;

/** Colours by one-letter names. A colour named later lies above those named earlier. */
export type Palette = Record<string, string>;

/** All cells of one colour as one path. */
export interface Layer {
  name: string;
  fill: string;
  d: string;
}

export class Cells {
  private readonly names: string[];

  constructor(
    readonly wide = WIDE,
    readonly high = HIGH,
  ) {
    this.names = Array<string>(wide * high).fill('.');
  }

  get(x: number, y: number): string {
    return x < 0 || y < 0 || x >= this.wide || y >= this.high ? '.' : (this.names[y * this.wide + x] ?? '.');
  }

  put(name: string, x: number, y: number): void {
    if (x >= 0 && y >= 0 && x < this.wide && y < this.high) this.names[y * this.wide + x] = name;
  }

  box(name: string, x: number, y: number, wide: number, high: number): void {
    for (let row = y; row < y + high; row++) for (let column = x; column < x + wide; column++) this.put(name, column, row);
  }

  disc(name: string, x: number, y: number, radius: number): void {
    for (let row = 0; row < this.high; row++)
      for (let column = 0; column < this.wide; column++)
        if ((column - x) ** 2 + (row - y) ** 2 <= radius ** 2) this.put(name, column, row);
  }

  /** Everything below a line of hills. */
  hill(name: string, top: (x: number) => number): void {
    for (let x = 0; x < this.wide; x++) this.box(name, x, top(x), 1, this.high);
  }

  /** Single cells: x, y, x, y ... */
  dots(name: string, ...places: number[]): void {
    for (let at = 0; at + 1 < places.length; at += 2) this.put(name, places[at]!, places[at + 1]!);
  }

  /** A picture by its rows, parted by slashes; a dot leaves what is there. */
  draw(x: number, y: number, rows: string): void {
    rows.split('/').forEach((row, down) => [...row].forEach((name, right) => name !== '.' && this.put(name, x + right, y + down)));
  }

  /**
   * One path for each colour, to be painted in this order. A path runs on under cells of later
   * colours: that keeps it short, and no seam shows where two colours meet.
   */
  layers(palette: Palette): Layer[] {
    const order = Object.keys(palette);
    const ranks = this.names.map((name) => order.indexOf(name));
    return order
      .map((name, rank) => ({ name, fill: palette[name] ?? '', d: this.path(ranks, rank) }))
      .filter((layer) => layer.d !== '');
  }

  private path(ranks: number[], own: number): string {
    const open: { x: number; y: number; end: number }[] = [];
    let d = '';
    const close = (box: { x: number; y: number; end: number }, below: number): void => {
      const later = (x: number, y: number, wide: number, high: number): boolean => {
        for (let row = y; row < y + high; row++)
          for (let column = x; column < x + wide; column++)
            if (row < 0 || column < 0 || column >= this.wide || (ranks[row * this.wide + column] ?? -1) <= own) return false;
        return true;
      };
      let { x, y, end } = box;
      let bottom = below;
      if (later(x, bottom, end - x, 1)) bottom++;
      if (later(x, y - 1, end - x, 1)) y--;
      if (later(end, y, 1, bottom - y)) end++;
      if (later(x - 1, y, 1, bottom - y)) x--;
      d += `M${x} ${y}h${end - x}v${bottom - y}H${x}z`;
    };
    for (let y = 0; y <= this.high; y++) {
      const runs = y < this.high ? this.runs(ranks, own, y) : [];
      for (const box of [...open]) {
        const next = runs.findIndex(
          (run) => run.least <= box.x && box.end <= run.most && box.x <= run.x && run.end <= box.end,
        );
        if (next >= 0) runs.splice(next, 1);
        else {
          open.splice(open.indexOf(box), 1);
          close(box, y);
        }
      }
      for (const run of runs) open.push({ x: run.x, y, end: run.end });
    }
    return d;
  }

  /** The runs of a colour in a row, each with how far it could go on under later colours. */
  private runs(ranks: number[], own: number, y: number): { x: number; end: number; least: number; most: number }[] {
    const rank = (x: number): number => ranks[y * this.wide + x] ?? -1;
    const runs = [];
    for (let x = 0; x < this.wide; x++) {
      if (rank(x) < own) continue;
      const least = x;
      let first = -1;
      let end = -1;
      for (; x < this.wide && rank(x) >= own; x++) {
        if (rank(x) === own) {
          if (first < 0) first = x;
          end = x + 1;
        }
      }
      if (first >= 0) runs.push({ x: first, end, least, most: x });
    }
    return runs;
  }
}

/** One colour with some of another in it. */
export function mix(colour: string, other: string, share: number): string {
  const [one, two] = [colour, other].map((text) => Number.parseInt(text.slice(1), 16));
  let mixed = 0;
  for (const shift of [16, 8, 0]) {
    const [a, b] = [(one! >> shift) & 255, (two! >> shift) & 255];
    mixed |= Math.round(a + (b - a) * share) << shift;
  }
  return `#${mixed.toString(16).padStart(6, '0')}`;
}
