// Setting a position up from a book: by mouse, by keyboard, as text.

import assert from 'node:assert/strict';
import { trial } from './browser.js';
import { POSITIONS } from './positions.js';

const MEN = {
  'white king': ['h8'], 'white pawn': ['c6'], 'black king': ['a6'], 'black pawn': ['h5'],
};

const said = /White to move draws: only Kg7/;

trial('a position is set up by pointing', async (reader) => {
  await reader.open();
  await reader.press('#edit');
  await reader.press(reader.button('Clear'));
  for (const [man, squares] of Object.entries(MEN)) {
    await reader.press(reader.button(man));
    for (const square of squares) await reader.square(square);
  }
  await reader.press('#edit');
  await reader.isAt(POSITIONS.reti);
  await reader.says('#verdict', said);
});

trial('a man is dragged on to the board and off it', async (reader) => {
  const { page } = reader;
  await reader.open();
  await reader.press('#edit');
  const board = await reader.at('#board cg-board').boundingBox();
  const from = await reader.button('black pawn').boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y - 30, { steps: 4 });
  await page.mouse.move(board.x + board.width * 7.5 / 8, board.y + board.height * 1.5 / 8, { steps: 8 });
  await page.mouse.up();
  await reader.isAt('8/7p/8/8/8/2k5/4P3/4K3 w - -');
}, { sizes: ['desktop'] });

trial('a position is set up by keyboard', async (reader) => {
  const { page } = reader;
  await reader.open();
  await reader.at('#edit').focus();
  await page.keyboard.press('Enter');
  await reader.button('Clear').focus();
  await page.keyboard.press('Enter');
  await reader.at('#board').focus();
  let here = 'e4';
  for (const [man, squares] of Object.entries(MEN)) {
    const [side, role] = man.split(' ');
    const letter = role[0] === 'k' ? 'k' : 'p';
    for (const square of squares) {
      await walk(page, here, square);
      here = square;
      await page.keyboard.press(side === 'white' ? letter.toUpperCase() : letter);
      await reader.says('#announce', new RegExp(`^${square}, ${man}`));
    }
  }
  await reader.at('#edit').focus();
  await page.keyboard.press('Enter');
  await reader.isAt(POSITIONS.reti);
  await reader.says('#verdict', said);
  await reader.at('#board').focus();
  await walk(page, here, 'h8');
  await page.keyboard.press('Enter');
  await walk(page, 'h8', 'g7');
  await page.keyboard.press('Enter');
  await reader.isAt('8/6K1/k1P5/7p/8/8/8/8 b - -');
}, { sizes: ['desktop'] });

trial('a position is set up as a book writes it', async (reader) => {
  await reader.open();
  await reader.at('#white-men').fill('Kh8, c6');
  await reader.at('#black-men').fill('Ka6, h5');
  await reader.at('#black-men').blur();
  await reader.isAt(POSITIONS.reti);
  await reader.says('#verdict', said);
});

trial('all men are written in one field, and a bad one is named', async (reader) => {
  await reader.open();
  await reader.at('#fen').fill('Kh8, c6; Ka6, h9 w');
  await reader.page.keyboard.press('Enter');
  await reader.says('#fen-error', /h9/);
  await reader.at('#fen').fill('Kh8, c6; Ka6, h5 w');
  await reader.page.keyboard.press('Enter');
  await reader.isAt(POSITIONS.reti);
}, { expects: /status of 400/ });

trial('an address is pasted, and nonsense is refused in words', async (reader) => {
  await reader.open();
  await reader.at('#fen').fill('https://lichess.org/analysis/7K/8/k1P5/7p/8/8/8/8_w_-_-_0_1');
  await reader.page.keyboard.press('Enter');
  await reader.isAt(POSITIONS.reti);
  await reader.at('#fen').fill('no such position');
  await reader.page.keyboard.press('Enter');
  await reader.says('#fen-error', /\w/);
  await reader.at('#white-men').fill('Ka1, z9');
  await reader.at('#white-men').blur();
  await reader.says('#men-error', /z9/);
}, { expects: /status of 400/ });

trial('a position with a fault says so, and the old one comes back', async (reader) => {
  await reader.open();
  await reader.press('#edit');
  await reader.press(reader.button('Clear'));
  await reader.press(reader.button('white pawn'));
  await reader.square('e4');
  await reader.says('#edit-faults', /king/i);
  await reader.press('#edit');
  assert.match(await reader.fen(), /K/);
});

/** Walks the cursor with the arrow keys. @param {import('playwright-core').Page} page @param {string} from @param {string} to */
async function walk(page, from, to) {
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const ranks = to.charCodeAt(1) - from.charCodeAt(1);
  for (let step = 0; step < Math.abs(files); step++) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(ranks); step++) await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
}
