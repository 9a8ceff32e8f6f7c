// All measured rule sets as a map: how they are balanced, and how long their games are or how much there is to decide
// in them. Each is drawn as its board.

import { get, ruleSets } from './api.js';
import { miniature } from './board.js';
import { scatter, seriesKey } from './chart.js';
import { button, field, h, s, select } from './dom.js';
import { score } from './names.js';
import { address, goTo } from './route.js';
import { familyOrder, t, word } from './words.js';

/** What the map can show upwards. */
const heights = ['plies', 'choices', 'legal_moves'];

export class Atlas {
  /** onAdd(point), if given, takes a rule set into a comparison. */
  constructor({ onAdd = null } = {}) {
    this.onAdd = onAdd;
    this.height = heights[0];
    this.letters = new Map();
    this.element = h('section', { class: 'atlas-box' });
    this.place = h('div', {});
    new ResizeObserver(() => this.draw()).observe(this.place);
  }

  async open() {
    const [{ points }, sets] = await Promise.all([get('/atlas'), ruleSets()]);
    const familyOf = (id) => sets.find((set) => set.id === id)?.family;
    this.points = points.filter((point) => Number.isFinite(point.value) && point.plies > 0).map((point) => ({
      ...point, x: point.value, series: Math.max(0, familyOrder.indexOf(familyOf(point.rules))),
      label: t('atlas_point', { title: point.title, ...numbers(point) })
    }));
    this.card = h('div', { class: 'atlas-card' }, h('p', { class: 'quiet' }, t('atlas_hint')));
    const upwards = field(t('atlas_upwards'),
      select(heights.map((name) => [name, t('atlas_' + name)]), this.height, (name) => this.showUpwards(name)));
    this.element.replaceChildren(h('h2', {}, t('atlas')), h('p', { class: 'quiet' }, t('atlas_caption')), ...sources(this.points),
      ...this.points.length === 0 ? [h('p', {}, t('atlas_empty'))] : [upwards, h('div', { class: 'atlas-row' },
        h('div', {}, this.place, seriesKey(familyOrder.map((family) => word('family ' + family)))), this.card)]);
    this.wide = 0;
    this.draw();
  }

  showUpwards(name) {
    this.height = name;
    this.wide = 0;
    this.draw();
  }

  /** Marks rule sets by letters: `letters` maps an id with its changes, as `placeOf` gives it, to one. */
  mark(letters) {
    this.letters = letters;
    this.wide = 0;
    if (this.points) this.draw();
  }

  /** Draws the map anew where it has got another width, so that its letters keep their size. */
  draw() {
    const wide = Math.round(this.place.clientWidth);
    if (wide === 0 || wide === this.wide || this.place.contains(document.activeElement)) return;
    this.wide = wide;
    const points = this.points.filter((point) => point[this.height] > 0).map((point) =>
      ({ ...point, y: point[this.height], letter: this.letters.get(placeOf(point)) }));
    this.place.replaceChildren(scatter(points, {
      label: t('atlas'), xLabel: t('atlas_x'), yLabel: t('atlas_' + this.height), wide, onPoint: (point) => this.tell(point),
      onPick: ({ rules, changes }) => goTo('learn', { rules, changes: changes.join('\n') })
    }));
  }

  tell(point) {
    const { rules, changes, board, agents, folder } = point, size = 160;
    this.card.replaceChildren(h('h3', {}, h('a', { href: address('learn', { rules, changes: changes.join('\n') }) }, point.title)),
      changes.length > 0 ? h('p', { class: 'quiet' }, changes.join(', ')) : '',
      board ? s('svg', { class: 'small-board', viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true' }, miniature(board, size / 2, size / 2, size)) : '',
      h('p', {}, t('measured_score', inHundred(point))),
      point.legal_moves > 0 ? h('p', {}, t('atlas_decisions', { choices: Math.round(point.choices), moves: Math.round(point.legal_moves) })) : '',
      h('p', { class: 'quiet' }, t('atlas_numbers', { ...numbers(point), games: Math.round(point.games) }), ' ',
        folder === null ? t('atlas_stored') : t('measured_in', { folder })),
      agents.length > 0 ? h('p', { class: 'quiet' }, t('atlas_agents'), ' ', listed(agents)) : '',
      this.onAdd && !this.letters.has(placeOf(point)) ? button(t('add_to_comparison'), ({ target }) => {
        target.remove();
        this.onAdd(point);
      }) : '');
  }
}

/** Where a rule set with changes is on the map. */
export const placeOf = ({ rules, changes }) => [rules, ...[...changes].sort()].join(' ');

/** Who played the games that come with tavlab, and how many: what the map can say. */
function sources(points) {
  const stored = points.filter(({ folder }) => folder === null);
  if (stored.length === 0) return [];
  const games = stored.map((point) => point.games), agents = [...new Set(stored.flatMap((point) => point.agents))];
  const [low, high] = [Math.min(...games), Math.max(...games)];
  return [h('p', { class: 'quiet' }, t('atlas_sources', { n: stored.length, games: low === high ? low : `${low}–${high}` }), ' ', listed(agents), '. ', t('atlas_weak'))];
}

const listed = (agents) => agents.map((agent, i) => [i > 0 && ', ', h('code', {}, agent)]);

/** The same, in points of 100. */
function inHundred({ player, value, low, high }) {
  const points = (share) => Math.round(100 * share);
  return { side: word(player), value: points(value), low: points(low), high: points(high) };
}

/** A point's numbers for texts. */
function numbers({ player, value, low, high, plies }) {
  return { side: word(player), value: score(value), low: score(low), high: score(high), plies: Math.round(plies) };
}
