// Faults of the page itself, in words where the reader sees them.

import { byId, setText } from './dom.js';

/** @param {string} what the browser says of it */
function say(what) {
  setText(byId('page-fault'), `What you asked for has failed (${what}). What was kept before is still kept: go on, or load the page again.`);
}

// A script that does not come says so to its element alone.
addEventListener('error', ({ message, target }) => {
  if (target instanceof HTMLScriptElement) say(`${target.src} does not load`);
  // Browsers tell with an error that they measure once more, which harms nobody.
  else if (message && !message.startsWith('ResizeObserver')) say(message);
}, true);
addEventListener('unhandledrejection', ({ reason }) => say(reason?.message ?? String(reason)));
