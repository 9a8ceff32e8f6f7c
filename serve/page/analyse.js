// The tab for analysis: a board with the engine, a tree of variations with comments, files and links.

import { post, rulesOf } from './api.js';
import { Dice } from './dice.js';
import { button, download, h, openFile, select } from './dom.js';
import { Editor } from './editor.js';
import { Engine } from './engine.js';
import { Game } from './game.js';
import { moveWords, stateWords } from './names.js';
import { ruleList } from './picker.js';
import { address, gameLink, goTo, linkedGame } from './route.js';
import { currentSubject, load, ruleRequest, save, setSubject } from './settings.js';
import { announce } from './speech.js';
import { Table } from './table.js';
import { marks, moveTree, showCurrent } from './tree.js';
import { t } from './words.js';

/** The formats of files, with the ends of their names. */
const endings = { text: 'pgn', csv: 'csv', otg: 'otg', lines: 'txt' };

export class Analyse {
  constructor() {
    this.engine = new Engine({ onChange: () => this.mark(), onPlay: (move) => this.move(move) });
    this.table = new Table({ onMove: (move) => this.move(move), request: () => this.game.request() });
    this.dice = new Dice((roll) => this.move(roll));
    this.table.element.querySelector('.under-board').prepend(this.dice.element);
    this.head = h('div', { class: 'bar' });
    this.message = h('p', { class: 'problem', hidden: true });
    this.movesBox = h('div', { class: 'moves-box' });
    this.comment = h('textarea', { rows: 1, placeholder: t('comment'), 'aria-label': t('comment'), onchange: () => this.annotate() });
    this.glyph = select([['', '–'], ...marks.map(([number, text]) => [String(number), text])], '', () => this.annotate(),
      { 'aria-label': t('mark_of_move'), title: t('mark_of_move') });
    const step = (label, name, go) => button(label, () => this.go(go), { 'aria-label': t(name), title: t(name) });
    this.steps = h('div', { class: 'buttons steps' }, step('«', 'first_move', () => this.game.goTo(this.game.root)),
      step('‹', 'back', () => this.game.back()), step('›', 'forward', () => this.game.forward()),
      step('»', 'last_move', () => this.game.last()),
      this.remove = button(t('remove_variation'), () => this.go(() => this.game.remove(this.game.node))),
      this.promote = button(t('promote'), () => this.go(() => this.game.promote(this.game.node))));
    this.files = h('div', { class: 'buttons' },
      button(t('edit_position'), () => this.edit()), button(t('open_game'), () => this.openGame()),
      h('span', { class: 'joined' }, button(t('save_game'), () => this.saveGame()), this.format = select(
        Object.keys(endings).map((format) => [format, t('format_' + format)]), 'text', () => {}, { 'aria-label': t('format') })),
      button(t('copy_link'), () => this.copyLink()), button(t('flip'), () => this.table.board.flip(!this.table.board.flipped)));
    this.desk = h('div', { class: 'with-side' }, this.table.element, h('aside', { class: 'side' },
      this.engine.element, this.movesBox, h('div', { class: 'annotation' }, this.comment, this.glyph), this.steps, this.files));
    this.place = h('div', {}, this.desk);
    this.element = h('div', {}, this.head, this.message, this.place);
    this.onKey = (event) => this.key(event);
  }

  async open(parameters) {
    document.removeEventListener('keydown', this.onKey);
    document.addEventListener('keydown', this.onKey);
    this.message.hidden = true;
    const linked = linkedGame(parameters), saved = load('analysis');
    if (linked && this.game && address('analyse', gameLink(this.game)) === location.hash) return this.show();
    if (linked) {
      await this.start(linked.subject, linked.start, linked.moves, linked.ply);
      if (linked.hash && linked.hash !== this.game.hash) this.warn(t('rules_changed'));
    }
    else if (this.game) this.show();
    else if (saved) await this.restore(saved);
    else await this.start(currentSubject());
  }

  close() {
    this.engine.stop();
    document.removeEventListener('keydown', this.onKey);
  }

  async restore(saved) {
    try {
      const game = Game.fromJSON(saved);
      await game.goTo(game.node);
      await this.use(game);
    } catch {
      save('analysis', null);
      await this.start(currentSubject());
    }
  }

  async start(subject, start = null, moves = [], ply = null) {
    const game = new Game(subject, start), end = game.extend(moves);
    await game.goTo(ply === null ? end : [game.root, ...game.path(end)][ply] ?? end);
    setSubject(subject);
    await this.use(game);
  }

  async use(game) {
    this.place.replaceChildren(this.desk);  // a position that was being edited is left
    game.hash = (await rulesOf(ruleRequest(game.subject))).hash;
    this.game = game;
    this.offerFormats(game.subject);
    this.show();
  }

  warn(text) {
    this.message.hidden = false;
    this.message.textContent = text;
  }

  async move(move) {
    await this.go(() => this.game.play(move), true);
    const played = this.game.position.played.at(-1);
    if (played) announce(moveWords(this.game.position, played));
  }

  /** Offers the formats that can say these rules. */
  async offerFormats(subject) {
    const { formats } = await post('/games/formats', ruleRequest(subject));
    if (subject !== this.game.subject) return;
    for (const option of this.format.options) option.hidden = option.disabled = !formats.includes(option.value);
    if (!formats.includes(this.format.value)) this.format.value = 'text';
  }

  /** Does something with the game, and shows where it is then. */
  async go(action, slide = false) {
    try {
      await action();
      this.show(slide);
    } catch (error) {
      this.table.say(error.message, true);
    }
  }

  show(slide = false) {
    const { game } = this, { position } = game;
    this.drawHead();
    this.table.show(position, { active: true, slide });
    if (position.node === 'chance') this.dice.ask(position, 'by hand');
    else this.dice.hide();
    this.movesBox.replaceChildren(moveTree(game, (node) => this.go(() => game.goTo(node))));
    showCurrent(this.movesBox);
    this.comment.value = game.node.comment;
    const [glyph = ''] = game.node.glyphs;
    this.glyph.value = marks.some(([number]) => number === glyph) ? String(glyph) : '';
    this.glyph.disabled = this.remove.disabled = !game.node.parent;
    this.promote.hidden = game.path().every((node) => node.parent.children[0] === node);
    save('analysis', game.toJSON());
    goTo('analyse', gameLink(game), true);
    this.engine.think(position, game.request());
  }

  async drawHead() {
    const { subject } = this.game, { changes } = subject;
    const list = await ruleList(subject, (next) => this.go(() => this.start(next)), t('rule_set'));
    this.head.replaceChildren(list, changes.length > 0 ? h('span', { class: 'quiet' }, changes.join(', ')) : '');
  }

  /** Draws the engine's arrows without touching what the reader is doing. */
  mark() {
    if (!this.table.position) return;
    this.table.view.arrows = this.engine.arrows();
    this.table.view.heat = this.engine.heat();
    this.table.draw();
  }

  key(event) {
    if (event.target.closest('input, textarea, select, dialog') || !this.desk.isConnected) return;
    const action = { ArrowLeft: () => this.game.back(), ArrowRight: () => this.game.forward(),
      Home: () => this.game.goTo(this.game.root), End: () => this.game.last() }[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.go(async () => {
      await action();
      announce(`${this.game.node.move ?? t('start')}. ${stateWords(this.game.position)}`);
    });
  }

  annotate() {
    const { node } = this.game, glyph = Number(this.glyph.value);
    node.comment = this.comment.value;
    if (node.parent) node.glyphs = glyph ? [glyph] : node.glyphs.filter((number) => number > marks.length);
    this.movesBox.replaceChildren(moveTree(this.game, (node) => this.go(() => this.game.goTo(node))));
    save('analysis', this.game.toJSON());
  }

  async edit() {
    const { subject, position } = this.game, { family } = await rulesOf(ruleRequest(subject));
    this.engine.stop();
    const leave = () => this.place.replaceChildren(this.desk);
    const editor = new Editor({
      onUse: async (text) => {
        leave();
        await this.go(() => this.start(subject, text));
      },
      onCancel: leave
    });
    this.place.replaceChildren(editor.element);
    await editor.open(subject, family, position);
  }

  async openGame() {
    const file = await openFile('.pgn,.txt,.game,.csv,.otg,text/plain,text/csv');
    if (file === null) return;
    this.message.hidden = true;
    try {
      const request = { ...file, ...ruleRequest(this.game.subject) };
      let read = await post('/games/read', request);
      if (read.games.length > 1) {
        const number = await chooseGame(read.games);
        if (number === null) return;
        read = await post('/games/read', { ...request, game: number });
      }
      const { rules, toml, changes, position, problem } = read;
      const game = Game.fromTree({ rules: rules ?? 'file', toml, changes }, position, read);
      await game.goTo(game.end());
      setSubject(game.subject);
      await this.use(game);
      if (problem) this.warn(t('left_out', { problem }));
    } catch (error) {
      this.warn(error.message);
    }
  }

  async saveGame() {
    try {
      const format = this.format.value, headers = [['Date', new Date().toISOString().slice(0, 10)]];
      const { text } = await post('/games/write', { ...this.game.request(this.game.root), ...this.game.tree(), headers, format });
      download(`${this.game.subject.rules}.${endings[format]}`, text);
    } catch (error) {
      this.table.say(error.message, true);
    }
  }

  async copyLink() {
    await navigator.clipboard.writeText(location.href);
    this.table.say(t('link_copied'));
    announce(t('link_copied'));
  }
}

/** A dialog with the games of a file; gives the number of one, or null. */
function chooseGame(titles) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'chooser', 'aria-label': t('which_game'), onclose: () => {
      dialog.remove();
      resolve(dialog.returnValue ? Number(dialog.returnValue) : null);
    } }, h('form', { method: 'dialog' }, h('p', {}, t('which_game')),
      h('div', { class: 'chooser-moves' }, titles.map((title, i) => h('button', { value: String(i + 1) }, `${i + 1}. ${title}`))),
      h('button', { value: '', class: 'plain' }, t('cancel'))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
