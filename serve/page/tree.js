// The moves of a game as text, variations in brackets, each a link to its position.

import { h } from './dom.js';
import { moveText, rollText } from './names.js';
import { t, word } from './words.js';

const isRoll = (text) => text.startsWith('[');

/** The marks of annotated moves by their numbers in PGN. */
export const marks = [[1, '!'], [2, '?'], [3, '!!'], [4, '??'], [5, '!?'], [6, '?!']];
const glyphText = (glyph) => marks.find(([number]) => number === glyph)?.[1] ?? ` $${glyph}`;

/** Whether a game's moves are numbered in pairs, as without dice. */
export const moveNumbers = (game) => !game.moves().some(isRoll) && !game.root.children.some((child) => isRoll(child.move));

/** Lists a game's moves; `onPick(node)` is called with the one clicked. */
export function moveTree(game, onPick) {
  const list = h('div', { class: 'moves', role: 'group', 'aria-label': t('moves') });
  const inPairs = moveNumbers(game);

  function item(node, depth, first) {
    const numbered = inPairs && (depth % 2 === 0 || first);
    const number = numbered ? `${Math.floor(depth / 2) + 1}${depth % 2 === 0 ? '.' : '…'}` : null;
    const said = (text) => text && h('span', { class: 'comment' }, text);
    return [
      said(node.before), node.before && ' ',
      h('span', { class: 'ply' }, number && h('span', { class: 'number' }, number), h('button', {
        type: 'button', class: isRoll(node.move) ? 'roll' : null,
        'aria-current': node === game.node ? 'true' : null, onclick: () => onPick(node)
      }, isRoll(node.move) ? `[${word(rollText(node.move))}]` : moveText(node.move) + node.glyphs.map(glyphText).join(''))),
      said(node.comment)
    ].filter(Boolean);
  }

  function line(node, depth, first, into) {
    for (let at = node, start = first; at.children.length > 0; ++depth) {
      const [main, ...others] = at.children;
      into.append(...item(main, depth, start), ' ');
      for (const other of others) {
        const branch = h('div', { class: 'variation' }, item(other, depth, true));
        line(other, depth + 1, false, branch);
        into.append(branch);
      }
      start = others.length > 0 || Boolean(main.comment);
      at = main;
    }
  }

  if (game.root.comment) list.append(h('span', { class: 'comment' }, game.root.comment), ' ');
  line(game.root, 0, true, list);
  if (!list.firstChild) list.append(h('span', { class: 'quiet' }, t('no_moves_yet')));
  return list;
}

/** Scrolls the list so that the current move is seen, without moving the page. */
export function showCurrent(box) {
  const current = box.querySelector('[aria-current]');
  if (!current) return void (box.scrollTop = 0);
  const top = current.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 30) box.scrollTop = top - box.clientHeight / 2;
}
