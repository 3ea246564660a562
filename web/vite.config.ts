/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built client lies in the Python package; while developing, a running server is asked.
const server = process.env['TENLUZ_SERVER'] ?? 'http://127.0.0.1:8010';

export default defineConfig({
  plugins: [svelte()],
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
