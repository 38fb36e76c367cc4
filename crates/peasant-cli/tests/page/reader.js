// Somebody who uses the page, with a mouse or with a finger.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

/** A page and the one who reads it. */
export class Reader {
  /** @param {import('playwright-core').Page} page @param {boolean} finger */
  constructor(page, finger) {
    this.page = page;
    this.finger = finger;
  }

  /** @param {string} selector */
  at(selector) {
    return this.page.locator(selector);
  }

  /** @param {string} address */
  async open(address = '/') {
    await this.page.goto(address);
    const there = address.includes('tab=train') ? '#train-start:enabled' : '#board piece, #pawngame-board piece';
    await this.at(there).first().waitFor({ state: 'attached' });
  }

  /** Opens the analysis of a position. @param {string} fen */
  async analyse(fen) {
    await this.open(`/?fen=${fen.replaceAll(' ', '_')}`);
    await this.proved();
  }

  /** Waits for the end of the proof. */
  async proved() {
    await this.page.waitForFunction(() => document.querySelector('#verdict').textContent !== ''
      && document.querySelector('#stop').hidden && !document.body.classList.contains('working'));
  }

  /** @param {string | import('playwright-core').Locator} what */
  async press(what) {
    const there = typeof what === 'string' ? this.at(what) : what;
    await (this.finger ? there.tap() : there.click());
  }

  /** @param {string} name the words on a button */
  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** @param {'analyse' | 'games' | 'train' | 'pawngame'} name */
  async tab(name) {
    await this.press(`#tab-${name}`);
  }

  /** Presses a square of the big board. @param {string} key */
  async square(key) {
    const board = this.at('#board cg-board');
    await board.scrollIntoViewIfNeeded();
    const { width, height } = await board.boundingBox();
    const turned = await this.at('#board .orientation-black, #board.orientation-black').count();
    const file = 'abcdefgh'.indexOf(key[0]);
    const rank = Number(key[1]) - 1;
    const [column, row] = turned ? [7 - file, rank] : [file, 7 - rank];
    const position = { x: (column + 0.5) * width / 8, y: (row + 0.5) * height / 8 };
    await (this.finger ? board.tap({ position }) : board.click({ position }));
  }

  /** Plays a move on the big board. @param {string} uci */
  async move(uci) {
    await this.square(uci.slice(0, 2));
    await this.square(uci.slice(2, 4));
  }

  /** Waits until an element says this. @param {string} selector @param {RegExp} text */
  async says(selector, text) {
    try {
      await this.at(selector).filter({ hasText: text }).first().waitFor();
    } catch {
      assert.match(await this.at(selector).first().innerText(), text);
    }
  }

  /** Presses what saves a file. @param {string} what @returns {Promise<{name: string, bytes: Buffer}>} */
  async saved(what) {
    const waits = this.page.waitForEvent('download');
    await this.press(what);
    const download = await waits;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  /** The position that is analysed, as the page writes it. */
  async fen() {
    return this.at('#fen').inputValue();
  }

  /** Waits for a position. @param {string} fen */
  async isAt(fen) {
    await this.page.waitForFunction((wanted) => document.querySelector('#fen').value === wanted, fen)
      .catch(async () => assert.equal(await this.fen(), fen));
  }

  /** Is nothing wider than the screen? */
  async fits() {
    const [page, screen] = await this.page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(page <= screen, `the page is ${page} pixels wide, the screen ${screen}`);
  }
}
