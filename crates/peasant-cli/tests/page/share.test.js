// The diagram to save, the address to send.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { SERVER, trial } from './browser.js';
import { POSITIONS } from './positions.js';
import { Reader } from './reader.js';

trial('the address opens the same position elsewhere', async (reader) => {
  await reader.open();
  await reader.at('#fen').fill(POSITIONS.reti);
  await reader.page.keyboard.press('Enter');
  await reader.isAt(POSITIONS.reti);
  await reader.press('#copy-link');
  await reader.says('#share-status', /copied/);
  const link = await reader.page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, reader.page.url());
  assert.ok(link.startsWith(`${SERVER}/?fen=`), link);
  const other = new Reader(await reader.page.context().newPage(), reader.finger);
  await other.page.goto(link);
  await other.isAt(POSITIONS.reti);
  await other.says('#verdict', /only Kg7/);
});

trial('the back button goes back', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.press(reader.page.getByRole('button', { name: /Réti/ }));
  await reader.isAt(POSITIONS.reti);
  await reader.page.goBack();
  await reader.isAt(POSITIONS.opposition);
});

trial('the diagram is saved', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  const saved = async (selector) => {
    const waits = reader.page.waitForEvent('download');
    await reader.press(selector);
    const download = await waits;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const svg = await saved('#save-svg');
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.bytes.toString(), /^(<\?xml[^]*?)?<svg/);
  const png = await saved('#save-png');
  assert.match(png.name, /\.png$/);
  assert.equal(png.bytes.toString('latin1', 1, 4), 'PNG');
});
