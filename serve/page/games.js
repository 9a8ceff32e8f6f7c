// The list of a run's games: filters, pages, and a link to each.

import { get } from './api.js';
import { button, h, redraw, select, table } from './dom.js';
import { sentence } from './names.js';
import { address, runPath } from './route.js';
import { language, t, word } from './words.js';

const perPage = 25;
const results = ['first', 'second', 'draw', 'unfinished'];

export class GameList {
  /** onPick(id) is called with the game that the reader opens. */
  constructor(onPick) {
    this.onPick = onPick;
    this.filters = h('div', { class: 'bar' });
    this.rows = h('div', {});
    this.pager = h('div', { class: 'buttons' });
    this.element = h('section', { class: 'game-list' }, h('h3', {}, t('games')), this.filters, this.rows, this.pager);
    this.reset(null);
  }

  reset(run) {
    this.run = run;
    this.asked = { part: '', rules: '', result: '', offset: 0 };
    this.answer = null;
    this.bySingleParts = false;
    this.filtersDrawn = null;
    this.element.hidden = true;
  }

  /** Marks the game that is shown. */
  mark(id) {
    this.shown = id;
    for (const link of this.rows.querySelectorAll('a[data-game]')) {
      if (link.dataset.game === id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  ask(change) {
    Object.assign(this.asked, { offset: 0 }, change);
    return this.refresh(true);
  }

  /** Asks for the page again. While a run plays, rows that fill the page stay as the reader sees them. */
  async refresh(changed = false) {
    const { run, asked } = this, query = new URLSearchParams({ ...asked, limit: perPage });
    try {
      const answer = await get(`${runPath(run)}/games?${query}`);
      if (this.run !== run || JSON.stringify(asked) !== JSON.stringify(this.asked)) return;
      const isFull = this.answer?.games.length === perPage;
      if (changed || !isFull) this.drawRows(answer);
      this.answer = answer;
      this.drawFilters(answer);
      this.drawPager(answer);
      this.element.hidden = answer.parts.length === 0;  // a training that keeps no games
    } catch (error) {
      this.element.hidden = false;
      this.answer = null;
      this.rows.replaceChildren(h('p', { class: 'problem' }, error.message));
    }
  }

  drawFilters({ parts, part, rules }) {
    this.bySingleParts ||= part !== '' && this.asked.part === '';  // shards of self-play are read one at a time
    const key = JSON.stringify([parts, part, rules]);
    if (key === this.filtersDrawn) return;
    this.filtersDrawn = key;
    const list = (name, options) => {
      const label = t('filter_' + name);
      return h('label', { class: 'field' }, h('span', { class: 'field-name' }, label),
        select(options, this.asked[name] || (name === 'part' ? part : ''), (value) => this.ask({ [name]: value }), { 'data-focus': 'filter ' + name }));
    };
    const all = ['', t('all')];
    redraw(this.filters,
      parts.length > 1 && list('part', [...(this.bySingleParts ? [] : [all]), ...parts.map(({ id, name }) => [id, name])]),
      rules.length > 1 && list('rules', [all, ...rules.map((id) => [id, id])]),
      list('result', [all, ...results.map((name) => [name, t('result_' + name)])]));
  }

  drawRows({ games, parts, part }) {
    const isMixed = parts.length > 1 && part === '';  // games are numbered in their parts
    const partOf = ({ id }) => parts.find((each) => id.startsWith(each.id + '-'))?.name ?? '';
    const several = !isMixed && new Set(games.map(({ rules }) => rules)).size > 1, named = games.some(({ first, second }) => first || second);
    const player = (name) => name ? word(name) : '–';
    redraw(this.rows, games.length === 0 ? h('p', { class: 'quiet' }, t('no_games')) : table(t('games'),
      [t('game'), t('result'), t('plies'), named && t('players'), several && t('rule_set'), isMixed && t('filter_part')].filter(Boolean),
      games.map((game) => [
        h('a', {
          href: address('watch', { run: this.run, game: game.id }), 'data-game': game.id, 'data-focus': 'game ' + game.id,
          'aria-current': game.id === this.shown ? 'true' : null,
          onclick: (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            this.onPick(game.id);
          }
        }, t('game_n', { n: game.number })),
        outcome(game), game.plies.toLocaleString(language()), named && [h('span', { class: 'by' }, player(game.first)), h('span', { class: 'by' }, player(game.second))],
        several && game.rules, isMixed && partOf(game)
      ].filter((cell) => cell !== false))));
  }

  drawPager({ total, offset, games }) {
    const go = (to) => () => this.ask({ offset: Math.max(0, to) });
    const last = Math.floor(Math.max(0, total - 1) / perPage) * perPage;
    const step = (label, name, to, disabled) =>
      button(label, go(to), { 'aria-label': t(name), title: t(name), 'data-focus': name, disabled });
    redraw(this.pager, step('«', 'first_page', 0, offset === 0), step('‹', 'page_back', offset - perPage, offset === 0),
      h('span', { class: 'quiet', role: 'status' }, t('games_from_to', {
        from: Math.min(offset + 1, total).toLocaleString(language()), to: (offset + games.length).toLocaleString(language()), of: total.toLocaleString(language())
      })),
      step('›', 'page_on', offset + perPage, offset + perPage >= total), step('»', 'last_page', last, offset >= last));
  }
}

/** Who won a game, and why it ended. */
export function outcome({ winner, result, reason }) {
  const words = winner ? t('wins', { who: word(winner) }) : t(result === 'draw' ? 'drawn' : 'result_unfinished');
  return sentence(reason ? `${words}: ${word(reason)}` : words);
}
