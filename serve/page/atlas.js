// All measured rule sets as a map: how they are balanced, and how long their games are.

import { get, rulesOf, ruleSets } from './api.js';
import { Board } from './board.js';
import { scatter, seriesKey } from './chart.js';
import { h } from './dom.js';
import { score } from './names.js';
import { address, goTo } from './route.js';
import { familyOrder, t, word } from './words.js';

export class Atlas {
  constructor() {
    this.element = h('section', { class: 'atlas-box' });
    this.board = new Board();
  }

  async open() {
    const [{ points }, sets] = await Promise.all([get('/atlas'), ruleSets()]);
    this.element.replaceChildren(h('h2', {}, t('atlas')), h('p', { class: 'quiet' }, t('atlas_caption')));
    if (points.length === 0) return this.element.append(h('p', {}, t('atlas_empty')));
    const familyOf = (id) => sets.find((set) => set.id === id)?.family;
    const card = h('div', { class: 'atlas-card' }, h('p', { class: 'quiet' }, t('atlas_hint')));
    const shown = points.filter((point) => Number.isFinite(point.value) && point.plies > 0).map((point) => ({
      ...point, x: point.value, y: point.plies, size: point.legal_moves, series: Math.max(0, familyOrder.indexOf(familyOf(point.rules))),
      label: t('atlas_point', { title: point.title, ...numbers(point) })
    }));
    this.element.append(h('div', { class: 'atlas-row' },
      h('div', {}, scatter(shown, {
        label: t('atlas'), xLabel: t('atlas_x'), yLabel: t('atlas_y'), onPoint: (point) => this.tell(point, card),
        onPick: ({ rules, changes }) => goTo('learn', { rules, changes: changes.join('\n') })
      }), seriesKey(familyOrder.map((family) => word('family ' + family)))), card));
  }

  async tell(point, card) {
    if (this.told === point) return;
    this.told = point;
    const { rules, changes } = point;
    const { position } = await rulesOf({ rules, changes });
    if (this.told !== point) return;
    this.board.show(position.picture);
    card.replaceChildren(h('h3', {}, h('a', { href: address('learn', { rules, changes: changes.join('\n') }) }, point.title)),
      changes.length > 0 ? h('p', { class: 'quiet' }, changes.join(', ')) : '',
      h('div', { class: 'small-board' }, this.board.element),
      h('p', {}, t('measured_score', inHundred(point))),
      point.legal_moves > 0 ? h('p', {}, t('atlas_decisions', { choices: Math.round(point.choices), moves: Math.round(point.legal_moves) })) : '',
      h('p', { class: 'quiet' }, t('atlas_numbers', { ...numbers(point), games: Math.round(point.games), folder: point.folder })));
  }
}

/** The same, in points of 100. */
function inHundred({ player, value, low, high }) {
  const points = (share) => Math.round(100 * share);
  return { side: word(player), value: points(value), low: points(low), high: points(high) };
}

/** A point's numbers for texts. */
function numbers({ player, value, low, high, plies }) {
  return { side: word(player), value: score(value), low: score(low), high: score(high), plies: Math.round(plies) };
}
