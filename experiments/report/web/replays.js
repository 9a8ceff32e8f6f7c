// Steps through the games on the page. #looks has the data shared by all games: the edge of a
// square, how stacks are drawn, and the text, the owner and the name of each piece, whose drawing is
// #piece-NUMBER. Each .replay has a board, buttons, a slider, and its game as JSON:
//   columns, left, top   where the squares are
//   start                the content of each square: 0, a piece's number, or the numbers of a stack
//                        from the bottom up
//   plies                for each move its text, the number of squares on its path, and pairs of a
//                        square and its new content: the path first, then others that it changes
//   lines, beside        for each position the lines beside the board that change: [index, words,
//                        numbers ...]; the numbers go between the parts of the words
//   labels               of columns and rows, where stacks are written out
//   notes, shades        the note on each position, and shaded squares with their strengths
(function () {
  'use strict';

  const shared = JSON.parse(document.getElementById('looks').textContent);
  const edge = shared.edge;

  function add(group, kind, attributes) {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', kind);
    for (const key of Object.keys(attributes)) shape.setAttribute(key, attributes[key]);
    group.appendChild(shape);
    return shape;
  }

  function place(game, square) {
    return {
      x: game.left + edge * (square % game.columns),
      y: game.top + edge * Math.floor(square / game.columns)
    };
  }

  function shade(group, game, square, attributes) {
    add(group, 'rect', Object.assign(place(game, square), { width: edge, height: edge }, attributes));
  }

  // As StackPlan of board_svg.h.
  function stand(group, game, square, content) {
    const at = place(game, square);
    const pieces = [].concat(content);
    const scale = pieces.length > 1 ? shared.scale : 1;
    const drawn = pieces.slice(-shared.shown);
    drawn.forEach(function (piece, i) {
      const up = i - (drawn.length - 1) / 2;
      const corner = (1 - scale) * edge / 2;
      add(group, 'use', {
        href: '#piece-' + piece, x: at.x + corner, y: at.y + corner - up * shared.step,
        width: edge * scale, height: edge * scale
      });
    });
    if (pieces.length < 2) return;
    const x = at.x + shared.countAt;
    const y = at.y + shared.countAt;
    add(group, 'circle', { 'class': 'count', cx: x, cy: y, r: shared.countRadius });
    add(group, 'text', { 'class': 'count', x: x, y: y + 3.1, 'text-anchor': 'middle' })
      .textContent = pieces.length;
  }

  function line(game, code) {
    const words = game.lines[code[1]];
    return words.map(function (part, i) { return part + (i + 2 < code.length ? code[i + 2] : ''); })
      .join('');
  }

  // "c3 White: PR n B luchnik": the pieces from the bottom up, and what the one on top is.
  function stackLine(game, square, pieces) {
    const looks = pieces.map(function (piece) { return shared.looks[piece - 1]; });
    const top = looks[looks.length - 1];
    const name = game.labels[0][square % game.columns] +
      game.labels[1][Math.floor(square / game.columns)];
    return name + ' ' + top[1] + ': ' + looks.map(function (look) { return look[0]; }).join(' ') +
      ' ' + top[2];
  }

  for (const box of document.querySelectorAll('.replay')) {
    const game = JSON.parse(box.querySelector('script').textContent);
    const group = box.querySelector('.pieces');
    const slider = box.querySelector('input');
    const at = box.querySelector('.at');
    const play = box.querySelector('[data-go=play]');
    const beside = box.querySelector('.beside');
    const note = box.querySelector('.note');
    let ply = 0;
    let timer = 0;

    function show(wanted) {
      ply = Math.max(0, Math.min(game.plies.length, wanted));
      const squares = game.start.slice();
      for (const move of game.plies.slice(0, ply)) {
        for (let i = 2; i < move.length; i += 2) squares[move[i]] = move[i + 1];
      }
      group.replaceChildren();
      for (const [square, strength] of (game.shades && game.shades[ply]) || []) {
        shade(group, game, square, { 'class': 'likely', 'fill-opacity': strength });
      }
      const last = ply > 0 ? game.plies[ply - 1] : [];
      for (let i = 2; i < last.length; i += 2) {
        shade(group, game, last[i], { 'class': i < 2 + 2 * last[1] ? 'moved' : 'changed' });
      }
      squares.forEach(function (content, square) {
        if (content) stand(group, game, square, content);
      });
      slider.value = ply;
      at.textContent = ply === 0 ? 'start'
        : ply + ' of ' + game.plies.length + ': ' + game.plies[ply - 1][0];
      beside.textContent = linesBeside(squares).join('\n');
      if (note) note.textContent = game.notes[ply] || '';
    }

    function linesBeside(squares) {
      const lines = [];
      for (const changed of (game.beside || []).slice(0, ply + 1)) {
        for (const code of changed) lines[code[0]] = line(game, code);
      }
      if (game.labels) {
        squares.forEach(function (content, square) {
          if (content.length) lines.push(stackLine(game, square, content));
        });
      }
      return lines;
    }

    function halt() {
      clearInterval(timer);
      timer = 0;
      play.textContent = 'play';
    }

    box.addEventListener('click', function (event) {
      const go = event.target.getAttribute('data-go');
      if (!go) return;
      if (go === 'play') {
        if (timer) return halt();
        if (ply === game.plies.length) show(0);
        play.textContent = 'pause';
        timer = setInterval(function () {
          show(ply + 1);
          if (ply === game.plies.length) halt();
        }, 700);
        return;
      }
      halt();
      show({ first: 0, back: ply - 1, on: ply + 1, last: game.plies.length }[go]);
    });
    slider.addEventListener('input', function () {
      halt();
      show(Number(slider.value));
    });

    // A link to a position: #replay-1-20 is the second game after twenty moves.
    function follow() {
      const parts = location.hash.split('-');
      if (parts[0] + '-' + parts[1] === '#' + box.id) {
        show(Number(parts[2]) || 0);
        box.scrollIntoView();
      }
    }
    addEventListener('hashchange', follow);
    follow();
  }
}());
