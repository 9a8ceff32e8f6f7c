// The panel of a guided first game: the goal, what to do now, and what has just happened.

import { h } from './dom.js';
import { moveWords, playerName } from './names.js';
import { t } from './words.js';

export class Guide {
  constructor(rules, side) {
    this.rules = rules;
    this.side = side;
    this.element = h('section', { class: 'guide panel', 'aria-label': t('guide') });
  }

  /** `ending`: how the game ended, or null. */
  show(position, ending) {
    const goal = this.rules.words.sides[this.side];
    const lines = position.played.slice(-2).filter((move) => !move.throw).map((move) => moveWords(position, move));
    const taken = position.played.at(-1)?.captured?.length > 0;
    this.element.replaceChildren(h('h3', {}, t('guide')), ...[
      h('p', {}, t('guide_goal', { side: playerName(position, this.side), goal: goal.meaning })),
      ...lines.map((line) => h('p', { class: 'quiet' }, line)),
      taken && h('p', {}, t(position.played.at(-1).side === this.side ? 'guide_took' : 'guide_lost')),
      h('p', {}, h('b', {}, this.advice(position, ending)))
    ].filter(Boolean));
  }

  advice(position, ending) {
    if (ending) return this.meaning(position) ?? ending.words;
    if (position.to_move !== this.side) return t('guide_wait');
    if (position.node === 'chance') return t('guide_roll');
    if (position.moves.some((move) => move.squares[0] === '')) return t('guide_hand');
    return t(position.played.length < 2 ? 'guide_first' : 'guide_next');
  }

  meaning(position) {
    return this.rules.words.endings.find(({ name }) => name === position.reason)?.meaning;
  }
}
