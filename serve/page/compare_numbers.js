// The numbers of compared rule sets: what runs in the folder or the reader have measured, beside each other.

import { about, get } from './api.js';
import { button, h } from './dom.js';
import { effect, isMeasuring, measure, measured, measureForm, measurementOf, stopMeasuring } from './measure.js';
import { t } from './words.js';

export class ComparedNumbers {
  constructor() {
    this.element = h('section', { class: 'compare-facts' });
    this.form = null;
  }

  /** columns: {letter, subject, hash: of the rules, title, words: of its changes, first: the first player}. All are compared with the first. */
  async show(columns) {
    this.columns = columns;
    this.points ??= (await get('/atlas')).points;
    this.draw();
  }

  /** What the reader measured, or else what a run in the folder did: {data, first, note}; null without either. */
  numbersOf({ subject, hash }) {
    const own = measurementOf(subject);
    if (own) return own;
    const point = this.points.find((each) => each.hash === hash);
    return point ? { data: { ...point, games: Math.round(point.games) }, first: point.player, stored: point.folder === null, note: point.folder === null ? `${t('atlas_stored')} ${t('atlas_agents')} ${point.agents.join(', ')}.` : t('measured_in', { folder: point.folder }) } : null;
  }

  draw() {
    const all = this.columns.map((column) => this.numbersOf(column)), [base] = all;
    const change = (found) => found && base && found !== base && found.first === base.first ? effect(found, base) : '';
    const panels = this.columns.map(({ letter, title, words }, i) => h('div', { class: 'panel' },
      h('h3', {}, `${letter} · ${title}`), words && h('p', { class: 'quiet' }, words),
      all[i]?.data ? measured(all[i].data, all[i].first, { stored: all[i].stored }) : '',
      i > 0 && change(all[i]) ? [h('p', { class: 'quiet' }, t('effect_of_other', { a: this.columns[0].letter })), change(all[i])] : '',
      h('p', { class: 'quiet' }, all[i]?.note ?? t('not_measured'))));
    this.element.replaceChildren(h('h2', {}, t('numbers')),
      h('div', { class: 'number-panels' }, panels), this.form ?? this.buttons());
  }

  buttons() {
    if (isMeasuring()) return button(t('stop'), stopMeasuring);
    return button(t('measure_all'), () => this.ask(), { disabled: about.read_only, hidden: about.minutes_most === 0 });
  }

  /** Measures what has no numbers yet; if all have some, all anew. */
  ask() {
    const without = this.columns.filter((column) => !this.numbersOf(column)?.data);
    const rules = without.length > 0 ? without : this.columns;
    const close = () => {
      this.form = null;
      this.draw();
    };
    const { title, fields, start } = measureForm(t('minutes_each_rules'), (minutes) => {
      this.form = null;
      measure(rules, minutes, () => this.draw());
    });
    this.form = h('div', { class: 'panel form' }, h('h2', {}, title), fields,
      h('div', { class: 'buttons' }, button(t('start_measure'), start, { class: 'main' }), button(t('cancel'), close)));
    this.draw();
  }
}
