// Draws a position's picture as SVG, as the reports do (experiments/report/board_svg.cpp), and tells which square
// the reader points at, picks or drags. It knows no rules: what is marked comes with `show`.

import { s, calm } from './dom.js';
import { boardName, cellName } from './names.js';

const edge = 30, middle = edge / 2, radius = 11;
const stack = { most: 4, scale: 0.82, step: 3.6, countAt: 24.5, countRadius: 6 };
const dragFrom = 5;  // pixels: less is a click
const square = `h${edge}v${edge}h-${edge}z`;

const circle = (x, y, r) => `m${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;

function star() {
  const points = Array.from({ length: 16 }, (_, i) => {
    const angle = Math.PI * i / 8, r = i % 2 === 0 ? 14 : 9.5;
    return `${(middle + r * Math.sin(angle)).toFixed(1)} ${(middle - r * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}z`;
}

const markShapes = {
  shade: [`M0 0${square}`, 'shade'],
  hatch: ['M0 10l10-10m-10 20l20-20m-20 30l30-30m-20 30l20-20m-10 20l10-10', 'mark thin'],
  diamond: ['M15 1l14 14l-14 14l-14-14z', 'mark tinted'],
  cross: ['M4 4l22 22m0-22l-22 22', 'mark'],
  star: [star(), 'mark tinted'],
  dot: [`M0 0${circle(4, 4, 2)}m22 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0m0 22a2 2 0 1 0 4 0a2 2 0 1 0-4 0` +
        'm-22 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0', 'mark solid'],
  ring: [`M0 0${circle(middle, middle, 13.3)}`, 'mark'],
  bars: ['M2 4h26m-26 4h26m-26 14h26m-26 4h26', 'mark thin']
};

function markShape(mark) {
  const [d, css] = markShapes[mark.shape];
  return s('path', { d, class: css });
}

function emblem(name, ink) {
  switch (name) {
    case 'cross': return s('path', { d: 'M15 8v14m-7-7h14', class: `emblem stroke ${ink}` });
    case 'diamond': return s('path', { d: 'M15 9l6 6l-6 6l-6-6z', class: `emblem ${ink}` });
    case 'ring': return s('circle', { cx: middle, cy: middle, r: 5, class: `emblem ring ${ink}` });
    case 'crown':
      return s('path', { d: 'M9 20v-9l3.2 3.6l2.8-5.6l2.8 5.6l3.2-3.6v9z', class: `emblem ${ink}` });
    default: return null;
  }
}

/** A piece, drawn on one square. */
function pieceShapes(look, light) {
  const royal = look.emblem === 'cross' || look.emblem === 'crown';
  const ink = light ? 'on-light' : 'on-dark';
  return [
    s('circle', {
      cx: middle, cy: middle, r: radius + (royal ? 0.8 : 0),
      class: `piece ${light ? 'light' : 'dark'}${royal ? ' royal' : ''}`
    }),
    look.letters && s('text', { x: middle, y: middle + 4.5, class: `figure ${ink}`, 'text-anchor': 'middle' }, look.letters),
    emblem(look.emblem, ink)
  ];
}

function stackShapes(picture, pieces) {
  const drawn = pieces.slice(-stack.most);
  const scale = pieces.length > 1 ? stack.scale : 1, corner = (1 - scale) * middle;
  const shapes = drawn.map((piece, i) => {
    const look = picture.looks[piece];
    const up = pieces.length > 1 ? i - (drawn.length - 1) / 2 : 0;
    return s('g', { transform: `translate(${corner} ${corner - stack.step * up}) scale(${scale})` },
      pieceShapes(look, look.owner === picture.light));
  });
  if (pieces.length > 1) {
    shapes.push(s('circle', { cx: stack.countAt, cy: stack.countAt, r: stack.countRadius, class: 'count' }),
      s('text', { x: stack.countAt, y: stack.countAt + 3.1, class: 'count', 'text-anchor': 'middle' }, String(pieces.length)));
  }
  return shapes;
}

/** Shapes of one square as a drawing of its own, for legends and buttons. */
function glyph(...shapes) {
  return s('svg', { viewBox: `0 0 ${edge} ${edge}`, class: 'glyph', 'aria-hidden': 'true' }, shapes);
}

export const markGlyph = (mark) => glyph(s('path', { d: `M0 0${square}`, class: 'cell' }), markShape(mark));
export const pieceGlyph = (picture, look) => glyph(pieceShapes(look, look.owner === picture.light));

/** A start position in a few shapes, `size` wide and high at most, around a place. board: as the atlas has it. */
export function miniature({ rows, chequered }, x, y, size) {
  const columns = rows[0].length, step = size / Math.max(columns, rows.length);
  const left = x - step * columns / 2, top = y - step * rows.length / 2, at = (value) => value.toFixed(2);
  const places = (wanted) => rows.flatMap((row, r) => [...row].flatMap((sign, c) => wanted(sign, r, c) ? [[left + step * c, top + step * r]] : []));
  const squares = (css, wanted) => s('path', { class: css, d: places(wanted).map(([a, b]) => `M${at(a)} ${at(b)}h${at(step)}v${at(step)}h${at(-step)}z`).join('') });
  const discs = (css, wanted, r) => s('path', {
    class: css, d: places(wanted).map(([a, b]) => `M${at(a + step / 2)} ${at(b + step / 2)}${circle(0, 0, r)}`).join('')
  });
  return s('g', { class: 'miniature' }, squares('cell', (sign) => sign !== '-'),
    chequered && squares('cell dark', (sign, r, c) => sign !== '-' && (rows.length - 1 - r + c) % 2 === 0),
    squares('shade', (sign) => sign === '+'),
    discs('piece light', (sign) => sign === 'w', step * 0.36), discs('piece dark', (sign) => sign === 'b', step * 0.36),
    discs('piece light', (sign) => sign === 'W', step * 0.46), discs('piece dark', (sign) => sign === 'B', step * 0.46));
}

/** What the wooden style fills pieces with; once in a page. */
export function woodDefinitions() {
  const gradient = (id, ...colours) => s('radialGradient', { id, cx: '38%', cy: '32%', r: '75%' },
    colours.map((colour, i) => s('stop', { offset: i / (colours.length - 1), 'stop-color': colour })));
  return s('svg', { width: 0, height: 0, class: 'unseen', 'aria-hidden': 'true' }, s('defs', {},
    gradient('wood-light', '#fbe9c6', '#efd09a', '#c99b5d'), gradient('wood-dark', '#7d5836', '#54351c', '#33200f')));
}

/** The names of squares in reading order. */
export function squareNames(picture) {
  return picture.squares.map((_, i) =>
    picture.column_labels[i % picture.columns] + picture.row_labels[Math.floor(i / picture.columns)]);
}

const nothing = {
  path: [], last: [], selected: null, targets: new Map(), taking: new Map(), captures: [], movable: new Set(), arrows: [], heat: new Map(), from: null
};

export class Board {
  /** handlers: pick(name), drag(from, to), point(name or null), cancel(). Without `pick` it is a drawing. */
  constructor(handlers = {}) {
    this.handlers = handlers;
    this.flipped = false;
    this.grounds = s('g', { class: 'grounds' });
    this.marksLayer = s('g', { class: 'hints', 'aria-hidden': 'true' });
    this.pieces = s('g', { class: 'pieces', 'aria-hidden': 'true' });
    this.over = s('g', { class: 'over-pieces', 'aria-hidden': 'true' });
    this.labels = s('g', { 'aria-hidden': 'true' });
    this.element = s('svg', { class: 'board' }, this.grounds, this.marksLayer, this.pieces, this.over, this.labels);
    if (handlers.pick) this.listen();
  }

  /** view: {path: squares in order, last, selected, targets: name -> kind of mark, taking: name -> what a move there takes, captures, movable, arrows, heat, from: the square that
   *  the piece on the last of `last` slides from}. All optional. */
  show(picture, view = {}) {
    const shape = JSON.stringify([picture.columns, picture.rows, this.flipped, picture.squares.map((at) => at.exists)]);
    const isNew = this.shape !== shape;
    this.shape = shape;
    this.picture = picture;
    this.view = { ...nothing, ...view };
    if (isNew) this.layOut();
    this.drawGrounds();
    this.drawMarks();
    this.drawPieces();
    if (view.from && !isNew) this.slide(view.from, this.view.last.at(-1));
  }

  /** Shows only the part around these squares, at least so many squares across. */
  crop(names, fewest) {
    const at = names.map((name) => this.indices.get(name)).filter((i) => i !== undefined);
    const { columns, rows } = this.picture;
    const range = (places, count) => {
      let low = Math.max(0, Math.min(...places) - 1), high = Math.min(count - 1, Math.max(...places) + 1);
      while (high - low + 1 < Math.min(fewest, count)) {
        if (low > 0) --low;
        if (high < count - 1 && high - low + 1 < fewest) ++high;
      }
      return [low, high];
    };
    const [left, right] = range(at.map((i) => i % columns), columns), [top, bottom] = range(at.map((i) => Math.floor(i / columns)), rows);
    const width = edge * (right - left + 1) + 2, height = edge * (bottom - top + 1) + 2;
    this.element.setAttribute('viewBox', `${this.left + edge * left - 1} ${this.top + edge * top - 1} ${width} ${height}`);
    this.element.style.setProperty('--ratio', width / height);
    this.element.style.setProperty('--squares', width / edge);
  }

  flip(flipped) {
    this.flipped = flipped;
    if (this.picture) this.show(this.picture, this.view);
  }

  layOut() {
    const { columns, rows } = this.picture;
    const large = columns >= 10, longest = Math.max(...this.picture.row_labels.map((label) => label.length));
    this.left = 8 + (large ? 11 : 8) * longest;
    this.top = 1;
    this.names = squareNames(this.picture);
    this.indices = new Map(this.names.map((name, i) => [name, i]));
    const width = this.left + edge * columns + 2, height = this.top + edge * rows + (large ? 27 : 19);
    this.element.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.element.style.setProperty('--ratio', width / height);
    this.element.style.setProperty('--squares', width / edge);
    this.element.setAttribute('class', `board${large ? ' large' : ''}${this.handlers.pick ? ' live' : ''}`);
    this.drawLabels(large ? 1.5 : 1);
    const isGrid = Boolean(this.handlers.pick);
    this.element.setAttribute('role', isGrid ? 'grid' : 'img');
    this.cells = this.names.map((name, i) => !this.picture.squares[i].exists ? null : s('g', {
      'data-square': name, transform: this.transform(i), class: 'square', role: isGrid ? 'gridcell' : null
    }));
    if (!this.indices.has(this.cursor) || !this.cells[this.indices.get(this.cursor)]) {
      this.cursor = this.names.find((_, i) => this.cells[i]);
    }
    const lines = [];
    for (let row = 0; row < rows; ++row) {
      lines.push(s('g', { role: isGrid ? 'row' : null }, this.cells.slice(row * columns, (row + 1) * columns)));
    }
    this.grounds.replaceChildren(...lines);
  }

  drawLabels(large) {
    const { columns, rows, row_labels, column_labels } = this.picture;
    const label = (x, y, anchor, text) => s('text', { x, y, class: 'small', 'text-anchor': anchor }, text);
    const down = row_labels.map((text, row) =>
      label(this.left - 6, this.y(row * columns) + middle + 4 * large, 'end', text));
    const across = column_labels.map((text, column) =>
      label(this.x(column) + middle, this.top + edge * rows + 13 * large, 'middle', text));
    this.labels.replaceChildren(...down, ...across);
  }

  x(i) {
    const column = i % this.picture.columns;
    return this.left + edge * (this.flipped ? this.picture.columns - 1 - column : column);
  }

  y(i) {
    const row = Math.floor(i / this.picture.columns);
    return this.top + edge * (this.flipped ? this.picture.rows - 1 - row : row);
  }

  transform(i) {
    return `translate(${this.x(i)} ${this.y(i)})`;
  }

  drawGrounds() {
    const { squares, marks } = this.picture;
    this.element.setAttribute('aria-label', boardName(this.picture));
    this.cells.forEach((cell, i) => {
      if (!cell) return;
      const its = squares[i].marks.map((mark) => marks[mark]);
      its.sort((a, b) => (b.shape === 'shade') - (a.shape === 'shade'));
      cell.replaceChildren(s('path', { d: `M0 0${square}`, class: squares[i].dark ? 'cell dark' : 'cell' }),
        ...its.map(markShape), s('path', { d: `M2 2h${edge - 4}v${edge - 4}h-${edge - 4}z`, class: 'focus-ring' }));
      if (this.handlers.pick) this.describe(cell, i);
    });
  }

  describe(cell, i) {
    const name = this.names[i], { selected, targets, taking, movable } = this.view;
    cell.setAttribute('aria-label', cellName(this.picture, i, name, targets.has(name), taking.get(name)));
    cell.setAttribute('tabindex', name === this.cursor ? '0' : '-1');
    cell.setAttribute('aria-selected', String(name === selected));
    cell.classList.toggle('movable', movable.has(name));
    cell.classList.toggle('target', targets.has(name));
  }

  place(name, shapes) {
    const i = this.indices.get(name);
    return i === undefined ? null : s('g', { transform: this.transform(i) }, shapes);
  }

  drawMarks() {
    const { path, last, selected, targets, captures, arrows, heat } = this.view;
    const ground = (css, more = {}) => s('rect', { width: edge, height: edge, class: css, ...more });
    const below = [
      path.length > 1 && this.pathShape(path),
      ...[...heat].map(([name, part]) => this.place(name, ground('likely', { 'fill-opacity': 0.65 * part }))),
      ...[...new Set(last)].map((name) => this.place(name, ground('moved'))),
      selected && this.place(selected, ground('selected'))
    ];
    this.marksLayer.replaceChildren(...below.filter(Boolean));
    const above = [
      ...[...targets].map(([name, kind]) => this.place(name, this.targetShape(name, kind))),
      ...captures.map((name) => this.place(name, [ground('changed'), s('path', { d: 'M3.5 3.5l7 7m0-7l-7 7', class: 'taken' })])),
      ...arrows.map((arrow) => this.arrow(arrow))
    ];
    this.over.replaceChildren(...above.filter(Boolean));
  }

  /** The way through the middles of squares, from a dot to an arrow. */
  pathShape(path) {
    const points = path.map((name) => this.indices.get(name)).map((i) => `${this.x(i) + middle},${this.y(i) + middle}`);
    return s('g', { class: 'path' },
      s('defs', {}, s('marker', { id: 'path-end', viewBox: '0 0 6 6', refX: 3, refY: 3, markerWidth: 6, markerHeight: 6, orient: 'auto' },
        s('path', { d: 'M0 0L6 3L0 6z' }))),
      s('circle', { cx: points[0].split(',')[0], cy: points[0].split(',')[1], r: 2.4 }),
      s('polyline', { points: points.join(' '), 'marker-end': 'url(#path-end)' }));
  }

  targetShape(name, kind) {
    const occupied = this.picture.squares[this.indices.get(name)]?.pieces.length > 0;
    return occupied ? s('rect', { x: 2, y: 2, width: edge - 4, height: edge - 4, rx: 4, class: `target-mark ring ${kind}` })
      : s('circle', { cx: middle, cy: middle, r: 4.6, class: `target-mark ${kind}` });
  }

  /** arrow: {squares, strength: 0..1, kind}. Squares off the board are left out. */
  arrow({ squares, strength = 1, kind = 'best' }) {
    const points = squares.map((name) => this.indices.get(name)).filter((i) => i !== undefined)
      .map((i) => [this.x(i) + middle, this.y(i) + middle]);
    if (points.length === 0) return null;
    if (points.length === 1) {
      return s('circle', { cx: points[0][0], cy: points[0][1], r: 12, class: `arrow-ring ${kind}`, opacity: strength });
    }
    const [x1, y1] = points.at(-2), [x2, y2] = points.at(-1);
    const length = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const tip = [x2 - ux * 5, y2 - uy * 5], neck = [tip[0] - ux * 9, tip[1] - uy * 9];
    points[0] = [points[0][0] + ux * 7 * (points.length === 2), points[0][1] + uy * 7 * (points.length === 2)];
    points[points.length - 1] = neck;
    return s('g', { class: `arrow ${kind}`, opacity: strength },
      s('polyline', { points: points.map((at) => at.join()).join(' ') }),
      s('path', { d: `M${tip}L${neck[0] - uy * 5.5},${neck[1] + ux * 5.5}L${neck[0] + uy * 5.5},${neck[1] - ux * 5.5}z` }));
  }

  drawPieces() {
    this.groups = new Map();
    this.picture.squares.forEach(({ pieces }, i) => {
      if (pieces.length === 0) return;
      this.groups.set(this.names[i], s('g', { transform: this.transform(i) }, s('g', {}, stackShapes(this.picture, pieces))));
    });
    this.pieces.replaceChildren(...this.groups.values());
  }

  slide(from, to) {
    const a = this.indices.get(from), b = this.indices.get(to), group = this.groups.get(to);
    if (a === undefined || b === undefined || !group || calm()) return;
    this.pieces.append(group);
    group.firstChild.animate([{ transform: `translate(${this.x(a) - this.x(b)}px, ${this.y(a) - this.y(b)}px)` },
      { transform: 'none' }], { duration: 220, easing: 'ease-out' });
  }

  listen() {
    const nameAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.('[data-square]')
      ?.getAttribute('data-square') ?? null;
    let down = null;
    this.element.addEventListener('pointerdown', (event) => {
      const name = nameAt(event);
      if (!name || event.button !== 0) return;
      down = { name, x: event.clientX, y: event.clientY, moving: false, id: event.pointerId };
    });
    // A finger on a piece that can move drags it; elsewhere it scrolls the page. (`touch-action` does nothing for parts of an SVG.)
    this.element.addEventListener('touchstart', (event) => {
      const name = event.target.closest('[data-square]')?.getAttribute('data-square');
      if (event.touches.length === 1 && this.view.movable.has(name)) event.preventDefault();
    }, { passive: false });
    this.element.addEventListener('pointermove', (event) => {
      if (!down) {
        if (event.pointerType !== 'touch') this.pointAt(nameAt(event));
        return;
      }
      const dx = event.clientX - down.x, dy = event.clientY - down.y;
      if (!down.moving && Math.hypot(dx, dy) > dragFrom && this.view.movable.has(down.name)) {
        down.moving = true;
        this.element.setPointerCapture(down.id);
        this.handlers.grab?.(down.name);
      }
      if (!down.moving) return;
      const group = this.groups.get(down.name), scale = this.element.getScreenCTM().a;
      if (group) {
        this.pieces.append(group);
        group.firstChild.style.transform = `translate(${dx / scale}px, ${dy / scale}px)`;
      }
      this.pointAt(nameAt(event));
    });
    this.element.addEventListener('pointerup', (event) => {
      if (!down) return;
      const { name, moving } = down, to = nameAt(event);
      down = null;
      if (!moving) {
        if (to === name) this.pick(name);
        return;
      }
      this.groups.get(name)?.firstChild.style.removeProperty('transform');
      if (to && to !== name) this.handlers.drag?.(name, to);
    });
    this.element.addEventListener('pointercancel', () => {
      if (down) this.groups.get(down.name)?.firstChild.style.removeProperty('transform');
      down = null;
    });
    // Screen readers click without a pointer.
    this.element.addEventListener('click', (event) => {
      const name = event.target.closest('[data-square]')?.getAttribute('data-square');
      if (event.detail === 0 && name) this.pick(name);
    });
    this.element.addEventListener('pointerleave', () => { if (!down) this.pointAt(null); });
    this.element.addEventListener('focusin', (event) => this.pointAt(event.target.closest('[data-square]')?.getAttribute('data-square')));
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  pick(name) {
    this.moveCursor(name, false);
    this.handlers.pick(name);
  }

  pointAt(name) {
    if (this.pointed === name) return;
    this.pointed = name;
    this.handlers.point?.(name ?? null);
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) this.moveCursor(this.neighbour(this.cursor, ...step), true);
    else if (event.key === 'Enter' || event.key === ' ') this.handlers.pick(this.cursor);
    else if (event.key === 'Escape') this.handlers.cancel?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The next existing square in a direction, across gaps in the board. */
  neighbour(name, dx, dy) {
    const { columns, rows } = this.picture, turn = this.flipped ? -1 : 1;
    let i = this.indices.get(name), x = i % columns, y = Math.floor(i / columns);
    for (;;) {
      x += turn * dx;
      y += turn * dy;
      if (x < 0 || y < 0 || x >= columns || y >= rows) return name;
      i = y * columns + x;
      if (this.cells[i]) return this.names[i];
    }
  }

  moveCursor(name, focus) {
    if (!this.indices.has(name)) return;
    this.cells[this.indices.get(this.cursor)]?.setAttribute('tabindex', '-1');
    this.cursor = name;
    const cell = this.cells[this.indices.get(name)];
    cell.setAttribute('tabindex', '0');
    if (focus) cell.focus();
  }

  focus() {
    this.cells[this.indices.get(this.cursor)]?.focus();
  }
}
