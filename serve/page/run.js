// One run: how far it is, what it has found so far, and its games to replay.

import { get } from './api.js';
import { lines, miniBand, seriesKey } from './chart.js';
import { h, redraw } from './dom.js';
import { GameList } from './games.js';
import { Replay } from './replay.js';
import { address, goTo, runPath } from './route.js';
import { language, t, word } from './words.js';

const leastSpan = 8;  // seconds that a rate is measured over

export class Run {
  constructor() {
    this.head = h('div', { class: 'run-head' });
    this.progress = h('section', { class: 'run-progress' });
    this.estimates = h('section', {});
    this.curves = h('section', { class: 'run-curves' });
    this.replay = new Replay();
    this.games = new GameList((id) => this.pick(id));
    this.element = h('div', { class: 'run' }, this.head, this.progress, this.estimates, this.curves, h('div', { class: 'run-games' },
      this.replay.element, this.games.element));
  }

  async open(name, game) {
    if (this.name !== name) {
      this.name = name;
      this.drawn = {};
      this.seen = [];
      this.games.reset(name);
      for (const part of [this.head, this.progress, this.estimates, this.curves]) part.replaceChildren();
    }
    await Promise.all([this.refresh(), game ? this.show(game) : this.replay.hide()]);
  }

  close() {
    this.replay.pause();
  }

  /** Shows a game, with an address that leads to it. */
  async pick(id) {
    goTo('watch', { run: this.name, game: id }, true);
    await this.show(id);
    this.replay.element.scrollIntoView({ block: 'nearest' });
  }

  async show(id) {
    this.games.mark(id);
    await this.replay.open(this.name, id);
  }

  async refresh() {
    const { name } = this;
    try {
      const run = await get(runPath(name));
      if (this.name !== name) return;
      this.seen.push({ time: performance.now() / 1000, played: run.games?.played ?? 0 });
      if (this.seen.length > 20) this.seen.splice(1, 1);
      this.update('head', this.head, [run.name, run.kind, run.title, run.about, run.command, run.running, run.report], () => this.drawHead(run));
      this.update('progress', this.progress, [run.games, run.facts, run.running, run.fault, run.sentence, this.rate()], () => this.drawProgress(run));
      this.update('estimates', this.estimates, run.estimates, () => this.drawEstimates(run));
      this.update('curves', this.curves, run.curves, () => this.drawCurves(run));
      if (run.has_games) await this.games.refresh();
    } catch (error) {
      this.drawn = {};
      this.head.replaceChildren(back(), h('p', { class: 'problem' }, error.message));
    }
  }

  /** Draws a part only if what it shows has changed. */
  update(part, element, data, draw) {
    const text = JSON.stringify(data);
    if (this.drawn[part] === text) return;
    this.drawn[part] = text;
    redraw(element, ...draw());
  }

  drawHead({ name, kind, title, about, command, running, report }) {
    return [back(), h('h2', {}, name, ' ', h('span', { class: 'quiet' }, word(kind)), ' ',
      h('span', { class: running ? 'running' : 'quiet' }, t(running ? 'running' : 'not_running'))),
    title && h('p', {}, title), about && h('p', { class: 'quiet' }, about),
    command && h('details', {}, h('summary', {}, t('command')), h('pre', {}, command)),
    report && h('p', {}, reportLink(report, name))];
  }

  /** Games a second since the page looks; null while that cannot be told. */
  rate() {
    const [first, last] = [this.seen[0], this.seen.at(-1)];
    const span = last.time - first.time;
    return span < leastSpan || last.played <= first.played ? null : (last.played - first.played) / span;
  }

  drawProgress({ kind, games, facts, running, fault, sentence }) {
    const parts = [];
    if (fault) parts.push(h('p', { class: 'problem' }, fault));
    if (sentence) parts.push(h('p', { class: 'verdict' }, sentence));
    if (games?.planned) {
      parts.push(h('progress', { value: String(games.played), max: String(Math.max(games.planned, games.played)), 'aria-label': t('progress') }));
    }
    const said = [];
    if (kind === 'training' && !games) said.push(t('first_round'));
    if (games) {
      const values = { n: number(games.played), of: number(games.planned ?? 0) };
      said.push(t(!games.planned ? 'n_games' : kind === 'claim' ? 'n_of_most' : 'n_of_games', values));
      if (games.seconds_each) said.push(t('seconds_each', { n: number(games.seconds_each, 2) }));
    }
    const rate = running ? this.rate() : null;
    if (rate) {
      said.push(t('rate', { n: number(rate, 2) }));
      const left = (games.planned - games.played) / rate;
      if (games.planned && left > 0 && kind !== 'claim') said.push(t('time_left', { n: number(Math.max(1, left / 60)) }));
    }
    if (said.length > 0) parts.push(h('p', {}, said.join(' · ')));
    if (facts.length > 0) {
      parts.push(h('dl', {}, facts.map(({ name, value }) => [h('dt', {}, t('fact_' + name)),
        h('dd', {}, typeof value === 'number' ? number(value, 1) : String(value))])));
    }
    return parts;
  }

  drawEstimates({ kind, estimates }) {
    if (estimates.length === 0) return [];
    const scales = new Map();
    for (const row of estimates) {
      const key = scaleOf(row), known = scales.get(key) ?? { low: Infinity, high: -Infinity };
      const ends = [row.low, row.high, row.value].filter((end) => end !== null);
      scales.set(key, { low: Math.min(known.low, ...ends), high: Math.max(known.high, ...ends) });
    }
    return [h('h3', {}, t(kind === 'claim' ? 'hypotheses' : 'estimates')), h('div', {
      class: 'bands', tabindex: '0', role: 'group', 'aria-label': t('estimates')
    }, estimates.map((row) => band(row, row.unit === 'score' ? { low: 0, high: 1, even: 0.5 } : { even: 0, ...scales.get(scaleOf(row)) })))];
  }

  drawCurves({ curves }) {
    return curves.map(({ name, unit, series }) => h('figure', {}, h('figcaption', {}, t('curve_' + name)),
      lines(series, { unit, label: t('curve_' + name), xLabel: t(name === 'nodes_by_limit' ? 'limit' : 'round') }),
      seriesKey(series.map((each) => `${seriesName(each.name)}: ${number(each.points.at(-1)[1], 3)}`))));
  }
}

/** Opens a report in a tab of its own, beside the page. */
export function reportLink(report, name) {
  return h('a', {
    href: report.split('/').map(encodeURIComponent).join('/'), target: '_blank', rel: 'noopener', 'data-focus': 'report ' + name
  }, t('open_report'));
}

const back = () => h('p', {}, h('a', { href: address('watch'), 'data-focus': 'back' }, '‹ ' + t('all_runs')));
const number = (value, digits = 0) => value.toLocaleString(language(), { maximumFractionDigits: digits });
/** Rows of one unit share a scale; hypotheses may measure different things. */
const scaleOf = ({ unit, name }) => unit === 'value' ? name : unit;
const seriesName = (name) => ['first_side', 'match', 'nodes'].includes(name) ? t('series_' + name) : name.replaceAll('_', ' ');

function band({ name, of, unit, value, low, high, games, planned, verdict }, scale) {
  const digits = unit === 'elo' ? 0 : 3, known = value !== null;
  const numbers = !known ? t('no_games') : low === null ? number(value, digits)
    : `${number(value, digits)} [${number(low, digits)}, ${number(high, digits)}]`;
  return h('div', { class: 'band-row' }, h('p', {}, word(name), of && h('span', { class: 'quiet' }, ' ', t('estimate_' + unit, { who: word(of) }))),
    known ? miniBand({ value, low: low ?? value, high: high ?? value }, scale, `${word(name)}: ${numbers}`) : h('span', {}),
    h('p', { class: 'band-numbers' }, numbers, games !== null && h('span', { class: 'quiet' }, ' ',
      planned ? t('n_of_games', { n: number(games), of: number(planned) }) : t('n_games', { n: number(games) }))),
    verdict && h('p', { class: 'band-verdict' }, word(verdict)));
}
