// Small boards of positions in which games under a changed rule set and its original part. The server finds them.

import { post } from './api.js';
import { Board } from './board.js';
import { h } from './dom.js';
import { compareLink } from './route.js';
import { ruleRequest } from './settings.js';
import { t, word } from './words.js';

const movesNamed = 6, arrowsDrawn = 4;

const named = (moves) => moves.slice(0, movesNamed).map(({ text }) => text).join(', ') + (moves.length > movesNamed ? ', …' : '');
const captured = ({ captured: squares }) => squares.length > 0 ? squares.join(', ') : t('nothing');

/** How the game stands by one rule set, in words. */
export function endWords(end) {
  return end ? t('ends_so', { result: word(end.result), reason: word(end.reason) }) : t('goes_on');
}

/** What to draw and to say of a parting, by its kind. */
const kinds = {
  moves: ({ only_a: a, only_b: b }) => ({
    arrows: [...a, ...b].slice(0, arrowsDrawn), captures: [],
    text: [a.length > 0 && t('only_original', { moves: named(a) }), b.length > 0 && t('only_changed', { moves: named(b) })].filter(Boolean).join(' ')
  }),
  capture: ({ a, b }) => ({
    arrows: [a], captures: [...a.captured, ...b.captured],
    text: t('capture_differs', { move: a.text, a: captured(a), b: captured(b) })
  }),
  ending: ({ a, b }) => ({ arrows: [], captures: [], text: t('ending_original', { end: endWords(a), other: endWords(b) }) })
};

export async function partingFigures(subject) {
  const { partings } = await post('/partings', { a: ruleRequest({ ...subject, changes: [] }), b: ruleRequest(subject) });
  return partings.map((parting) => {
    const { arrows, captures, text } = kinds[parting.kind](parting), board = new Board();
    board.show(parting.position.picture, { captures, arrows: arrows.map(({ squares }) => ({ squares: squares.filter(Boolean) })) });
    board.element.setAttribute('aria-label', text);
    return h('figure', { class: 'example' }, board.element,
      h('figcaption', {}, text, ' ', h('a', { href: compareLink(subject, parting.moves) }, t('see_both'))));
  });
}
