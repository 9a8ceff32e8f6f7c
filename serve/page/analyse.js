// The tab for analysis: a board with the engine, a tree of variations with comments, files and links.

import { post, rulesOf } from './api.js';
import { Dice } from './dice.js';
import { button, download, h, openFile } from './dom.js';
import { Editor } from './editor.js';
import { Engine } from './engine.js';
import { Game } from './game.js';
import { moveWords, stateWords } from './names.js';
import { ruleList } from './picker.js';
import { address, gameLink, goTo, linkedGame } from './route.js';
import { currentSubject, load, ruleRequest, save, setSubject } from './settings.js';
import { announce } from './speech.js';
import { Table } from './table.js';
import { moveTree, showCurrent } from './tree.js';
import { t } from './words.js';

export class Analyse {
  constructor() {
    this.engine = new Engine({ onChange: () => this.mark(), onPlay: (move) => this.move(move) });
    this.table = new Table({ onMove: (move) => this.move(move), request: () => this.game.request() });
    this.dice = new Dice((roll) => this.move(roll));
    this.table.element.querySelector('.under-board').prepend(this.dice.element);
    this.head = h('div', { class: 'bar' });
    this.message = h('p', { class: 'problem', hidden: true });
    this.movesBox = h('div', { class: 'moves-box' });
    this.comment = h('input', { type: 'text', placeholder: t('comment'), 'aria-label': t('comment'), onchange: () => this.setComment() });
    const step = (label, name, go) => button(label, () => this.go(go), { 'aria-label': t(name), title: t(name) });
    this.steps = h('div', { class: 'buttons steps' }, step('«', 'first_move', () => this.game.goTo(this.game.root)),
      step('‹', 'back', () => this.game.back()), step('›', 'forward', () => this.game.forward()),
      step('»', 'last_move', () => this.game.last()),
      this.remove = button(t('remove_variation'), () => this.go(() => this.game.remove(this.game.node))),
      this.promote = button(t('promote'), () => this.go(() => this.game.promote(this.game.node))));
    this.files = h('div', { class: 'buttons' },
      button(t('edit_position'), () => this.edit()), button(t('open_game'), () => this.openGame()),
      button(t('save_game'), () => this.saveGame()), button(t('copy_link'), () => this.copyLink()),
      button(t('flip'), () => this.table.board.flip(!this.table.board.flipped)));
    this.desk = h('div', { class: 'with-side' }, this.table.element, h('aside', { class: 'side' },
      this.engine.element, this.movesBox, this.comment, this.steps, this.files));
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
    if (linked) await this.start(linked.subject, linked.start, linked.moves, linked.ply);
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
      this.game = game;
      this.show();
    } catch {
      save('analysis', null);
      await this.start(currentSubject());
    }
  }

  async start(subject, start = null, moves = [], ply = null) {
    const game = new Game(subject, start), end = game.extend(moves);
    await game.goTo(ply === null ? end : [game.root, ...game.path(end)][ply] ?? end);
    this.game = game;
    setSubject(subject);
    this.show();
  }

  async move(move) {
    await this.go(() => this.game.play(move), true);
    const played = this.game.position.played.at(-1);
    if (played) announce(moveWords(this.game.position, played));
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
    this.comment.disabled = this.remove.disabled = !game.node.parent;
    this.promote.hidden = game.path().every((node) => node.parent.children[0] === node);
    save('analysis', game.toJSON());
    goTo('analyse', gameLink(game), true);
    this.engine.think(position, game.request());
  }

  async drawHead() {
    const { rules, changes } = this.game.subject;
    const list = await ruleList(rules, (subject) => this.go(() => this.start(subject)), t('rule_set'));
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

  setComment() {
    this.game.node.comment = this.comment.value;
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
    const text = await openFile('.pgn,.txt,text/plain');
    if (text === null) return;
    try {
      const read = await post('/games/read', { text });
      const subject = read.rules ? subjectOf(read.rules) : this.game.subject;
      await this.start(subject, read.position, read.moves);
      this.game.path().forEach((node, i) => { node.comment = read.comments?.[i] ?? ''; });
      this.show();
    } catch (error) {
      this.message.hidden = false;
      this.message.textContent = error.message;
    }
  }

  async saveGame() {
    try {
      const end = this.game.end();
      const comments = this.game.path(end).map(({ comment }) => comment);
      const { text } = await post('/games/write', { ...this.game.request(end), comments, headers: [['Date', new Date().toISOString().slice(0, 10)]] });
      download(`${this.game.subject.rules}.pgn`, text);
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

/** Records write changed rules as "helmfrid-9{king.armed=none,escape=edge}". */
function subjectOf(text) {
  const [, rules, changes] = /^([^{]*)(?:\{(.*)\})?$/.exec(text);
  return { rules, toml: null, changes: changes ? changes.split(/,(?![^[]*\])/) : [] };
}
