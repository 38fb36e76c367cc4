// How heavy the page is, how soon its board is there, and what it says without the program.

import assert from 'node:assert/strict';
import { STATIC, trial } from './browser.js';

/** Bytes of a first visit, without the program itself. */
const LIMIT = 500_000;

trial('the page is light and soon there', async (reader) => {
  const bodies = [];
  reader.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/') && !pathname.endsWith('.wasm')) bodies.push(response.body().catch(() => ''));
  });
  const start = performance.now();
  await reader.page.goto('/');
  await reader.at('#board piece').first().waitFor();
  const milliseconds = performance.now() - start;
  await reader.proved();
  await reader.tab('pawngame');
  await reader.at('#pawngame-board piece').first().waitFor();
  const sizes = (await Promise.all(bodies)).map((body) => body.length);
  const weight = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${sizes.length} files, ${weight} bytes; the board was there after ${milliseconds.toFixed(0)} ms`);
  assert.ok(weight < LIMIT, `${weight} bytes`);
});

if (!STATIC) trial('without the program the page says so', async (reader) => {
  await reader.open();
  await reader.proved();
  await reader.page.context().setOffline(true);
  await reader.press(reader.page.getByRole('button', { name: /Réti/ }));
  await reader.says('#verdict', /does not answer/);
  await reader.page.context().setOffline(false);
  await reader.press('#retry');
  await reader.says('#verdict', /White to move draws: only Kg7/);
}, { expects: /ERR_INTERNET_DISCONNECTED/ });
