// Values of positions as bars and tables: estimates, exact ones, and those of the throws before a throw.

import { button, h, table } from './dom.js';
import { percent, rollText, score } from './names.js';
import { language, t, word } from './words.js';

const certainShown = 8;

export function valueBar(value, players, { exact = false, wdl = null } = {}) {
  const label = t(exact ? 'exact_label' : 'value_label', { side: word(players[0]), value: score(value) });
  return h('div', { class: exact ? 'value-bar exact' : 'value-bar', role: 'img', 'aria-label': label },
    h('span', { class: 'first', style: `width:${100 * (wdl ? wdl[0] : value)}%` }),
    wdl && wdl[1] > 0 && h('span', { class: 'draws', style: `left:${100 * wdl[0]}%;width:${100 * wdl[1]}%` }), h('span', { class: 'value' }, exact ? `◆ ${score(value)}` : score(value)));
}

/** A certain value in words: a result and when, or a score. */
function certainWords({ result, value, plies }) {
  if (value === null) return '–';
  if (!result) return `◆ ${value.toFixed(3)}`;
  return '◆ ' + (plies ? t('in_plies', { result: word(result), n: plies }) : word(result));
}

/** Moves of certain value, from the best for the side to move: the quickest wins first, the slowest losses. */
function ranked({ moves }, toMove) {
  const mine = (value) => toMove === 0 ? value : 1 - value;
  const rank = ({ value, plies }) => value === null ? -1 : mine(value) + (mine(value) > 0.5 ? -1 : 1) * (plies ?? 0) / 1e4;
  return [...moves].sort((a, b) => rank(b) - rank(a));
}

/** The arrow of the best move. */
export function exactArrow(exact, position) {
  const [best] = ranked(exact, position.to_move);
  const move = best && best.value !== null && position.moves.find(({ text }) => text === best.move);
  return move ? { squares: move.squares } : null;
}

/** What is certain of a position: the answer of /exact. */
export function exactView(exact, position, onPlay) {
  const { players } = position, first = word(players[0]);
  const play = (text, label = text) => button(label, () => onPlay(text), { class: 'link' });
  return h('div', { class: 'certain' },
    valueBar(exact.value, players, { exact: true }),
    h('p', {}, h('b', {}, t('exact_' + exact.source)), ': ', certainWords(exact)),
    exact.repetition && h('p', { class: 'quiet' }, t('without_repetition')),
    exact.moves.length > 0 && table(t('moves'), [t('move'), t('score_of', { side: first })],
      ranked(exact, position.to_move).slice(0, certainShown).map((each) => [play(each.move), certainWords(each)])),
    exact.throws.length > 0 && table(t('throws'), [t('throw'), t('chance'), t('score_of', { side: first })],
      exact.throws.map(({ throw: text, probability, value }) =>
        [play(text, word(rollText(text))), percent(probability), value === null ? '–' : `◆ ${value.toFixed(3)}`])));
}

/** The throws that can come, searched one after another: an answer of /analysis before a throw. */
export function throwsView({ value, throws, nodes }, position, onPlay) {
  const { players } = position;
  const reply = ({ best, passes }) => passes ? h('span', { class: 'quiet' }, t('turn_passes')) : best ?? '';
  return h('div', {},
    value !== null && valueBar(value, players),
    h('p', { class: 'quiet' }, t('throw_mean')),
    table(t('throws'), [t('throw'), t('chance'), t('score_of', { side: word(players[0]) }), t('best_move')],
      throws.map((each) => [button(word(rollText(each.throw)), () => onPlay(each.throw), { class: 'link' }), percent(each.probability),
        each.proven ? `◇ ${word(each.proven)}` : each.value === null ? '–' : score(each.value), reply(each)])),
    h('p', { class: 'quiet' }, t('n_nodes', { n: nodes.toLocaleString(language()) })));
}
