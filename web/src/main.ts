import { mount } from 'svelte';
import App from './App.svelte';
import './base.css';
import { startTheme } from './lib/theme.svelte';
import { preferred, words } from './lib/words/words.svelte';

startTheme();
await words.choose(preferred());
mount(App, { target: document.getElementById('app') as HTMLElement });
