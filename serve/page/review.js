// After a game: what the engine thinks of each position, as a curve, with the moves that changed most.

import { stream } from './api.js';
import { curve } from './chart.js';
import { button, h } from './dom.js';
import { moveText, rollText, score } from './names.js';
import { moveNumbers } from './tree.js';
import { t, word } from './words.js';

const secondsEach = 0.4, turningPoints = 3, leastTurn = 0.1;

export class Review {
  /** onPick(node): the reader wants to see that position. */
  constructor(game, onPick) {
    this.game = game;
    this.onPick = onPick;
    this.element = h('section', { class: 'review panel' });
    this.stop = new AbortController();
  }

  async run() {
    const { game } = this;
    this.nodes = [game.root, ...game.path()];
    this.values = this.nodes.map(() => null);
    this.draw(0);
    for (let i = 0; i < this.nodes.length && !this.stop.signal.aborted; ++i) {
      const position = await game.positionAt(this.nodes[i]);
      if (position.node === 'terminal') {
        this.values[i] = position.winner === null ? 0.5 : 1 - position.winner;
      } else if (position.node === 'decision') {
        try {
          await stream('/analysis', { ...game.request(this.nodes[i]), seconds: secondsEach }, {
            done: ({ value }) => { this.values[i] = value; }
          }, this.stop.signal);
        } catch (error) {
          if (this.stop.signal.aborted) return;
          this.element.append(h('p', { class: 'problem' }, error.message));
          return;
        }
      }
      this.draw(i + 1);
    }
  }

  close() {
    this.stop.abort();
    this.element.remove();
  }

  names() {
    const numbers = moveNumbers(this.game);
    return this.nodes.map((node, i) => {
      if (i === 0) return t('start');
      const text = word(rollText(moveText(node.move)));
      return numbers ? `${Math.ceil(i / 2)}${i % 2 === 1 ? '.' : '…'} ${text}` : `${i}: ${text}`;
    });
  }

  /** The plies after which the value changed most, in the order of the game. */
  turns() {
    const changes = [];
    let before = null;
    this.values.forEach((value, i) => {
      if (value === null) return;
      if (before !== null) changes.push({ ply: i, before, after: value, size: Math.abs(value - before) });
      before = value;
    });
    return changes.filter(({ size }) => size >= leastTurn).sort((a, b) => b.size - a.size).slice(0, turningPoints)
      .sort((a, b) => a.ply - b.ply);
  }

  pick(i) {
    this.current = i;
    this.draw(this.seen);
    this.onPick(this.nodes[i]);
  }

  draw(seen) {
    this.seen = seen;
    const turns = this.turns(), names = this.names(), first = word(this.game.position.players[0]);
    this.element.replaceChildren(
      h('h3', {}, t('review')),
      h('p', { class: 'quiet' }, seen < this.nodes.length ? t('reviewing', { n: seen, of: this.nodes.length }) :
        t(turns.length > 0 ? 'review_caption' : 'review_caption_even', { side: first })),
      curve(this.values, {
        current: this.current, marked: new Set(turns.map(({ ply }) => ply)), label: t('review_caption', { side: first }),
        onPick: (i) => this.pick(i), names
      }),
      turns.length > 0 && h('ul', { class: 'plain-list' }, turns.map(({ ply, before, after }) => h('li', {},
        button(names[ply], () => this.pick(ply), { class: 'link' }), ` ${score(before)} → ${score(after)}`))) || '');
  }
}
