// Words in the reader's language: ICU messages by key. English is the source and is always
// there; the other catalogues are fetched from our own server when somebody reads them.

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
  #ready = new Map<string, IntlMessageFormat>();

  /** Read another language from now on; it is remembered on this device. */
  async choose(language: Language): Promise<void> {
    const load = others[`./${language}.json`];
    const catalogue = load ? (await load()).default : en;
    this.#ready = new Map();
    this.#catalogue = catalogue;
    this.language = language;
    document.documentElement.lang = language;
    keep(KEPT, language);
  }

  say(key: string, values: Values | undefined): string | undefined {
    const message = this.#catalogue[key] ?? (en as Catalogue)[key];
    if (message === undefined) return undefined;
    const name = `${this.language} ${key}`;
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
export function phrase(family: string, word: string, values: Values, otherwise: string): string {
  return words.say(`${family}.${word}`, values) ?? otherwise;
}

/** The language to begin with: the one chosen before, or the first of the browser's we have. */
export function preferred(): Language {
  const wanted = [remembered(KEPT), ...navigator.languages.map((name) => name.slice(0, 2))];
  return LANGUAGES.find((language) => language === wanted.find(known)) ?? 'en';
}

function known(name: string | null): boolean {
  return LANGUAGES.some((language) => language === name);
}
