// A board that moves are made on: selecting and dropping pieces, choosing between moves of the same squares, the
// hand beside the board, towers seen from the side, and one line that says how things stand.

import { post } from './api.js';
import { Board, markGlyph, pieceGlyph } from './board.js';
import { button, h } from './dom.js';
import { lookName, sentence, stateWords } from './names.js';
import { announce } from './speech.js';
import { t } from './words.js';

const hand = '';  // as the server names what is off the board
const canHover = matchMedia('(hover: hover)');  // a finger cannot ask what a move would take before it makes it

export class Table {
  /** onMove(text) is called with a legal move; `request` gives the game as the server reads it, to ask why a move
   *  is illegal; `describe` says how a position stands. */
  constructor({ onMove, request, describe = stateWords }) {
    this.onMove = onMove;
    this.request = request;
    this.describe = describe;
    this.board = new Board({
      pick: (name) => this.pick(name),
      grab: (name) => this.select(name),
      drag: (from, to) => this.drop(from, to),
      point: (name) => this.point(name),
      cancel: () => this.select(null)
    });
    this.status = h('p', { class: 'status' });
    this.tray = h('div', { class: 'tray', hidden: true });
    this.beside = h('p', { class: 'beside' });
    this.tower = h('div', { class: 'tower', 'aria-hidden': 'true', hidden: true });
    this.element = h('div', { class: 'table' }, h('div', { class: 'board-box' }, this.board.element, this.tower),
      h('div', { class: 'under-board' }, this.status, this.tray, this.beside));
    this.selected = null;
    this.moves = [];
  }

  /** view: {active: whether the reader may move, arrows, heat, slide, note: instead of who is to move,
   *  special: moves to mark as legal or capturing on this board only}. */
  show(position, view = {}) {
    this.position = position;
    this.view = view;
    this.moves = view.active ? position.moves : [];
    this.selected = null;
    this.pointed = null;
    const last = position.played.at(-1);
    this.last = (last?.squares ?? []).filter((name) => name !== hand);
    this.slideFrom = view.slide && last ? last.squares[0] : null;
    this.say(view.note ?? this.describe(position));
    this.beside.textContent = position.picture.beside.filter(Boolean).join('\n');
    this.draw();
    this.slideFrom = null;
    this.showTower(null);
  }

  say(text, isProblem = false) {
    this.status.textContent = text;
    this.status.classList.toggle('problem', isProblem);
  }

  /** Moves of the selected piece, narrowed by squares already chosen on its way. */
  candidates() {
    if (this.selected === null) return [];
    return this.moves.filter((move) => move.squares[0] === this.selected);
  }

  draw() {
    const candidates = this.candidates(), targets = new Map(), captures = new Set(), taking = new Map();
    for (const move of candidates) {
      const to = move.squares.at(-1);
      if (to !== hand) targets.set(to, this.view.special?.has(move.text) ? 'only' : move.captured.length > 0 ? 'capture' : 'move');
      if (move.captured.length > 0) taking.set(to, move.captured);
      if (this.pointed === to || !canHover.matches) move.captured.forEach((name) => captures.add(name));
    }
    const { arrows = [], heat = new Map() } = this.view;
    this.board.show(this.position.picture, {
      path: this.position.paths[this.position.to_move] ?? [], last: this.last, selected: this.selected, targets, taking, captures: [...captures], from: this.slideFrom,
      movable: new Set(this.moves.map((move) => move.squares[0])), arrows, heat
    });
    this.drawTray(candidates);
  }

  drawTray(candidates) {
    const enters = this.moves.some((move) => move.squares[0] === hand);
    const leaves = candidates.some((move) => move.squares.at(-1) === hand && this.selected !== hand);
    this.tray.hidden = !enters && !leaves;
    const look = this.position.picture.looks.find((at) => at.owner === this.position.to_move);
    this.tray.replaceChildren(...[
      enters && button([pieceGlyph(this.position.picture, look), t('enter_piece')], () => this.pick(hand),
        { 'aria-pressed': String(this.selected === hand) }),
      leaves && button([pieceGlyph(this.position.picture, look), t('take_home')], () => this.drop(this.selected, hand))
    ].filter(Boolean));
  }

  select(name) {
    if (this.selected === name && name !== null) return;
    this.selected = name;
    this.say(this.view.note ?? this.describe(this.position));
    this.draw();
    if (name !== null) announce(t('says_selected', { square: name || t('the_hand'), n: this.candidates().length }));
  }

  pick(name) {
    if (!this.view.active) return;
    const starts = this.moves.some((move) => move.squares[0] === name);
    if (this.selected === name) return this.select(null);
    if (this.selected !== null && this.leads(this.selected, name).length > 0) return this.drop(this.selected, name);
    if (starts) {
      this.select(name);
      const [only, ...others] = this.candidates();
      if (name === hand && others.length === 0) this.onMove(only.text);
      return;
    }
    if (this.selected !== null) return this.drop(this.selected, name);
    this.explain(name);
  }

  /** The moves from one square that end on another, or else pass it. */
  leads(from, to) {
    const moves = this.moves.filter((move) => move.squares[0] === from);
    const ending = moves.filter((move) => move.squares.at(-1) === to);
    return ending.length > 0 ? ending : moves.filter((move) => move.squares.slice(1).includes(to));
  }

  async drop(from, to) {
    const moves = this.leads(from, to);
    if (moves.length === 0) return this.explain(from, to);
    const text = moves.length === 1 ? moves[0].text : await chooseMove(moves);
    if (text) this.onMove(text);
  }

  /** Says why a piece cannot move there, or not at all. */
  async explain(from, to = null) {
    const { position } = this, cell = position.picture.squares[this.board.indices.get(from)];
    if (to === null && cell?.pieces.length === 0) return this.select(null);
    const its = to !== null || position.picture.looks[cell.pieces.at(-1)].owner === position.to_move;
    try {
      const text = !its ? t('not_yours', { square: from }) : to === null ? await this.whyImmobile(from) : await this.whyNotTo(from, to);
      if (this.position !== position || text === null) return;
      const told = position.check && its ? `${t('in_check', { check: sentence(position.check) })} ${text}` : text;
      this.say(told, true);
      announce(told);
    } catch (error) {
      this.say(error.message, true);
    }
  }

  /** Why a move is illegal; null if it is legal. */
  async whyNotTo(from, to) {
    const name = (square) => square || (square === from ? 'hand' : 'home');
    const { legal, why } = await post('/why', { ...this.request(), move: `${name(from)}-${name(to)}` });
    return legal ? null : why;
  }

  /** Why a piece of the side to move has no legal move. */
  async whyImmobile(square) {
    const takers = new Set(this.moves.map(({ squares }) => squares[0]));
    const allTake = this.moves.length > 0 && this.moves.every(({ captured }) => captured.length > 0);
    if (allTake) return t('all_capture', { square, squares: [...takers].join(', ') });
    const { why } = await post('/why', { ...this.request(), square });
    return why ? t('cannot_move_since', { square, why }) : t('cannot_move', { square });
  }

  point(name) {
    this.pointed = name;
    this.showTower(name);
    const taking = this.candidates().filter((move) => move.squares.at(-1) === name && move.captured.length > 0);
    const had = this.board.view.captures.length > 0;
    if (taking.length > 0 || had) this.draw();
    if (taking.length > 0) announce(t('would_capture', { squares: taking[0].captured.join(', ') }));
  }

  /** The pieces on a square from the side, the top one first, beside the square. */
  showTower(name) {
    const picture = this.position.picture, index = this.board.indices.get(name);
    const pieces = index === undefined ? [] : picture.squares[index].pieces;
    this.tower.hidden = pieces.length < 2;
    if (this.tower.hidden) return;
    this.tower.replaceChildren(h('ol', {}, [...pieces].reverse().map((piece) => {
      const look = picture.looks[piece];
      return h('li', { class: look.owner === picture.light ? 'light' : 'dark' }, pieceGlyph(picture, look), lookName(picture, look));
    })));
    const box = this.tower.parentElement.getBoundingClientRect(), cell = this.board.cells[index].getBoundingClientRect();
    const toTheLeft = cell.left + cell.width / 2 > box.left + box.width / 2;
    this.tower.style.left = toTheLeft ? 'auto' : `${cell.right - box.left + 6}px`;
    this.tower.style.right = toTheLeft ? `${box.right - cell.left + 6}px` : 'auto';
    this.tower.style.top = `${Math.max(0, Math.min(cell.top - box.top, box.height - this.tower.offsetHeight))}px`;
  }
}

/** A dialog with a button for each move; gives its text, or null. */
function chooseMove(moves) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'chooser', 'aria-label': t('which_move'), onclose: () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    } }, h('form', { method: 'dialog' }, h('p', {}, t('which_move')),
      h('div', { class: 'chooser-moves' }, moves.map((move) => h('button', { value: move.text }, h('b', {}, move.text),
        move.captured.length > 0 && h('span', { class: 'quiet' }, ' × ', move.captured.join(', '))))),
      h('button', { value: '', class: 'plain' }, t('cancel'))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** The kinds of pieces and marks of a picture. */
export function legend(picture) {
  const seen = new Set();
  const looks = picture.looks.filter((look) => {
    const key = look.owner + look.name;
    return !seen.has(key) && seen.add(key);
  });
  return h('ul', { class: 'legend' },
    looks.map((look) => h('li', {}, pieceGlyph(picture, look), lookName(picture, look))),
    picture.marks.map((mark) => h('li', {}, markGlyph(mark), mark.meaning)));
}
