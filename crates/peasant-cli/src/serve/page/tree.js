// The tree of moves: a main line and variations, each node a position.

import { ChildNode, Node as PgnNode, makePgn, parseComment, startingPosition } from 'chessops/pgn.js';
import { makeFen } from 'chessops/fen.js';
import { bare, play, playSan, turnOf } from './position.js';

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
    /** What the reader drew here. */
    this.drawn = [];
    /** What stands beside the move in a game. */
    this.nags = [];
    this.before = '';
    this.comment = '';
    this.shapes = [];
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
    return this.parent ? [...this.parent.path(), this] : [this];
  }

  /** The end of the line from here. */
  end() {
    let node = this;
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** `3.` or `3...` before the move that led here. */
  get number() {
    const mover = turnOf(this.parent.fen);
    const full = this.parent.fen.split(' ')[5] ?? '1';
    return mover === 'white' ? `${full}.` : `${full}...`;
  }

  /** Does the line branch off here? */
  get isVariation() {
    return Boolean(this.parent && this.parent.children[0] !== this);
  }
}

/** @param {Node} root @returns {string} with its variations and what was drawn */
export function pgnOf(root) {
  const headers = new Map([['Event', 'Analysis'], ['Result', '*'], ['SetUp', '1'], ['FEN', root.fen]]);
  const moves = new PgnNode();
  const copy = (from, to) => {
    for (const child of from.children) {
      const made = new ChildNode({ san: child.san, nags: child.nags, comments: child.comment ? [child.comment] : [] });
      to.children.push(made);
      copy(child, made);
    }
  };
  copy(root, moves);
  return makePgn({ headers, moves });
}

/** @param {any} game as chessops parses it @returns {Node|null} the tree; null if its start cannot be read */
export function treeOfGame(game) {
  const start = startingPosition(game.headers).unwrap((position) => position, () => null);
  if (!start) return null;
  const root = new Node(makeFen(start.toSetup()));
  remark(root, game.comments);
  const copy = (from, to) => {
    for (const { data, children } of from.children) {
      const child = to.playSan(data.san);
      if (!child) continue;
      child.nags = data.nags ?? [];
      child.before = (data.startingComments ?? []).map((text) => parseComment(text).text).join(' ');
      remark(child, data.comments);
      copy({ children }, child);
    }
  };
  copy(game.moves, root);
  return root;
}

/** Puts the comments of a move beside it, their arrows and squares apart. */
function remark(node, comments = []) {
  const parsed = comments.map((text) => parseComment(text.replace(/\s+/g, ' ')));
  node.comment = parsed.map(({ text }) => text.replace(/\s+/g, ' ').trim()).filter(Boolean).join(' ');
  node.shapes = parsed.flatMap(({ shapes }) => shapes);
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

  /** Goes back a move and forgets it. */
  takeBack() {
    const { parent } = this.node;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(this.node), 1);
    this.#to(parent);
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
