// Exercises, and what is known of each: how it was answered, and when it comes again. Kept in the browser.

import { makePgn, parsePgn } from 'chessops/pgn.js';
import { FSRS, Rating, createEmptyCard } from 'ts-fsrs';
import { bare, pieceCount, positionOf } from './position.js';
import { keep, kept, onKept } from './storage.js';

/**
 * @typedef {object} Exercise
 * @property {string} fen without move counters
 * @property {string} name
 * @typedef {Exercise & {asked: number, missed: number, difficulty: number|null, card: any}} Known `difficulty`: after so many plies one sees why the most natural error is one
 */

const NAME = 'exercises';
const SCHEDULER = new FSRS({});
const RATINGS = { right: Rating.Good, hinted: Rating.Hard, wrong: Rating.Again };
/** How the state of a card is written into a file, in this order. */
const CARD = ['state', 'stability', 'difficulty', 'reps', 'lapses', 'elapsed_days', 'scheduled_days', 'last_review', 'due'];

export class Exercises {
  constructor() {
    /** @type {Exercise[]} */
    this.books = [];
    this.#load();
    onKept(NAME, () => this.#load());
  }

  #load() {
    const all = kept(NAME) ?? {};
    /** @type {Exercise[]} */
    this.own = all.own ?? [];
    /** @type {Map<string, Known>} by position */
    this.known = new Map((all.known ?? []).map((one) => [one.fen, one]));
  }

  #keep() {
    return keep(NAME, { schema: 1, own: this.own, known: [...this.known.values()] });
  }

  /** Those of books come with the page. */
  async fetchBooks() {
    if (this.books.length) return;
    const response = await fetch('books.epd');
    if (!response.ok) throw new Error(response.statusText);
    this.books = readEpd(await response.text(), true);
  }

  /** @param {'books'|'own'|'all'} source @returns {Exercise[]} */
  of(source) {
    const all = { books: this.books, own: this.own, all: [...this.own, ...this.books] }[source];
    return all.filter((one, index) => all.findIndex(({ fen }) => fen === one.fen) === index);
  }

  /** What to ask now: first what is to come again, the easier first; then what is new, with fewer men first. @param {'books'|'own'|'all'} source */
  due(source, now = new Date()) {
    const all = this.of(source);
    const again = all.filter(({ fen }) => this.known.has(fen) && new Date(this.known.get(fen).card.due) <= now);
    again.sort((one, two) => (this.known.get(one.fen).difficulty ?? 0) - (this.known.get(two.fen).difficulty ?? 0));
    const fresh = all.filter(({ fen }) => !this.known.has(fen));
    fresh.sort((one, two) => men(one.fen) - men(two.fen));
    return { again, fresh };
  }

  /** Adds exercises of the reader's own. @param {Exercise[]} exercises @returns {number} how many are new */
  add(exercises) {
    const fresh = exercises.filter(({ fen }) => !this.own.some((one) => one.fen === fen));
    this.own.push(...fresh);
    this.#keep();
    return fresh.length;
  }

  /** Notes an answer. @param {Exercise} exercise @param {'right'|'hinted'|'wrong'} answer @param {number|null} difficulty @returns {Date} when it comes again */
  note({ fen, name }, answer, difficulty, now = new Date()) {
    const before = this.known.get(fen) ?? { fen, name, asked: 0, missed: 0, difficulty: null, card: createEmptyCard(now) };
    const { card } = SCHEDULER.next(before.card, now, RATINGS[answer]);
    this.known.set(fen, {
      ...before,
      asked: before.asked + 1,
      missed: before.missed + (answer === 'wrong' ? 1 : 0),
      difficulty: difficulty ?? before.difficulty,
      card,
    });
    this.#keep();
    return card.due;
  }

  /**
   * Takes exercises, and what is known of them, from a file. @param {string} text EPD or PGN
   * @returns {{fresh: number, known: number}|null} null if there are none in it
   */
  read(text) {
    const records = /^\s*\[/.test(text) ? readPgn(text) : readEpd(text);
    if (!records.length) return null;
    const known = records.filter(({ card }) => card);
    for (const one of known) if (isLater(one, this.known.get(one.fen))) this.known.set(one.fen, one);
    const inBooks = new Set(this.books.map(({ fen }) => fen));
    return { fresh: this.add(records.filter(({ fen }) => !inBooks.has(fen)).map(({ fen, name }) => ({ fen, name }))), known: known.length };
  }

  /** All that was asked, and all of the reader's own. @param {'epd'|'pgn'} form @returns {string} */
  write(form) {
    const records = [...this.known.values(), ...this.own.filter(({ fen }) => !this.known.has(fen))];
    return records.map(form === 'epd' ? asEpd : asPgn).join(form === 'epd' ? '' : '\n\n');
  }
}

const men = (fen) => fen.split(' ')[0].replace(/[^a-z]/gi, '').length;

/** Was it asked later than what is known? @param {Known} one @param {Known|undefined} there */
const isLater = (one, there) => !there || new Date(one.card.last_review) > new Date(there.card.last_review ?? 0);

/** Exercises are endings with kings and pawns. */
const isExercise = (fen) => Boolean(positionOf(fen)) && !pieceCount(fen);

/** @param {string} text @param {boolean} [ours] `c1` of the books that come with the page is their source; elsewhere it may tell the answer @returns {(Exercise|Known)[]} */
function readEpd(text, ours = false) {
  const records = [];
  for (const line of text.split('\n')) {
    const match = /^\s*(\S+ [wb] \S+ \S+)\s*(.*)$/.exec(line);
    if (!match || !isExercise(`${match[1]} 0 1`)) continue;
    const value = (name) => new RegExp(`\\b${name} "([^"]*)"`).exec(match[2])?.[1];
    // Where it is from, without how it came here.
    const source = ours ? value('c1')?.replace(/ \(.*/, '') : undefined;
    records.push(recordOf(match[1], source ?? value('id') ?? `line ${records.length + 1}`, value('c6')));
  }
  return records;
}

/** @param {string} text @returns {(Exercise|Known)[]} */
function readPgn(text) {
  const games = parsePgn(text).filter(({ headers }) => isExercise(headers.get('FEN') ?? ''));
  return games.map(({ headers }) => recordOf(bare(headers.get('FEN')), headers.get('Event') ?? 'A game', headers.get('Training')));
}

/** @param {string} fen @param {string} name @param {string|undefined} training what is known, as `training` writes it @returns {Exercise|Known} */
function recordOf(fen, name, training) {
  const fields = Object.fromEntries((training ?? '').split(' ').map((field) => field.split('=')));
  if (!fields.due || CARD.some((field) => !(field in fields))) return { fen, name };
  const card = Object.fromEntries(CARD.map((field) => [field, /^(due|last_review)$/.test(field) ? new Date(fields[field]) : Number(fields[field])]));
  return { fen, name, asked: Number(fields.asked), missed: Number(fields.missed), difficulty: fields.told ? Number(fields.told) : null, card };
}

/** What is known, in one field. @param {Known} known */
function training({ asked, missed, difficulty, card }) {
  const field = (name) => (/^(due|last_review)$/.test(name) ? new Date(card[name]).toISOString() : Number(card[name] ?? 0));
  return [`asked=${asked}`, `missed=${missed}`, ...(difficulty ? [`told=${difficulty}`] : []), ...CARD.map((name) => `${name}=${field(name)}`)].join(' ');
}

const day = (date) => new Date(date).toISOString().slice(0, 10);
const inWords = ({ asked, missed, card }) => `asked ${asked}, missed ${missed}, due ${day(card.due)}`;

function asEpd(one) {
  const known = one.card ? ` c5 "${inWords(one)}"; c6 "${training(one)}";` : '';
  return `${one.fen} id "${one.name.replaceAll('"', "'")}";${known}\n`;
}

function asPgn(one) {
  const headers = new Map(Object.entries({ Event: one.name, Result: '*', SetUp: '1', FEN: `${one.fen} 0 1`, ...(one.card ? { Training: training(one) } : {}) }));
  const [game] = parsePgn('*');
  return makePgn({ ...game, headers, comments: one.card ? [inWords(one)] : [] });
}
