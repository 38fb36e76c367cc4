// A game is pasted, and its blunder found.

import assert from 'node:assert/strict';
import { STATIC, trial } from './browser.js';
import { GAME, shuffled } from './positions.js';

trial('a game is pasted, and the blunder found', async (reader) => {
  await reader.open();
  await reader.tab('games');
  await reader.at('#games-text').fill(GAME);
  await reader.press('#judge');
  await reader.says('#games-status', /1 game; 1 result thrown away/);
  await reader.says('#game-moves .error[aria-current]', /^e3\+?/);
  await reader.says('#game-moves .comment', /\w/);
  await reader.press('#game-analyse');
  await reader.isAt('8/8/8/8/3k4/4P3/5K2/8 b - -');
  await reader.says('#verdict', /Black to move draws/);
});

/** Somebody's signs: a draw in which nothing is wrong, and the game with the only move that wins called a blunder. */
const SIGNED = `[White "Three"]
[Black "Four"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/8/8/2k5/4P3/3K4 w - - 0 1"]

1. Ke1?? $4 Kd4 $4 1/2-1/2

${GAME.replace('Kf2 ', 'Kf2?? ').replace('Kd3 ', 'Kd3 $4 ')}`;

trial('signs of the file are no results thrown away', async (reader) => {
  await reader.open('/?tab=games');
  await reader.at('#games-text').fill(SIGNED);
  await reader.press('#judge');
  await reader.says('#games-status', /2 games; 1 result thrown away/);
  await reader.says('#games-list [aria-current]', /One – Two.*1 error/s);
  await reader.says('#games-list li:first-child', /no error proved/);
  await reader.says('#game-moves .error[aria-current]', /^e3\+?/);
  await reader.says('#game-moves', /Kf2\?\?/);
  assert.equal(await reader.at('#game-moves .error').count(), 1);
  await reader.press('#next-error');
  await reader.says('#game-moves .error[aria-current]', /^e3\+?/);
  await reader.press('#games-train');
  await reader.says('#train-status', /1 new exercise/);
  const own = await reader.page.evaluate(() => JSON.parse(localStorage.getItem('peasant-exercises')).own);
  assert.deepEqual(own, [{ fen: '8/8/8/8/3k4/8/4PK2/8 w - -', name: 'One – Two · A trial, 1/2-1/2, 2. e3+' }]);
});

trial('a game of 4,000 moves is read like any other', async (reader) => {
  await reader.open('/?tab=games');
  // With knights, so that no time goes into proofs.
  const pgn = shuffled(4000).replace('4p3/4P3', '4p1nn/4P1NN');
  await reader.at('#games-file').setInputFiles({ name: 'long.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) });
  await reader.says('#games-status', /long\.pgn is read/);
  await reader.press('#judge');
  await reader.says('#games-status', /1 game; nothing was judged/);
  await reader.press('#go-last');
  await reader.says('#game-moves [aria-current]', /^Ka8/);
  await reader.press('#game-study');
  await reader.says('#study-chapters [aria-current]', /Long – Longer/);
}, { sizes: ['desktop'] });

trial('a judged game is saved', async (reader) => {
  await reader.open('/?tab=games');
  await reader.at('#games-text').fill(GAME);
  await reader.press('#judge');
  const pgn = (await reader.saved('#games-save')).bytes.toString();
  if (!/\$4|\?\?/.test(pgn)) throw new Error(`no mistake is marked in\n${pgn}`);
});

trial('what is no game is refused in words', async (reader) => {
  await reader.open('/?tab=games');
  await reader.press('#judge');
  await reader.says('#games-error', /no game/);
});

trial('a judged game becomes a chapter, with its comments and arrows', async (reader) => {
  await reader.open('/?tab=games');
  await reader.at('#games-text').fill(GAME);
  await reader.press('#judge');
  await reader.says('#games-status', /thrown away/);
  await reader.press('#game-study');
  await reader.says('#study-chapters [aria-current]', /One – Two/);
  await reader.says('#played', /e3\+\?\?.*thrown away/s);
  const pgn = (await reader.saved('#study-save')).bytes.toString();
  for (const part of [/\[White "One"\]/, /e3\+ \$4/, /\[%cal/, /thrown away/]) if (!part.test(pgn)) throw new Error(`no ${part} in\n${pgn}`);
});

trial('games are judged by keyboard alone', async (reader) => {
  const { page } = reader;
  await reader.open();
  await reader.at('#tab-analyse').focus();
  await page.keyboard.press('ArrowRight');
  await reader.at('#games-text').fill(GAME);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await reader.says('#games-status', /1 result thrown away/);
  await reader.at('#next-error').focus();
  await page.keyboard.press('Enter');
  await reader.says('#game-moves .error[aria-current]', /^e3/);
  await page.keyboard.press('ArrowLeft');
  await reader.says('#game-moves [aria-current]', /^Kd4/);
}, { sizes: ['desktop'] });

const OPEN = `[White "Five"]
[Black "Six"]
[Result "*"]
[SetUp "1"]
[FEN "8/pp5p/8/2p1kpPP/8/5K2/PP6/8 b - - 0 40"]

40... c4 41. Ke3?? *

${GAME}`;

/** What the program says of a game: it alone knows. The likelihoods depend on the machine. */
const judged = (moments, pgn) => `${JSON.stringify({ game: 1, endings: 1, positions: { exact: 0, open: 3 }, moments, pgn })}\n`;

trial('what is probably a mistake has a sign and a count of its own', async (reader) => {
  // Without a server nobody can answer in the program's place.
  if (STATIC) return;
  const [first, rest] = OPEN.split(/(?=\[Event)/);
  const fen = '8/pp5p/8/2p1kpPP/8/5K2/PP6/8 b - - 0 40';
  const likely = { kind: 'opinion', move_number: 40, side: 'black', fen, move: { uci: 'c5c4', san: 'c4' }, mistake: 0.64 };
  const error = { kind: 'error', move_number: 2, side: 'white', fen: '8/8/8/8/3k4/8/4PK2/8 w - - 2 2', move: { uci: 'e2e3', san: 'e3+' } };
  let asked = '';
  await reader.page.route('**/api/annotate?*', (route) => {
    asked = route.request().url();
    return route.fulfill({ contentType: 'application/x-ndjson', body: judged([likely], first) + judged([error], rest) });
  });
  await reader.open('/?tab=games');
  await reader.at('#games-text').fill(OPEN);
  await reader.press('#judge');
  await reader.says('#games-status', /2 games; 1 result thrown away, 1 move probably a mistake \(not proved\)/);
  assert.match(asked, /likely=true/);
  await reader.says('#games-list li:first-child', /no error proved.*1 likely/s);
  await reader.says('#games-list [aria-current]', /One – Two.*1 error/s);
  await reader.press('#games-list li:first-child button');
  await reader.says('#game-moves .likely', /c4\?!.*probably a mistake, 64 %, not proved/);
  assert.equal(await reader.at('#game-moves .error').count(), 0);
  assert.equal(await reader.at('#next-error').isDisabled(), true);
}, { sizes: ['desktop'] });
