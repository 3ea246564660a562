// Builds Sheets.svelte as one script and one style sheet, for contact_sheets.py alone.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  configFile: false,
  publicDir: false,
  plugins: [svelte({ configFile: '../../svelte.config.js' })],
  build: {
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'sheets.ts', formats: ['iife'], name: 'Sheets', fileName: () => 'sheets.js', cssFileName: 'sheets' },
  },
});
