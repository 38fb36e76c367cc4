// The tree of moves: a main line and variations, each node a position.

import { ChildNode, Node as PgnNode, makeComment, makePgn, parseComment, parsePgn, startingPosition } from 'chessops/pgn.js';
import { makeFen } from 'chessops/fen.js';
import { makeSquare } from 'chessops/util.js';
import { bare, play, playSan, squareIndex, turnOf } from './position.js';

/** A position, and how it came about. */
export class Node {
  /** @param {string} fen @param {Node|null} parent @param {string|null} uci @param {string|null} san */
  constructor(fen, parent = null, uci = null, san = null) {
    this.fen = fen;
    this.parent = parent;
    this.uci = uci;
    this.san = san;
    /** @type {Node[]} the main line first */
    this.children = [];
    /** Arrows and circles, as chessground draws them. */
    this.drawn = [];
    /** What stands beside the move: signs, and comments before and after it. */
    this.nags = [];
    this.before = '';
    this.comment = '';
    /** Is it proved that the move threw a result away? */
    this.thrown = false;
    /** How likely it is that it did, where that is not proved. */
    this.mistake = 0;
  }

  /** The child that this move leads to, made if there is none. @returns {Node|null} null if it is illegal */
  play(uci) {
    const there = this.children.find((child) => child.uci === uci);
    if (there) return there;
    return this.#add(play(this.fen, uci));
  }

  playSan(san) {
    return this.#add(playSan(this.fen, san));
  }

  #add(played) {
    if (!played) return null;
    const child = new Node(played.fen, this, played.uci, played.san);
    this.children.push(child);
    return child;
  }

  /** From the root to here. @returns {Node[]} */
  path() {
    const nodes = [];
    for (let node = this; node; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The line from here on. @returns {Node[]} */
  rest() {
    const nodes = [];
    for (let [node] = this.children; node; [node] = node.children) nodes.push(node);
    return nodes;
  }

  /** The end of the line from here. */
  end() {
    return this.rest().at(-1) ?? this;
  }

  /** `3.` or `3...` before the move that led here. */
  get number() {
    const mover = turnOf(this.parent.fen);
    const full = this.parent.fen.split(' ')[5] ?? '1';
    return mover === 'white' ? `${full}.` : `${full}...`;
  }

  /** Forgets this node and all that follows it. @returns {() => void} brings it back */
  cut() {
    const { children } = this.parent;
    const at = children.indexOf(this);
    children.splice(at, 1);
    return () => children.splice(at, 0, this);
  }

  /** Puts the variation in which this node stands one place forward, and then what it branched off from. */
  promote() {
    let branch = this;
    while (branch.parent && !branch.isVariation) branch = branch.parent;
    const { children } = branch.parent ?? this;
    const at = children.indexOf(branch);
    if (at > 0) children.splice(at - 1, 2, branch, children[at - 1]);
  }

  /** Does this node stand on the main line of the whole tree? */
  get isMain() {
    return !this.path().some((node) => node.isVariation);
  }

  /** Does the line branch off here? */
  get isVariation() {
    return Boolean(this.parent && this.parent.children[0] !== this);
  }
}

/**
 * @param {Node} root @param {Record<string, string>} [tags] beside those that the start needs
 * @returns {string} PGN with variations, comments and what was drawn
 */
export function pgnOf(root, tags = {}) {
  const headers = new Map(Object.entries({ Event: 'Analysis', Result: '*', ...tags, SetUp: '1', FEN: root.fen }));
  const moves = new PgnNode();
  // What is still to be copied grows on the way: a game may have any number of moves.
  const open = [[root, moves]];
  for (const [from, to] of open) {
    for (const child of from.children) {
      const made = new ChildNode({ san: child.san, nags: child.nags, startingComments: child.before ? [child.before] : [], comments: remarksOf(child) });
      to.children.push(made);
      open.push([child, made]);
    }
  }
  return makePgn({ headers, moves, comments: remarksOf(root) });
}

/** A comment with its arrows and circles as lichess writes them; none if there is nothing to say. */
function remarksOf({ comment, drawn }) {
  const shapes = drawn.map(({ orig, dest, brush }) => ({ color: brush, from: squareIndex(orig), to: squareIndex(dest ?? orig) }));
  const text = makeComment({ text: comment.trim(), shapes });
  return text ? [text] : [];
}

/** @param {any} game as chessops parses it @returns {Node|null} the tree; null if its start cannot be read */
export function treeOfGame(game) {
  const start = startingPosition(game.headers).unwrap((position) => position, () => null);
  if (!start) return null;
  const root = new Node(makeFen(start.toSetup()));
  remark(root, game.comments);
  const open = [[game.moves, root]];
  for (const [from, to] of open) {
    for (const move of from.children) {
      const child = to.playSan(move.data.san);
      if (!child) continue;
      child.nags = move.data.nags ?? [];
      child.before = (move.data.startingComments ?? []).map((text) => parseComment(text).text).join(' ');
      remark(child, move.data.comments);
      open.push([move, child]);
    }
  }
  return root;
}

/** @param {string} pgn @returns {Node|null} the tree of its first game */
export function treeOfPgn(pgn) {
  const [game] = parsePgn(pgn);
  return game ? treeOfGame(game) : null;
}

/** Puts the comments of a move beside it, their arrows and squares apart. */
function remark(node, comments = []) {
  const parsed = comments.map((text) => parseComment(text.replace(/\s+/g, ' ')));
  node.comment = parsed.map(({ text }) => text.replace(/\s+/g, ' ').trim()).filter(Boolean).join(' ');
  node.drawn = parsed.flatMap(({ shapes }) => shapes).map(({ color, from, to }) => ({
    orig: makeSquare(from),
    dest: from === to ? undefined : makeSquare(to),
    brush: color,
  }));
}

/** A tree and where in it the reader is. Fires `change` with `{reset}`. */
export class Study extends EventTarget {
  /** @param {string} fen */
  constructor(fen) {
    super();
    this.root = new Node(fen);
    this.node = this.root;
  }

  /** Begins anew from a position, or with a whole tree. @param {string|Node} start */
  reset(start) {
    this.root = typeof start === 'string' ? new Node(start) : start;
    this.#to(this.root, true);
  }

  #to(node, reset = false) {
    this.node = node;
    this.dispatchEvent(new CustomEvent('change', { detail: { reset } }));
  }

  /** @param {Node} node */
  go(node) {
    if (node && node !== this.node) this.#to(node);
  }

  /** @param {string} uci @returns {boolean} was it legal? */
  play(uci) {
    const child = this.node.play(uci);
    if (child) this.#to(child);
    return Boolean(child);
  }

  /** Plays several moves from a node and goes to the last one. @param {Node} from @param {string[]} ucis */
  follow(from, ucis) {
    let node = from;
    for (const uci of ucis) node = node?.play(uci);
    if (node) this.go(node);
  }

  back() {
    this.go(this.node.parent);
  }

  forward() {
    this.go(this.node.children[0]);
  }

  first() {
    this.go(this.root);
  }

  last() {
    this.go(this.node.end());
  }

  /** Goes back a move and forgets it, and what follows it. @returns {(() => void)|null} brings it back */
  takeBack() {
    const { parent } = this.node;
    if (!parent) return null;
    const undo = this.node.cut();
    this.#to(parent);
    return undo;
  }

  /** Tells that the tree is another one, though the reader stands where they stood. */
  touch() {
    this.#to(this.node);
  }

  /** Steps to the next or previous sibling, as the up and down keys do. @param {number} step @returns {boolean} are there any? */
  sibling(step) {
    const siblings = this.node.parent?.children ?? [];
    this.go(siblings[siblings.indexOf(this.node) + step]);
    return siblings.length > 1;
  }

  /** All positions up to here, bare. */
  get history() {
    return this.node.path().map(({ fen }) => bare(fen));
  }
}
