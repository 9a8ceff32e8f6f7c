// The tab for the rules: sentences by chapters, the board, and what the source leaves open.

import { examplesOf, rulesOf } from './api.js';
import { Board } from './board.js';
import { button, h } from './dom.js';
import { exampleFigure, pathFigures } from './examples.js';
import { canPlay } from './local.js';
import { changesInWords } from './names.js';
import { ruleList } from './picker.js';
import { address, goTo, linkedGame } from './route.js';
import { currentSubject, ruleRequest, setSubject } from './settings.js';
import { legend } from './table.js';
import { t } from './words.js';

export class Learn {
  constructor() {
    this.board = new Board();
    this.head = h('div', { class: 'bar' });
    this.text = h('article', { class: 'rules-text' });
    this.beside = h('aside', { class: 'rules-board' });
    this.element = h('div', {}, this.head, h('div', { class: 'reading' }, this.text, this.beside));
  }

  close() {}

  async open(parameters) {
    const linked = linkedGame(parameters);
    if (linked) setSubject(linked.subject);
    await this.show(currentSubject());
  }

  async show(subject) {
    const choose = (next) => {
      setSubject(next);
      return this.show(next);
    };
    const then = canPlay ? [button(t('guided_game'), () => goTo('play', { guided: '1' }), { class: 'main' }),
      button(t('change_rules'), () => goTo('change'))] : [];
    this.head.replaceChildren(await ruleList(subject, choose, t('rule_set')), ...then);
    const rules = await rulesOf(ruleRequest(subject)), { words, position } = rules;
    this.board.show(position.picture);
    this.beside.replaceChildren(h('div', { class: 'board-box' }, this.board.element), legend(position.picture));
    this.text.replaceChildren(...[
      h('h1', {}, rules.title),
      subject.changes.length > 0 && h('p', { class: 'quiet' }, t('changed_rules', { changes: changesInWords(rules, subject.changes) })),
      h('p', { class: 'summary' }, words.summary),
      h('dl', { class: 'goals' }, words.sides.map(({ name, meaning }) => [h('dt', {}, name), h('dd', {}, meaning)])),
      this.pictures = h('section', { class: 'chapter examples' }),
      words.chapters.map(({ title, sentences }) => h('section', { class: 'chapter' }, h('h2', {}, title),
        h('ul', {}, sentences.map((sentence) => h('li', {}, sentence))))),
      h('section', { class: 'chapter' }, h('h2', {}, t('how_it_ends')),
        this.endings = h('dl', {}, words.endings.map(({ name, meaning }) => [h('dt', {}, name), h('dd', {}, meaning)]))),
      this.openPoints(rules, subject),
      h('section', { class: 'chapter' }, h('h2', {}, t('the_source')), h('p', {}, rules.source))
    ].flat().filter(Boolean));
    await this.illustrate(rules, subject);
  }

  /** Adds the pictures, which take the server a moment longer than the words. */
  async illustrate({ position, words }, subject) {
    const { pictures, endings } = this;
    const examples = await examplesOf(ruleRequest(subject));
    if (pictures !== this.pictures) return;  // other rules by now
    const figures = (kind) => examples.filter((example) => example.kind === kind).map((example) => exampleFigure(position.picture, example));
    const rows = [['shown_paths', pathFigures(position)], ['shown_moves', figures('piece')], ['shown_captures', figures('capture')],
      ['shown_again', figures('again')]];
    pictures.replaceChildren(h('h2', {}, t('in_pictures')), ...rows.filter(([, row]) => row.length > 0).flatMap(([title, row]) =>
      [h('h3', {}, t(title)), h('div', { class: 'example-row' }, row)]));
    words.endings.forEach(({ name }, i) => {
      const example = examples.find(({ kind, reason }) => kind === 'ending' && reason === name);
      if (example) endings.querySelectorAll('dd')[i].append(exampleFigure(position.picture, example));
    });
  }

  openPoints(rules, subject) {
    const points = rules.parameters.filter(({ assumed }) => assumed);
    if (points.length === 0) return h('p', { class: 'quiet' }, t('nothing_open'));
    const link = (key, text) => address('change', {
      rules: subject.rules, toml: subject.toml,
      changes: [...subject.changes.filter((change) => !change.startsWith(key + '=')), `${key}=${text}`].join('\n')
    });
    return h('section', { class: 'chapter' }, h('h2', {}, t('open_points')), h('p', { class: 'quiet' }, t(canPlay ? 'open_points_caption' : 'open_points_alone')),
      points.map(({ key, words: value, help, assumed }) => h('div', { class: 'open-point' },
        h('p', {}, h('b', {}, help), ' ', h('code', {}, key)),
        h('p', {}, t('source_silent', { value }), ' ', h('span', { class: 'quiet' }, assumed.reason)),
        assumed.alternatives.length > 0 && h('p', {}, t('instead'), ' ', assumed.alternatives.map((other, i) =>
          [i > 0 && ', ', canPlay ? h('a', { href: link(key, other) }, assumed.alternatives_words[i]) : assumed.alternatives_words[i]])))));
  }
}
