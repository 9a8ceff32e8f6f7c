// Positions and moves in words: for screen readers, status lines and legends.

import { t, word } from './words.js';

export const playerName = (position, side) => position.player_names[side];

/** "attacker", "white king": with the owner where both players' pieces have the same name. */
export function lookName(picture, look) {
  const shared = picture.looks.some((other) => other.owner !== look.owner && other.name === look.name);
  const { name } = look;
  return shared ? t('piece_of', { piece: name, side: word(look.owner === picture.light ? 'light' : 'dark') }) : name;
}

export function boardName(picture) {
  return t('board_label', { columns: picture.columns, rows: picture.rows });
}

export function cellName(picture, index, name, target) {
  const { marks, pieces } = picture.squares[index];
  const parts = [name];
  if (pieces.length === 0) parts.push(t('empty'));
  if (pieces.length > 1) parts.push(t('stack_of', { n: pieces.length }));
  for (const piece of [...pieces].reverse()) parts.push(lookName(picture, picture.looks[piece]));
  for (const mark of marks) parts.push(picture.marks[mark].meaning);
  if (target) parts.push(t('target'));
  return parts.join(', ');
}

/** A roll as people write it: without its brackets. */
export const rollText = (text) => text.replace(/^\[(.*)\]$/, '$1');

const placeName = (square, other) => square || t(other ? 'to_home' : 'from_hand');

/** "attackers d1 to d3, captures e3". */
export function moveWords(position, { text, side, throw: thrown, squares, captured }) {
  const who = playerName(position, side);
  if (thrown) return t('says_roll', { who, roll: word(rollText(text)) });
  if (squares.length < 2) return `${who} ${text}`;
  const move = t('says_move', { who, from: placeName(squares[0], false), to: placeName(squares.at(-1), true) });
  return captured?.length > 0 ? t('says_captures', { move, squares: captured.join(', ') }) : move;
}

export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Who is to move, or how the game ended. */
export function stateWords(position) {
  if (position.node === 'terminal') return resultWords(position);
  const who = playerName(position, position.to_move);
  const words = t(position.node === 'chance' ? 'to_roll' : 'to_move', { who });
  return sentence(position.check ? `${words} · ${position.check}` : words);
}

function resultWords(position) {
  const outcome = position.winner === null ? t('drawn') : t('wins', { who: playerName(position, position.winner) });
  return sentence(position.reason ? `${outcome}: ${position.reason}` : outcome);
}

export const percent = (value) => `${Math.round(100 * value)} %`;
export const score = (value) => value.toFixed(2);
