// Windows of stained glass: how each colour's panes are cut, and where the lead between them runs.
// Each colour is cut in its own way, so that it is known without being seen in colour.

export interface Pane {
  d: string;
  /** 1 is deep glass, 4 the brightest. */
  tone: number;
}

export interface Glass {
  panes: Pane[];
  leads: string;
}

/** A window by its size, and the point around which its light gathers. */
export interface Shape {
  wide: number;
  high: number;
  x: number;
  y: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Tongues of flame, one within the other. */
function flames({ wide, high, x, y }: Shape): Glass {
  const panes: Pane[] = [{ d: `M0 0h${wide}v${high}H0z`, tone: 1 }];
  const tongue = (half: number, tip: number): string =>
    `M${round(x - half)} ${high}C${round(x - half * 1.25)} ${round(y + high * 0.12)} ${round(x - half * 0.25)} ${round(tip + high * 0.2)} ${x} ${tip}` +
    `C${round(x + half * 0.25)} ${round(tip + high * 0.2)} ${round(x + half * 1.25)} ${round(y + high * 0.12)} ${round(x + half)} ${high}`;
  const tongues = [tongue(wide * 0.62, -high * 0.04), tongue(wide * 0.42, high * 0.13), tongue(wide * 0.22, high * 0.42)];
  tongues.forEach((d, at) => panes.push({ d: `${d}z`, tone: at + 2 }));
  const sides = [0.3, 0.62].map((part) => `M0 ${round(high * part)}L${round(wide * 0.2)} ${round(high * part - 5)}M${wide} ${round(high * part)}L${round(wide * 0.8)} ${round(high * part - 5)}`);
  return { panes, leads: tongues.join('') + sides.join('') };
}

/** Rays from the sun to the frame, and its disc. */
function rays({ wide, high, x, y }: Shape): Glass {
  const count = 16;
  const far = wide + high;
  const inner = wide * 0.4;
  const at = (step: number, radius: number): string => {
    const angle = ((step + 0.5) * 2 * Math.PI) / count;
    return `${round(x + radius * Math.sin(angle))} ${round(y - radius * Math.cos(angle))}`;
  };
  const panes: Pane[] = [];
  let leads = '';
  for (let step = 0; step < count; step++) {
    panes.push({ d: `M${x} ${y}L${at(step, far)} ${at(step + 1, far)}z`, tone: [2, 1, 3, 1][step % 4]! });
    leads += `M${at(step, inner)}L${at(step, far)}`;
  }
  const disc = `M${x} ${round(y - inner)}a${round(inner)} ${round(inner)} 0 1 0 .1 0z`;
  panes.push({ d: disc, tone: 4 });
  return { panes, leads: leads + disc };
}

/** A leaf: its midrib, and veins that rise to both sides. */
function veins({ wide, high, x }: Shape): Glass {
  const panes: Pane[] = [];
  const step = high / 5.2;
  const rise = wide * 0.42;
  let leads = `M${x} 0V${high}`;
  for (let row = 0; row < 8; row++) {
    const y = round(row * step - step * 0.4);
    for (const side of [0, wide])
      panes.push({ d: `M${x} ${y}L${side} ${round(y - rise)}v${round(step)}L${x} ${round(y + step)}z`, tone: [2, 1, 3][(row + (side ? 1 : 0)) % 3]! });
    leads += `M0 ${round(y - rise)}L${x} ${y}L${wide} ${round(y - rise)}`;
  }
  return { panes, leads };
}

/** Waves, with bars from one to the next. */
function waves({ wide, high }: Shape): Glass {
  const panes: Pane[] = [{ d: `M0 0h${wide}v${high}H0z`, tone: 1 }];
  const rows = 6;
  const step = high / rows;
  const swell = (row: number): number => round(step * 0.6) * (row % 2 ? 1 : -1);
  // where a wave is, at a quarter, at half, at three quarters of its way
  const at = (row: number, part: number): number => round((row - 0.5) * step - swell(row) * (1 - 2 * part));
  let leads = '';
  for (let row = 1; row <= rows; row++) {
    const line = `M0 ${round((row - 0.5) * step)}q${wide / 4} ${-swell(row)} ${wide / 2} 0t${wide / 2} 0`;
    panes.push({ d: `${line}V${high}H0z`, tone: [3, 2, 1][row % 3]! });
    leads += line;
    for (const part of row % 2 ? [0.5] : [0.25, 0.75]) leads += `M${wide * part} ${row > 1 ? at(row - 1, part) : 0}V${at(row, part)}`;
  }
  return { panes, leads };
}

/** Rings around a moon that stands beyond the corner. */
function rings({ wide, high }: Shape): Glass {
  const panes: Pane[] = [{ d: `M0 0h${wide}v${high}H0z`, tone: 1 }];
  const [x, y] = [wide * 0.82, high * 0.1];
  let leads = '';
  const radii = [1.02, 0.8, 0.58, 0.36, 0.15].map((part) => part * high);
  radii.forEach((radius, at) => {
    const ring = `M${round(x)} ${round(y - radius)}a${round(radius)} ${round(radius)} 0 1 0 .1 0z`;
    panes.push({ d: ring, tone: [2, 1, 2, 3, 4][at]! });
    leads += ring;
    const inner = radii[at + 1] ?? 0;
    if (inner)
      for (let step = 0; step < 3; step++) {
        const angle = Math.PI * (0.42 + 0.24 * step + (at % 2) * 0.12) + Math.PI / 4;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        leads += `M${round(x + radius * c)} ${round(y + radius * s)}L${round(x + inner * c)} ${round(y + inner * s)}`;
      }
  });
  return { panes, leads };
}

const CUTS: Record<string, (shape: Shape) => Glass> = { R: flames, Y: rays, G: veins, B: waves, P: rings };
const kept = new Map<string, Glass>();

export function glass(colour: string, shape: Shape): Glass {
  const name = `${colour}${shape.wide} ${shape.y}`;
  const found = kept.get(name) ?? (CUTS[colour] ?? flames)(shape);
  kept.set(name, found);
  return found;
}
