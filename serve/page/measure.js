// Measurements of rule sets: two programs play each other for some minutes. What was measured stays for the reader's
// visit, named by its rules, so that a change and the original can be compared.

import { about, stream } from './api.js';
import { band } from './chart.js';
import { button, field, h, select } from './dom.js';
import { score } from './names.js';
import { ruleRequest } from './settings.js';
import { t, word } from './words.js';

const minutesOffered = [0.5, 1, 3, 10];

const keyOf = ({ rules, changes, toml }) => JSON.stringify([toml ?? rules, [...changes].sort()]);

export class Measurements {
  /** `showForm(title, fields, action)` and `closeForm()`: where the reader is asked for how long. */
  constructor({ showForm, closeForm }) {
    this.showForm = showForm;
    this.closeForm = closeForm;
    this.element = h('section', { class: 'measuring' });
    this.all = new Map();  // by keyOf(subject)
    this.running = null;
  }

  /** What belongs to these rules: `subject` with its changes, and `words` for them. */
  show(subject, words, first) {
    this.subject = subject;
    this.words = words;
    this.first = first;
    this.draw();
  }

  ask() {
    let minutes = 1;
    const original = { ...this.subject, changes: [] }, changed = this.subject.changes.length > 0;
    const offered = minutesOffered.filter((n) => n <= (about.minutes_most ?? n)).map((n) => [String(n), String(n)]);
    const start = (subjects) => () => {
      this.closeForm();
      this.run(subjects, minutes);
    };
    const both = changed && !this.all.get(keyOf(original))?.data;
    this.showForm(t('measure_it'), [h('p', { class: 'quiet' }, t('measure_caption')),
      field(t(both ? 'minutes_for_each' : 'minutes'), select(offered, '1', (value) => { minutes = Number(value); }))],
    button(t(both ? 'measure_both' : 'start_measure'), start(both ? [this.subject, original] : [this.subject]), { class: 'main' }));
  }

  /** One after another. */
  async run(subjects, minutes) {
    this.running?.abort();
    const stop = this.running = new AbortController();
    for (const subject of subjects) {
      if (stop.signal.aborted) break;
      const words = subject.changes.length > 0 ? this.words : '';
      const entry = { subject, words, first: this.first, note: t('measuring'), data: null, running: true };
      this.all.set(keyOf(subject), entry);
      const show = (data) => {
        entry.data = data;
        entry.note = t('measured_by', { agents: data.agents.join(' · '), seconds: Math.round(data.seconds) });
        this.draw();
      };
      const queued = ({ ahead }) => {
        entry.note = t('queued', { n: ahead });
        this.draw();
      };
      this.draw();
      try {
        await stream('/measure', { ...ruleRequest(subject), minutes }, { queued, progress: show, done: show }, stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) entry.note = error.message;
      }
      entry.running = false;
      if (stop.signal.aborted && !entry.data) this.all.delete(keyOf(subject));
    }
    if (this.running === stop) this.running = null;
    this.draw();
  }

  draw() {
    const base = ({ rules, toml }) => toml ?? rules;
    const entries = [...this.all.values()].filter(({ subject }) => base(subject) === base(this.subject));
    if (entries.length === 0) return this.element.replaceChildren();
    const here = this.all.get(keyOf(this.subject)), original = this.all.get(keyOf({ ...this.subject, changes: [] }));
    // These rules first, then the original.
    const rank = (entry) => entry === here ? 0 : entry === original ? 1 : 2;
    entries.sort((a, b) => rank(a) - rank(b));
    this.element.replaceChildren(h('div', { class: 'panel' }, h('h2', {}, t('measured')),
      here && original && here !== original ? effect(here, original) : '',
      entries.map((entry) => h('div', { class: `measurement${entry === here ? '' : ' other'}` },
        h('h3', {}, entry.words ? t('rules_changed_so', { changes: entry.words }) : t('rules_original'),
          entry === here && entries.length > 1 ? ` · ${t('rules_shown')}` : ''),
        entry.data && measured(entry.data, entry.first), h('p', { class: 'quiet' }, entry.note))),
      this.running && button(t('stop'), () => this.running.abort())));
  }
}

/** What a change does to the score, in words: the difference with its interval (Newcombe 1998, method 10). */
function effect({ data: now, first }, { data: before }) {
  const known = (data) => data?.value !== undefined && data?.value !== null;
  if (!known(now) || !known(before)) return '';
  const difference = now.value - before.value;
  const low = difference - Math.hypot(now.value - now.low, before.high - before.value);
  const high = difference + Math.hypot(now.high - now.value, before.value - before.low);
  const points = (value) => {
    const rounded = Math.round(100 * value);
    return rounded === 0 ? '0' : `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)}`;
  };
  const values = { side: word(first), difference: points(difference), low: points(low), high: points(high) };
  return h('p', { class: 'effect' }, t(low > 0 ? 'effect_helps' : high < 0 ? 'effect_hurts' : 'effect_open', values));
}

/** A measurement so far, as a band and in words. */
function measured({ games, value, low, high, draws, plies, more_games: more }, first) {
  const numbers = t('measured_games', { games, plies: plies?.toFixed(0) ?? '–', draws: Math.round(100 * (draws ?? 0)) });
  if (value === undefined || value === null) return h('p', {}, numbers);
  const hundred = (share) => Math.round(100 * share);
  const words = t('measured_score', { side: word(first), value: hundred(value), low: hundred(low), high: hundred(high) });
  const verdict = low > 0.5 ? t('favours', { side: word(first) }) : high < 0.5 ? t('disfavours', { side: word(first) }) : t('not_told');
  return h('div', {}, band({ score: value, low, high }, `${words} ${score(value)}`), h('p', {}, words), h('p', {}, verdict, ' ',
    more > 0 ? t('more_games', { n: more }) : ''), h('p', { class: 'quiet' }, numbers));
}
