// The tab that compares rule sets: two of them side by side, where each move is made on both boards while both allow it; their
// parameters, sentences and numbers; and all measured rule sets as a map.

import { post, rulesOf, ruleSets } from './api.js';
import { Atlas, placeOf } from './atlas.js';
import { ComparedNumbers } from './compare_numbers.js';
import { Dice } from './dice.js';
import { button, h, redraw, select, table } from './dom.js';
import { changesInWords, moveWords, rollText } from './names.js';
import { endWords } from './partings.js';
import { ruleList } from './picker.js';
import { goTo, linkedGame } from './route.js';
import { currentSubject, load, ruleRequest, save } from './settings.js';
import { announce } from './speech.js';
import { Table } from './table.js';
import { t, word } from './words.js';

/** Another rule set of the same family, so that moves can be made on both boards. */
async function relative(subject) {
  const [{ family }, sets] = await Promise.all([rulesOf(ruleRequest(subject)), ruleSets()]);
  const others = sets.filter((set) => set.family === family && set.id !== subject.rules);
  const { id } = others.find((set) => set.id === often) ?? others[0] ?? { id: often };
  return { rules: id, changes: [], toml: null };
}

const often = 'tavlei-9';
const movesListed = 30;
const most = 6;
const letters = 'ABCDEF';
const sides = ['a', 'b'];  // as the API calls what is on the two boards

export class Compare {
  constructor() {
    this.tables = sides.map((which) => new Table({
      onMove: (move) => this.move(move, which), request: () => this.request(which)
    }));
    this.list = h('section', { class: 'compared', 'aria-label': t('compared') });
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    this.heads = sides.map(() => h('div', { class: 'compare-head' }));
    this.dice = new Dice((roll) => this.move(roll, 'a'));
    this.bar = h('div', { class: 'bar' });
    this.played = h('p', { class: 'played' });
    this.facts = h('div', { class: 'compare-facts' });
    this.numbers = new ComparedNumbers();
    this.atlas = new Atlas({ onAdd: ({ rules, changes }) => this.add({ rules, changes, toml: null }) });
    this.element = h('div', {}, this.list, this.problem, h('div', { class: 'two-boards' }, this.tables.map((table, i) =>
      h('section', {}, this.heads[i], table.element))), this.dice.element, this.bar, this.played, this.numbers.element, this.facts,
    this.atlas.element);
    this.moves = [];
  }

  close() {
    this.dice.hide();
  }

  async open(parameters) {
    const linked = linkedGame(parameters), subject = linked?.subject ?? currentSubject();
    const saved = load('compare');
    if (!this.subjects || linked) {
      this.subjects = (linked || !saved) && subject.changes.length > 0 ? [{ ...subject, changes: [] }, subject]
        : saved?.subjects ?? [subject, await relative(subject)];
      this.shown = [0, 1];
      this.moves = linked ? linked.moves : saved?.moves ?? [];
    }
    await Promise.all([this.begin(this.moves), this.atlas.open()]);
    if (parameters.has('atlas')) this.atlas.element.scrollIntoView();
  }

  subjectOn(which) {
    return this.subjects[this.shown[sides.indexOf(which)]];
  }

  letterOn(which) {
    return letters[this.shown[sides.indexOf(which)]];
  }

  request(which) {
    return { ...ruleRequest(this.subjectOn(which)), moves: this.moves };
  }

  async begin(moves = []) {
    this.moves = moves;
    this.keep();
    this.atlas.mark(new Map(this.subjects.map((subject, i) => [subject, letters[i]]).filter(([{ toml }]) => !toml)
      .map(([subject, letter]) => [placeOf(subject), letter]).reverse()));
    await this.drawList();
    await this.update();
  }

  keep() {
    save('compare', { subjects: this.subjects, moves: this.moves });
  }

  /** After a change by the reader the address, which had the first subject, no longer says what is shown. */
  leaveLink() {
    goTo('compare', {}, true);
    this.keep();
  }

  /** The rule sets, each with its letter, its changes, and a way to remove it. */
  async drawList() {
    const rows = await Promise.all(this.subjects.map(async (subject, i) => {
      const which = letters[i];
      const changes = h('input', {
        type: 'text', value: subject.changes.join('; '), placeholder: t('changes_form'), 'aria-label': t('changes_of', { which }), list: `changes-${which}`,
        onchange: () => this.choose(i, { ...subject, changes: changes.value.split(';').map((text) => text.trim()).filter(Boolean) })
      });
      return h('div', { class: 'compare-head' }, h('b', {}, which),
        await ruleList(subject, (next) => this.choose(i, next), t('rules_named', { which })), changes,
        h('datalist', { id: `changes-${which}` }, await possibleChanges(subject)),
        this.subjects.length > 2 && button('✕', () => this.remove(i),
          { class: 'plain', 'aria-label': t('remove_rules', { which }), title: t('remove_rules', { which }) }));
    }));
    redraw(this.list, rows, this.subjects.length < most &&
      button(t('add_rules'), () => this.add(), { class: 'plain', 'data-focus': 'add' }));
  }

  async choose(i, subject) {
    this.leaveLink();
    this.subjects = this.subjects.map((old, at) => at === i ? subject : old);
    if (!this.shown.includes(i)) this.shown = [this.shown[0], i];
    await this.begin();
  }

  async add(subject = { ...this.subjects.at(-1), changes: [] }) {
    if (this.subjects.length >= most) return announce(t('comparison_full', { n: most }));
    this.leaveLink();
    this.subjects = [...this.subjects, subject];
    this.shown = [this.shown[0], this.subjects.length - 1];
    await this.begin();
  }

  async remove(i) {
    this.leaveLink();
    this.subjects = this.subjects.filter((_, at) => at !== i);
    this.shown = [0, 1];
    await this.begin();
  }

  async showOn(board, i) {
    this.shown = this.shown.map((old, at) => at === board ? i : old);
    await this.update();
  }

  async update() {
    const [a, b] = sides.map((which) => this.request(which));
    try {
      this.rules = await Promise.all(this.subjects.map((subject) => rulesOf(ruleRequest(subject))));
      this.answer = await post('/compare', { a, b });
    } catch (error) {
      this.problem.textContent = error.message;
      this.problem.hidden = false;
      this.facts.replaceChildren();
      this.numbers.element.replaceChildren();
      return;
    }
    this.problem.hidden = true;
    this.draw();
  }

  async move(move, which) {
    const { only_a, only_b } = this.answer;
    if (only_a.includes(move) || only_b.includes(move)) {
      const text = t('only_under', { move, which: this.letterOn(which) });
      this.tables[sides.indexOf(which)].say(text, true);
      announce(text);
      return;
    }
    this.moves = [...this.moves, move];
    this.leaveLink();
    await this.update();
    const played = this.answer.a.played.at(-1);
    if (played) announce(moveWords(this.answer.a, played));
  }

  async back() {
    this.moves = this.moves.slice(0, -1);
    this.leaveLink();
    await this.update();
  }

  draw() {
    const { answer } = this, together = !answer.parted && !answer.families_differ && answer.a.node === answer.b.node;
    sides.forEach((which, i) => {
      const differing = new Set([...answer['only_' + which], ...answer.captures_differ.map(({ move }) => move)]);
      this.tables[i].show(answer[which], { active: together && answer[which].node === 'decision', slide: true, special: differing });
      this.drawHead(i);
    });
    if (together && answer.a.node === 'chance' && answer.b.node === 'chance') this.dice.ask(answer.a, 'roll');
    else this.dice.hide();
    this.bar.replaceChildren(button(t('undo'), () => this.back(), { disabled: this.moves.length === 0 }),
      button(t('restart'), () => this.begin(), { disabled: this.moves.length === 0 }));
    this.played.textContent = this.moves.map((move) => word(rollText(move))).join(' ');
    this.numbers.show(this.subjects.map((subject, i) => this.column(subject, i)));
    this.drawFacts();
  }

  column(subject, i) {
    const rules = this.rules[i];
    return { letter: letters[i], subject, hash: rules.hash, title: rules.title, words: changesInWords(rules, subject.changes), first: rules.position.players[0] };
  }

  /** Which rule set is on a board; to choose where there are more than two. */
  drawHead(board) {
    const name = (i) => `${letters[i]} · ${this.rules[i].title}${this.subjects[i].changes.length > 0 ? ' *' : ''}`;
    const options = this.subjects.map((_, i) => [String(i), name(i)]);
    redraw(this.heads[board], this.subjects.length > 2
      ? select(options, String(this.shown[board]), (i) => this.showOn(board, Number(i)), { 'aria-label': t('on_board'), 'data-focus': 'board' })
      : h('b', {}, name(this.shown[board])));
    this.heads[board].parentElement.setAttribute('aria-label', t('rules_named', { which: letters[this.shown[board]] }));
  }

  drawFacts() {
    const { answer } = this, [left, right] = sides.map((which) => this.letterOn(which));
    const captures = (squares) => squares.length > 0 ? squares.join(', ') : t('nothing');
    const facts = [];
    if (answer.same_game) facts.push(h('p', { class: 'verdict' }, t('same_game')));
    if (answer.parted) {
      const { ply, where, why } = answer.parted;
      facts.push(h('p', { class: 'problem' }, t('parted', { ply, which: this.letterOn(where) }), ' ', why));
    }
    const ends = sides.map((which) => answer[which].node === 'terminal' ? answer[which] : null), over = ends[0] ? 0 : 1;
    if (!answer.parted && !answer.families_differ && Boolean(ends[0]) !== Boolean(ends[1])) {
      facts.push(h('p', { class: 'problem' }, t('results_part', {
        over: [left, right][over], end: endWords(ends[over]), other: [left, right][1 - over], goes: endWords(null)
      })));
    }
    if (answer.families_differ) {
      facts.push(h('p', { class: 'problem' }, t('families_differ')));
    } else {
      facts.push(h('section', {}, h('h2', {}, t('moves_here')),
        h('p', {}, t('only_count', { left, right, a: answer.only_a.length, b: answer.only_b.length })),
        answer.only_a.length > 0 && h('p', { class: 'quiet' }, `${left}: `, answer.only_a.slice(0, movesListed).join(' ')),
        answer.only_b.length > 0 && h('p', { class: 'quiet' }, `${right}: `, answer.only_b.slice(0, movesListed).join(' ')),
        answer.captures_differ.length > 0 && table(t('captures_differ'), [t('captures_differ'), left, right],
          answer.captures_differ.map(({ move, a, b }) => [move, captures(a), captures(b)]))));
    }
    facts.push(...this.parameterTable());
    if (!answer.families_differ) {
      facts.push(h('div', { class: 'two-columns' }, onlyIn(left, right, answer.words.only_a), onlyIn(right, left, answer.words.only_b)));
    }
    this.facts.replaceChildren(...facts);
  }

  /** The parameters that are not the same in all rule sets of the family on the left board. */
  parameterTable() {
    const { family } = this.rules[this.shown[0]];
    const columns = [...this.rules.keys()].filter((i) => this.rules[i].family === family);
    const valueIn = (i, key) => this.rules[i].parameters.find((parameter) => parameter.key === key);
    const different = this.rules[columns[0]].parameters.filter(({ key, text }) => columns.some((i) => valueIn(i, key).text !== text));
    if (different.length === 0) return [];
    return [h('section', {}, h('h2', {}, t('different_parameters')),
      table(t('different_parameters'), [t('parameter'), ...columns.map((i) => letters[i])], different.map(({ key, help }) =>
        [[h('code', {}, key), h('div', { class: 'quiet' }, help)], ...columns.map((i) => valueIn(i, key).words)])))];
  }
}

/** Options for each value of each parameter that is chosen from a few. */
async function possibleChanges(subject) {
  try {
    const { parameters } = await rulesOf(ruleRequest({ ...subject, changes: [] }));
    return parameters.flatMap(({ key, type, choices, text }) => (type === 'boolean' ? ['true', 'false'] : type === 'choice' ? choices : [])
      .filter((value) => value !== text).map((value) => h('option', { value: `${key}=${value}` })));
  } catch {
    return [];  // the rules have a fault of their own, which is told elsewhere
  }
}

/** The sentences that one of two rule sets has and the other has not. */
function onlyIn(which, other, sentences) {
  return h('section', {}, h('h2', {}, t('only_in', { which, other })), sentences.length === 0 ? h('p', { class: 'quiet' }, t('none'))
    : h('ul', {}, sentences.map(({ title, sentence }) => h('li', {}, h('span', { class: 'quiet' }, title, ': '), sentence))));
}
