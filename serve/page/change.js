// The tab for changing rules: every parameter as a control, what a change means in sentences, and what it does.

import { about, post, rulesOf, stream } from './api.js';
import { Board } from './board.js';
import { band } from './chart.js';
import { control } from './controls.js';
import { button, download, field, h, select } from './dom.js';
import { score } from './names.js';
import { ruleList } from './picker.js';
import { address, goTo, linkedGame } from './route.js';
import { currentSubject, ruleRequest, setSubject } from './settings.js';
import { announce } from './speech.js';
import { t, word } from './words.js';

const minutesOffered = [0.5, 1, 3, 10];

export class Change {
  constructor() {
    this.board = new Board();
    this.head = h('div', { class: 'bar' });
    this.search = h('input', { type: 'search', placeholder: t('search_parameters'), 'aria-label': t('search_parameters'),
      oninput: () => this.filter() });
    this.parameters = h('div', { class: 'parameters' });
    this.effects = h('section', { class: 'effects' });
    this.measuring = h('section', { class: 'measuring' });
    this.actions = h('div', { class: 'buttons' });
    this.element = h('div', {}, this.head, h('div', { class: 'changing' },
      h('div', {}, this.search, this.parameters),
      h('aside', {}, h('div', { class: 'board-box' }, this.board.element), this.actions, this.effects, this.measuring)));
  }

  close() {
    this.measurement?.abort();
  }

  async open(parameters) {
    const linked = linkedGame(parameters);
    await this.start(linked?.subject ?? currentSubject());
  }

  /** Shows a rule set with its changes; `original` is the same without them. */
  async start(subject) {
    this.subject = subject;
    this.original = await rulesOf(ruleRequest({ ...subject, changes: [] }));
    this.head.replaceChildren(await ruleList(subject.rules, (next) => this.start(next), t('rule_set')),
      button(t('undo_all'), () => this.adopt([])));
    this.measurement?.abort();
    this.measuring.replaceChildren();
    await this.adopt(subject.changes);
  }

  /** Tries changes; `key` is the parameter just changed, beside which the server's objection is shown. */
  async adopt(changes, key = null) {
    this.pending = changes;
    const subject = { ...this.subject, changes };
    try {
      const rules = await rulesOf(ruleRequest(subject));
      if (this.pending !== changes) return;
      this.rules = rules;
      this.subject = subject;
      this.problem = null;
      setSubject(subject);
      goTo('change', { rules: subject.toml ? '' : subject.rules, toml: subject.toml, changes: changes.join('\n') }, true);
      this.board.show(rules.position.picture);
      this.showEffects();
    } catch (error) {
      if (this.pending !== changes) return;
      this.problem = { key, message: error.message };
      announce(error.message);
      if (!this.rules) {
        this.rules = this.original;
        this.board.show(this.original.position.picture);
      }
    }
    this.draw();
  }

  set(key, text) {
    const original = this.original.parameters.find((parameter) => parameter.key === key);
    const others = this.pending.filter((change) => !change.startsWith(key + '='));
    return this.adopt(original.text === text ? others : [...others, `${key}=${text}`], key);
  }

  /** The text a control shows: what the reader has set, even if it contradicts other rules. */
  textOf(parameter) {
    const change = this.pending.find((text) => text.startsWith(parameter.key + '='));
    return change ? change.slice(parameter.key.length + 1) : parameter.text;
  }

  draw() {
    const focus = document.activeElement?.dataset?.focus;
    const active = this.rules.parameters.filter((at) => at.has_effect || this.isChanged(at)), groups = new Map();
    for (const parameter of active) {
      groups.set(parameter.group, [...(groups.get(parameter.group) ?? []), parameter]);
    }
    const idle = this.rules.parameters.filter((at) => !active.includes(at));
    const wasOpen = this.parameters.querySelector('details')?.open;
    this.parameters.replaceChildren(...[
      this.problem && !this.problem.key && h('p', { class: 'problem' }, this.problem.message),
      ...[...groups].map(([group, members]) => h('fieldset', { class: 'group' },
        h('legend', {}, group || t('general')), members.map((at) => this.row(at)))),
      idle.length > 0 && h('details', { open: wasOpen }, h('summary', {}, t('without_effect', { n: idle.length })),
        idle.map((at) => this.row(at)))
    ].filter(Boolean));
    if (focus) [...this.parameters.querySelectorAll('[data-focus]')].find((at) => at.dataset.focus === focus)?.focus();
    this.filter();
    this.drawActions();
  }

  isChanged({ key }) {
    return this.pending.some((change) => change.startsWith(key + '='));
  }

  row(parameter) {
    const { key, help, assumed, has_effect, needs } = parameter, changed = this.isChanged(parameter);
    const original = this.original.parameters.find((at) => at.key === key);
    return h('div', { class: `parameter${changed ? ' changed-rule' : ''}`, 'data-key': key },
      control(parameter, this.textOf(parameter), (text) => this.set(key, text)),
      h('p', { class: 'quiet' }, help, ' ', h('code', {}, key)),
      changed && h('p', { class: 'quiet' }, t('was', { value: original.words }), ' ',
        button(t('restore'), () => this.set(key, original.text), { class: 'link' })),
      !has_effect && h('p', { class: 'quiet' }, t('needs', { what: needs.join('; ') })),
      assumed && !changed && h('p', { class: 'quiet open' }, t('open_point'), ' ', assumed.reason),
      this.problem?.key === key && h('p', { class: 'problem', role: 'alert' }, this.problem.message));
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of this.parameters.querySelectorAll('.parameter')) {
      row.hidden = !words.every((part) => row.textContent.toLowerCase().includes(part));
    }
    for (const group of this.parameters.querySelectorAll('fieldset.group')) {
      group.hidden = !group.querySelector('.parameter:not([hidden])');
    }
    if (words.length > 0) this.parameters.querySelector('details')?.setAttribute('open', '');
  }

  drawActions() {
    const disabled = Boolean(this.problem);
    this.actions.replaceChildren(
      button(t('play_it'), () => goTo('play', { new: '1' }), { class: 'main', disabled }),
      button(t('measure_it'), () => this.askMeasure(), { disabled: disabled || about.read_only, hidden: about.minutes_most === 0 }),
      button(t('save_rules'), () => this.askSave(), { disabled }),
      h('a', { href: address('compare', { changed: '1' }) }, t('compare_it')));
  }

  async showEffects() {
    const { subject } = this;
    if (subject.changes.length === 0) {
      this.effects.replaceChildren(h('p', { class: 'quiet' }, t('nothing_changed')));
      return;
    }
    const { words, same_game } = await post('/compare', { a: ruleRequest({ ...subject, changes: [] }), b: ruleRequest(subject) });
    if (subject !== this.subject) return;
    const list = (sentences, css) => sentences.map(({ title, sentence }) => h('li', { class: css },
      h('span', { class: 'quiet' }, title, ': '), sentence));
    this.effects.replaceChildren(h('h2', {}, t('what_changed')), same_game ? h('p', {}, t('same_game')) : '',
      h('ul', { class: 'sentences' }, list(words.only_a, 'gone'), list(words.only_b, 'new')));
  }

  showForm(title, fields, action) {
    const cancel = button(t('cancel'), () => this.measuring.replaceChildren());
    this.measuring.replaceChildren(h('div', { class: 'panel form' }, h('h2', {}, title), fields,
      h('div', { class: 'buttons' }, action, cancel)));
  }

  askSave() {
    const id = h('input', { value: `${this.rules.id.replace(/\{.*$/, '')}-changed`, pattern: '[a-z0-9\\-]+' });
    const title = h('input', { value: this.rules.title });
    const save = () => download(`${id.value}.toml`, renamed(this.rules.toml, id.value, title.value));
    this.showForm(t('save_rules'), [field(t('rules_id'), id), field(t('rules_title'), title)],
      button(t('download'), save, { class: 'main' }));
    id.focus();
  }

  askMeasure() {
    let minutes = 1;
    const offered = minutesOffered.filter((n) => n <= (about.minutes_most ?? n)).map((n) => [String(n), String(n)]);
    const choose = (value) => { minutes = Number(value); };
    this.showForm(t('measure_it'), [h('p', { class: 'quiet' }, t('measure_caption')), field(t('minutes'), select(offered, '1', choose))],
      button(t('start_measure'), () => this.measure(minutes), { class: 'main' }));
    this.measuring.scrollIntoView({ block: 'nearest' });
  }

  async measure(minutes) {
    this.measurement?.abort();
    const stop = this.measurement = new AbortController();
    const note = h('p', { class: 'quiet' }, t('measuring')), result = h('div', {});
    const halt = button(t('stop'), () => stop.abort());
    this.measuring.replaceChildren(h('div', { class: 'panel' }, h('h2', {}, t('measure_it')), result, note, halt));
    const show = (data) => {
      result.replaceChildren(measured(data, this.rules.position.players[0]));
      note.textContent = t('measured_by', { agents: data.agents.join(' · '), seconds: Math.round(data.seconds) });
    };
    try {
      await stream('/measure', { ...ruleRequest(this.subject), minutes }, {
        queued: ({ ahead }) => { note.textContent = t('queued', { n: ahead }); }, progress: show, done: show
      }, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) note.textContent = error.message;
    }
    halt.remove();
  }
}

/** A measurement so far, as a band and in words. */
function measured({ games, value, low, high, draws, plies, more_games: more }, first) {
  const numbers = t('measured_games', { games, plies: plies?.toFixed(0) ?? '–', draws: Math.round(100 * (draws ?? 0)) });
  if (value === undefined || value === null) return h('p', {}, numbers);
  const words = t('measured_score', { side: word(first), value: score(value), low: score(low), high: score(high) });
  const verdict = low > 0.5 ? t('favours', { side: word(first) }) : high < 0.5 ? t('disfavours', { side: word(first) }) : t('not_told');
  return h('div', {}, band({ score: value, low, high }, words), h('p', {}, words), h('p', {}, verdict, ' ',
    more > 0 ? t('more_games', { n: more }) : ''), h('p', { class: 'quiet' }, numbers));
}

/** A rule set file with another id and title. */
function renamed(toml, id, title) {
  return toml.replace(/^id = .*$/m, () => `id = ${JSON.stringify(id)}`).replace(/^title = .*$/m, () => `title = ${JSON.stringify(title)}`);
}
