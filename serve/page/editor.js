// Edits a position: pieces from a palette onto the board, the side to move, and the text itself, which the server
// checks at once.

import { families, post } from './api.js';
import { Board, pieceGlyph, squareNames } from './board.js';
import { button, choice, field, h, redraw } from './dom.js';
import { lookName } from './names.js';
import { ruleRequest } from './settings.js';
import { t, word } from './words.js';

/** As position texts write the side to move: a, d, w, b. */
const sideLetter = (player) => player[0].toLowerCase();
const checkAfter = 250;  // milliseconds without a key

/** The rows of a picture as position texts have them. */
function rowsText(picture) {
  const rows = [];
  for (let row = 0; row < picture.rows; ++row) {
    let text = '', empty = 0;
    const flush = () => {
      if (empty > 0) text += empty;
      empty = 0;
    };
    for (const { exists, pieces } of picture.squares.slice(row * picture.columns, (row + 1) * picture.columns)) {
      if (exists && pieces.length === 0) {
        ++empty;
        continue;
      }
      flush();
      const texts = pieces.map((piece) => picture.looks[piece].text).join('');
      text += !exists ? '_' : pieces.length > 1 ? `(${texts})` : texts;
    }
    flush();
    rows.push(text);
  }
  return rows.join('/');
}

export class Editor {
  constructor({ onUse, onCancel }) {
    this.onUse = onUse;
    this.onCancel = onCancel;
    this.board = new Board({ pick: (name) => this.put(name) });
    this.palette = h('div', { class: 'palette', role: 'group', 'aria-label': t('palette') });
    this.text = h('input', { type: 'text', class: 'position-text', spellcheck: 'false', oninput: () => this.typed() });
    this.problem = h('p', { class: 'status', role: 'status' });
    this.sides = h('div', {});
    this.fields = h('div', { class: 'position-fields' });
    this.help = h('pre', {});
    this.use = button(t('use_position'), () => this.onUse(this.text.value), { class: 'main' });
    this.element = h('div', { class: 'with-side editor' },
      h('div', { class: 'table' }, h('div', { class: 'board-box' }, this.board.element), this.problem),
      h('aside', { class: 'side' }, h('h2', {}, t('edit_position')), this.palette, this.sides, this.fields, field(t('position_text'), this.text),
        h('div', { class: 'buttons' }, this.use, button(t('empty_board'), () => this.clear()), button(t('cancel'), () => this.onCancel())),
        h('details', {}, h('summary', {}, t('notation_help')), this.help)));
  }

  async open(subject, family, position) {
    this.subject = subject;
    this.players = position.players;
    this.showFields(position.fields);
    this.held = 0;
    this.picture = structuredClone(position.picture);
    this.text.value = position.position;
    this.draw();
    await this.check();
    this.help.textContent = (await families()).find(({ name }) => name === family)?.notation ?? '';
  }

  rest() {
    return this.text.value.trim().split(/\s+/).slice(1);
  }

  put(name) {
    const square = this.picture.squares[squareNames(this.picture).indexOf(name)];
    const stacks = this.picture.stacks !== 'none';
    if (this.held === null) square.pieces = stacks ? square.pieces.slice(0, -1) : [];
    else if (stacks) square.pieces = [...square.pieces, this.held];
    else square.pieces = square.pieces[0] === this.held ? [] : [this.held];
    this.write();
  }

  clear() {
    for (const square of this.picture.squares) square.pieces = [];
    this.write();
  }

  setSide(side) {
    const [, ...others] = this.rest();
    this.text.value = [rowsText(this.picture), sideLetter(this.players[side]), ...others].join(' ');
    this.check();
  }

  /** Counters and the like, which the text has after the side to move. */
  showFields(fields) {
    this.inputs = fields.map(({ key, words, example }) => [key, h('input', { type: 'text', size: 8, placeholder: example, 'data-key': key,
      autocomplete: 'off', spellcheck: 'false', 'aria-label': words, oninput: () => this.setField(key) })]);
    this.fields.replaceChildren(...fields.map(({ words }, i) => field(words, this.inputs[i][1])));
  }

  setField(key) {
    const value = this.inputs.find(([name]) => name === key)[1].value.trim();
    const [rows, ...parts] = this.text.value.trim().split(/\s+/), at = parts.findIndex((part) => part.startsWith(`${key}=`));
    parts.splice(at < 0 ? parts.length : at, at < 0 ? 0 : 1, ...value ? [`${key}=${value}`] : []);
    this.text.value = [rows, ...parts].join(' ');
    this.typed();
  }

  /** What the text says, except where somebody is typing. */
  drawFields() {
    const parts = this.rest();
    for (const [key, input] of this.inputs) {
      if (input === document.activeElement) continue;
      input.value = parts.find((part) => part.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';
    }
  }

  write() {
    this.text.value = [rowsText(this.picture), ...this.rest()].join(' ');
    this.draw();
    this.check();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(true), checkAfter);
  }

  /** Asks the server; if `redraw`, its board replaces the one being edited. */
  async check(redraw = false) {
    const asked = this.text.value;
    try {
      const position = await this.ask(asked);
      if (asked !== this.text.value) return;
      this.text.value = position.start;
      if (redraw) this.picture = structuredClone(position.picture);
      this.say('', true);
    } catch (error) {
      if (asked === this.text.value) this.say(error.message, false);
    }
    this.draw();
  }

  /** Pieces that were moved by hand have lost their rights (to castle, to a double step): without them if need be. */
  async ask(text) {
    const request = (position) => post('/position', { ...ruleRequest(this.subject), position });
    try {
      return await request(text);
    } catch (error) {
      const [rows, side, ...others] = text.trim().split(/\s+/);
      const bare = [rows, side, ...others.map((part) => part.includes('=') ? part : '-')].join(' ');
      if (bare === text) throw error;
      return request(bare).catch(() => { throw error; });
    }
  }

  say(text, isLegal) {
    this.problem.textContent = text || t('position_fine');
    this.problem.classList.toggle('problem', !isLegal);
    this.use.disabled = !isLegal;
  }

  draw() {
    const { picture } = this;
    this.board.show(picture);
    const hold = (piece) => () => {
      this.held = piece;
      this.draw();
    };
    const focus = this.palette.contains(document.activeElement) ? [...this.palette.children].indexOf(document.activeElement) : -1;
    this.palette.replaceChildren(...picture.looks.map((look, piece) => button(pieceGlyph(picture, look), hold(piece),
      { 'aria-label': lookName(picture, look), title: lookName(picture, look), 'aria-pressed': String(this.held === piece) })),
    button('⌫', hold(null), { 'aria-label': t('remove_piece'), title: t('remove_piece'), 'aria-pressed': String(this.held === null) }));
    if (focus >= 0) this.palette.children[focus].focus();
    const sides = this.players.map((name, side) => [side, word(name)]);
    const side = this.players.findIndex((name) => sideLetter(name) === this.rest()[0]);
    this.drawFields();
    redraw(this.sides, choice(t('side_to_move'), sides, side, (side) => this.setSide(side)));
  }
}
