// Setting up a game: the rules, who plays which side, and how.

import { about, rulesOf } from './api.js';
import { Board } from './board.js';
import { button, choice, field, h, redraw, select } from './dom.js';
import { changesInWords } from './names.js';
import { Picker } from './picker.js';
import { currentSubject, load, ruleRequest, save, setSubject } from './settings.js';
import { goTo } from './route.js';
import { t } from './words.js';

const clocks = [0, 3, 5, 10, 15, 30];  // minutes for each player

export class Setup {
  constructor(onStart) {
    this.onStart = onStart;
    this.options = load('setup', { people: false, human: 1, level: 2, dice: 'roll', minutes: 0, match: false });
    this.picker = new Picker((subject) => this.choose(subject), { withFile: true });
    this.board = new Board();
    this.summary = h('div', { class: 'about-rules' });
    this.form = h('div', { class: 'setup-form' });
    this.element = h('div', { class: 'setup' }, this.picker.element,
      h('div', { class: 'preview' }, h('div', { class: 'board-box' }, this.board.element)),
      h('div', { class: 'setup-side' }, this.summary, this.form));
  }

  async load() {
    const subject = currentSubject();
    await Promise.all([this.picker.load(subject), this.choose(subject)]);
  }

  async choose(subject) {
    this.wanted = subject;
    if (this.rules) this.drawForm();
    try {
      const rules = await rulesOf(ruleRequest(subject));
      if (this.wanted !== subject) return;
      setSubject(subject);
      this.rules = rules;
      this.subject = subject;
      this.show();
    } catch (error) {
      this.wanted = this.subject;
      if (this.rules) this.drawForm();
      this.summary.replaceChildren(h('p', { class: 'problem' }, error.message));
      if (subject.rules !== 'helmfrid-9' && !this.rules) this.choose({ rules: 'helmfrid-9', changes: [] });
    }
  }

  show() {
    const { rules, subject } = this;
    this.board.show(rules.position.picture);
    this.summary.replaceChildren(h('h2', {}, rules.title), h('p', {}, rules.words.summary),
      subject.changes.length > 0 && h('p', { class: 'quiet' }, t('changed_rules', { changes: changesInWords(rules, subject.changes) })) || '',
      h('p', {}, button(t('read_rules'), () => goTo('learn'), { class: 'link' })));
    this.drawForm();
  }

  set(key, value) {
    this.options[key] = value;
    save('setup', this.options);
    this.drawForm();
  }

  drawForm() {
    const { options, rules } = this;
    const set = (key) => (value) => this.set(key, value);
    const levels = rules.levels;
    if (about.read_only) options.people = true;
    if (!levels.some(({ level }) => level === options.level)) options.level = levels[0].level;
    const level = levels.find((at) => at.level === options.level);
    const hasDice = rules.position.node === 'chance' || rules.position.picture.beside.length > 0;
    const opponents = [[false, t('computer')], [true, t('two_people')]];
    const sides = rules.position.player_names.map((name, side) => [side, name]);
    redraw(this.form,
      about.read_only ? h('p', { class: 'quiet' }, t('read_only')) : choice(t('opponent'), opponents, options.people, set('people')),
      options.people ? null : choice(t('your_side'), sides, options.human, set('human')),
      options.people ? null : field(t('level'), select(levels.map((at) => [String(at.level), levelName(at)]), String(options.level),
        (value) => set('level')(Number(value)), { 'data-focus': 'level' }),
      level.rating !== null && h('small', { class: 'quiet' }, t('rated_on', { rules: level.rated_on_title }), level.rating_match ? ' ' : '',
        level.rating_match && t(level.rating_match.high === null ? 'rated_from' : 'rated_by', level.rating_match), level.rating_match?.at_least ? ' ' + t('rated_at_least') : '')),
      hasDice ? choice(t('dice'), [['roll', t('dice_rolled')], ['by hand', t('dice_by_hand')]], options.dice, set('dice')) : null,
      field(t('clock'), select(clocks.map((minutes) => [String(minutes), minutes ? t('minutes_each', { n: minutes }) : t('no_clock')]),
        String(options.minutes), (value) => set('minutes')(Number(value)), { 'data-focus': 'clock' })),
      h('label', { class: 'check' }, h('input', {
        type: 'checkbox', checked: options.match, 'data-focus': 'match', onchange: (event) => set('match')(event.target.checked)
      }), h('span', {}, t('match_of_two'))),
      // While other rules are on their way, the button would start these.
      button(t('start_game'), () => this.start(), { class: 'main start', disabled: this.wanted !== this.subject }));
  }

  async start() {
    const { subject } = this, strongest = Math.max(...this.rules.levels.map(({ level }) => level));
    try {
      const changed = changesInWords(this.rules, subject.changes);
      await this.onStart({ ...this.options, subject, title: this.rules.title, changed, strongest });
    } catch (error) {
      this.summary.prepend(h('p', { class: 'problem' }, error.message));
    }
  }
}

function levelName({ level, name, rating, rating_match: match }) {
  return `${level} · ${name}${rating === null ? '' : ` · ${match?.at_least || match?.high === null ? '≥ ' : ''}${Math.round(rating)}`}`;
}
