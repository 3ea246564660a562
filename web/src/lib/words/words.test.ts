// The catalogues are whole: the same keys and placeholders in each language, none missing,
// none unused, and no sentence in a component.

import { IntlMessageFormat } from 'intl-messageformat';
import { parse as parseMessage, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseComponent } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const HERE = import.meta.dirname;
const SOURCE = join(HERE, '../..');
const GAMES = join(SOURCE, '../../src/tenluz/games');
/** Where catalogues lie: what all tables share, and a folder for each game that has words. */
const PLACES: Record<string, string> = {
  'every table': HERE,
  // Pages that few open bring their own.
  privacy: join(SOURCE, 'lib/privacy/words'),
  account: join(SOURCE, 'lib/account/words'),
  operator: join(SOURCE, 'lib/operator/words'),
  ...Object.fromEntries(
    readdirSync(GAMES)
      .filter((game) => existsSync(join(GAMES, game, 'words')))
      .map((game) => [game, join(GAMES, game, 'words')]),
  ),
};
type Catalogue = Record<string, string>;
const read = (place: string, name: string): Catalogue =>
  JSON.parse(readFileSync(join(PLACES[place] ?? '', `${name}.json`), 'utf8')) as Catalogue;
const LANGUAGES = ['ru', 'uk', 'pl', 'fr', 'es'];
/** The plural forms that a language has for numbers of cards, points and seats. */
function forms(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))];
}

function* within(elements: MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of elements) {
    yield element;
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const option of Object.values(element.options)) yield* within(option.value);
    }
  }
}

function placeholders(message: string): string[] {
  const names = new Set<string>();
  for (const element of within(parseMessage(message, { ignoreTag: true }))) {
    if (element.type !== TYPE.literal && element.type !== TYPE.pound && 'value' in element) names.add(element.value);
  }
  return [...names].sort();
}

const files = (readdirSync(SOURCE, { recursive: true }) as string[])
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(SOURCE, name), 'utf8') }));
const code = files.map((file) => file.text).join('\n');

describe.each(Object.keys(PLACES))('the English catalogue of %s', (place) => {
  const en = read(place, 'en');

  it('has no key that nothing uses', () => {
    const families = [...code.matchAll(/phrase\(\s*'(\w+)'/g)].map((found) => `${found[1]}.`);
    const patterns = [...code.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
      (found) => new RegExp(`^${(found[1] ?? '').replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '\\w+')}$`),
    );
    const unused = Object.keys(en).filter(
      (key) =>
        !code.includes(`'${key}'`) &&
        !families.some((family) => key.startsWith(family)) &&
        !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('speaks to the reader in whatever happens, but for what only the others are told', () => {
    const named = Object.keys(en).filter((key) => key.startsWith('event.') && placeholders(en[key] ?? '').includes('who'));
    const toOthers = named.filter((key) => !placeholders(en[key] ?? '').includes('you'));
    expect(toOthers.filter((key) => key !== 'event.drew')).toEqual([]);
  });

  // A note is on one key, or on all that begin alike: `theme.*`.
  const noted = Object.keys(read(place, 'notes'));
  const isOn = (note: string, key: string) => (note.endsWith('*') ? key.startsWith(note.slice(0, -1)) : note === key);

  it('has notes only on keys that it has', () => {
    expect(noted.filter((note) => !Object.keys(en).some((key) => isOn(note, key)))).toEqual([]);
  });

  it('has a note on whatever is too short to be understood alone', () => {
    const short = Object.keys(en).filter((key) => (en[key] ?? '').split(' ').length <= 2);
    expect(short.filter((key) => !noted.some((note) => isOn(note, key)))).toEqual([]);
  });
});

const each = (languages: string[]) => Object.keys(PLACES).flatMap((place) => languages.map((one) => [one, place] as const));

describe.each(each(LANGUAGES))('the catalogue %s of %s', (language, place) => {
  const [catalogue, en] = [read(place, language), read(place, 'en')];

  it('has exactly the keys of the English one', () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
  });

  it('has the same placeholders in each message', () => {
    const differ = Object.keys(catalogue).filter(
      (key) => key in en && String(placeholders(catalogue[key] ?? '')) !== String(placeholders(en[key] ?? '')),
    );
    expect(differ).toEqual([]);
  });

  it('has every plural form of the language', () => {
    const lacking = Object.entries(catalogue).filter(([, message]) =>
      [...within(parseMessage(message, { ignoreTag: true }))].some(
        (element) => element.type === TYPE.plural && forms(language).some((form) => !(form in element.options)),
      ),
    );
    expect(lacking.map(([key]) => key)).toEqual([]);
  });
});

/** "You" begins a sentence or a quotation, or it is not the reader's own word. */
const BEGINS = /(^|[.?!] |[«“„]\u202f?)$/u;

describe.each(each(['en', ...LANGUAGES]))('sentences in %s of %s', (language, place) => {
  const catalogue = read(place, language);
  const you = read('every table', language)['seat.you'] ?? '';

  it('have no "You" in the middle', () => {
    const values = { who: you, first: you, to: you, name: you, you: 'yes', firstYou: 'yes' };
    const others = { world: 'D', colour: 'R', value: 5, column: 3, deal: 1, points: 2, bid: '-', card: '-', what: '-' };
    const capitals = Object.keys(catalogue)
      .filter((key) => placeholders(catalogue[key] ?? '').includes('you'))
      .map((key) => String(new IntlMessageFormat(catalogue[key] ?? '', language).format({ ...values, ...others })))
      .filter((text) => text.split(you).slice(0, -1).some((before) => !BEGINS.test(before)));
    expect(capitals).toEqual([]);
  });

  it('have the signs of print: quotation marks, an ellipsis, a minus', () => {
    const typed = Object.entries(catalogue).filter(([, message]) => /["']|\.\.\.|(^|\s)-/.test(message));
    expect(typed).toEqual([]);
  });

  it('give each world and each colour a letter of its own', () => {
    for (const key of Object.keys(catalogue).filter((one) => one.endsWith('.letter'))) {
      const name = key.slice(0, -'.letter'.length);
      const codes = [...(catalogue[key] ?? '').matchAll(/\b(\w) \{/g)].map((found) => found[1] ?? '');
      const letters = [...codes, 'other'].map((code) =>
        String(new IntlMessageFormat(catalogue[key] ?? '', language).format({ [name]: code })),
      );
      expect(codes).toHaveLength(4);
      expect(new Set(letters).size).toBe(5);
    }
  });
});

describe('French', () => {
  it('has narrow spaces that do not break beside its signs', () => {
    const all = Object.keys(PLACES).flatMap((place) => Object.entries(read(place, 'fr')));
    const ordinary = all.filter(([, message]) => /[ \u00a0]([;!?»]|:(?!:))|«[ \u00a0]/.test(message));
    expect(ordinary).toEqual([]);
  });
});

describe('components', () => {
  it('have no sentence of their own', () => {
    const SPOKEN = new Set(['aria-label', 'title', 'placeholder', 'alt']);
    const found: string[] = [];
    for (const file of files.filter((one) => one.name.endsWith('.svelte'))) {
      walk(parseComponent(file.text, { modern: true }).fragment, (node) => {
        const said =
          node.type === 'Text' && !node['inAttribute']
            ? String(node['data'])
            : node.type === 'Attribute' && SPOKEN.has(String(node['name'])) && Array.isArray(node['value'])
              ? node['value'].map((part: { data?: string }) => part.data ?? '').join('')
              : '';
        if (/\p{L}{2}/u.test(said)) found.push(`${file.name}: ${said.trim()}`);
      });
    }
    expect(found).toEqual([]);
  });
});

type Node = { type: string } & Record<string, unknown>;

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const part of node) walk(part, visit);
  else if (node && typeof node === 'object' && 'type' in node) {
    const known = node as Node;
    visit(known);
    for (const [name, part] of Object.entries(known)) {
      // The inside of an attribute is looked at with its name.
      if (name !== 'metadata' && known.type !== 'Attribute') walk(part, visit);
    }
  } else if (node && typeof node === 'object' && 'nodes' in node) walk((node as { nodes: unknown }).nodes, visit);
}
