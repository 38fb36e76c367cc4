// A browser for the trials, and what every trial demands of the page: no error in the console, no
// request to anybody but the server, nothing to scroll sideways.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import { Reader } from './reader.js';

/** Where the server is. */
export const SERVER = process.env.PEASANT_PAGE ?? 'http://127.0.0.1:8917';

/** Is it a folder, and the program a part of the page? */
export const STATIC = process.env.PEASANT_STATIC === 'true';

/** The screens that the page is tried on. */
const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

let started = null;

function browser() {
  started ??= chromium.launch({
    executablePath: process.env.CHROMIUM,
    // Names of other machines are not even asked for.
    args: ['--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1', '--disable-gpu'],
  });
  return started;
}

after(async () => (await started)?.close());

/**
 * A trial on a desktop and on a phone.
 * @param {string} name
 * @param {(reader: Reader) => Promise<void>} body
 * @param {{ sizes?: string[], scheme?: 'light' | 'dark', expects?: RegExp }} [options] `expects`: errors of the console that belong to the trial
 */
export function trial(name, body, { sizes = Object.keys(SIZES), scheme = 'light', expects } = {}) {
  for (const size of sizes) {
    test(`${name} (${size}${scheme === 'dark' ? ', dark' : ''})`, { timeout: 90_000 }, async () => {
      const made = await newReader(size, scheme);
      try {
        await body(made.reader);
        await made.reader.fits();
        const unexpected = made.errors.filter((error) => !expects?.test(error));
        assert.deepEqual(unexpected, [], 'errors in the console');
        assert.deepEqual(made.foreign, [], 'requests to others');
      } finally {
        await made.context.close();
      }
    });
  }
}

/** @param {string} size @param {'light' | 'dark'} scheme */
async function newReader(size, scheme) {
  const context = await (await browser()).newContext({
    ...SIZES[size], colorScheme: scheme, reducedMotion: 'reduce', baseURL: SERVER, acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(30_000);
  const errors = [];
  const foreign = [];
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && origin !== SERVER) foreign.push(request.url());
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => errors.push(String(error.error().stack)));
  return { context, errors, foreign, reader: new Reader(await context.newPage(), size === 'phone') };
}
