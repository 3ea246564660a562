import { expect, it, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/' });
vi.stubGlobal('addEventListener', () => {});
const { read } = await import('./router.svelte');

it.each([
  ['/', { page: 'start', game: '' }],
  ['/luz', { page: 'start', game: 'luz' }],
  ['/table/a-B_1', { page: 'table', table: 'a-B_1' }],
  ['/rules/luz', { page: 'rules', game: 'luz' }],
  ['/privacy', { page: 'privacy' }],
  ['/operator/', { page: 'operator' }],
  ['/operator/x', { page: 'nowhere' }],
  ['/account', { page: 'account' }],
  ['/account/x', { page: 'nowhere' }],
  ['/seat/x.y.z', { page: 'seat', token: 'x.y.z' }],
  ['/table/%E0%A4%A', { page: 'nowhere' }],
  ['/table/x/y', { page: 'nowhere' }],
  ['/some/where', { page: 'nowhere' }],
  ['/table/x/', { page: 'table', table: 'x' }],
])('%s', (path, place) => {
  expect(read(path)).toEqual(place);
});
