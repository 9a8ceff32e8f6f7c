// What the engine thinks of a position, live: its line, the value for player 0, the best moves.

import { about, post, rulesOf, stream } from './api.js';
import { button, h, select, table } from './dom.js';
import { isExport } from './local.js';
import { percent, score } from './names.js';
import { load, ruleRequest, save } from './settings.js';
import { exactArrow, exactView, throwsView, valueBar } from './values.js';
import { language, t, word } from './words.js';

const secondsOffered = [3, 10, 60], movesShown = 6, leastShare = 0.08;

/** Wins, draws and losses of the first player in whole percent, which add up to 100. */
function wdlWords(wdl, side) {
  const [w, d] = [wdl[0], wdl[1]].map((share) => Math.round(100 * share));
  const l = Math.max(0, 100 - w - d);
  return t('wdl', { side, w: percent(w / 100), d: percent(Math.min(d, 100 - w) / 100), l: percent(l / 100) });
}

export class Engine {
  /** onChange(): arrows or heat have changed; onPlay(move): the reader wants it on the board. */
  constructor({ onChange, onPlay }) {
    this.onChange = onChange;
    this.onPlay = onPlay;
    this.options = { kind: 'alphabeta', ...load('engine', { on: true, seconds: 10, heat: true }) };
    this.body = h('div', { class: 'engine-body' });
    this.switch = h('div', { class: 'engine-head', hidden: about.read_only });
    this.element = h('section', { class: 'engine panel', 'aria-label': t('engine'), hidden: about.read_only }, this.switch, this.body);
    this.drawSwitch();
    this.clear();
  }

  drawSwitch() {
    const set = (key, value) => {
      this.options[key] = value;
      save('engine', this.options);
    };
    const check = (key, label, then) => h('label', { class: 'check' }, h('input', {
      type: 'checkbox', checked: this.options[key], onchange: (event) => {
        set(key, event.target.checked);
        then();
      }
    }), label);
    this.kindPlace = h('span', { class: 'engine-kind' });
    this.heatSwitch = check('heat', t('policy_heat'), () => this.onChange());
    this.switch.replaceChildren(check('on', t('engine'), () => this.think(this.position, this.request)), this.kindPlace,
      select(secondsOffered.map((n) => [String(n), t('n_seconds', { n })]), String(this.options.seconds), (value) => {
        set('seconds', Number(value));
        this.think(this.position, this.request);
      }, { 'aria-label': t('thinking_time') }), this.heatSwitch);
  }

  /** Which program thinks: where a net plays these rules, the reader may ask for it. Nets need the server. */
  async drawKinds(request) {
    const net = isExport ? null : (await rulesOf(ruleRequest(request))).net;
    this.kind = net ? this.options.kind : 'alphabeta';
    this.kindPlace.replaceChildren(net ? select([['alphabeta', t('engine_alphabeta')], ['net', t('engine_net', { net })]], this.kind, (kind) => {
      this.options.kind = kind;
      save('engine', this.options);
      this.think(this.position, this.request);
    }, { 'aria-label': t('engine_kind'), 'data-focus': 'engine kind' }) : '');
  }

  clear() {
    this.state = this.exact = this.throws = null;
    this.moves = [];
    this.heatSwitch.hidden = true;
    this.body.replaceChildren();
  }

  stop() {
    this.search?.abort();
  }

  /** Starts anew on a position. */
  async think(position, request) {
    this.stop();
    this.clear();
    this.position = position;
    this.request = request;
    this.onChange();
    if (!this.options.on || !position || position.node === 'terminal') return;
    const search = this.search = new AbortController();
    const show = (data) => {
      if (search.signal.aborted) return;
      this.throws = data.throws ? data : null;
      this.state = data.throws ? null : data;
      this.moves = data.moves ?? this.moves;
      this.draw();
      this.onChange();
    };
    try {
      await this.drawKinds(request);
      const exact = await post('/exact', request, search.signal);
      if (search.signal.aborted) return;
      if (exact.source) {
        this.exact = exact;
        this.element.hidden = false;
        this.draw();
        this.onChange();
      }
      // A table knows everything that a search could tell.
      if (about.read_only || exact.source === 'table') return;
      await stream('/analysis', { ...request, engine: this.kind, seconds: this.options.seconds }, {
        queued: ({ ahead }) => { if (ahead > 0) this.body.replaceChildren(h('p', { class: 'quiet' }, t('queued', { n: ahead }))); },
        progress: show, done: show
      }, search.signal);
    } catch (error) {
      if (!search.signal.aborted) this.body.replaceChildren(h('p', { class: 'problem' }, error.message));
    }
  }

  hasPolicy() {
    return this.moves.some(({ policy }) => policy !== null);
  }

  draw() {
    this.heatSwitch.hidden = !this.hasPolicy();
    this.body.replaceChildren(...[
      this.exact && exactView(this.exact, this.position, this.onPlay),
      this.throws && throwsView(this.throws, this.position, this.onPlay),
      ...this.state ? this.searchView() : []
    ].filter(Boolean));
  }

  /** The search of a position in which somebody is to move. */
  searchView() {
    const { value, wdl, line, lines, depth, nodes, proven } = this.state, { players } = this.position, first = word(players[0]);
    // Lines name their moves and values; of those, only shares are left to tell.
    const listed = lines.length > 1 && !this.hasPolicy() ? lines.map((each) => each.moves[0]) : [];
    const best = this.ranked().filter(({ move }) => !listed.includes(move)).slice(0, movesShown - listed.length);
    const play = (move) => button(move, () => this.onPlay(move), { class: 'link' });
    const moves = (list) => list.map((move, i) => i === 0 ? play(move) : ' ' + move);
    return [
      value !== null && valueBar(value, players, { wdl }),
      h('p', {}, h('b', {}, proven ? t('proved', { result: word(proven) }) : value === null ? '' : judgement(value, players)),
        ' ', wdl && h('span', { class: 'quiet' }, wdlWords(wdl, first))),
      lines.length > 1 ? h('ol', { class: 'engine-lines', 'aria-label': t('lines') }, lines.map((each) => h('li', { class: 'engine-line' },
        h('b', {}, each.proven ? `◇ ${word(each.proven)}` : each.value === null ? '–' : score(each.value)), ' ', moves(each.moves)))) :
        h('p', { class: 'engine-line' }, moves(line)),
      h('p', { class: 'quiet' }, t(depth ? 'searched' : 'searched_nodes', { depth, nodes: nodes.toLocaleString(language()) })),
      best.length > 0 && table(t('moves'), [t('move'), t('score_of', { side: first }), this.hasPolicy() ? t('share') : ''],
        best.map(({ move, value: its, policy, proven: result }) =>
          [play(move), result ? `◇ ${word(result)}` : its === null ? '–' : score(its), policy === null ? '' : percent(policy)]))
    ];
  }

  /** Moves from the best: by the net's policy where there is one, else by their values for the side to move. */
  ranked() {
    const best = this.state?.best, sign = this.position.to_move === 0 ? 1 : -1;
    const rank = ({ policy, value }) => policy ?? (value === null ? -Infinity : sign * value);
    return [...this.moves].sort((a, b) => (b.move === best) - (a.move === best) || rank(b) - rank(a));
  }

  squaresOf(text) {
    return this.position.moves.find((move) => move.text === text)?.squares ?? [];
  }

  /** Arrows for the best moves; the thickest colour for the best. */
  arrows() {
    if (!this.state) return [this.exact && exactArrow(this.exact, this.position)].filter(Boolean);
    const { lines } = this.state, best = this.state.best ?? this.state.line[0];
    const close = ({ value }) => Math.max(0, 0.5 - 2 * Math.abs(value - lines[0].value));
    const others = lines.length > 1 ? lines.map((line) => ({ move: line.moves[0], strength: 0.2 + 0.6 * close(line) })) :
      this.ranked().filter(({ policy }) => policy > leastShare).map(({ move, policy }) => ({ move, strength: Math.min(0.5, 0.2 + policy) }));
    const weaker = ({ move, strength }) => ({ squares: this.squaresOf(move), strength, kind: 'other' });
    return [...others.filter(({ move }) => move !== best).slice(0, 2).reverse().map(weaker),
      best && { squares: this.squaresOf(best) }].filter(Boolean);
  }

  /** The policy by the squares where moves end, the largest as 1. */
  heat() {
    const sums = new Map();
    if (!this.options.heat || !this.hasPolicy()) return sums;
    for (const { move, policy } of this.moves) {
      const to = this.squaresOf(move).at(-1);
      if (to && policy) sums.set(to, (sums.get(to) ?? 0) + policy);
    }
    const most = Math.max(...sums.values());
    return new Map([...sums].map(([square, part]) => [square, part / most]).filter(([, part]) => part > 0.03));
  }
}

/** The value of a position in words. */
function judgement(value, players) {
  const lead = Math.max(value, 1 - value), who = word(players[value >= 0.5 ? 0 : 1]);
  if (lead < 0.55) return t('about_even');
  return t(lead < 0.7 ? 'somewhat_better' : lead < 0.9 ? 'clearly_better' : 'close_to_winning', { who });
}
