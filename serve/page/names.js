// Positions and moves in words: for screen readers, status lines and legends.

import { language, t, word } from './words.js';

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

export function cellName(picture, index, name, isTarget, taking = []) {
  const { marks, pieces } = picture.squares[index];
  const parts = [name];
  if (pieces.length === 0) parts.push(t('empty'));
  if (pieces.length > 1) parts.push(t('stack_of', { n: pieces.length }));
  for (const piece of [...pieces].reverse()) parts.push(lookName(picture, picture.looks[piece]));
  for (const mark of marks) parts.push(picture.marks[mark].meaning);
  if (isTarget) parts.push(t('target'));
  if (taking.length > 0) parts.push(t('would_capture', { squares: taking.join(', ') }));
  return parts.join(', ');
}

/** A roll as people write it: without its brackets. */
export const rollText = (text) => text.replace(/^\[(.*)\]$/, '$1');

/** A move as people write it: places beside the board in the reader's language. */
export const moveText = (text) => text.replace(/\b(hand|home)\b/g, (place) => word(place));

const placeName = (square, other) => square || t(other ? 'to_home' : 'from_hand');

/** "attackers d1 to d3, captures e3". */
export function moveWords(position, { text, side, throw: thrown, squares, captured }) {
  const who = playerName(position, side);
  if (thrown) return t('says_roll', { who, roll: word(rollText(text)) });
  if (squares.length < 2) return `${who} ${text}`;
  const move = t('says_move', { who, from: placeName(squares[0], false), to: placeName(squares.at(-1), true) });
  return captured?.length > 0 ? t('says_captures', { move, squares: captured.join(', ') }) : move;
}

/** What a roll or a move means for whose turn it is, where that is not plain: a lost roll, another roll. A sentence with a space, or ''. */
export function eventWords(position) {
  const last = position.played.at(-1);
  if (!last || position.node !== 'chance') return '';
  const who = playerName(position, last.side);
  if (last.throw) return `${sentence(t('lost_roll', { who, roll: word(rollText(last.text)) }))} `;
  const hadRoll = position.played.some((played) => played.throw);
  return hadRoll && position.to_move === last.side ? `${sentence(t('another_roll', { who }))} ` : '';
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

/** Changes of rules for people: "king armed: none" for king.armed=none. `rules` is the server's answer for them. */
export function changesInWords(rules, changes) {
  return changes.map((change) => {
    const parameter = rules.parameters.find(({ key }) => change.startsWith(key + '='));
    return parameter ? `${[parameter.group, parameter.name].filter(Boolean).join(' ')}: ${parameter.words}` : change;
  }).join('; ');
}

export const percent = (value) => `${Math.round(100 * value)} %`;
export const score = (value) => value.toLocaleString(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
