import { mount } from 'svelte';
import App from './App.svelte';
import './base.css';
import './lib/rove'; // from the first key on it knows whether somebody plays by keyboard
import { keepForLater } from './offline/keep.svelte';
import { startTheme } from './lib/theme.svelte';
import { preferred, words } from './lib/words/words.svelte';

startTheme();
await words.choose(preferred()).catch(() => {}); // English, where theirs cannot be had
mount(App, { target: document.getElementById('app') as HTMLElement });
keepForLater();
