// Where everything of ours begins: at '/', or below a path of somebody's site. The server writes it into
// the addresses of the page that it gives out, and that of the manifest is one of them.

const manifest = globalThis.document?.querySelector<HTMLLinkElement>('link[rel="manifest"]');

/** With a slash at both ends. */
export const base = manifest ? new URL('.', manifest.href).pathname : '/';

/** The whole path of something of ours: of '/table/x', '/games/table/x'. */
export function at(path: string): string {
  return base + path.slice(1);
}

/** The other way round. */
export function below(path: string): string {
  return path.startsWith(base) ? `/${path.slice(base.length)}` : path;
}
