// Measurements of rule sets: two programs play each other for some minutes. What was measured stays for the reader's
// visit, named by its rules, so that a change and the original can be compared.

import { about, stream } from './api.js';
import { band } from './chart.js';
import { button, field, h, select } from './dom.js';
import { score } from './names.js';
import { ruleRequest } from './settings.js';
import { language, t, word } from './words.js';

const minutesOffered = [0.5, 1, 3, 10];

const keyOf = ({ rules, changes, toml }) => JSON.stringify([toml ?? rules, [...changes].sort()]);

/** By keyOf(subject): {subject, words, first, note, data, running}. Shared by the tabs. */
const kept = new Map();
let running = null;

/** What was measured of these rules during this visit, or undefined. */
export const measurementOf = (subject) => kept.get(keyOf(subject));
export const stopMeasuring = () => running?.abort();
export const isMeasuring = () => running !== null;

/** Measures rule sets one after another. rules: [{subject, words, first}]; `draw` is called whenever there is something new. */
export async function measure(rules, minutes, draw) {
  running?.abort();
  const stop = running = new AbortController();
  for (const { subject, words, first } of rules) {
    if (stop.signal.aborted) break;
    const entry = { subject, words, first, note: t('measuring'), data: null, running: true };
    kept.set(keyOf(subject), entry);
    const show = (data) => {
      entry.data = data;
      entry.note = t('measured_by', { agents: data.agents.join(' · '), seconds: Math.round(data.seconds) });
      draw();
    };
    const queued = ({ ahead }) => {
      entry.note = t('queued', { n: ahead });
      draw();
    };
    draw();
    try {
      await stream('/measure', { ...ruleRequest(subject), minutes }, { queued, progress: show, done: show }, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) entry.note = error.message;
    }
    entry.running = false;
    if (stop.signal.aborted && !entry.data) kept.delete(keyOf(subject));
  }
  if (running === stop) running = null;
  draw();
}

/** A form that asks for how long: {title, fields, start}, whose start calls `run(minutes)`. */
export function measureForm(label, run) {
  let minutes = 1;
  const offered = minutesOffered.filter((n) => n <= (about.minutes_most ?? n)).map((n) => [String(n), String(n)]);
  return {
    title: t('measure_it'),
    fields: [h('p', { class: 'quiet' }, t('measure_caption')),
      field(label, select(offered, '1', (value) => { minutes = Number(value); }))],
    start: () => run(minutes)
  };
}

/** The panel of the Change tab. */
export class Measurements {
  /** `showForm(title, fields, action)` and `closeForm()`: where the reader is asked for how long. */
  constructor({ showForm, closeForm }) {
    this.showForm = showForm;
    this.closeForm = closeForm;
    this.element = h('section', { class: 'measuring' });
  }

  /** What belongs to these rules: `subject` with its changes, and `words` for them. */
  show(subject, words, first) {
    this.subject = subject;
    this.words = words;
    this.first = first;
    this.draw();
  }

  ask() {
    const { subject, words, first } = this, original = { ...subject, changes: [] };
    const rules = [{ subject, words, first }];
    if (subject.changes.length > 0 && !measurementOf(original)?.data) rules.push({ subject: original, words: '', first });
    const { title, fields, start } = measureForm(t(rules.length > 1 ? 'minutes_for_each' : 'minutes'), (minutes) => {
      this.closeForm();
      measure(rules, minutes, () => this.draw());
      this.element.scrollIntoView({ block: 'nearest' });
    });
    this.showForm(title, fields, button(t(rules.length > 1 ? 'measure_both' : 'start_measure'), start, { class: 'main' }));
  }

  draw() {
    const base = ({ rules, toml }) => toml ?? rules;
    const entries = [...kept.values()].filter(({ subject }) => base(subject) === base(this.subject));
    if (entries.length === 0) return this.element.replaceChildren();
    const here = measurementOf(this.subject), original = measurementOf({ ...this.subject, changes: [] });
    // These rules first, then the original.
    const rank = (entry) => entry === here ? 0 : entry === original ? 1 : 2;
    entries.sort((a, b) => rank(a) - rank(b));
    this.element.replaceChildren(h('div', { class: 'panel' }, h('h2', {}, t('measured')),
      here && original && here !== original ? effect(here, original) : '',
      entries.map((entry) => h('div', { class: `measurement${entry === here ? '' : ' other'}` },
        h('h3', {}, entry.words ? t('rules_changed_so', { changes: entry.words }) : t('rules_original'),
          entry === here && entries.length > 1 ? ` · ${t('rules_shown')}` : ''),
        entry.data && measured(entry.data, entry.first), h('p', { class: 'quiet' }, entry.note))),
      isMeasuring() && button(t('stop'), stopMeasuring)));
  }
}

/** What other rules do to the score, in words: the difference with its interval (Newcombe 1998, method 10). */
export function effect({ data: now, first }, { data: before }) {
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
  if (low > 0 || high < 0) return h('p', { class: 'effect' }, t(low > 0 ? 'effect_helps' : 'effect_hurts', values));
  return h('p', { class: 'effect' }, t('effect_open', values), ' ', gamesToTell(difference, (high - low) / 2, Math.min(now.games, before.games)));
}

/** How many games of each rule set would make the interval exclude 0, if the difference stays; of a small one, 5 points. */
function gamesToTell(difference, reach, games) {
  const isSmall = Math.abs(difference) < 0.05, wanted = games * (reach / Math.max(0.05, Math.abs(difference))) ** 2;
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(wanted)) - 1);
  return t(isSmall ? 'effect_small' : 'effect_tells', { n: (Math.ceil(wanted / digits) * digits).toLocaleString(language()) });
}

/** How many more games would bring an interval of 5 points on either side. */
function gamesToFivePoints({ games, low, high }) {
  return Math.max(0, Math.ceil(games * ((high - low) / 0.1) ** 2) - games);
}

/** A measurement so far, as a band and in words. What is stored is of one program against itself, which is no verdict on the game. */
export function measured(data, first, { stored = false } = {}) {
  const { games, value, low, high, draws, plies, more_games: more } = data;
  const numbers = t('measured_games', { games, plies: plies?.toFixed(0) ?? '–', draws: Math.round(100 * (draws ?? 0)) });
  if (value === undefined || value === null) return h('p', {}, numbers);
  const hundred = (share) => Math.round(100 * share);
  const words = t('measured_score', { side: word(first), value: hundred(value), low: hundred(low), high: hundred(high) });
  const verdict = low > 0.5 ? t('favours', { side: word(first) }) : high < 0.5 ? t('disfavours', { side: word(first) }) : t('not_told');
  const wanted = more > 0 ? t('more_games', { n: more }) : more === null ? t('even_small', { n: gamesToFivePoints(data) }) : '';
  return h('div', {}, band({ score: value, low, high }, `${words} ${score(value)}`), h('p', {}, words),
    h('p', {}, stored ? t('atlas_weak') : [verdict, ' ', wanted]), h('p', { class: 'quiet' }, numbers));
}
