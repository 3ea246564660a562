import { mount } from 'svelte';
import App from './App.svelte';
import './base.css';
import { startLook } from './lib/look.svelte';
import { preferred, words } from './lib/words/words.svelte';

startLook();
await words.choose(preferred());
mount(App, { target: document.getElementById('app') as HTMLElement });
