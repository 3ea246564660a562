// Where we are: the start page, perhaps with a game chosen, a table, the rules of a game, a lesson in
// it, a finished game once more, one's own account, a private link to a seat, one's own data, what an
// operator sees, or an address that leads nowhere.

import { below } from './base';

export type Place =
  | { page: 'start'; game: string }
  | { page: 'table'; table: string }
  | { page: 'rules'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'replay'; table: string }
  | { page: 'account' }
  | { page: 'seat'; token: string }
  | { page: 'privacy' }
  | { page: 'operator' }
  | { page: 'nowhere' };

export function read(path: string): Place {
  let parts: string[];
  try {
    parts = path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return { page: 'nowhere' }; // no address that anybody was given
  }
  const [page = '', name = '', ...more] = parts;
  if (more.some(Boolean)) return { page: 'nowhere' };
  if (page === 'table' && name) return { page: 'table', table: name };
  if ((page === 'rules' || page === 'learn') && name) return { page, game: name };
  if (page === 'replay' && name) return { page, table: name };
  if (page === 'seat' && name) return { page: 'seat', token: name };
  if ((page === 'account' || page === 'privacy' || page === 'operator') && !name) return { page };
  return name ? { page: 'nowhere' } : { page: 'start', game: page };
}

class Router {
  place = $state.raw<Place>(read(below(location.pathname)));

  constructor() {
    addEventListener('popstate', () => (this.place = read(below(location.pathname))));
  }

  /** The address turned out to lead nowhere. */
  lost(): void {
    this.place = { page: 'nowhere' };
  }

  /** Go to a whole path (`at` of base.ts). */
  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.place = read(below(location.pathname));
    scrollTo(0, 0);
  }
}

export const router = new Router();
