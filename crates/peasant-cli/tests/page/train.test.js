// Exercises: asked, answered, missed, asked again; from files and games, and saved.

import assert from 'node:assert/strict';
import { trial } from './browser.js';
import { GAME } from './positions.js';

/** The first needs one move, the second is lost whatever one does. */
const EPD = '8/8/8/8/8/2k5/4P3/4K3 w - - id "the opposition";\n8/8/8/3kp1p1/6P1/3K4/8/8 w - - id "nothing holds";\n';

async function open(reader, text, name = 'mine.epd') {
  await reader.open('/?tab=train');
  await reader.at('#train-file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

trial('a wrong move is answered on the board, and asked again', async (reader) => {
  await open(reader, EPD);
  await reader.says('#train-known', /2 exercises: 0 to come again now, 2 new/);
  await reader.press('#train-start');
  await reader.says('#train-task', /White to move wins\. How\?/);
  await reader.says('#train-name', /1 of 2: the opposition/);
  await reader.move('e1d1');
  await reader.says('#train-said', /Kd1 throws the win away: now it is a draw\. .*Kc4/);
  await reader.page.waitForFunction(() => document.querySelectorAll('#board square.last-move').length === 2);
  await reader.press('#train-again');
  await reader.says('#train-task', /How\?/);
  await reader.press('#train-hint');
  await reader.says('#train-said', /king/);
  await reader.move('e1f2');
  await reader.says('#train-said', /Right\. .*comes again in 1 minute/);
  await reader.press('#train-next');
  await reader.says('#train-task', /win, draw or loss\?/);
  await reader.press('#train-loss');
  await reader.says('#train-said', /Right\./);
  await reader.press('#train-next');
  await reader.says('#train-status', /1 of 2 right/);
  await reader.says('#train-known', /0 new, 2 for later days/);
});

trial('what is known is saved, and taken elsewhere', async (reader) => {
  await open(reader, EPD);
  await reader.press('#train-start');
  await reader.says('#train-task', /How/);
  await reader.press('#train-show');
  await reader.says('#train-task', /only Kf2/);
  await reader.press('#train-end');
  const files = {};
  for (const form of ['epd', 'pgn']) files[form] = (await reader.saved(`#train-${form}`)).bytes.toString();
  assert.match(files.epd, /^8\/8\/8\/8\/8\/2k5\/4P3\/4K3 w - - id "the opposition"; c5 "asked 1, missed 1, due \d{4}-\d\d-\d\d"; c6 "asked=1 missed=1 .*due=/m);
  assert.match(files.pgn, /\[FEN "8\/8\/8\/8\/8\/2k5\/4P3\/4K3 w - - 0 1"\]/);
  for (const [form, text] of Object.entries(files)) {
    await reader.page.evaluate(() => localStorage.clear());
    await reader.page.reload();
    await open(reader, text, `known.${form}`);
    await reader.says('#train-status', /2 new exercises, what is known of 1/);
    await reader.says('#train-known', /1 new, 1 for later days|1 to come again now, 1 new/);
  }
});

trial('books have exercises, and errors of games become some', async (reader) => {
  await reader.open('/?tab=train');
  await reader.at('#train-source').selectOption('books');
  await reader.says('#train-known', /^[6-9]\d exercises/);
  await reader.tab('games');
  await reader.at('#games-text').fill(GAME);
  await reader.press('#judge');
  await reader.says('#games-status', /thrown away/);
  await reader.press('#games-train');
  await reader.says('#train-status', /1 new exercise from your games/);
  await reader.press('#train-start');
  await reader.says('#train-name', /One – Two.*e3\+/);
  await reader.press('#train-show');
  await reader.press('#train-analyse');
  await reader.says('#verdict', /White to move wins/);
});

trial('what is no exercise is refused in words', async (reader) => {
  await open(reader, 'nothing at all', 'nothing.txt');
  await reader.says('#train-error', /nothing\.txt has no pawn ending in it: choose/);
});

trial('exercises are done by keyboard alone', async (reader) => {
  const { page } = reader;
  await open(reader, EPD);
  await reader.at('#train-start').focus();
  await page.keyboard.press('Enter');
  await reader.says('#train-task', /How/);
  await reader.at('#board').focus();
  // From e4 to e1, and from there to f2.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await reader.says('#train-said', /Right/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'train-next');
  await page.keyboard.press('Enter');
  await reader.says('#train-task', /win, draw or loss/);
}, { sizes: ['desktop'] });

trial('a walk of ten endings explains, and then asks', async (reader) => {
  await reader.open('/?tab=train');
  await reader.at('#train-source').selectOption('walk');
  await reader.says('#train-known', /Ten lessons/);
  await reader.press('#train-start');
  await reader.says('#train-name', /1 of 10: The opposition/);
  await reader.says('#train-lesson', /draws by the opposition/);
  await reader.press(reader.at('#train-lesson button.move').first());
  await reader.page.waitForFunction(() => document.querySelectorAll('#board square.last-move').length === 2);
  await reader.press('#train-ask');
  await reader.says('#train-task', /White to move wins\. How\?/);
  await reader.move('d6e6');
  await reader.says('#train-said', /Right\./);
  await reader.press('#train-next');
  await reader.says('#train-name', /2 of 10: Key squares/);
});
