// Light or dark: as the system says until the reader chooses, which is remembered.

import { byId } from './dom.js';
import { keep, kept } from './storage.js';

let chosen = kept('theme');

export const isDark = () => document.documentElement.dataset.theme === 'dark';

function show(theme) {
  document.documentElement.dataset.theme = theme;
  byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
  byId('theme').setAttribute('aria-label', theme === 'dark' ? 'Light colours' : 'Dark colours');
}

export function bindTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const ofSystem = () => (system.matches ? 'dark' : 'light');
  show(chosen ?? ofSystem());
  system.addEventListener('change', () => !chosen && show(ofSystem()));
  byId('theme').addEventListener('click', () => {
    chosen = isDark() ? 'light' : 'dark';
    keep('theme', chosen);
    show(chosen);
  });
}
