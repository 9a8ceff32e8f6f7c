// A game: its rules, where it starts, and a tree of moves and rolls with one place in it. Positions come from
// the server, and are kept.

import { post } from './api.js';
import { ruleRequest } from './settings.js';

/** comment: after the move; before: before it; glyphs: as in PGN, 1 is "!". */
const newNode = (move, parent) => ({ move, parent, children: [], comment: '', before: '', glyphs: [] });

export class Game {
  /** `subject` as in settings.js; `start` is a position's text, or null for the start of the rules. */
  constructor(subject, start = null) {
    this.subject = subject;
    this.start = start;
    this.root = newNode(null, null);
    this.node = this.root;
    this.position = null;
    this.known = new Map();
  }

  /** The nodes from the first move to `node`. */
  path(node = this.node) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  moves(node = this.node) {
    return this.path(node).map((at) => at.move);
  }

  request(node = this.node) {
    return { ...ruleRequest(this.subject), position: this.start, moves: this.moves(node) };
  }

  async positionAt(node) {
    if (!this.known.has(node)) this.known.set(node, await post('/position', this.request(node)));
    return this.known.get(node);
  }

  /** Goes to a node; the place changes only if the server agrees. */
  async goTo(node) {
    this.position = await this.positionAt(node);
    this.node = node;
    return this.position;
  }

  /** Plays a move or a roll: along the tree if it is there, as a new variation if not. */
  async play(move) {
    const old = this.node.children.find((child) => child.move === move);
    if (old) return this.goTo(old);
    const parent = this.node;
    const child = newNode(move, parent);
    this.position = await this.positionAt(child);
    parent.children.push(child);
    this.node = child;
    return this.position;
  }

  back() {
    return this.node.parent ? this.goTo(this.node.parent) : this.position;
  }

  forward() {
    return this.node.children.length > 0 ? this.goTo(this.node.children[0]) : this.position;
  }

  /** The end of the line that goes through the current place. */
  end() {
    let node = this.node;
    while (node.children.length > 0) node = node.children[0];
    return node;
  }

  last() {
    return this.goTo(this.end());
  }

  /** Removes a node and what follows it. */
  async remove(node) {
    if (!node.parent) return;
    if (this.path().includes(node)) await this.goTo(node.parent);
    node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  /** Makes the variation with this node the main line. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
    }
  }

  /** Appends moves without asking the server for each; `goTo` checks them. */
  extend(moves, node = this.root) {
    for (const move of moves) {
      let child = node.children.find((at) => at.move === move);
      if (!child) {
        child = newNode(move, node);
        node.children.push(child);
      }
      node = child;
    }
    return node;
  }

  /** The whole game as the server's files have it: a list in which each move has the place of the one before it. */
  tree() {
    const list = [], places = new Map([[this.root, -1]]);
    const add = (node) => {
      for (const child of node.children) {
        const { move, comment, before, glyphs } = child;
        places.set(child, list.length);
        list.push({ move, parent: places.get(node), comment, before, glyphs });
        add(child);
      }
    };
    add(this.root);
    return { comment: this.root.comment, tree: list };
  }

  /** The other way. */
  static fromTree(subject, start, { comment, tree }) {
    const game = new Game(subject, start), nodes = [];
    game.root.comment = comment;
    for (const { move, parent: place, ...more } of tree) {
      const parent = nodes[place] ?? game.root, node = Object.assign(newNode(move, parent), more);
      parent.children.push(node);
      nodes.push(node);
    }
    return game;
  }

  toJSON() {
    const pack = ({ move, comment, children, before, glyphs }) => [move, comment, children.map(pack), before, glyphs];
    const place = this.path().map((node) => node.parent.children.indexOf(node));
    return { subject: this.subject, start: this.start, tree: pack(this.root), place };
  }

  static fromJSON({ subject, start, tree, place }) {
    const game = new Game(subject, start);
    const unpack = ([move, comment, children, before = '', glyphs = []], parent) => {
      const node = Object.assign(newNode(move, parent), { comment, before, glyphs });
      node.children = children.map((child) => unpack(child, node));
      return node;
    };
    game.root = unpack(tree, null);
    game.node = place.reduce((node, index) => node.children[index] ?? node, game.root);
    return game;
  }
}
