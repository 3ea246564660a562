/// <reference types="vitest/config" />
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, transformWithEsbuild, type Plugin } from 'vite';
import type { Built } from './src/offline/worker';

// The built client lies in the Python package; while developing, a running server is asked.
const server = process.env['TENLUZ_SERVER'] ?? 'http://127.0.0.1:8010';

const WORKER = `${import.meta.dirname}/src/offline/worker.ts`;
const KEPT = ['icon.svg', 'manifest.webmanifest']; // of those whose names stay
const CATALOGUE = /\/words\/\w+\.json$/; // the sentences of one language

/** Makes sw.js, the service worker, which must know every built file by its name. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    generateBundle: {
      order: 'post', // when the page is there, too
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('there is no page to keep');
        const files = Object.values(bundle).filter(({ fileName }) => fileName.startsWith('assets/'));
        const read = files.filter((file) => file.type === 'chunk' && Object.keys(file.modules).every((name) => CATALOGUE.test(name)));
        const path = ({ fileName }: { fileName: string }): string => fileName;
        const lists = {
          shell: ['', ...KEPT, ...files.filter((file) => !read.includes(file)).map(path)],
          catalogues: read.map(path),
        };
        const text = readFileSync(WORKER, 'utf8');
        const hash = createHash('sha256').update(`${text}${String(page.source)}${JSON.stringify(lists)}`);
        for (const name of KEPT) hash.update(readFileSync(`${import.meta.dirname}/public/${name}`));
        const built: Built = { version: hash.digest('hex').slice(0, 12), ...lists };
        const { code } = await transformWithEsbuild(text, WORKER, { minify: true });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `const BUILT = ${JSON.stringify(built)};\n${code}` });
      },
    },
  };
}

export default defineConfig({
  base: './', // where the pages lie the server knows: see src/tenluz/server/pages.py
  plugins: [svelte(), worker()],
  build: {
    outDir: '../src/tenluz/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    fs: { allow: ['..'] }, // the words of the games lie in their own folders
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
});
