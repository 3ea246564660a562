// Words in the reader's language: ICU messages by key. What every table shares lies here; the
// sentences of a game lie in its own folder, where the terminal finds them too, or come from the
// server for a game that this page was not built with. English is the source and is always there;
// the other catalogues are fetched from our own server when somebody reads them.

import { IntlMessageFormat } from 'intl-messageformat';
import { keep, remembered } from '../memory';
import en from './en.json';

export const LANGUAGES = ['en', 'ru', 'uk', 'pl', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof en;
export type Values = Record<string, string | number | boolean>;

/** Each language by its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  ru: 'Русский',
  uk: 'Українська',
  pl: 'Polski',
  fr: 'Français',
  es: 'Español',
};

type Catalogue = Readonly<Record<string, string>>;

const KEPT = 'language';
const others = import.meta.glob<{ default: Catalogue }>(['./*.json', '!./en.json', '!./notes.json']);
const inEnglish = import.meta.glob<Catalogue>('../../../../src/tenluz/games/*/words/en.json', {
  eager: true,
  import: 'default',
});
const ofGames = import.meta.glob<Catalogue>(
  ['../../../../src/tenluz/games/*/words/*.json', '!**/en.json', '!**/notes.json'],
  { import: 'default' },
);

/** The game whose catalogue a file is. */
function gameOf(path: string): string {
  return path.split('/').at(-3) ?? '';
}

const english = Object.fromEntries(Object.entries(inEnglish).map(([path, found]) => [gameOf(path), found]));

/** Numbers with a minus sign: browsers write a hyphen. */
class Numbers extends Intl.NumberFormat {
  override format(value: number | bigint): string {
    return super.format(value).replace('-', '\u2212');
  }
}

const formatters = {
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Numbers(...given),
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
};

class Words {
  language = $state<Language>('en');
  #catalogue = $state.raw<Catalogue>(en);
  #games = $state.raw<Record<string, Catalogue>>(english);
  #strangers = new Map<string, (language: Language) => Promise<Catalogue>>();
  #ready = new Map<string, IntlMessageFormat>();

  /** Read another language from now on; it is remembered on this device. */
  async choose(language: Language): Promise<void> {
    const load = others[`./${language}.json`];
    const catalogue = load ? (await load()).default : en;
    const games = { ...english };
    const wanted = Object.entries(ofGames).filter(([path]) => path.endsWith(`/${language}.json`));
    for (const [path, found] of wanted) games[gameOf(path)] = await found();
    for (const [game, ask] of this.#strangers) games[game] = await ask(language);
    this.#ready = new Map();
    this.#catalogue = catalogue;
    this.#games = games;
    this.language = language;
    document.documentElement.lang = language;
    keep(KEPT, language);
  }

  /** Take the sentences of a game that this page was not built with, by asking the server. */
  async learn(game: string, ask: (language: Language) => Promise<Catalogue>): Promise<void> {
    if (game in english || this.#strangers.has(game)) return;
    this.#strangers.set(game, ask);
    this.#games = { ...this.#games, [game]: await ask(this.language) };
  }

  /** A message of a game, or one that all share; undefined if there is none. */
  say(key: string, values: Values | undefined, game = ''): string | undefined {
    const message =
      this.#games[game]?.[key] ?? this.#catalogue[key] ?? english[game]?.[key] ?? (en as Catalogue)[key];
    if (message === undefined) return undefined;
    const name = `${this.language} ${game} ${key}`;
    let format = this.#ready.get(name);
    if (!format) {
      format = new IntlMessageFormat(message, this.language, undefined, { ignoreTag: true, formatters });
      this.#ready.set(name, format);
    }
    return String(format.format(values));
  }
}

export const words = new Words();

/** A message with its values filled in. */
export function t(key: Key, values?: Values): string {
  return words.say(key, values) ?? key;
}

/** A number that stands alone. */
export function number(value: number): string {
  return new Numbers(words.language).format(value);
}

/** A message whose key ends with a word of the server's; `otherwise` if we have none for it. */
export function phrase(family: string, word: string, values: Values, otherwise: string, game = ''): string {
  return words.say(`${family}.${word}`, values, game) ?? otherwise;
}

/** `t` and `phrase` for the components of a game: its own sentences first, then the shared ones. */
export function wordsOf<Own extends string>(game: string) {
  return {
    t: (key: Own | Key, values?: Values): string => words.say(key, values, game) ?? key,
    phrase: (family: string, word: string, values: Values, otherwise: string): string =>
      phrase(family, word, values, otherwise, game),
  };
}

/** The language to begin with: the one chosen before, or the first of the browser's we have. */
export function preferred(): Language {
  const wanted = [remembered(KEPT), ...navigator.languages.map((name) => name.slice(0, 2))];
  return LANGUAGES.find((language) => language === wanted.find(known)) ?? 'en';
}

function known(name: string | null): boolean {
  return LANGUAGES.some((language) => language === name);
}
