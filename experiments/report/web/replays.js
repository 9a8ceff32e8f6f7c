// Steps through the games on the page. Each .replay has a board, buttons, a slider, and its game as
// JSON: the pieces of the start by square, and of each move its text and the squares that it
// changes, each with what is there then.
(function () {
  'use strict';

  function add(group, kind, square, game, attributes) {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', kind);
    shape.setAttribute('x', game.left + game.edge * (square % game.files));
    shape.setAttribute('y', game.top + game.edge * Math.floor(square / game.files));
    shape.setAttribute('width', game.edge);
    shape.setAttribute('height', game.edge);
    for (const key of Object.keys(attributes)) shape.setAttribute(key, attributes[key]);
    group.appendChild(shape);
  }

  for (const box of document.querySelectorAll('.replay')) {
    const game = JSON.parse(box.querySelector('script').textContent);
    const group = box.querySelector('.pieces');
    const slider = box.querySelector('input');
    const at = box.querySelector('.at');
    const play = box.querySelector('[data-go=play]');
    const note = box.querySelector('.note');
    let ply = 0;
    let timer = 0;

    function show(wanted) {
      ply = Math.max(0, Math.min(game.plies.length, wanted));
      const squares = game.start.slice();
      let changed = [];
      for (const move of game.plies.slice(0, ply)) {
        changed = [];
        for (let i = 1; i < move.length; i += 2) {
          squares[move[i]] = move[i + 1];
          changed.push(move[i]);
        }
      }
      group.replaceChildren();
      for (const [square, strength] of (game.shades && game.shades[ply]) || []) {
        add(group, 'rect', square, game, { 'class': 'likely', 'fill-opacity': strength });
      }
      for (const square of changed) add(group, 'rect', square, game, { 'class': 'moved' });
      squares.forEach(function (piece, square) {
        if (piece) add(group, 'use', square, game, { href: '#piece-' + piece });
      });
      slider.value = ply;
      at.textContent = ply === 0 ? 'start'
        : ply + ' of ' + game.plies.length + ': ' + game.plies[ply - 1][0];
      if (note) note.textContent = game.notes[ply] || '';
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
