// Charts: the value over a game, intervals on a scale, curves over rounds, and a scatter of rule sets.

import { miniature } from './board.js';
import { h, s } from './dom.js';
import { score } from './names.js';

const dot = (x, y, css, more = {}) => s('circle', { cx: x, cy: y, r: 4, class: css, ...more });

/** The expected score of player 0 after each ply; null where it is not known yet. Points are buttons. */
export function curve(values, { current, marked, label, onPick, names }) {
  const width = 640, height = 160, left = 34, bottom = 18;
  const x = (i) => left + (width - left - 10) * (values.length > 1 ? i / (values.length - 1) : 0.5);
  const y = (value) => 8 + (height - bottom - 8) * (1 - value);
  const parts = [];
  for (let i = 0, part = null; i < values.length; ++i) {
    if (values[i] === null) continue;
    if (!part) parts.push(part = []);
    part.push(`${x(i).toFixed(1)},${y(values[i]).toFixed(1)}`);
  }
  const step = values.length > 60 ? 3 : 4.5;
  return s('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label },
    [0, 0.25, 0.5, 0.75, 1].map((value) => [
      s('line', { x1: left, x2: width - 8, y1: y(value), y2: y(value), class: value === 0.5 ? 'even' : 'grid' }),
      value % 0.5 === 0 && s('text', { x: left - 6, y: y(value) + 4, class: 'small', 'text-anchor': 'end' }, String(value))
    ]),
    parts.map((points) => s('polyline', { points: points.join(' '), class: 'curve s0' })),
    values.map((value, i) => value === null ? null : s('circle', {
      cx: x(i), cy: y(value), r: marked.has(i) ? 6 : step, tabindex: marked.has(i) || i === current ? '0' : '-1', role: 'button',
      class: `dot ${marked.has(i) ? 's1' : 's0'}${i === current ? ' current' : ''}`, 'aria-label': `${names[i]}: ${score(value)}`,
      onclick: () => onPick(i), onkeydown: (event) => { if (event.key === 'Enter') onPick(i); }
    }, s('title', {}, `${names[i]}: ${score(value)}`))));
}

/** A score with its interval, on a scale from 0 to 1. */
export function band({ score: value, low, high }, label) {
  const width = 440, x = (at) => 20 + at * (width - 40);
  return s('svg', { class: 'chart', viewBox: `0 0 ${width} 64`, role: 'img', 'aria-label': label },
    s('line', { x1: x(0), x2: x(1), y1: 26, y2: 26, class: 'axis' }),
    s('line', { x1: x(0.5), x2: x(0.5), y1: 8, y2: 44, class: 'even' }),
    [0, 0.25, 0.5, 0.75, 1].map((at) => [s('line', { x1: x(at), x2: x(at), y1: 22, y2: 30, class: 'axis' }),
      s('text', { x: x(at), y: 58, class: 'small', 'text-anchor': 'middle' }, String(at))]),
    s('rect', { x: x(low), width: Math.max(2, x(high) - x(low)), y: 17, height: 18, rx: 4, class: 'interval' }),
    dot(x(value), 26, 'dot s0', { r: 6 }));
}

/** An interval in a line of its own, on a scale {low, high, even}. */
export function miniBand({ value, low, high }, scale, label) {
  const width = 240, span = scale.high - scale.low || 1;
  const x = (at) => 8 + (width - 16) * Math.max(0, Math.min(1, (at - scale.low) / span));
  const hasEven = scale.even > scale.low && scale.even < scale.high;
  return s('svg', { class: 'chart', viewBox: `0 0 ${width} 22`, role: 'img', 'aria-label': label },
    s('line', { x1: x(scale.low), x2: x(scale.high), y1: 11, y2: 11, class: 'grid' }),
    hasEven && s('line', { x1: x(scale.even), x2: x(scale.even), y1: 2, y2: 20, class: 'even' }),
    s('rect', { x: x(low), width: Math.max(2, x(high) - x(low)), y: 5, height: 12, rx: 3, class: 'interval' }),
    dot(x(value), 11, 'dot s0', { r: 4.5 }));
}

/** Numbers from `low` to `high` that are easy to read, about `count` of them. */
function niceTicks(low, high, count) {
  const raw = (high - low) / count || 1, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw);
  const ticks = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) ticks.push(Number(at.toPrecision(12)));
  return ticks;
}

/** Curves of points [x, y]. A unit of "score" lies between 0 and 1; where values differ much, the scale is logarithmic. */
export function lines(series, { unit, label, xLabel }) {
  const width = 480, height = 220, left = 46, bottom = 34, right = 14, top = 10;
  const all = series.flatMap(({ points }) => points), xs = all.map(([x]) => x), ys = all.map(([, y]) => y);
  const [firstX, lastX] = [Math.min(...xs), Math.max(...xs)];
  const log = unit !== 'score' && Math.min(...ys) > 0 && Math.max(...ys) > 100 * Math.min(...ys);
  const scaled = log ? Math.log10 : (value) => value;
  let [low, high] = unit === 'score' ? [0, 1] : [scaled(Math.min(...ys)), scaled(Math.max(...ys))];
  if (high === low) [low, high] = [low - 0.5, high + 0.5];
  const x = (value) => left + (width - left - right) * (lastX > firstX ? (value - firstX) / (lastX - firstX) : 0.5);
  const y = (value) => top + (height - bottom - top) * (1 - (scaled(value) - low) / (high - low));
  const ticks = unit === 'score' ? [0, 0.25, 0.5, 0.75, 1]
    : log ? niceTicks(low, high, 4).filter(Number.isInteger).map((power) => 10 ** power) : niceTicks(low, high, 4);
  return s('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    ticks.map((tick) => [
      s('line', { x1: left, x2: width - right, y1: y(tick), y2: y(tick), class: unit === 'score' && tick === 0.5 ? 'even' : 'grid' }),
      s('text', { x: left - 6, y: y(tick) + 4, class: 'small', 'text-anchor': 'end' }, tick >= 1e4 ? tick.toExponential() : String(tick))]),
    niceTicks(firstX, lastX, 5).filter(Number.isInteger).map((tick) =>
      s('text', { x: x(tick), y: height - bottom + 15, class: 'small', 'text-anchor': 'middle' }, String(tick))),
    s('text', { x: (left + width - right) / 2, y: height - 3, class: 'small', 'text-anchor': 'middle' }, xLabel),
    series.map(({ points }, i) => [
      s('polyline', { points: points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' '),
        class: `curve s${i % 4}${i >= 4 ? ' more' : ''}` }),
      (points.length > 30 ? points.slice(-1) : points).map(([at, value]) => shapes[i % 4](x(at), y(value), `dot s${i % 4}`, 5.5))]));
}

/** Moves boxes of one size apart, each as little as may be, so that none covers another; all stay within `limits`. */
function apart(places, size, { left, right, top, bottom }) {
  const moved = places.map((place) => ({ ...place }));
  const inside = (value, low, high) => Math.max(low + size / 2, Math.min(high - size / 2, value));
  for (let round = 0; round < 300; ++round) {
    let any = false;
    for (let i = 0; i < moved.length; ++i) {
      for (let k = 0; k < i; ++k) {
        const dx = moved[i].x - moved[k].x, dy = moved[i].y - moved[k].y;
        const overX = size - Math.abs(dx), overY = size - Math.abs(dy);
        if (overX <= 0 || overY <= 0) continue;
        any = true;
        if (overX < overY) {
          const by = (dx < 0 ? -1 : 1) * overX / 2;
          moved[i].x += by;
          moved[k].x -= by;
        } else {
          const by = (dy < 0 ? -1 : 1) * overY / 2;
          moved[i].y += by;
          moved[k].y -= by;
        }
      }
    }
    for (const place of moved) {
      place.x = inside(place.x, left, right);
      place.y = inside(place.y, top, bottom);
    }
    if (!any) break;
  }
  return moved;
}

/** Points {x, y, series, label, board, letter}: x from 0 to 1, y on a logarithmic scale; each is drawn as its board, beside where it is if others
 *  are there too. `wide`: the width in pixels that the chart has. onPoint(point) on hover and focus. */
export function scatter(points, { label, xLabel, yLabel, wide, onPoint, onPick }) {
  const narrow = wide < 560, width = Math.max(320, Math.min(wide, 980)), height = narrow ? 560 : 600;
  const left = narrow ? 60 : 66, bottom = 46, right = 12, top = 12, side = narrow ? 23 : 34;
  const most = Math.max(20, ...points.map((point) => point.y)) * 1.15, least = Math.min(40, ...points.map((point) => point.y)) / 1.25;
  const x = (value) => left + value * (width - left - right);
  const y = (value) => top + (height - bottom - top) * (1 - Math.log(value / least) / Math.log(most / least));
  const ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].filter((tick) => tick > least && tick < most);
  const exact = points.map((point) => ({ x: x(point.x), y: y(point.y) }));
  const places = apart(exact, side + 3, { left, right: width - right, top, bottom: height - bottom });
  // What is pointed at is drawn once more, larger and above all others.
  const enlarged = s('g', { class: 'enlarged', 'aria-hidden': 'true' });
  const enlarge = (i) => {
    const { series, board } = points[i], size = 3 * side, keep = (value, low, high) => Math.max(low + size / 2 + 2, Math.min(high - size / 2 - 2, value));
    const at = { x: keep(places[i].x, 0, width), y: keep(places[i].y, 0, height) };
    enlarged.replaceChildren(...board ? [s('rect', { x: at.x - size / 2 - 2, y: at.y - size / 2 - 2, width: size + 4, height: size + 4, rx: 3, class: `frame s${series}` }),
      miniature(board, at.x, at.y, size)] : []);
  };
  const marks = points.map((point, i) => {
    const tell = () => {
      enlarge(i);
      onPoint(point);
    };
    const { x: px, y: py } = places[i], css = `s${point.series}`;
    return s('g', {
      role: 'button', tabindex: i === 0 ? '0' : '-1', 'aria-label': point.label, class: 'point', onpointerenter: tell, onfocus: tell,
      // A finger has no pointer to point with: it is told first, and the card has a link.
      onclick: (event) => event.pointerType === 'touch' ? tell() : onPick(point)
    }, s('line', { x1: x(point.low), x2: x(point.high), y1: exact[i].y, y2: exact[i].y, class: `bar ${css}` }),
    s('line', { x1: exact[i].x, y1: exact[i].y, x2: px, y2: py, class: `leader ${css}` }),
    shapes[point.series % shapes.length](exact[i].x, exact[i].y, `dot ${css}`, 3.5),
    s('rect', { x: px - side / 2, y: py - side / 2, width: side, height: side, rx: 2, class: `frame ${css}` }),
    point.board ? miniature(point.board, px, py, side - 3) : s('text', { x: px, y: py + 4, 'text-anchor': 'middle' }, '?'),
    point.letter && s('text', { x: px, y: py + 5, 'text-anchor': 'middle', class: 'letter' }, point.letter));
  });
  const byPlace = [...marks.keys()].sort((a, b) => points[a].x - points[b].x);
  function key(event) {
    const at = byPlace.indexOf(marks.indexOf(event.target));
    if (at < 0) return;
    if (event.key === 'Enter') return onPick(points[byPlace[at]]);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    marks[byPlace[Math.max(0, Math.min(marks.length - 1, at + step))]].focus();
  }
  return s('svg', {
    class: 'chart atlas', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label, onkeydown: key, onpointerleave: () => enlarged.replaceChildren()
  },
  [0, 0.25, 0.5, 0.75, 1].map((at) => [
    s('line', { x1: x(at), x2: x(at), y1: top, y2: height - bottom, class: at === 0.5 ? 'even' : 'grid' }),
    s('text', { x: x(at), y: height - bottom + 16, class: 'small', 'text-anchor': 'middle' }, String(at))]),
  ticks.map((tick) => [s('line', { x1: left, x2: width - right, y1: y(tick), y2: y(tick), class: 'grid' }),
    s('text', { x: left - 6, y: y(tick) + 4, class: 'small', 'text-anchor': 'end' }, String(tick))]),
  s('text', { x: x(0.5), y: height - 8, 'text-anchor': 'middle', class: 'axis-name' }, xLabel),
  s('text', { x: 13, y: height / 2, 'text-anchor': 'middle', transform: `rotate(-90 13 ${height / 2})`, class: 'axis-name' }, yLabel),
  marks, enlarged);
}

/** Series differ in shape too, not only in colour. `r`: half of the width. */
const shapes = [
  (x, y, css, r) => dot(x, y, css, { r }),
  (x, y, css, r) => s('rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r, class: css }),
  (x, y, css, r) => s('path', { d: `M${x} ${y - 1.1 * r}l${1.1 * r} ${2 * r}h${-2.2 * r}z`, class: css }),
  (x, y, css, r) => s('path', { d: `M${x} ${y - 1.25 * r}l${1.25 * r} ${1.25 * r}l${-1.25 * r} ${1.25 * r}l${-1.25 * r} ${-1.25 * r}z`, class: css })
];

export function seriesKey(names) {
  const key = (i) => s('svg', { class: 'key', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, shapes[i % 4](10, 10, `dot s${i % 4}`, 6));
  return h('ul', { class: 'legend' }, names.map((name, i) => h('li', {}, key(i), name)));
}
