// The diagram to save, the address to send.

import assert from 'node:assert/strict';
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

trial('a link holds the line and the place in it', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.press(reader.at('#line button').nth(3));
  await reader.press('#go-back');
  await reader.press('#copy-link');
  const link = await reader.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /&line=e1f2_c3d4_f2f3_\w+&at=3$/);
  const other = new Reader(await reader.page.context().newPage(), reader.finger);
  await other.page.goto(link);
  await other.isAt('8/8/8/8/3k4/5K2/4P3/8 b - -');
  await other.says('#played [aria-current]', /Kf3/);
  await other.press('#go-first');
  await other.isAt(POSITIONS.opposition);
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
  const svg = await reader.saved('#save-svg');
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.bytes.toString(), /^(<\?xml[^]*?)?<svg/);
  const png = await reader.saved('#save-png');
  assert.match(png.name, /\.png$/);
  assert.equal(png.bytes.toString('latin1', 1, 4), 'PNG');
});
