// Small boards that show what the rules mean: the moves of each piece, captures, endings, the way of a race. The server finds the
// positions by playing under the rules.

import { Board } from './board.js';
import { h } from './dom.js';
import { lookName, sentence } from './names.js';
import { t } from './words.js';

const fewest = 5;  // squares across, of a part of a board

/** The board of the start with other pieces on it. */
function pictureOf(start, example) {
  const names = new Map(start.squares.map((_, i) => [start.column_labels[i % start.columns] + start.row_labels[Math.floor(i / start.columns)], i]));
  const squares = start.squares.map((square) => ({ ...square, pieces: [] }));
  for (const [name, pieces] of Object.entries(example.pieces)) squares[names.get(name)].pieces = pieces;
  return { ...start, squares };
}

/** A piece's kind, without what it is to become or was before: "ratnik, to be a knyaz". */
function kindName(picture, look) {
  const ofKind = (each) => ({ ...each, name: each.name.split(', ')[0] });
  return lookName({ ...picture, looks: picture.looks.map(ofKind) }, ofKind(look));
}

const captured = (picture, { captured: names }, board) => {
  const counts = new Map();
  for (const name of names) {
    const look = kindName(picture, picture.looks[picture.squares[board.indices.get(name)].pieces.at(-1)]);
    counts.set(look, (counts.get(look) ?? 0) + 1);
  }
  return [...counts].map(([look, n]) => n > 1 ? `${look} ×${n}` : look).join(', ');
};

const way = ({ squares }) => squares.filter(Boolean).join('–');

function figure(board, caption, label, css = '') {
  board.element.setAttribute('aria-label', label);
  return h('figure', { class: `example ${css}` }, board.element, h('figcaption', {}, caption));
}

/** One example of the server. `start`: the picture of the rules' start. */
export function exampleFigure(start, example) {
  const picture = pictureOf(start, example), board = new Board(), [move] = example.moves;
  const piece = kindName(start, start.looks[example.look]);
  if (example.kind === 'piece') {
    board.show(picture, { selected: move.squares[0], targets: new Map(example.moves.map(({ squares }) => [squares.at(-1), 'move'])) });
    const targets = [...new Set(example.moves.map(({ squares }) => squares.at(-1)))].join(', ');
    return figure(board, sentence(piece), t('example_moves', { piece, from: move.squares[0], to: targets }));
  }
  board.show(picture, { captures: example.into_tower ? [] : move.captured, arrows: [{ squares: move.squares.filter(Boolean) }] });
  // What ends a game may stand anywhere; what helps to capture stands beside.
  board.crop([...move.squares, ...move.captured, ...example.kind === 'ending' ? Object.keys(example.pieces) : []], fewest);
  const label = move.captured.length > 0 ? t('example_takes', { move: way(move), squares: move.captured.join(', ') }) : way(move);
  const taken = captured(picture, move, board);
  const what = {
    capture: () => t(example.into_tower ? 'example_tower' : example.side_by_side ? 'example_row' : 'example_capture', { piece, captured: taken }),
    again: () => t('example_again', { piece }),
    ending: () => ''
  }[example.kind]();
  const caption = [what, ...example.marks].filter(Boolean).join(' · ');
  return figure(board, sentence(caption), `${piece} ${label}`);
}

/** The ways of both players of a race, where they have one. */
export function pathFigures({ picture, paths, player_names: names }) {
  const empty = { ...picture, squares: picture.squares.map((square) => ({ ...square, pieces: [] })) };
  return paths.map((path, side) => {
    if (path.length === 0) return null;
    const board = new Board();
    board.show(empty, { path });
    const caption = t('example_path', { who: names[side] });
    return figure(board, caption, `${caption}: ${path.join(', ')}`, 'wide');
  }).filter(Boolean);
}
