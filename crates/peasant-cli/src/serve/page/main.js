// The page: what happens when the position, the tab, the rules or the proof change.

import { about } from './api.js';
import { addressOf, readAddress, writeAddress } from './address.js';
import { reason, showAnswer } from './answer.js';
import { Board } from './board.js';
import { Cursor } from './cursor.js';
import { byId, debounce, el, isTyping, strip } from './dom.js';
import { Editor, firstExample } from './editor.js';
import { showExplanation } from './explanation.js';
import { Games } from './games.js';
import { showLine } from './line.js';
import { mapParams, showMap } from './marks.js';
import { menText } from './men.js';
import { showMoveList } from './movelist.js';
import { resultSigns, resultSquares, showMoves } from './moves.js';
import { Notes } from './notes.js';
import { Game } from './play.js';
import { bare, pieceCount, positionOf, setupOf, turnOf } from './position.js';
import { Proof } from './proof.js';
import { bindShare } from './share.js';
import { keep, kept } from './storage.js';
import { Studies } from './studies.js';
import { bindTabs, showTab } from './tabs.js';
import { bindTheme } from './theme.js';
import { PLACE } from './transport.js';
import { Node, Study, pgnOf, treeOfPgn } from './tree.js';

let tab = 'analyse';
let rules = 'chess';
let pawngame = null;
/** @type {import('./train.js').Train|null} */
let train = null;

const analysis = new Study(firstExample);
const proof = new Proof();

const board = new Board(byId('board'), {
  move: (uci) => playMove(uci),
  select: (key) => showGoes(key),
  draw: (shapes) => {
    study().node.drawn = shapes;
    if (tab === 'analyse') edited();
  },
  edit: () => editor.edited(),
});
/** Which side is at the bottom. */
const sit = (side) => (board.orientation = side);
const editor = new Editor(board, setPosition);
const game = new Game(analysis, { rules: () => rules, changed: () => showPosition(), sit });
const games = new Games({
  changed: () => {
    if (tab !== 'games') return;
    // On a phone the board appears with the first game.
    board.measure();
    showBoard();
  },
  analyse: (fen) => openPosition(fen),
  play: (fen) => {
    openPosition(fen);
    game.start();
  },
  keep: (root, name, tags) => {
    chooseTab('analyse');
    studies.add(root, name, tags);
  },
  train: async (exercises) => {
    chooseTab('train');
    (await mountTrain())?.add(exercises);
  },
});
const studies = new Studies(analysis, {
  open: (root) => {
    if (game.playing) game.stop();
    if (editor.editing) editor.toggle(false);
    analysis.reset(root);
  },
  changed: () => keepAddress(),
});
const notes = new Notes(analysis, board, { proof, edited: () => edited() });
new Cursor(board, { place: (...man) => editor.place(...man), flip });

/** The tree that the board is at. */
function study() {
  if (tab === 'train' && train?.open) return train.study;
  return tab === 'games' && games.open ? games.study : analysis;
}

function playMove(uci) {
  const before = study().node;
  if (!study().play(uci)) return showBoard();
  if (tab === 'train') train.moved(uci);
  else if (game.playing) game.moved(before);
}

/** What the reader wrote or drew is kept, and stands in the list of moves. */
function edited() {
  showPlayed();
  notes.showProved();
  keepSoon();
}

/** The tree stays over a visit, in no chapter too. */
const keepSoon = debounce(() => keepTree(), 300);

function keepTree() {
  studies.update();
  keep('analysis', pgnOf(analysis.root), sessionStorage);
}

function showPlayed() {
  const { root } = analysis;
  byId('played').hidden = !root.children.length && !root.comment;
  showMoveList(byId('played'), analysis, (to) => !game.playing && analysis.go(to));
}

/** Takes a position that was set up. @param {string} fen @param {boolean} [step] is it a new start for the back button? */
function setPosition(fen, step = false) {
  if (game.playing) game.stop();
  if (!positionOf(fen)) return;
  if (fen === analysis.node.fen) {
    showMap(board, proof.explanation);
    return void showPosition();
  }
  if (step && editor.editing) editor.toggle(false);
  studies.leave();
  // The step comes first: what follows keeps the address of the step it is in.
  if (step) writeAddress(addressOf(new Node(fen), rules), null, true);
  analysis.reset(fen);
}

function openPosition(fen) {
  chooseTab('analyse');
  setPosition(fen);
}

function showBoard() {
  const { node } = study();
  const movable = tab === 'train' ? train?.asking && turnOf(node.fen) : game.playing ? game.side : undefined;
  board.show(node.fen, { lastMove: node.uci, drawn: node.drawn, movable });
  board.setShapes('hover', []);
  board.setShapes('pair', []);
  board.setShapes('play', []);
  byId('go-back').disabled = byId('go-first').disabled = !node.parent || !walks();
  byId('go-forward').disabled = byId('go-last').disabled = !node.children.length || !walks();
  byId('edit').disabled = tab !== 'analyse' || game.playing;
  byId('play').disabled = tab !== 'analyse';
}

/** May the reader walk through the moves? */
const walks = () => !game.playing && !(tab === 'train' && train?.asking);

/** All that follows a change of the analysed position. */
function showPosition() {
  const { node } = analysis;
  if (tab === 'analyse') showBoard();
  editor.follow(node.fen);
  byId('findings').hidden = game.playing;
  showPlayed();
  notes.show();
  keepAddress();
  keepSoon();
  const setup = setupOf(node.fen);
  document.title = `${menText(setup, 'white')} : ${menText(setup, 'black')} · peasant`;
  if (game.playing || tab !== 'analyse') {
    proof.clear();
    showMap(board, null);
  } else if (proof.fen !== node.fen || proof.rules !== rules || proof.phase === 'idle') proof.ask(node.fen, rules);
}

let shown = {};

/** Shows what is new in the proof, and leaves the rest as it is. */
function showProof() {
  if (proof.phase === 'idle') return;
  const now = { fen: proof.fen, rules: proof.rules, answer: proof.answer, explanation: proof.explanation };
  const { node } = analysis;
  const follow = (ucis) => analysis.follow(node, ucis);
  const fresh = now.fen !== shown.fen || now.rules !== shown.rules;
  showAnswer(proof);
  notes.showProved();
  if (proof.trouble && !proof.answer && !proof.trouble.away) byId('moves-card').hidden = true;
  if (fresh || now.answer !== shown.answer) {
    showMoves(proof.fen, proof.answer, { hover, play: playMove });
    showLine(proof.answer, follow);
    showToPlay(proof.answer);
  }
  if (fresh || now.explanation !== shown.explanation) {
    showExplanation(proof.explanation, reason(proof), follow);
    showMap(board, proof.explanation);
  }
  shown = now;
}

/** An arrow for the move to play where nothing decides; who plays a game gets no hint. */
function showToPlay(answer) {
  const uci = tab === 'analyse' && !game.playing && !answer?.exact ? answer?.opinion?.uci : null;
  board.setShapes('play', uci ? [{ orig: uci.slice(0, 2), dest: uci.slice(2, 4), brush: 'open' }] : []);
}

/** Colours where the man that is held may go by what comes of it. */
function showGoes(key) {
  const wanted = key && tab === 'analyse' && !game.playing && byId('show-results').checked;
  board.setSquares('goes', wanted ? resultSquares(proof.answer, key) : new Map());
  board.setShapes('goes', wanted ? resultSigns(proof.answer, key) : []);
}

function hover(uci, brush) {
  board.setShapes('hover', uci ? [{ orig: uci.slice(0, 2), dest: uci.slice(2, 4), brush }] : []);
}

const address = () => (tab === 'analyse' ? addressOf(analysis.node, rules) : `${location.pathname}?tab=${tab}`);

function keepAddress(step = false) {
  if (tab !== 'pawngame' || step) writeAddress(address(), { chapter: studies.chapter?.id }, step);
}

/** Shows what the address says; the state of the history knows the chapter. */
function restore(state) {
  const wanted = readAddress();
  rules = wanted.rules;
  showRules();
  if (wanted.tab !== tab) chooseTab(wanted.tab, false);
  if (wanted.tab !== 'analyse') return;
  const start = wanted.fen ?? firstExample;
  if (!positionOf(start)) {
    analysis.reset(firstExample);
    byId('fen').value = start;
    editor.read(start);
    return;
  }
  const chapter = studies.find(state?.chapter)?.chapter;
  const tree = treeFrom(normal(start), chapter);
  studies.resume(chapter?.id);
  let node = tree;
  let here = tree;
  for (const [index, uci] of wanted.line.entries()) {
    node = node?.play(uci);
    if (node && index < wanted.at) here = node;
  }
  analysis.reset(tree);
  analysis.go(here);
}

/** The tree that begins there: the chapter's, the one on the board, the one of the last visit, or an empty one. */
function treeFrom(fen, chapter) {
  const trees = [() => chapter && studies.tree(chapter), () => analysis.root, () => treeOfPgn(kept('analysis', sessionStorage) ?? '')];
  for (const tree of trees) {
    const root = tree();
    if (root && bare(root.fen) === bare(fen)) return root;
  }
  return new Node(fen);
}

/** With move counters, which addresses leave out. */
const normal = (fen) => (fen.split(' ').length < 6 ? `${fen.split(' ').slice(0, 4).join(' ')} 0 1` : fen);

function chooseTab(name, step = true) {
  if (name === tab) return;
  if (editor.editing) editor.toggle(false);
  if (game.playing) game.stop();
  notes.draw(false);
  tab = name;
  board.clear();
  showTab(name);
  board.measure();
  if (step) keepAddress(true);
  if (name === 'analyse') return showPosition();
  proof.clear();
  strip('');
  if (name === 'games') showBoard();
  else if (name === 'train') mountTrain();
  else mountPawngame();
}

/** Exercises are a module of their own, which most visits do not need. */
async function mountTrain() {
  if (!train) {
    const { Train } = await import('./train.js').catch(() => ({ Train: null }));
    if (!Train) {
      byId('train-known').textContent = 'The exercises could not be loaded. Choose the tab again to try once more.';
      return null;
    }
    train ??= new Train({ changed: () => tab === 'train' && showBoard(), analyse: (fen) => openPosition(fen), sit });
  }
  await train.mount();
  board.measure();
  showBoard();
  return train;
}

/** The pawn games are a module of their own, which most visits do not need. */
async function mountPawngame() {
  if (pawngame) return;
  const section = byId('pawngame');
  try {
    document.head.append(el('link', { rel: 'stylesheet', href: 'page/pawngame.css' }));
    pawngame = import('./pawngame.js');
    (await pawngame).mount(section);
  } catch {
    pawngame = null;
    section.textContent = 'The pawn games could not be loaded. Choose the tab again to try once more.';
  }
}

function flip() {
  board.flip();
}

function showRules() {
  byId(`rules-${rules}`).checked = true;
  byId('rules-now').hidden = rules !== 'newborn';
  if (rules === 'newborn') byId('options').open = true;
}

/** @param {'chess'|'newborn'} name */
function chooseRules(name) {
  rules = name;
  showRules();
  showPosition();
}

const STEPS = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
const UPDOWN = { ArrowUp: -1, ArrowDown: 1 };

/** Keys that move through the tree wherever nothing else needs them. */
function keyed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return;
  if (tab === 'pawngame') return;
  if (event.key === 'f') flip();
  else if (!walks() || editor.editing) return;
  else if (STEPS[event.key]) study()[STEPS[event.key]]();
  else if (!UPDOWN[event.key] || !study().sibling(UPDOWN[event.key])) return;
  event.preventDefault();
}

function bind() {
  bindTheme();
  bindTabs((name) => chooseTab(name));
  analysis.addEventListener('change', () => showPosition());
  proof.addEventListener('change', () => showProof());
  document.addEventListener('keydown', keyed);
  addEventListener('popstate', (event) => {
    keepTree();
    restore(event.state);
  });
  addEventListener('pagehide', () => keepTree());
  byId('flip').addEventListener('click', flip);
  byId('stop').addEventListener('click', () => proof.stop());
  byId('retry').addEventListener('click', () => proof.again());
  for (const [id, step] of Object.entries({ 'go-first': 'first', 'go-back': 'back', 'go-forward': 'forward', 'go-last': 'last' })) {
    byId(id).addEventListener('click', () => study()[step]());
  }
  for (const name of ['chess', 'newborn']) {
    byId(`rules-${name}`).addEventListener('change', () => chooseRules(name));
  }
  byId('rules-back').addEventListener('click', () => chooseRules('chess'));
  bindShare(() => ({
    fen: analysis.node.fen,
    link: addressOf(analysis.node, rules),
    pgn: pgnOf(analysis.root),
    drawn: analysis.node.drawn,
    flip: board.orientation === 'black',
    rules,
    map: pieceCount(analysis.node.fen) ? {} : mapParams(proof.explanation),
  }));
  about().then(({ version }) => (byId('about').textContent = `peasant ${version}. ${PLACE}`), () => {});
}

bind();
showTab(tab);
restore(history.state);
