// The page: what happens when the position, the tab, the rules or the proof change.

import { about } from './api.js';
import { addressOf, readAddress, writeAddress } from './address.js';
import { showAnswer } from './answer.js';
import { Board } from './board.js';
import { Cursor } from './cursor.js';
import { byId, el, isTyping } from './dom.js';
import { Editor, firstExample } from './editor.js';
import { showExplanation } from './explanation.js';
import { Games } from './games.js';
import { showLine } from './line.js';
import { mapParams, showMap } from './marks.js';
import { menText } from './men.js';
import { showMoveList } from './movelist.js';
import { resultSigns, resultSquares, showMoves } from './moves.js';
import { Game } from './play.js';
import { pieceCount, positionOf, setupOf } from './position.js';
import { Proof } from './proof.js';
import { bindShare } from './share.js';
import { bindTabs, showTab } from './tabs.js';
import { bindTheme } from './theme.js';
import { Node, Study, pgnOf } from './tree.js';

let tab = 'analyse';
let rules = 'chess';
let pawngame = null;

const analysis = new Study(firstExample);
const proof = new Proof();

const board = new Board(byId('board'), {
  move: (uci) => playMove(uci),
  select: (key) => showGoes(key),
  draw: (shapes) => (study().node.drawn = shapes),
  edit: () => editor.edited(),
});
const editor = new Editor(board, setPosition);
const game = new Game(analysis, { rules: () => rules, changed: () => showPosition(), sit: (side) => (board.orientation = side) });
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
    game.offer(true);
  },
});
new Cursor(board, { place: (...man) => editor.place(...man), flip });

/** The tree that the board is at. */
function study() {
  return tab === 'games' && games.open ? games.study : analysis;
}

function playMove(uci) {
  const before = study().node;
  if (!study().play(uci)) return showBoard();
  if (game.playing) game.moved(before);
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
  // The step comes first: what follows keeps the address of the step it is in.
  if (step) writeAddress(addressOf(fen, rules), { root: fen, ucis: [] }, true);
  analysis.reset(fen);
}

function openPosition(fen) {
  chooseTab('analyse');
  setPosition(fen);
}

function showBoard() {
  const { node } = study();
  const movable = game.playing ? game.side : undefined;
  board.show(node.fen, { lastMove: node.uci, drawn: node.drawn, movable });
  board.setShapes('comment', tab === 'games' && games.open ? games.shapes : []);
  board.setShapes('hover', []);
  board.setShapes('pair', []);
  const here = study();
  byId('go-back').disabled = byId('go-first').disabled = !here.node.parent || game.playing;
  byId('go-forward').disabled = byId('go-last').disabled = !here.node.children.length || game.playing;
  byId('edit').disabled = tab !== 'analyse' || game.playing;
  byId('play').disabled = tab !== 'analyse';
}

/** All that follows a change of the analysed position. */
function showPosition() {
  const { node } = analysis;
  if (tab === 'analyse') showBoard();
  editor.follow(node.fen);
  byId('findings').hidden = game.playing;
  byId('played').hidden = analysis.root.children.length === 0;
  showMoveList(byId('played'), analysis, (to) => !game.playing && analysis.go(to));
  keepAddress();
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
  if (proof.trouble && !proof.answer && !proof.trouble.away) byId('moves-card').hidden = true;
  if (fresh || now.answer !== shown.answer) {
    showMoves(proof.fen, proof.answer, { hover, play: playMove });
    showLine(proof.answer, follow);
  }
  if (fresh || now.explanation !== shown.explanation) {
    showExplanation(proof.explanation, proof.answer?.idea ?? null, follow);
    showMap(board, proof.explanation);
  }
  shown = now;
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

function keepAddress() {
  if (tab === 'pawngame') return;
  const { root, node } = analysis;
  const ucis = node.path().slice(1).map(({ uci }) => uci);
  const address = tab === 'games' ? '/?tab=games' : addressOf(node.fen, rules);
  writeAddress(address, { root: root.fen, ucis }, false);
}

/** Shows what the address says; the state of the history has the moves that led there. */
function restore(state) {
  const address = readAddress();
  rules = address.rules;
  byId(`rules-${rules}`).checked = true;
  showRules();
  if (address.tab !== tab) chooseTab(address.tab, false);
  if (address.tab !== 'analyse') return;
  const root = state?.root ?? address.fen ?? firstExample;
  if (!positionOf(root)) {
    analysis.reset(firstExample);
    byId('fen').value = root;
    editor.read(root);
    return;
  }
  const tree = new Node(positionOf(root) ? normal(root) : firstExample);
  let node = tree;
  for (const uci of state?.ucis ?? []) node = node.play(uci) ?? node;
  analysis.reset(tree);
  analysis.go(node);
}

/** With move counters, which addresses leave out. */
const normal = (fen) => (fen.split(' ').length < 6 ? `${fen.split(' ').slice(0, 4).join(' ')} 0 1` : fen);

function chooseTab(name, keep = true) {
  if (name === tab) return;
  if (editor.editing) editor.toggle(false);
  if (game.playing) game.stop();
  tab = name;
  board.clear();
  showTab(name);
  board.measure();
  if (keep) writeAddress(name === 'analyse' ? addressOf(analysis.node.fen, rules) : `/?tab=${name}`, { root: analysis.root.fen, ucis: analysis.node.path().slice(1).map(({ uci }) => uci) }, true);
  if (name === 'analyse') showPosition();
  else {
    proof.clear();
    if (name === 'games') showBoard();
    else mountPawngame();
  }
}

/** The pawn games are a module of their own, which most visits do not need. */
async function mountPawngame() {
  if (pawngame) return;
  const section = byId('pawngame');
  try {
    document.head.append(el('link', { rel: 'stylesheet', href: '/page/pawngame.css' }));
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
  byId('rules-help').hidden = rules !== 'newborn';
}

const STEPS = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
const UPDOWN = { ArrowUp: -1, ArrowDown: 1 };

/** Keys that move through the tree wherever nothing else needs them. */
function keyed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return;
  if (tab === 'pawngame') return;
  if (event.key === 'f') flip();
  else if (game.playing || editor.editing) return;
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
  addEventListener('popstate', (event) => restore(event.state));
  byId('flip').addEventListener('click', flip);
  byId('stop').addEventListener('click', () => proof.stop());
  byId('retry').addEventListener('click', () => proof.again());
  for (const [id, step] of Object.entries({ 'go-first': 'first', 'go-back': 'back', 'go-forward': 'forward', 'go-last': 'last' })) {
    byId(id).addEventListener('click', () => study()[step]());
  }
  for (const name of ['chess', 'newborn']) {
    byId(`rules-${name}`).addEventListener('change', () => {
      rules = name;
      showRules();
      showPosition();
    });
  }
  bindShare(() => ({
    fen: analysis.node.fen,
    link: addressOf(analysis.node.fen, rules),
    pgn: pgnOf(analysis.root),
    drawn: analysis.node.drawn,
    flip: board.orientation === 'black',
    rules,
    map: pieceCount(analysis.node.fen) ? {} : mapParams(proof.explanation),
  }));
  about().then(({ version }) => (byId('about').textContent = `peasant ${version}. Nothing leaves this machine.`), () => {});
}

bind();
showTab(tab);
restore(history.state);
