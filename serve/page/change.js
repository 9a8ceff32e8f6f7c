// The tab for changing rules: every parameter as a control, what a change means in sentences, and what it does.

import { about, post, rulesOf } from './api.js';
import { Board } from './board.js';
import { control } from './controls.js';
import { button, download, field, h } from './dom.js';
import { Measurements } from './measure.js';
import { changesInWords } from './names.js';
import { partingFigures } from './partings.js';
import { ruleList } from './picker.js';
import { compareLink, goTo, linkedGame } from './route.js';
import { currentSubject, ruleRequest, setSubject } from './settings.js';
import { announce } from './speech.js';
import { t } from './words.js';

export class Change {
  constructor() {
    this.board = new Board();
    this.head = h('div', { class: 'bar' });
    this.search = h('input', { type: 'search', placeholder: t('search_parameters'), 'aria-label': t('search_parameters'),
      oninput: () => this.filter() });
    this.parameters = h('div', { class: 'parameters' });
    this.noneFound = h('p', { class: 'quiet', hidden: true }, t('none_found'));
    this.effects = h('section', { class: 'effects' });
    this.formPlace = h('section', {});
    this.measurements = new Measurements({
      showForm: (...form) => this.showForm(...form), closeForm: () => this.formPlace.replaceChildren()
    });
    this.actions = h('div', { class: 'buttons' });
    const beside = h('aside', {}, h('div', { class: 'board-box' }, this.board.element), this.actions, this.formPlace, this.measurements.element, this.effects);
    new ResizeObserver(() => beside.style.setProperty('--tall', `${beside.offsetHeight}px`)).observe(beside);
    this.element = h('div', {}, this.head, h('div', { class: 'changing' },
      h('div', {}, this.search, this.noneFound, this.parameters), beside));
  }

  /** A measurement goes on meanwhile. */
  close() {}

  async open(parameters) {
    const linked = linkedGame(parameters);
    await this.start(linked?.subject ?? currentSubject());
  }

  /** Shows a rule set with its changes; `original` is the same without them. */
  async start(subject) {
    this.subject = subject;
    this.original = await rulesOf(ruleRequest({ ...subject, changes: [] }));
    this.head.replaceChildren(await ruleList(subject, (next) => this.start(next), t('rule_set')),
      button(t('undo_all'), () => this.adopt([])));
    this.search.value = '';
    this.formPlace.replaceChildren();
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
      this.measurements.show(subject, changesInWords(rules, changes), rules.position.players[0]);
      this.showEffects();
    } catch (error) {
      if (this.pending !== changes) return;
      this.problem = this.objection(error.message, key);
      announce(this.problem.message);
      this.effects.replaceChildren(h('p', { class: 'problem' }, t('cannot_be_played')));
      if (!this.rules) {
        this.rules = this.original;
        this.board.show(this.original.position.picture);
      }
    }
    this.draw();
  }

  /** An objection, and the parameter beside which it belongs: of those that it names the one that was changed. */
  objection(text, key) {
    const message = text.replace(/^[^:]*'[^']*=[^']*': /, '');  // which change it is about, as on the command line
    const named = this.original.parameters.map((at) => at.key).filter((name) => message.split(/[^\w.]+/).includes(name));
    const changed = named.filter((name) => this.pending.some((change) => change.startsWith(name + '=')));
    return { key: changed.includes(key) ? key : changed[0] ?? named[0] ?? key, message };
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
    const idle = this.parameters.querySelector('details');
    if (idle) idle.hidden = !idle.querySelector('.parameter:not([hidden])');
    this.noneFound.hidden = this.parameters.querySelector('.parameter:not([hidden])') !== null;
  }

  drawActions() {
    const disabled = Boolean(this.problem);
    this.actions.replaceChildren(
      button(t('play_it'), () => goTo('play', { new: '1' }), { class: 'main', disabled }),
      button(t('measure_it'), () => this.measurements.ask(), { disabled: disabled || about.read_only, hidden: about.minutes_most === 0 }),
      button(t('save_rules'), () => this.askSave(), { disabled }),
      h('a', { href: compareLink(this.subject) }, t('compare_it')),
      about.minutes_most === 0 ? h('p', { class: 'quiet' }, t('measure_needs_server')) : '');
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
    if (!same_game) await this.showPartings(subject);
  }

  /** Positions in which games under the original and the changed rules part. */
  async showPartings(subject) {
    const place = h('div', {}, h('h3', {}, t('in_positions')), h('p', { class: 'quiet' }, t('looking_for_partings')));
    this.effects.append(place);
    try {
      const figures = await partingFigures(subject);
      if (subject !== this.subject) return;
      place.lastChild.replaceWith(figures.length > 0 ? h('div', { class: 'examples' }, figures) : h('p', { class: 'quiet' }, t('no_partings')));
    } catch (error) {
      place.lastChild.replaceWith(h('p', { class: 'problem' }, error.message));
    }
  }

  showForm(title, fields, action) {
    this.formPlace.replaceChildren(h('div', { class: 'panel form' }, h('h2', {}, title), fields,
      h('div', { class: 'buttons' }, action, button(t('cancel'), () => this.formPlace.replaceChildren()))));
    this.formPlace.scrollIntoView({ block: 'nearest' });
  }

  askSave() {
    const from = this.rules.id.replace(/\{.*$/, '');
    const id = h('input', { value: `${from}-changed`, required: true, maxlength: 64, pattern: '[A-Za-z0-9_\\-]+', title: t('rules_id_form') });
    const title = h('input', { value: `${this.rules.title} (${changesInWords(this.rules, this.subject.changes)})` });
    const save = () => id.reportValidity() && download(`${id.value}.toml`, renamed(this.rules.toml, id.value, title.value, this.subject.changes.length > 0 ? from : null));
    this.showForm(t('save_rules'), [field(t('rules_id'), id), field(t('rules_title'), title)],
      button(t('download'), save, { class: 'main' }));
    id.focus();
  }
}

/** A rule set file with another id and title. Changed rules are not those of the source: `from`, if given, names the rule set that they began as, in its place. */
function renamed(toml, id, title, from) {
  const withLine = (text, key, value) => text.replace(new RegExp(`^${key} = .*$`, 'm'), () => `${key} = ${JSON.stringify(value)}`);
  const named = withLine(withLine(toml, 'id', id), 'title', title);
  return from ? withLine(named, 'source', `Not stated yet; begun from ${from}.`) : named;
}
