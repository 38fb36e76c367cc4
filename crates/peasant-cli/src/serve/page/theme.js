// Light or dark: as the system says until the reader chooses, which is remembered.

import { byId } from './dom.js';

const KEPT = 'peasant-theme';

/** Storage may be forbidden; then the choice lasts as long as the page. */
function kept(value) {
  try {
    if (value) localStorage.setItem(KEPT, value);
    return localStorage.getItem(KEPT);
  } catch {
    return value ?? null;
  }
}

export const isDark = () => document.documentElement.dataset.theme === 'dark';

function show(theme) {
  document.documentElement.dataset.theme = theme;
  byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
  byId('theme').setAttribute('aria-label', theme === 'dark' ? 'Light colours' : 'Dark colours');
}

export function bindTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const ofSystem = () => (system.matches ? 'dark' : 'light');
  show(kept() ?? ofSystem());
  system.addEventListener('change', () => !kept() && show(ofSystem()));
  byId('theme').addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    kept(theme);
    show(theme);
  });
}
