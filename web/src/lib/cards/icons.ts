// Small pictures for the bar, as paths for Icon.

export const PERSON = 'M12 3.2a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8M3.6 21.2c0-4.4 3.6-7 8.4-7s8.4 2.6 8.4 7z';
/** A person and a plus: seats for whoever comes. */
export const PERSON_PLUS = 'M9 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M9 13.5c-4 0-7 2-7 5v2h14v-2c0-3-3-5-7-5M18 6h2v3h3v2h-3v3h-2v-3h-3V9h3z';
/** A light bulb: what a bot would do. */
export const BULB = 'M12 1.8a7.2 7.2 0 0 0-4.2 13c.7.5 1.1 1.2 1.1 2v.4h6.2v-.4c0-.8.4-1.5 1.1-2a7.2 7.2 0 0 0-4.2-13M8.9 18.6h6.2v1.7H8.9zM10.1 21.3h3.8v1.2h-3.8z';
