// Where we are: the start page, a table, or a private link to a seat. Nothing else.

export type Place = { page: 'start' } | { page: 'table'; table: string } | { page: 'seat'; token: string };

function read(path: string): Place {
  const [, page, name] = path.split('/');
  if (page === 'table' && name) return { page: 'table', table: decodeURIComponent(name) };
  if (page === 'seat' && name) return { page: 'seat', token: decodeURIComponent(name) };
  return { page: 'start' };
}

class Router {
  place = $state.raw<Place>(read(location.pathname));

  constructor() {
    addEventListener('popstate', () => (this.place = read(location.pathname)));
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.place = read(path);
    scrollTo(0, 0);
  }
}

export const router = new Router();
