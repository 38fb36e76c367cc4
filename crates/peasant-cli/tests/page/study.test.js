// Studies: variations, the reader's own remarks and arrows, chapters; kept, saved, opened again.

import assert from 'node:assert/strict';
import { trial } from './browser.js';
import { POSITIONS, nested, shuffled } from './positions.js';

/** A chapter with a variation, a comment and an arrow. */
async function written(reader) {
  await reader.analyse(POSITIONS.opposition);
  await reader.move('e1f2');
  await reader.press('#go-back');
  await reader.move('e1d1');
  // What comes of the proof above the card moves it.
  await reader.proved();
  await reader.at('#sign').selectOption('2');
  await reader.at('#remark').fill('The wrong way.');
  await reader.press('#draw');
  await drawn(reader, 'c3', 'c4');
  await reader.press('#draw');
  await reader.press('#chapter-add');
  await reader.at('#chapter-name').fill('Key squares');
}

/** Draws on the board. @param {string} from @param {string} to */
async function drawn(reader, from, to) {
  const board = reader.at('#board cg-board');
  await board.scrollIntoViewIfNeeded();
  const { x, y, width } = await board.boundingBox();
  const at = (key) => [x + (key.charCodeAt(0) - 96.5) * width / 8, y + (8.5 - Number(key[1])) * width / 8];
  await reader.page.mouse.move(...at(from));
  await reader.page.mouse.down();
  await reader.page.mouse.move(...at(to), { steps: 4 });
  await reader.page.mouse.up();
}

trial('a study is kept in the browser', async (reader) => {
  await written(reader);
  await reader.says('#played', /Kf2.*Kd1\?.*The wrong way\./s);
  // Whatever comes on the board next, the chapter stays as it is.
  await reader.press(reader.page.getByRole('button', { name: /Réti/ }));
  await reader.isAt(POSITIONS.reti);
  await reader.says('#study-where', /no chapter/);
  await reader.page.reload();
  await reader.isAt(POSITIONS.reti);
  await reader.press(reader.at('#study-chapters').getByRole('button', { name: 'Key squares' }));
  await reader.isAt(POSITIONS.opposition);
  await reader.says('#played', /Kf2.*Kd1\?.*The wrong way\./s);
  // And after another visit the reader is where they were.
  await reader.press(reader.at('#played').getByRole('button', { name: 'Kd1?' }));
  await reader.isAt('8/8/8/8/8/2k5/4P3/3K4 b - -');
  await reader.page.reload();
  await reader.isAt('8/8/8/8/8/2k5/4P3/3K4 b - -');
  await reader.says('#study-chapters [aria-current]', /Key squares/);
  assert.equal(await reader.at('#remark').inputValue(), 'The wrong way.');
  assert.equal(await reader.at('#board .cg-shapes g > line').count(), 1);
});

trial('a study is saved as PGN, and opened again', async (reader) => {
  await written(reader);
  const { name, bytes } = await reader.saved('#study-save');
  const pgn = bytes.toString();
  assert.equal(name, 'Study-1.pgn');
  for (const part of ['[Event "Study 1: Key squares"]', '[StudyName "Study 1"]', '[ChapterName "Key squares"]', '[FEN "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1"]', '1. Kf2 ( 1. Kd1 $2 { The wrong way. [%cal Gc3c4] } )']) {
    assert.ok(pgn.includes(part), `no ${part} in\n${pgn}`);
  }
  await reader.press('#study-delete');
  await reader.says('#study-status', /deleted/);
  await reader.at('#study-file').setInputFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer: Buffer.from(`${pgn}\n\n[Event "Two: Réti"]\n[SetUp "1"]\n[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]\n\n1. Kg7 *\n`) });
  await reader.says('#study-chapters', /Key squares.*Réti/s);
  await reader.says('#played', /Kf2.*Kd1\?.*The wrong way\./s);
  await reader.press(reader.at('#study-chapters').getByRole('button', { name: 'Réti' }));
  await reader.isAt(POSITIONS.reti);
  await reader.at('#study-file').setInputFiles({ name: 'nothing.pgn', mimeType: 'text/plain', buffer: Buffer.from('nothing') });
  await reader.says('#study-status', /nothing\.pgn has no game/);
});

trial('variations are put in order, and deleted; both can be undone', async (reader) => {
  await written(reader);
  await reader.press('#promote');
  await reader.says('#played', /Kd1\?.*Kf2/s);
  await reader.press('#cut');
  await reader.says('#remark-status', /1\. ?Kd1/);
  assert.doesNotMatch(await reader.at('#played').innerText(), /Kd1/);
  await reader.press(reader.at('#remark-status').getByRole('button', { name: 'Undo' }));
  await reader.says('#played', /Kd1\?/);
  await reader.press('#chapter-delete');
  assert.equal(await reader.at('#study-chapters button').count(), 0);
  await reader.press(reader.at('#study-status').getByRole('button', { name: 'Undo' }));
  await reader.says('#study-chapters', /Key squares/);
});

trial('what is proved is taken into the study', async (reader) => {
  await reader.analyse(POSITIONS.opposition);
  await reader.press('#remark-verdict');
  await reader.says('#played', /White to move wins: only Kf2\. White wins by the opposition/);
  await reader.press('#remark-line');
  await reader.says('#played', /1\. ?Kf2\s+Kd4/);
  await reader.isAt(POSITIONS.opposition);
});

trial('a file may have 4,000 moves, and variations of any depth', async (reader) => {
  await reader.open();
  for (const [name, pgn] of [['long', shuffled(4000)], ['deep', nested(4000)]]) {
    await reader.at('#study-file').setInputFiles({ name: `${name}.pgn`, mimeType: 'text/plain', buffer: Buffer.from(pgn) });
    await reader.says('#study-chapters [aria-current]', /Chapter 1/);
    await reader.says('#played', /Kb2/);
    await reader.press('#go-forward');
    await reader.says('#played [aria-current]', /^Kb2/);
    const saved = (await reader.saved('#study-save')).bytes.toString();
    assert.equal(saved.match(/\bK[ab]\d/g).length, 8000, name);
  }
  // The chapter is as whole after another visit.
  await reader.page.reload();
  await reader.says('#played [aria-current]', /^Kb2/);
  assert.equal(await reader.at('#played button').count(), 8000);
}, { sizes: ['desktop'] });

trial('a fault of the page is said in words', async (reader) => {
  await reader.open();
  await reader.page.evaluate(() => void Promise.reject(new Error('a fault made by hand')));
  await reader.says('#page-fault', /has failed \(a fault made by hand\)\. What was kept before is still kept/);
}, { expects: /made by hand/ });

trial('a study is written by keyboard alone', async (reader) => {
  const { page } = reader;
  const enter = async (id) => {
    await reader.at(id).focus();
    await page.keyboard.press('Enter');
  };
  await reader.analyse(POSITIONS.opposition);
  await reader.at('#moves button').first().focus();
  await page.keyboard.press('Enter');
  await reader.says('#played', /Kf2/);
  await reader.at('#remark').focus();
  await page.keyboard.type('Towards the pawn');
  await enter('#draw');
  await reader.at('#board').focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await reader.says('#announce', /e6.*drawn/);
  await enter('#draw');
  await enter('#chapter-add');
  const { bytes } = await reader.saved('#study-save');
  assert.match(bytes.toString(), /Kf2 \{ Towards the pawn \[%cal Ge4e6\] \}/);
}, { sizes: ['desktop'] });
