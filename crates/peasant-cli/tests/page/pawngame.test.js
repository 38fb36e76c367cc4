// Games with pawns alone.

import assert from 'node:assert/strict';
import { trial } from './browser.js';

const square = (key) => `#pawngame-board [data-square=${key}]`;

async function game(reader, address = 'preset=pawn-game&files=4') {
  await reader.open(`/?tab=pawngame&${address}`);
  await reader.says('#pawngame-effort', /nodes?,/);
}

async function setUp(reader, position) {
  await reader.at('#pawngame-position').fill(position);
  await reader.page.keyboard.press('Enter');
}

trial('each move has its result, and the line is clicked', async (reader) => {
  await game(reader);
  await reader.says('#pawngame-verdict', /White to move wins/);
  const moves = await reader.at('#pawngame-moves button').allInnerTexts();
  assert.deepEqual(moves.slice(0, 3).map((text) => text.replace(/\s+/g, ' ')), ['b4 win', 'c4 win', 'a3 loss']);
  await reader.press(square('b2'));
  await reader.press(square('b4'));
  await reader.says('#pawngame-verdict', /Black to move loses/);
  await reader.page.waitForURL(/position=4\/pppp\/4\/4\/1P2\/4\/P1PP\/4_b/);
  await reader.press(reader.at('#pawngame-line button').nth(3));
  await reader.says('#pawngame-played', /^1\.\s*b4\s+\S+\s+2\./);
  const walked = reader.page.url();
  await reader.page.goto(walked);
  await reader.says('#pawngame-verdict', /Black to move loses/);
});

trial('the line is walked as the program walks it', async (reader) => {
  await game(reader);
  const { page } = reader;
  for (let ply = 0; ply < 40; ply++) {
    const line = reader.at('#pawngame-line button');
    if (/has won|drawn/.test(await reader.at('#pawngame-verdict').textContent())) break;
    await line.first().waitFor();
    const answered = page.waitForFunction((before) => location.href !== before, page.url());
    await reader.press(reader.at('#pawngame-moves button').first());
    await answered;
    await reader.says('#pawngame-verdict', /move (wins|draws|loses)|has won|drawn/);
  }
  await reader.says('#pawngame-verdict', /White has won/);
}, { sizes: ['desktop'] });

trial('it is played against, moves are taken back, and it ends', async (reader) => {
  await game(reader, 'preset=hexapawn');
  await reader.press('#pawngame-play-black');
  await reader.says('.pg-said', /White plays a2/);
  assert.equal(await reader.at('#pawngame-moves').isVisible(), false, 'the results are hidden');
  await reader.press(square('c3'));
  await reader.press(square('c2'));
  await reader.says('#pawngame-reproof', /c2 throws the win away: bxa2 won/);
  await reader.press('#pawngame-undo');
  await reader.press(square('b3'));
  await reader.press(square('a2'));
  await reader.says('.pg-said', /White plays bxa2/);
  await reader.press(square('c3'));
  await reader.press(square('c2'));
  await reader.says('#pawngame-verdict', /White has no move: Black has won/);
  await reader.press('#pawngame-new');
  await reader.says('.pg-said', /White plays a2/);
});

trial('positions are read, and errors are told with their cure', async (reader) => {
  await game(reader);
  await reader.press('#pawngame-flip');
  await setUp(reader, 'a3 b2/a4 zz b');
  await reader.says('#pawngame-fault', /may be 3 to 8/);
  await reader.says('#pawngame-verdict', /White to move wins/);
  await setUp(reader, '3/3/3/3/p2/P2/3/3 w');
  await reader.says('#pawngame-verdict', /White has no move: a draw/);
  await setUp(reader, '3/P2/3/3/2p/3/3/3 w');
  await reader.says('#pawngame-verdict', /White to move wins/);
  await reader.press(square('a7'));
  await reader.press(square('a8'));
  await reader.says('#pawngame-verdict', /White has a pawn on the last rank: White has won/);
}, { expects: /status of 400/ });

trial('the board is edited by pointing', async (reader) => {
  await game(reader, 'position=8/8/8/1p6/p7/P7/1P6/8_b');
  await reader.press('#pawngame-edit');
  for (const key of ['h2', 'h7', 'h7']) await reader.press(square(key));
  await reader.press(reader.page.getByLabel('White to move'));
  await reader.press('#pawngame-done');
  await reader.page.waitForURL(/position=8\/7p\/8\/1p6\/p7\/P7\/1P5P\/8_w/);
  await reader.says('#pawngame-verdict', /White to move/);
});

trial('all of it works by keyboard', async (reader) => {
  const { keyboard } = reader.page;
  await game(reader, 'preset=hexapawn');
  await reader.at(square('a1')).focus();
  for (const key of ['ArrowRight', 'Enter', 'ArrowUp']) await keyboard.press(key);
  assert.equal(await reader.at(square('b2')).getAttribute('aria-label'), 'b2, empty, a move here: loss');
  await keyboard.press('Enter');
  await reader.says('#pawngame-verdict', /Black to move wins/);
  await reader.at('#pawngame-edit').focus();
  await keyboard.press('Enter');
  await reader.at(square('b2')).focus();
  for (const key of ['Delete', 'ArrowDown', 'w']) await keyboard.press(key);
  await reader.at('#pawngame-done').focus();
  await keyboard.press('Enter');
  await reader.page.waitForURL(/position=ppp\/3\/PPP_b/);
  assert.equal(await reader.at('#pawngame-board [tabindex="0"]').count(), 1);
}, { sizes: ['desktop'] });

trial('a proof that takes long is stopped, and is said to', async (reader) => {
  await reader.open('/?tab=pawngame&preset=peasants');
  await reader.says('#pawngame-patience', /minutes or longer/);
  await reader.says('#pawngame-verdict', /Not proved yet/);
  await reader.press('#pawngame-stop');
  await reader.says('#pawngame-effort', /stopped after/);
});

trial('rules are chosen', async (reader) => {
  await game(reader);
  await reader.at('#pawngame-preset').selectOption('alburt');
  await reader.at('#pawngame-files').selectOption('3');
  await reader.press(reader.at('#pawngame summary'));
  await reader.press(reader.page.getByLabel('En passant'));
  await reader.page.waitForURL(/preset=alburt&files=3&ranks=8&no-en-passant=true/);
  await reader.says('#pawngame-effort', /nodes?,/);
});

trial('each tab keeps its own address', async (reader) => {
  await game(reader);
  await reader.press(reader.at('#pawngame-moves button').first());
  await reader.page.waitForURL(/tab=pawngame.*position=/);
  await reader.tab('analyse');
  await reader.page.waitForURL(/\?fen=/);
  await reader.tab('pawngame');
  await reader.page.waitForURL(/tab=pawngame.*position=4\/pppp\/4\/4\/1P2/);
});
