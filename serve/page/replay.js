// A stored game on a board: step by step or by itself, with a way to the analysis.

import { get, rulesOf } from './api.js';
import { button, h } from './dom.js';
import { Game } from './game.js';
import { outcome } from './games.js';
import { moveWords, stateWords } from './names.js';
import { address, gameLink, runPath } from './route.js';
import { ruleRequest } from './settings.js';
import { announce } from './speech.js';
import { Table } from './table.js';
import { moveTree, showCurrent } from './tree.js';
import { t, word } from './words.js';

const perMove = 900;  // milliseconds

export class Replay {
  constructor() {
    this.table = new Table({ onMove: () => {}, request: () => this.game.request() });
    this.head = h('div', {});
    this.moves = h('div', { class: 'moves-box' });
    const step = (label, name, go) => button(label, () => this.go(go), { 'aria-label': t(name), title: t(name) });
    this.player = button('', () => this.timer ? this.pause() : this.play());
    this.analyse = h('a', { class: 'to-analysis' }, t('to_analysis'));
    this.steps = h('div', { class: 'buttons steps' }, step('«', 'first_move', () => this.game.goTo(this.game.root)),
      step('‹', 'back', () => this.game.back()), this.player, step('›', 'forward', () => this.game.forward()),
      step('»', 'last_move', () => this.game.last()), button(t('flip'), () => this.table.board.flip(!this.table.board.flipped)), this.analyse);
    this.desk = h('div', {}, this.table.element, this.steps, this.moves);
    this.message = h('p', { class: 'problem', hidden: true });
    this.element = h('section', { class: 'replay', hidden: true, 'aria-label': t('replay'), onkeydown: (event) => this.key(event) },
      this.head, this.message, this.desk);
    this.pause();
  }

  hide() {
    this.pause();
    this.id = null;
    this.element.hidden = true;
  }

  async open(run, id) {
    const key = `${run} ${id}`;
    if (this.id === key) return;
    this.pause();
    this.id = key;
    try {
      const stored = await get(`${runPath(run)}/games/${encodeURIComponent(id)}`);
      const { rules, changes, toml } = stored, subject = { rules, changes, toml };
      await rulesOf(ruleRequest(subject));  // learns the names of sides and endings
      const game = new Game(subject, stored.position);
      game.extend(stored.moves);
      await game.goTo(game.root);
      if (this.id !== key) return;
      this.game = game;
      this.drawHead(stored);
      this.say('');
      this.show();
    } catch (error) {
      if (this.id !== key) return;
      this.id = null;
      this.head.replaceChildren();
      this.say(error.message);
      this.desk.hidden = true;
    }
    this.element.hidden = false;
  }

  drawHead(stored) {
    const { number, title, first, second, sides } = stored;
    const side = (i, name) => name && h('p', { class: 'quiet' }, `${word(sides[i])}: ${word(name)}`);
    this.head.replaceChildren(...[h('h3', {}, `${t('game_n', { n: number })} · ${title}`), side(0, first), side(1, second),
      h('p', {}, outcome(stored))].filter(Boolean));
  }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
    this.desk.hidden = false;
  }

  async go(action, slide = false) {
    this.pause();
    await this.step(action, slide);
    const played = this.game.position.played.at(-1);
    announce(played ? moveWords(this.game.position, played) : `${t('start')}. ${stateWords(this.game.position)}`);
  }

  async step(action, slide) {
    try {
      await action();
      this.show(slide);
    } catch (error) {
      this.pause();
      this.say(error.message);
    }
  }

  show(slide = false) {
    const { game } = this;
    this.table.show(game.position, { active: false, slide });
    this.moves.replaceChildren(moveTree(game, (node) => this.go(() => game.goTo(node))));
    showCurrent(this.moves);
    this.analyse.href = address('analyse', {
      ...gameLink(game), moves: game.moves(game.end()).join(' '), ply: String(game.path().length)
    });
  }

  async play() {
    if (this.game.node.children.length === 0) await this.step(() => this.game.goTo(this.game.root), false);
    this.timer = setInterval(async () => {
      if (document.hidden || this.stepping) return;
      this.stepping = true;
      await this.step(() => this.game.forward(), true);
      this.stepping = false;
      if (this.game.node.children.length === 0) this.pause();
    }, perMove);
    this.player.textContent = t('pause');
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.player.textContent = t('play_on');
  }

  key(event) {
    if (event.target.closest('.board, input, select') || event.ctrlKey || event.altKey || event.metaKey || !this.game) return;
    const action = { ArrowLeft: () => this.game.back(), ArrowRight: () => this.game.forward(),
      Home: () => this.game.goTo(this.game.root), End: () => this.game.last() }[event.key];
    if (!action) return;
    event.preventDefault();
    this.go(action);
  }
}
