// The tab that plays two rule sets side by side: each move is made on both boards while both allow it.

import { post } from './api.js';
import { Dice } from './dice.js';
import { button, h, table } from './dom.js';
import { moveWords, rollText } from './names.js';
import { ruleList } from './picker.js';
import { linkedGame } from './route.js';
import { currentSubject, load, ruleRequest, save } from './settings.js';
import { announce } from './speech.js';
import { Table } from './table.js';
import { t, word } from './words.js';

const movesListed = 30;

export class Compare {
  constructor() {
    this.tables = ['a', 'b'].map((which) => new Table({
      onMove: (move) => this.move(move, which), request: () => this.request(which)
    }));
    this.heads = this.tables.map(() => h('div', { class: 'compare-head' }));
    this.dice = new Dice((roll) => this.move(roll, 'a'));
    this.bar = h('div', { class: 'bar' });
    this.played = h('p', { class: 'played' });
    this.facts = h('div', { class: 'compare-facts' });
    this.element = h('div', {}, h('div', { class: 'two-boards' }, this.tables.map((table, i) =>
      h('section', { 'aria-label': t('rules_' + 'ab'[i]) }, this.heads[i], table.element))),
    this.dice.element, this.bar, this.played, this.facts);
    this.moves = [];
  }

  close() {
    this.dice.hide();
  }

  async open(parameters) {
    const linked = linkedGame(parameters), subject = linked?.subject ?? currentSubject();
    if (!this.subjects || linked || parameters.has('changed')) {
      const saved = load('compare');
      this.subjects = subject.changes.length > 0 ? [{ ...subject, changes: [] }, subject]
        : saved ?? [subject, { rules: 'tavlei-9', changes: [], toml: null }];
    }
    await this.begin();
  }

  request(which) {
    return { ...ruleRequest(this.subjects['ab'.indexOf(which)]), moves: this.moves };
  }

  async begin() {
    this.moves = [];
    save('compare', this.subjects);
    await Promise.all(this.heads.map(async (head, i) => {
      const subject = this.subjects[i];
      const changes = h('input', {
        type: 'text', value: subject.changes.join('; '), placeholder: t('changes_form'), 'aria-label': t('changes_of', { which: 'AB'[i] }),
        onchange: () => this.choose(i, { ...subject, changes: changes.value.split(';').map((text) => text.trim()).filter(Boolean) })
      });
      const list = await ruleList(subject.rules, (next) => this.choose(i, next), t('rules_' + 'ab'[i]));
      head.replaceChildren(h('b', {}, 'AB'[i]), list, changes);
    }));
    await this.update();
  }

  async choose(i, subject) {
    this.subjects = this.subjects.map((old, at) => at === i ? subject : old);
    await this.begin();
  }

  async update() {
    try {
      this.answer = await post('/compare', { a: this.request('a'), b: this.request('b') });
    } catch (error) {
      this.facts.replaceChildren(h('p', { class: 'problem' }, error.message));
      return;
    }
    this.draw();
  }

  async move(move, which) {
    const { only_a, only_b } = this.answer;
    if (only_a.includes(move) || only_b.includes(move)) {
      const text = t('only_under', { move, which: which.toUpperCase() });
      this.tables['ab'.indexOf(which)].say(text, true);
      announce(text);
      return;
    }
    this.moves = [...this.moves, move];
    await this.update();
    const played = this.answer.a.played.at(-1);
    if (played) announce(moveWords(this.answer.a, played));
  }

  async back() {
    this.moves = this.moves.slice(0, -1);
    await this.update();
  }

  draw() {
    const { answer } = this, together = !answer.parted && !answer.families_differ;
    ['a', 'b'].forEach((which, i) => {
      const differing = new Set([...answer['only_' + which], ...answer.captures_differ.map(({ move }) => move)]);
      this.tables[i].show(answer[which], { active: together && answer[which].node === 'decision', slide: true, special: differing });
    });
    if (together && answer.a.node === 'chance' && answer.b.node === 'chance') this.dice.ask(answer.a, 'roll');
    else this.dice.hide();
    this.bar.replaceChildren(button(t('undo'), () => this.back(), { disabled: this.moves.length === 0 }),
      button(t('restart'), () => this.begin(), { disabled: this.moves.length === 0 }));
    this.played.textContent = this.moves.map((move) => word(rollText(move))).join(' ');
    this.drawFacts();
  }

  drawFacts() {
    const { answer } = this;
    const captures = (squares) => squares.length > 0 ? squares.join(', ') : t('nothing');
    const facts = [];
    if (answer.same_game) facts.push(h('p', { class: 'verdict' }, t('same_game')));
    if (answer.parted) {
      const { ply, where, why } = answer.parted;
      facts.push(h('p', { class: 'problem' }, t('parted', { ply, which: where.toUpperCase() }), ' ', why));
    }
    if (answer.families_differ) {
      facts.push(h('p', { class: 'problem' }, t('families_differ')));
    } else {
      facts.push(h('section', {}, h('h2', {}, t('moves_here')),
        h('p', {}, t('only_count', { a: answer.only_a.length, b: answer.only_b.length })),
        answer.only_a.length > 0 && h('p', { class: 'quiet' }, 'A: ', answer.only_a.slice(0, movesListed).join(' ')),
        answer.only_b.length > 0 && h('p', { class: 'quiet' }, 'B: ', answer.only_b.slice(0, movesListed).join(' ')),
        answer.captures_differ.length > 0 && table(t('captures_differ'), [t('captures_differ'), 'A', 'B'],
          answer.captures_differ.map(({ move, a, b }) => [move, captures(a), captures(b)]))));
    }
    if (answer.differences.length > 0) {
      facts.push(h('section', {}, h('h2', {}, t('different_parameters')), table(t('different_parameters'), [t('parameter'), 'A', 'B'],
        answer.differences.map(({ key, a, b, help }) => [[h('code', {}, key), h('div', { class: 'quiet' }, help)], a, b]))));
    }
    if (!answer.families_differ) {
      facts.push(h('div', { class: 'two-columns' }, onlyIn('A', answer.words.only_a), onlyIn('B', answer.words.only_b)));
    }
    this.facts.replaceChildren(...facts);
  }
}

/** The sentences that only one of the rule sets has. */
function onlyIn(which, sentences) {
  return h('section', {}, h('h2', {}, t('only_in', { which })), sentences.length === 0 ? h('p', { class: 'quiet' }, t('none'))
    : h('ul', {}, sentences.map(({ title, sentence }) => h('li', {}, h('span', { class: 'quiet' }, title, ': '), sentence))));
}
