// The tab for playing: setting up a game, and the game itself.

import { about, post, rulesOf } from './api.js';
import { pieceGlyph } from './board.js';
import { Dice } from './dice.js';
import { button, confirmed, h, pause } from './dom.js';
import { Game } from './game.js';
import { Guide } from './guide.js';
import { changesInWords, eventWords, moveWords, playerName, sentence, stateWords } from './names.js';
import { Review } from './review.js';
import { gameLink, goTo } from './route.js';
import { currentSubject, load, ruleRequest, save, setSubject } from './settings.js';
import { Setup } from './setup.js';
import { announce } from './speech.js';
import { Table } from './table.js';
import { moveTree, showCurrent } from './tree.js';
import { t, word } from './words.js';

const leastThinking = 350, passed = 1200, tick = 200;  // milliseconds

const other = (side) => 1 - side;

export class Play {
  constructor() {
    this.element = h('div', { class: 'play' });
    this.session = null;
    this.turn = 0;  // answers to older turns are ignored
    setInterval(() => this.tickClock(), tick);
  }

  async open(parameters) {
    if (parameters.has('new')) {
      goTo('play', {}, true);
      return this.setUp();
    }
    if (parameters.has('guided')) {
      goTo('play', {}, true);
      return this.startGuided();
    }
    const saved = load('play');
    if (this.session || !saved) return this.session ? undefined : this.setUp();
    this.session = { ...saved, game: Game.fromJSON(saved.game) };
    try {
      await this.session.game.goTo(this.session.game.node);
      this.build();
      this.advance();
    } catch (error) {
      this.session = null;
      save('play', null);
      this.setUp();
      announce(error.message);
    }
  }

  close() {}

  setUp() {
    this.stop();
    this.session = null;
    const setup = new Setup((options) => this.start(options));
    this.element.replaceChildren(setup.element);
    return setup.load();
  }

  async start({ subject, title, changed, people, human, level, dice, minutes, match, strongest, guided = false }) {
    const game = new Game(subject);
    await game.goTo(game.root);
    const time = minutes ? 60000 * minutes : null;
    this.session = {
      game, title, changed, people, human, level, dice, strongest, left: time && [time, time], time, ending: null, guided,
      match: match ? { games: [] } : null
    };
    this.build();
    this.advance();
    this.table.board.focus();
    scrollTo(0, 0);
  }

  /** A first game against the weakest opponent, with a panel that explains. */
  async startGuided() {
    const subject = currentSubject(), rules = await rulesOf(ruleRequest(subject));
    const levels = rules.levels.map(({ level }) => level);
    await this.start({
      subject, title: rules.title, changed: changesInWords(rules, subject.changes), people: false, human: rules.position.to_move,
      level: Math.min(...levels), dice: 'roll', minutes: 0, match: false, strongest: Math.max(...levels), guided: true
    });
  }

  stop() {
    ++this.turn;
    this.thinking?.abort();
    this.closeReview();
  }

  closeReview() {
    this.review?.close();
    this.review = null;
    this.element.classList.remove('reviewing');
  }

  build() {
    const { session } = this;
    this.stop();
    this.table = new Table({ onMove: (move) => this.move(move), request: () => session.game.request() });
    this.table.board.flipped = this.startsFlipped();
    this.dice = new Dice((roll) => this.move(roll));
    this.head = h('div', { class: 'game-head' });
    this.sides = h('div', { class: 'sides' });
    this.movesBox = h('div', { class: 'moves-box' });
    this.result = h('div', { class: 'result', hidden: true });
    this.reviewPlace = h('div', { class: 'review-place' });
    this.viewingPlace = h('div', { class: 'buttons viewing' });
    this.viewing = null;
    this.guidePlace = h('div', { hidden: !session.guided });
    this.guide = null;
    if (session.guided) this.addGuide();
    this.buttons = {
      undo: button(t('undo'), () => this.undo()),
      redo: button(t('redo'), () => this.redo()),
      hint: button(t('hint'), () => this.hint()),
      resign: button(t('resign'), () => this.ask(t('resign_really'), t('resign'), () => this.resign())),
      flip: button(t('flip'), () => this.table.board.flip(!this.table.board.flipped)),
      analyse: button(t('to_analysis'), () => goTo('analyse', gameLink(session.game, this.viewing))),
      fresh: button(t('new_game'), () => this.startAnew())
    };
    this.table.element.querySelector('.under-board').prepend(this.dice.element);
    this.element.replaceChildren(h('div', { class: 'with-side' }, h('div', {}, this.table.element, this.reviewPlace),
      h('aside', { class: 'side' }, this.head, this.guidePlace, this.sides, this.result, this.viewingPlace, this.movesBox,
        h('div', { class: 'buttons' }, Object.values(this.buttons)))));
  }

  /** Asks before a game that is not over is lost. */
  startAnew() {
    const { session } = this, anew = () => {
      setSubject(session.game.subject);
      return this.setUp();
    };
    return session.ending || session.game.moves().length === 0 ? anew() : this.ask(t('leave_really'), t('new_game'), anew);
  }

  async ask(question, yes, action) {
    if (await confirmed(question, yes, t('cancel'))) action();
  }

  async addGuide() {
    const { session } = this, rules = await rulesOf(ruleRequest(session.game.subject));
    if (session !== this.session) return;
    this.guide = new Guide(rules, session.human);
    this.guidePlace.replaceChildren(this.guide.element);
    this.guide.show(session.game.position, session.ending);
  }

  /** In games where both sides look the same, one sits behind one's own pieces. */
  startsFlipped() {
    const { people, human, game } = this.session;
    return !people && human === 1 && game.position.players[1] === 'black' && game.position.picture.rows > 3;
  }

  isHuman(side) {
    return this.session.people || side === this.session.human;
  }

  async move(move) {
    const { game } = this.session;
    const turn = ++this.turn;
    this.thinking?.abort();
    try {
      this.table.view.active = false;
      await game.play(move);
    } catch (error) {
      if (turn !== this.turn) return;
      this.draw();
      this.table.say(error.message, true);
      return;
    }
    if (turn !== this.turn) return;
    const played = game.position.played.at(-1);
    const over = game.position.node === 'terminal' || game.position.check;
    announce(moveWords(game.position, played) + (over ? '. ' + stateWords(game.position) : ''));
    this.advance(true);
  }

  /** Draws the position, and lets whoever is next act. */
  async advance(slide = false) {
    const { session } = this, { position } = session.game;
    const turn = ++this.turn;
    this.clockAt = performance.now();
    if (position.node === 'terminal') session.ending ??= { winner: position.winner, words: stateWords(position) };
    this.keep();
    this.draw(slide);
    if (session.ending) return;
    const human = this.isHuman(position.to_move);
    if (position.node === 'chance') {
      const how = session.dice === 'by hand' || human ? session.dice : 'auto';
      if (how === 'auto' && passes(position)) await pause(passed);  // long enough to read why
      if (turn === this.turn) this.dice.ask(position, how);
    } else if (!human) {
      await this.letComputerMove(turn);
    }
  }

  async letComputerMove(turn) {
    const { game, level } = this.session;
    this.thinking = new AbortController();
    const request = { ...game.request(), level, seed: 1 + Math.floor(Math.random() * 1e6) };
    try {
      const [reply] = await Promise.all([post('/reply', request, this.thinking.signal), pause(leastThinking)]);
      if (turn === this.turn) this.move(reply.move);
    } catch (error) {
      if (turn === this.turn) this.table.say(error.message, true);
    }
  }

  keep() {
    save('play', { ...this.session, game: this.session.game.toJSON() });
  }

  draw(slide = false) {
    const { session } = this, { game } = session, { position } = game;
    const human = this.isHuman(position.to_move), waiting = !session.ending && position.node === 'decision' && !human;
    this.table.show(position, {
      active: !session.ending && position.node === 'decision' && human, slide,
      note: session.ending?.words ?? eventWords(position) +
        (waiting ? sentence(t('thinking', { who: playerName(position, position.to_move) })) : stateWords(position))
    });
    const last = position.played.at(-1);
    if (position.node !== 'chance') {
      const roll = position.played.findLast((played) => played.throw);
      if (roll && (last === roll || position.node === 'decision')) this.dice.display(roll.text);
      else this.dice.hide();
    }
    this.head.replaceChildren(h('h2', {}, session.title),
      session.changed ? h('p', { class: 'quiet' }, t('changed_rules', { changes: session.changed })) : '');
    this.drawSides();
    this.drawResult();
    this.guide?.show(position, session.ending);
    this.viewing = null;
    this.drawViewing();
    this.movesBox.replaceChildren(moveTree(game, (node) => this.show(node)));
    showCurrent(this.movesBox);
    const isLate = session.left?.includes(0);  // nothing can be taken back after that
    this.buttons.undo.disabled = isLate || !game.node.parent;
    this.buttons.redo.disabled = isLate || game.node.children.length === 0;
    this.buttons.hint.disabled = about.read_only || !this.table.view.active;
    this.buttons.resign.hidden = Boolean(session.ending);
  }

  drawSides() {
    const { session } = this, { position } = session.game;
    const taken = [[], []];
    for (const move of position.played) taken[move.side].push(...move.taken ?? []);
    this.sides.replaceChildren(...[0, 1].map((side) => h('div', {
      class: 'player' + (!session.ending && position.to_move === side ? ' turn' : '')
    }, h('span', { class: `disc ${side === position.picture.light ? 'light' : 'dark'}` }),
    h('span', { class: 'player-name' }, playerName(position, side),
      !session.people && h('span', { class: 'quiet' }, ' · ',
        side === session.human ? t('you') : t('computer_level', { level: session.level }))),
    session.left && h('span', { class: 'clock', 'data-clock': side }, clockText(session.left[side])),
    taken[side].length > 0 && takenPieces(position.picture, taken[side]))));
  }

  drawResult() {
    const { session } = this;
    this.result.hidden = !session.ending;
    if (!session.ending) return;
    this.result.replaceChildren(h('p', { class: 'verdict' }, session.ending.words), ...this.matchWords(),
      h('div', { class: 'buttons' },
        session.match && session.match.games.length < 1 && button(t('second_game'), () => this.secondGame(), { class: 'main' }),
        !about.read_only && button(t('open_review'), () => this.openReview(), { class: session.match ? null : 'main' })));
  }

  tickClock() {
    const { session } = this;
    if (!session?.left || session.ending || !this.element.isConnected) return;
    const { position } = session.game, now = performance.now(), side = position.to_move;
    if (position.node === 'chance' && session.dice === 'by hand') {  // the reader types, whoever is to move
      this.clockAt = now;
      return;
    }
    session.left[side] = Math.max(0, session.left[side] - (now - this.clockAt));
    this.clockAt = now;
    const clock = this.sides.querySelector(`[data-clock="${side}"]`);
    if (clock) clock.textContent = clockText(session.left[side]);
    if (session.left[side] === 0) this.end(other(side), sentence(t('out_of_time', { who: playerName(position, side) })));
  }

  end(winner, words) {
    this.session.ending = { winner, words };
    ++this.turn;
    this.thinking?.abort();
    this.dice.hide();
    this.keep();
    this.draw();
    announce(words);
  }

  resign() {
    const { position } = this.session.game;
    const side = this.session.people ? position.to_move : this.session.human;
    this.end(other(side), sentence(t('resigned', { who: playerName(position, side) })));
  }

  /** Back to the last position where the reader had a choice. */
  async undo() {
    const { game } = this.session;
    for (let node = game.node.parent; node; node = node.parent) {
      const position = await game.positionAt(node);
      if ((position.node === 'decision' && this.isHuman(position.to_move)) || !node.parent) return this.look(node);
    }
  }

  async redo() {
    const { game } = this.session;
    for (let node = game.node.children[0]; node; node = node.children[0]) {
      const position = await game.positionAt(node);
      if ((position.node === 'decision' && this.isHuman(position.to_move)) || node.children.length === 0) return this.look(node);
    }
  }

  /** Goes to a position of this game, and on from there. */
  async look(node) {
    ++this.turn;
    this.thinking?.abort();
    this.closeReview();  // it knows moves that are no longer played
    await this.session.game.goTo(node);
    this.session.ending = null;
    announce(stateWords(this.session.game.position));
    this.advance();
  }

  /** Shows a position of the game, which goes on where it is. */
  async show(node) {
    const { game } = this.session;
    if (node === game.node) {
      this.draw();
      return;
    }
    const position = await game.positionAt(node);
    this.viewing = node;
    this.table.show(position, { note: node.move ? t('after_move', { move: node.move }) : t('start') });
    this.drawViewing();
  }

  /** While an earlier position is shown: the way back, and a way on from there. */
  drawViewing() {
    const node = this.viewing;
    this.viewingPlace.replaceChildren(...(node ? [
      button(t('back_to_game'), () => this.draw(), { class: 'main' }),
      !this.session.ending && button(t('go_on_from_here'), () => this.look(node))
    ].filter(Boolean) : []));
  }

  async hint() {
    if (this.viewing) this.draw();
    const { game, strongest } = this.session, turn = this.turn;
    this.table.say(t('thinking_hint'));
    try {
      const reply = await post('/reply', { ...game.request(), level: strongest });
      if (turn !== this.turn) return;
      const move = game.position.moves.find(({ text }) => text === reply.move);
      this.table.view.arrows = [{ squares: move?.squares ?? [] }];
      this.table.view.note = t('hint_is', { move: reply.move });
      this.table.say(this.table.view.note);
      this.table.draw();
      announce(this.table.view.note);
    } catch (error) {
      this.table.say(error.message, true);
    }
  }

  openReview() {
    this.review?.close();
    const { game } = this.session;
    this.review = new Review(game, (node) => this.show(node));
    this.reviewPlace.replaceChildren(this.review.element);
    this.element.classList.add('reviewing');
    this.review.run();
  }

  /** Each player's score and captures in this game; in a match the first player is the reader, or whoever began
   *  on the side chosen at the start. */
  tally() {
    const { session } = this, { winner } = session.ending;
    const mine = session.human, taken = [0, 0];
    for (const { side, captured } of session.game.position.played) taken[side] += captured?.length ?? 0;
    return {
      points: winner === null ? 0.5 : Number(winner === mine), taken: taken[mine], lost: taken[other(mine)]
    };
  }

  matchWords() {
    const { match, people } = this.session;
    if (!match) return [];
    const games = [...match.games, this.tally()];
    const sum = (key) => games.reduce((total, game) => total + game[key], 0);
    const points = sum('points'), names = people ? [t('player_a'), t('player_b')] : [t('you'), t('computer')];
    const lines = [t('match_points', { a: names[0], b: names[1], x: points, y: games.length - points }),
      t('match_captures', { x: sum('taken'), y: sum('lost') })];
    if (games.length === 2) {
      const lead = 2 * points - games.length || sum('taken') - sum('lost');
      lines.push(lead === 0 ? t('match_drawn') : t('match_won', { who: word(names[lead > 0 ? 0 : 1]) }));
    }
    return lines.map((line) => h('p', {}, line));
  }

  async secondGame() {
    const { session } = this;
    const games = [...session.match.games, this.tally()];
    const game = new Game(session.game.subject, session.game.start);
    await game.goTo(game.root);
    this.session = {
      ...session, game, human: other(session.human), ending: null, match: { games },
      left: session.time && [session.time, session.time]
    };
    this.build();
    this.advance();
  }
}

/** Whether the last roll was lost. */
const passes = (position) => position.node === 'chance' && Boolean(position.played.at(-1)?.throw);

function clockText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Pieces that a player has taken, by kind: pictures with their numbers. `looks`: numbers of the picture's looks. */
function takenPieces(picture, looks) {
  const numbers = new Map();
  for (const look of looks) numbers.set(look, (numbers.get(look) ?? 0) + 1);
  const groups = [...numbers].sort(([a], [b]) => a - b).map(([look, n]) => ({ look: picture.looks[look], n })).filter(({ look }) => look);
  const pieces = groups.map(({ look, n }) => n > 1 ? `${look.name} × ${n}` : look.name).join(', ');
  return h('span', { class: 'taken-pieces', role: 'img', 'aria-label': t('captured_pieces', { pieces }), title: t('captured_pieces', { pieces }) },
    groups.map(({ look, n }) => h('span', { class: 'taken-kind' }, pieceGlyph(picture, look), n > 1 && `×${n}`)));
}
