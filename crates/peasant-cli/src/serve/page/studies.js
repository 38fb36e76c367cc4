// Studies: chapters with a tree of moves each. They are kept in the browser, and in PGN files.

import { makePgn, parsePgn } from 'chessops/pgn.js';
import { byId, button, el } from './dom.js';
import { bindFile, fileName, saveText } from './files.js';
import { keep, kept, onKept } from './storage.js';
import { pgnOf, treeOfPgn } from './tree.js';

/**
 * @typedef {object} Chapter
 * @property {string} id
 * @property {string} name
 * @property {string} pgn
 * @typedef {object} Kept a study
 * @property {string} name
 * @property {Chapter[]} chapters
 */

const NAME = 'studies';
const PGN = 'application/x-chess-pgn';
/** Tags that we write anew; all others of a file stay. */
const OURS = new Set(['Event', 'StudyName', 'ChapterName', 'SetUp', 'FEN', 'Result']);

const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

export class Studies {
  /**
   * @param {import('./tree.js').Study} analysis
   * @param {{open: (root: import('./tree.js').Node) => void, changed: () => void}} on `open`: shows a tree; `changed`: another chapter is open, or none
   */
  constructor(analysis, on) {
    this.analysis = analysis;
    this.on = on;
    /** @type {Chapter|null} the one that is open */
    this.chapter = null;
    this.#load();
    byId('study-choice').addEventListener('change', (event) => this.#choose(this.all[event.target.value] ?? null));
    byId('study-new').addEventListener('click', () => {
      this.#begin();
      byId('study-name').select();
    });
    byId('study-name').addEventListener('input', () => this.#rename(this.study, byId('study-name')));
    byId('study-delete').addEventListener('click', () => this.#forget(this.all, this.study));
    byId('study-save').addEventListener('click', () => saveText(fileName(this.study.name, 'pgn'), this.pgn(), PGN));
    byId('chapter-add').addEventListener('click', () => this.add(this.analysis.root));
    byId('chapter-name').addEventListener('input', () => this.#rename(this.chapter, byId('chapter-name')));
    byId('chapter-delete').addEventListener('click', () => this.#forget(this.study.chapters, this.chapter));
    bindFile('study-file', 'study', (text, name) => this.read(text, name));
    onKept(NAME, () => this.#load());
    this.#show();
  }

  /** What another window wrote is taken; the chapter that is open here stays open. */
  #load() {
    /** @type {Kept[]} */
    this.all = kept(NAME)?.studies ?? [];
    const open = this.chapter && this.find(this.chapter.id);
    this.study = open?.study ?? this.all[0] ?? null;
    this.chapter = open?.chapter ?? null;
    if (document.readyState !== 'loading') this.#show();
  }

  /** @param {string|undefined} id @returns {{study: Kept, chapter: Chapter}|null} */
  find(id) {
    for (const study of this.all) {
      const chapter = study.chapters.find((one) => one.id === id);
      if (chapter) return { study, chapter };
    }
    return null;
  }

  #choose(study) {
    this.study = study;
    if (!study?.chapters.includes(this.chapter)) this.leave();
    this.#show();
  }

  /** Begins a study without chapters. */
  #begin() {
    this.#choose({ name: `Study ${this.all.length + 1}`, chapters: [] });
    this.all.push(this.study);
    this.#keep();
    this.#show();
  }

  /** Makes a chapter of a tree and opens it; of a study if there is one. @param {import('./tree.js').Node} root @param {string} [name] @param {Record<string, string>} [tags] */
  add(root, name, tags) {
    if (!this.study) this.#begin();
    const chapter = { id: newId(), name: name ?? `Chapter ${this.study.chapters.length + 1}`, pgn: pgnOf(root, tags) };
    this.study.chapters.push(chapter);
    this.#keep();
    if (root !== this.analysis.root) return this.open(chapter);
    // The reader stays where they are.
    this.update();
    this.chapter = chapter;
    this.on.changed();
    return this.#show();
  }

  /** @param {Chapter} chapter */
  open(chapter) {
    this.update();
    this.study = this.find(chapter.id).study;
    this.chapter = null;
    this.#say('');
    const root = this.tree(chapter);
    if (root) this.on.open(root);
    this.chapter = root && chapter;
    if (!root) this.#say(`“${chapter.name}” cannot be shown: its position is no legal one.`);
    this.on.changed();
    this.#show();
  }

  /** @param {Chapter} chapter */
  tree = (chapter) => treeOfPgn(chapter.pgn);

  /** Names the open chapter without showing it anew. @param {string|undefined} id */
  resume(id) {
    const found = this.find(id);
    this.study = found?.study ?? this.study;
    this.chapter = found?.chapter ?? null;
    this.#show();
  }

  /** What is on the board belongs to no chapter any more. */
  leave() {
    if (!this.chapter) return;
    this.update();
    this.chapter = null;
    this.on.changed();
    this.#show();
  }

  /** Keeps the open chapter as it is now. */
  update() {
    if (!this.chapter) return;
    const pgn = pgnOf(this.analysis.root, tagsOf(this.chapter));
    if (pgn === this.chapter.pgn) return;
    this.chapter.pgn = pgn;
    this.#keep();
  }

  #rename(one, field) {
    one.name = field.value.trim() || field.placeholder;
    this.#keep();
    this.#show();
  }

  #forget(list, one) {
    const at = list.indexOf(one);
    list.splice(at, 1);
    if (list === this.all) this.study = this.all[0] ?? null;
    this.leave();
    this.#keep();
    this.#show();
    this.#say(`“${one.name}” is deleted. `, button('Undo', () => {
      list.splice(at, 0, one);
      if (list === this.all) this.study = one;
      this.#keep();
      this.#show();
      this.#say('');
    }, { class: 'small' }));
  }

  #keep() {
    if (!keep(NAME, { schema: 1, studies: this.all })) this.#say('The browser does not keep it: save it as PGN.');
  }

  #say(...words) {
    byId('study-status').replaceChildren(...words);
  }

  /** All chapters of the study. @returns {string} */
  pgn() {
    return this.study.chapters.map((chapter) => {
      const [game] = parsePgn(chapter.pgn);
      const own = { Event: `${this.study.name}: ${chapter.name}`, StudyName: this.study.name, ChapterName: chapter.name };
      game.headers = new Map([...Object.entries(own), ...[...game.headers].filter(([tag]) => !(tag in own))]);
      return makePgn(game);
    }).join('\n\n');
  }

  /** Makes a study of a file, a chapter a game, and opens the first. @param {string} text @param {string} name of the file */
  read(text, name) {
    const games = parsePgn(text).filter((game) => game.headers.has('FEN') || game.moves.children.length);
    if (!games.length) return this.#say(`${name} has no game in it: choose a PGN file.`);
    const chapters = games.map((game, index) => ({
      id: newId(),
      name: game.headers.get('ChapterName') ?? chapterOf(game.headers.get('Event'), index),
      pgn: makePgn(game),
    }));
    this.study = { name: games[0].headers.get('StudyName') ?? name.replace(/\.\w+$/, ''), chapters };
    this.all.push(this.study);
    this.open(chapters[0]);
    return this.#keep();
  }

  #show() {
    const { study, chapter } = this;
    const studies = this.all.map((one, index) => el('option', { value: index, text: one.name, selected: one === study }));
    byId('study-choice').replaceChildren(...studies);
    for (const part of document.querySelectorAll('[data-study]')) part.hidden = !study;
    for (const part of document.querySelectorAll('[data-chapter]')) part.hidden = !chapter;
    for (const [id, one] of [['study-name', study], ['chapter-name', chapter]]) {
      if (document.activeElement !== byId(id)) byId(id).value = one?.name ?? '';
    }
    const focused = byId('study-chapters').contains(document.activeElement);
    const items = (study?.chapters ?? []).map((one) =>
      el('li', {}, button(one.name, () => this.open(one), { class: 'chapter', 'aria-current': one === chapter ? 'true' : null })));
    byId('study-chapters').replaceChildren(...items);
    if (focused) byId('study-chapters').querySelector('[aria-current]')?.focus();
    byId('study-where').textContent = chapter ? `Kept in “${study.name}”: what you change is kept at once.` : 'What stands on the board is in no chapter yet.';
  }
}

/** The tags of a chapter that are not ours. @param {Chapter} chapter @returns {Record<string, string>} */
const tagsOf = (chapter) => Object.fromEntries([...(parsePgn(chapter.pgn)[0]?.headers ?? [])].filter(([tag]) => !OURS.has(tag)));

/** @param {string|undefined} event @param {number} index */
const chapterOf = (event, index) => (event && !/^\?*$/.test(event) ? event.replace(/^.*: /, '') : `Chapter ${index + 1}`);
