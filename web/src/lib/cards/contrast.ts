// For tests of cards: what a style sheet says, and how well one colour is seen on another.

/** The custom properties of the rules with exactly this selector. */
export function variables(css: string, selector: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const rule of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g))
    if (rule[1]?.trim() === selector)
      for (const one of rule[2]?.matchAll(/(--[\w-]+):\s*([^;]+);/g) ?? []) found[one[1]!] ??= one[2]!.trim();
  return found;
}

/** The ratio of WCAG, from 1 (the same) to 21 (black on white), of colours like #fffcf5. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
