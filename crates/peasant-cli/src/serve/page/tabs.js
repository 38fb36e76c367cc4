// The tabs, as the pattern for them goes: arrows move between them, one is in the tab order.

import { byId } from './dom.js';

const NAMES = ['analyse', 'games', 'train', 'pawngame'];

/** @param {(name: string) => void} chosen called when the reader changes the tab */
export function bindTabs(chosen) {
  for (const [index, name] of NAMES.entries()) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener('click', () => chosen(name));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? NAMES.length - 1 : step && (index + step + NAMES.length) % NAMES.length;
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      chosen(NAMES[to]);
      byId(`tab-${NAMES[to]}`).focus();
    });
  }
}

/** @param {string} name */
export function showTab(name) {
  for (const one of NAMES) {
    const tab = byId(`tab-${one}`);
    tab.setAttribute('aria-selected', String(one === name));
    tab.tabIndex = one === name ? 0 : -1;
    byId(`panel-${one}`).hidden = one !== name;
  }
  byId('boardside').hidden = name === 'pawngame';
  byId('setup').hidden = name !== 'analyse';
  document.body.dataset.tab = name;
}
