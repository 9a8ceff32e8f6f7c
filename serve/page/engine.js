// What the engine thinks of a position, live: its line, the value for player 0, the best moves.

import { about, stream } from './api.js';
import { button, h, select, table } from './dom.js';
import { percent, score } from './names.js';
import { load, save } from './settings.js';
import { t, word } from './words.js';

const secondsOffered = [3, 10, 60], movesShown = 6, leastShare = 0.08;

export class Engine {
  /** onChange(): arrows or heat have changed; onPlay(move): the reader wants it on the board. */
  constructor({ onChange, onPlay }) {
    this.onChange = onChange;
    this.onPlay = onPlay;
    this.options = load('engine', { on: true, seconds: 10, heat: true });
    this.body = h('div', { class: 'engine-body' });
    this.switch = h('div', { class: 'engine-head' });
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
    this.heatSwitch = check('heat', t('policy_heat'), () => this.onChange());
    this.switch.replaceChildren(check('on', t('engine'), () => this.think(this.position, this.request)),
      select(secondsOffered.map((n) => [String(n), t('n_seconds', { n })]), String(this.options.seconds), (value) => {
        set('seconds', Number(value));
        this.think(this.position, this.request);
      }, { 'aria-label': t('thinking_time') }), this.heatSwitch);
  }

  clear() {
    this.state = null;
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
    if (!this.options.on || about.read_only || !position || position.node !== 'decision') return;
    const search = this.search = new AbortController();
    const show = (data) => {
      if (search.signal.aborted) return;
      this.state = data;
      this.moves = data.moves ?? this.moves;
      this.draw();
      this.onChange();
    };
    try {
      await stream('/analysis', { ...request, seconds: this.options.seconds }, {
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
    const { value, wdl, line, depth, nodes, proven } = this.state, { players } = this.position, first = word(players[0]);
    const best = this.ranked().slice(0, movesShown);
    const play = (move) => button(move, () => this.onPlay(move), { class: 'link' });
    this.body.replaceChildren(...[
      value !== null && valueBar(value, players),
      h('p', {}, h('b', {}, proven ? t('proved', { result: word(proven) }) : value === null ? '' : judgement(value, players)),
        ' ', wdl && h('span', { class: 'quiet' }, t('wdl', { side: first, w: percent(wdl[0]), d: percent(wdl[1]), l: percent(wdl[2]) }))),
      h('p', { class: 'engine-line' }, line.map((move, i) => i === 0 ? play(move) : ' ' + move)),
      h('p', { class: 'quiet' }, t('searched', { depth: depth ?? '–', nodes: nodes.toLocaleString() })),
      best.length > 0 && table(t('moves'), [t('move'), t('score_of', { side: first }), this.hasPolicy() ? t('share') : ''],
        best.map(({ move, value: its, policy, proven: result }) =>
          [play(move), result ? `◇ ${word(result)}` : its === null ? '–' : score(its), policy === null ? '' : percent(policy)]))
    ].filter(Boolean));
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
    if (!this.state) return [];
    const best = this.state.best ?? this.state.line[0];
    const others = this.ranked().filter(({ move, policy }) => move !== best && policy > leastShare).slice(0, 2);
    const weaker = ({ move, policy }) => ({ squares: this.squaresOf(move), strength: Math.min(0.5, 0.2 + policy), kind: 'other' });
    return [...others.reverse().map(weaker), best && { squares: this.squaresOf(best) }].filter(Boolean);
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

function valueBar(value, players) {
  return h('div', { class: 'value-bar', role: 'img', 'aria-label': t('value_label', { side: word(players[0]), value: score(value) }) },
    h('span', { class: 'first', style: `width:${100 * value}%` }), h('span', { class: 'value' }, score(value)));
}

/** The value of a position in words. */
function judgement(value, players) {
  const lead = Math.max(value, 1 - value), who = word(players[value >= 0.5 ? 0 : 1]);
  if (lead < 0.55) return t('about_even');
  return t(lead < 0.7 ? 'somewhat_better' : lead < 0.9 ? 'clearly_better' : 'close_to_winning', { who });
}
