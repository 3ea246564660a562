// Small pictures of people, as paths for Icon.

export const PERSON = 'M12 3.2a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8M3.6 21.2c0-4.4 3.6-7 8.4-7s8.4 2.6 8.4 7z';
/** A person and a plus: seats for whoever comes. */
export const PERSON_PLUS = 'M9 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M9 13.5c-4 0-7 2-7 5v2h14v-2c0-3-3-5-7-5M18 6h2v3h3v2h-3v3h-2v-3h-3V9h3z';
