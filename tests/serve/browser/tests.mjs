// What a reader does, and what must then be seen.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { phone } from './reader.mjs';

const sources = fileURLToPath(new URL('source', import.meta.url));

/** Names of programs, keys and people's own words that stay in Latin letters on the Russian page. */
const ownNames = new Set(['tavlab', 'serve', 'Elo', 'Enter', 'Escape', 'English', 'Ludii', 'OpenTafl', 'RoyalUr', 'Finkel', 'Masters',
  'FEN', 'viaVUCA', 'Cyningstan', 'TablutZero', 'XIX']);
const tabs = ['play?new=1', 'learn', 'analyse', 'change', 'compare', 'watch'];
/** With a run and a game of it. */
const allTabs = async (server) => {
  const run = encodeURIComponent(await server.storedRun());
  return [...tabs, `watch?run=${run}`, `watch?run=${run}&game=1-0`];
};

/** A short game: captures and moves far ahead first. */
const boldly = (moves, n) => moves.find(({ captured }) => captured.length > 0) ?? moves[(n * 7919) % moves.length];

/** A game to its end, which a limit on its length brings near. */
function wholeGame(rules, changes, options = {}) {
  return {
    async run(reader) {
      await reader.startGame(rules, { changes });
      const end = await reader.playOut({ choose: boldly, ...options });
      await reader.screenshot(`game of ${rules}`);
      assert.equal(end.node, 'terminal');
      await reader.page.waitForSelector('.result .verdict');
    }
  };
}

export const tests = {
  'a game of tafl by clicks': wholeGame('brandubh-7', 'limits.total_plies=60'),
  'a game of tafl by keys': wholeGame('brandubh-7', 'limits.total_plies=40', { byKeys: true }),
  'a game of tavreli by clicks': wholeGame('tavreli', 'limits.total_plies=60'),
  'a game of tavreli by keys': wholeGame('tavreli', 'limits.total_plies=40', { byKeys: true }),
  'a game of Ur by clicks': wholeGame('ur-finkel', 'pieces=2'),
  'a game of Ur by keys': wholeGame('ur-finkel', 'pieces=2', { byKeys: true }),
  'a game of draughts by clicks': wholeGame('russian-draughts', 'limits.total_plies=60'),
  'a game of draughts by keys': wholeGame('russian-draughts', 'limits.total_plies=40', { byKeys: true }),

  'against the computer, with undo, hint and resignation': {
    async run(reader) {
      const { page } = reader;
      await reader.startGame('brandubh-7', { people: false });
      await reader.waitForMoves(1);
      await page.waitForSelector('.status:has-text("Defenders to move")');
      await page.click('button:has-text("Hint")');
      await page.waitForSelector('.arrow');
      await reader.screenshot('hint');
      const { moves, count } = await reader.position();
      await reader.clickMove(moves[0]);
      await reader.waitForMoves(count + 2);
      await page.click('button:has-text("Undo")');
      await page.waitForFunction(() => JSON.parse(localStorage.getItem('tavlab.play')).game.place.length === 1);
      await page.click('button:has-text("Resign")');
      await page.click('dialog button:has-text("Resign")');
      await page.waitForSelector('.result .verdict');
      await page.click('button:has-text("Review")');
      await page.waitForSelector('.review .dot');
      await page.locator('.side button:has-text("Undo")').click();  // the game goes on, without what the engine thinks of it
      await page.waitForSelector('.review', { state: 'detached' });
    }
  },

  'an illegal move is explained, and captures are shown before': {
    async run(reader) {
      const { page } = reader;
      await reader.startGame('helmfrid-9');
      await reader.square('d1').click();
      assert.match(await reader.square('d3').getAttribute('class'), /target/);
      await reader.square('e3').click();
      await page.waitForSelector('.status.problem');
      assert.match(await page.textContent('.status'), /d1/);
      const bold = (moves, n) => moves.find(({ captured }) => captured.length > 0) ?? moves[n];
      for (let n = 0; n < 60; ++n) {
        const taking = (await reader.position()).moves.find(({ captured }) => captured.length > 0);
        if (!taking) {
          await reader.playOut({ most: 1, choose: (moves) => bold(moves, (n * 7919) % moves.length) });
          continue;
        }
        await reader.square(taking.squares[0]).click();
        await reader.square(taking.squares.at(-1)).hover();
        await page.waitForSelector('.over-pieces .taken');
        await reader.screenshot('capture shown before');
        return;
      }
      assert.fail('nothing to capture in 60 plies');
    }
  },

  'a refused move names the obstacle': {
    async run(reader) {
      const { page } = reader;
      const refused = async (from, to, text) => {
        await reader.square(from).click();
        await reader.square(to).click();
        await page.waitForSelector(`.status.problem:has-text("${text}")`);
      };
      await reader.startGame('chess');
      await refused('b1', 'b3', 'the knight does not move so');
      await reader.screenshot('obstacle');
      await refused('e2', 'd3', 'the pawn goes slantwise only to capture');
      await reader.square('g1').dragTo(reader.square('e2'));
      await page.waitForSelector('.status.problem:has-text("a piece of the same side stands on e2")');
      await reader.startGame('russian-draughts');
      await refused('c3', 'c4', 'c4 is not in use');
      await refused('e3', 'd2', 'a man does not move backwards');
      await reader.startGame('tavreli');
      await refused('b1', 'b3', 'the vsadnik does not move so');
      await reader.startGame('chess');
      await reader.square('a1').click();
      await page.waitForSelector('.status.problem:has-text("a1 has no legal move; a piece of the same side stands on a2")');
      await page.keyboard.press('Escape');
      await page.waitForSelector('.status:has-text("White to move"):not(.problem)');
    }
  },

  'by touch: dragging, and captures before the move': {
    settings: phone,
    async run(reader) {
      const { page } = reader;
      await reader.startGame('brandubh-7');
      const touch = await reader.context.newCDPSession(page);
      const middle = async (name) => {
        const { x, y, width, height } = await reader.square(name).boundingBox();
        return { x: x + width / 2, y: y + height / 2 };
      };
      await reader.square('a4').scrollIntoViewIfNeeded();
      const from = await middle('a4'), to = await middle('a2');
      const send = (type, at) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
      await send('touchStart', from);
      for (let i = 1; i <= 8; ++i) await send('touchMove', { x: from.x, y: from.y + (to.y - from.y) * i / 8 });
      await send('touchEnd');
      await reader.waitForMoves(1);
      assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('tavlab.play')).game.tree[2][0][0]), 'a4-a2');
      for (let n = 0; n < 60; ++n) {
        const taking = (await reader.position()).moves.find(({ captured }) => captured.length > 0);
        if (!taking) {
          await reader.playOut({ most: 1, choose: (moves) => moves[(n * 7919) % moves.length] });
          continue;
        }
        await reader.square(taking.squares[0]).tap();
        await page.waitForSelector('.over-pieces .taken');
        assert.match(await reader.square(taking.squares.at(-1)).getAttribute('aria-label'), /would capture/);
        await reader.screenshot('captures shown by touch');
        return;
      }
      assert.fail('nothing to capture in 60 plies');
    }
  },

  'captured pieces are drawn': {
    async run(reader) {
      const { page } = reader;
      const script = { chess: [['e2', 'e4'], ['d7', 'd5'], ['e4', 'd5'], ['d8', 'd5'], ['b1', 'c3'], ['d5', 'd2'], ['d1', 'd2']] };
      await reader.startGame('chess');
      for (const [n, [from, to]] of script.chess.entries()) {
        await reader.clickMove({ squares: [from, to] });
        await reader.waitForMoves(n + 1);
      }
      await page.waitForSelector('.player:nth-child(1) .taken-kind >> nth=1');
      assert.equal(await page.getAttribute('.player:nth-child(1) .taken-pieces', 'aria-label'), 'has captured: queen, pawn');
      assert.equal(await page.getAttribute('.player:nth-child(2) .taken-pieces', 'aria-label'), 'has captured: pawn × 2');
      assert.match(await page.textContent('.player:nth-child(2) .taken-pieces'), /×2$/);
      await reader.screenshot('captured pieces');
      await page.setViewportSize(phone.viewport);
      await reader.expectNoOverflow();
      await page.evaluate(() => document.querySelector('.sides').scrollIntoView());
      await reader.screenshot('captured pieces on a phone');
    }
  },

  'the atlas shows all rule sets as boards': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('watch');
      await page.click('a:has-text("on a map")');
      await page.waitForSelector('.atlas .point .miniature >> nth=40');
      await page.waitForSelector('.atlas-box:has-text("come measured with tavlab")');
      await page.evaluate(() => document.querySelector('.atlas').scrollIntoView());
      const point = page.locator('.atlas .point[aria-label^="Orthodox chess"]');
      await point.focus();
      await page.waitForSelector('.atlas .enlarged .miniature');
      await page.waitForSelector('.atlas-card:has-text("Comes with tavlab")');
      await page.waitForSelector('.atlas-card code');
      await page.click('.atlas-card button:has-text("Compare this one")');
      await page.waitForSelector('.compared b:has-text("C")');
      await page.waitForSelector('.atlas .point[aria-label^="Orthodox chess"] .letter:has-text("C")');
      for (const upwards of ['choices', 'legal_moves']) {
        await page.selectOption('.atlas-box select', upwards);
        await page.waitForSelector('.atlas .point .miniature >> nth=40');
      }
      await page.waitForSelector('.atlas .axis-name:has-text("legal moves")');
      const covered = () => page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.atlas .point .frame')].map((frame) => frame.getBoundingClientRect());
        const over = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
        return boxes.flatMap((a, i) => boxes.slice(0, i).filter((b) => over(a, b) > a.width / 4)).length;
      });
      assert.equal(await covered(), 0);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await reader.screenshot(`atlas ${colorScheme}`);
      }
      await page.evaluate(() => document.activeElement.blur());
      await page.setViewportSize(phone.viewport);
      await page.waitForFunction(() => document.querySelector('.atlas').viewBox.baseVal.width < 400);
      await reader.expectNoOverflow();
      assert.equal(await covered(), 0);
      const letters = await page.evaluate(() => Math.min(...[...document.querySelectorAll('.atlas > text')].map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * document.querySelector('.atlas').getScreenCTM().a)));
      assert.ok(letters > 10.5, `letters of ${letters} pixels`);
      await page.evaluate(() => document.querySelector('.atlas').scrollIntoView());
      await reader.screenshot('atlas on a phone');
    }
  },

  'levels are in order, with their ratings': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('play?new=1');
      for (const rules of ['ur-skiryuk', 'helmfrid-9', 'chess', 'english-draughts']) {
        await page.click(`[data-rules="${rules}"]`);
        await page.waitForFunction((id) => document.querySelector('[aria-current=true][data-rules]')?.dataset.rules === id, rules);
        await page.waitForSelector('button.start:not([disabled])');
        const names = await page.locator('.setup-form .field:has-text("Level") option').allTextContents();
        const ratings = names.map((name) => Number(/(\d+)$/.exec(name)?.[1]));
        assert.deepEqual(ratings, [...ratings].sort((a, b) => a - b), names.join('; '));
      }
      await page.selectOption('.setup-form .field:has-text("Level") select >> nth=0', { index: 5 });
      await page.waitForSelector('.setup-form small:has-text("games against the level before")');
      await reader.screenshot('levels');
    }
  },

  'the column beside the parameters scrolls with the page': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('change?rules=helmfrid-9&changes=king.armed%3Dnone');
      await page.waitForSelector('.effects .example');
      const aside = await page.evaluate(() => {
        const element = document.querySelector('.changing aside');
        return { overflow: getComputedStyle(element).overflowY, own: element.scrollHeight - element.clientHeight };
      });
      assert.deepEqual(aside, { overflow: 'visible', own: 0 });
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const end = await page.evaluate(() => document.querySelector('.changing aside').getBoundingClientRect().bottom);
      assert.ok(end <= 800, `its end is at ${end}`);
      await reader.screenshot('change scrolled');
    }
  },

  'only formats that can hold the game are offered': {
    async run(reader) {
      const { page } = reader;
      const csv = page.locator('.joined option[value=csv]');
      await reader.tab('analyse?rules=helmfrid-9');
      await page.waitForFunction(() => document.querySelector('.joined option[value=otg]')?.disabled === false);
      assert.equal(await csv.isDisabled(), false);
      assert.match(await csv.textContent(), /without the rules/);
      await reader.tab('analyse?rules=ur-finkel');
      await page.waitForFunction(() => document.querySelector('.joined option[value=csv]')?.disabled);
    }
  },

  'dragging a piece': {
    async run(reader) {
      const { page } = reader;
      await reader.startGame('helmfrid-9');
      await reader.square('d1').dragTo(reader.square('d3'));
      await reader.waitForMoves(1);
      assert.match(await page.textContent('.unseen[aria-live]'), /attackers: d1 to d3/);
    }
  },

  'a guided game': {
    async run(reader) {
      await reader.tab('learn?rules=brandubh-7');
      await reader.page.click('button:has-text("Guided first game")');
      await reader.page.waitForSelector('.guide:has-text("You play the attackers. Your goal")');
      await reader.screenshot('guide');
      await reader.tab('learn?rules=chess');
      await reader.page.click('button:has-text("Guided first game")');
      await reader.page.waitForSelector('.guide:has-text("You play White. Your goal")');
    }
  },

  'an open point leads to its alternative': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('learn?rules=helmfrid-9');
      await page.click('.open-point a >> nth=0');
      await page.waitForSelector('.changed-rule');
      assert.match(page.url(), /#change\?/);
    }
  },

  'a changed rule is told in sentences, contradictions beside the control': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('change?rules=helmfrid-9');
      await page.selectOption('[data-key="king.armed"] select', 'none');
      await page.waitForSelector('.sentences .new:has-text("king")');
      await reader.screenshot('change');
      await page.fill('[data-key="board.size"] input', '8');
      await page.press('[data-key="board.size"] input', 'Tab');
      await page.waitForSelector('[data-key="board.size"] .problem');
      await page.fill('[data-key="board.size"] input', '9');
      await page.press('[data-key="board.size"] input', 'Tab');
      await page.waitForSelector('.problem', { state: 'detached' });
      await page.click('button:has-text("Play it")');
      await page.waitForSelector('.about-rules:has-text("king armed: none")');
      // Another change does not take the remark away from the parameter that it names.
      await reader.tab('change?rules=ur-finkel');
      await page.fill('[data-key="pieces_to_win"] input', '9');
      await page.press('[data-key="pieces_to_win"] input', 'Tab');
      await page.waitForSelector('[data-key="pieces_to_win"] .problem');
      await page.selectOption('[data-key="dice.kind"] select', 'd6');
      await page.waitForFunction(() => document.querySelector('[data-key="dice.kind"].changed-rule'));
      await page.waitForSelector('[data-key="pieces_to_win"] .problem:has-text("must be an integer from 1 to 7")');
      assert.doesNotMatch(await page.locator('[data-key="pieces_to_win"] .problem').innerText(), /override/);
    }
  },

  'the choice of a program stays in its panel on a phone': {
    settings: { ...phone, locale: 'ru-RU' },
    async run(reader) {
      await reader.tab('analyse?rules=helmfrid-9');
      await reader.page.waitForSelector('[data-focus="engine kind"]');
      await reader.expectNoOverflow();
    }
  },

  'Compare begins with rule sets of one family': {
    async run(reader) {
      const { page } = reader;
      for (const rules of ['russian-draughts', 'helmfrid-9']) {
        await page.evaluate(() => localStorage.clear());
        await page.goto('about:blank');
        await page.goto(reader.server.address);
        await reader.tab(`compare?rules=${rules}`);
        await page.waitForSelector('.compare-facts table');
        assert.equal(await page.locator('.compared select').nth(0).inputValue(), rules);
        assert.equal(await page.locator(':text("two families")').count(), 0);
      }
      assert.equal(await page.locator('.compared select').nth(1).inputValue(), 'tavlei-9');
      await page.waitForSelector('.compare-facts:has-text("not who has it easier")');
      assert.equal(await page.locator(':text("favours the")').count(), 0);
    }
  },

  'an earlier position is shown, and the game goes on where it was': {
    async run(reader) {
      const { page } = reader;
      await reader.startGame('brandubh-7', { people: true });
      for (let n = 0; n < 2; ++n) {
        const { moves, count } = await reader.position();
        await reader.clickMove(moves[0]);
        await reader.waitForMoves(count + 1);
      }
      await page.click('.moves button >> nth=0');
      await page.waitForSelector('.status:has-text("After ")');
      await page.click('button:has-text("Back to the game")');
      await page.waitForSelector('.status:has-text("Attackers to move")');
      assert.equal((await reader.position()).count, 2);
      await page.click('.moves button >> nth=0');
      await page.click('button:has-text("Play on from here")');
      await page.waitForSelector('.status:has-text("Defenders to move")');
      assert.equal((await reader.position()).count, 1);
    }
  },

  'a measurement': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('change?rules=brandubh-7');
      await page.click('button:has-text("Measure it")');
      await page.click('button:has-text("Start measuring")');
      await page.waitForSelector('.measuring .interval', { timeout: 40000 });
      await reader.screenshot('measure');
      await page.click('.measuring button:has-text("Stop")');
      // It stays, named by what was measured, when the rules are changed and when another tab is opened.
      await page.selectOption('[data-key="king.armed"] select', 'none');
      await page.waitForSelector('.measurement.other:has-text("The original rules") .interval');
      await reader.tab('learn');
      await page.waitForSelector('.rules-text h1');
      await reader.tab('change');
      await page.waitForSelector('.measurement.other .interval');
    }
  },

  'a rule set is saved': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('change?rules=brandubh-7&changes=king.armed%3Dnone');
      await page.waitForSelector('.changed-rule');
      await page.click('button:has-text("Save the rules")');
      const [file] = await Promise.all([page.waitForEvent('download'), page.click('button:has-text("Download")')]);
      assert.equal(file.suggestedFilename(), 'brandubh-7-changed.toml');
      const text = await readFile(await file.path(), 'utf8');
      assert.match(text, /^source = "Not stated yet; begun from brandubh-7\."$/m);
      await page.fill('.form input', 'no id!');
      await page.click('button:has-text("Download")');
      assert.ok(await page.evaluate(() => document.querySelector('.form input').matches(':invalid')), 'an id that no command reads');

      // The file is called by its title, wherever rules are chosen.
      await reader.tab('play?new=1');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('button:has-text("Open a rule set file")')]);
      await chooser.setFiles(await file.path());
      await page.waitForSelector('.picker [aria-current=true]:has-text("Brandubh, 7x7 (king armed: none)")');
      assert.equal(await page.locator('.picker [aria-current=true]').count(), 1);
      for (const tab of ['learn', 'change']) {
        await reader.tab(tab);
        await page.waitForFunction(() => document.querySelector('main select')?.selectedOptions[0].textContent.startsWith('Brandubh, 7x7 ('));
      }
    }
  },

  'the position editor': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('analyse?rules=helmfrid-9');
      await page.click('button:has-text("Edit the position")');
      await page.waitForSelector('.palette button');
      await page.click('.palette button[aria-label="attacker"]');
      await reader.square('c3').click();
      await page.waitForFunction(() => document.querySelector('.position-text').value.includes('2a1d4'));
      await reader.screenshot('editor');
      await page.fill('.position-text', 'nonsense');
      await page.waitForSelector('.editor .problem');
      await page.fill('.position-text', '9/9/9/9/4k4/9/9/9/1a5a1 d');
      await page.waitForSelector('.editor .status:has-text("legal")');
      await page.click('button:has-text("Use this position")');
      await page.waitForSelector('.engine');
      assert.match(decodeURIComponent(page.url()), /position=9\/9/);
      // What the rules count beside the board has controls of its own.
      await reader.tab('analyse?rules=ur-finkel');
      await page.click('button:has-text("Edit the position")');
      await page.fill('.position-fields input[data-key=home]', '2:3');
      await page.waitForFunction(() => document.querySelector('.position-text').value.endsWith('w home=2:3'));
      await page.waitForSelector('.editor .status:has-text("legal")');
      await page.fill('.position-fields input[data-key=home]', '2:99');
      await page.waitForSelector('.editor .problem');
      await page.fill('.position-fields input[data-key=home]', '');
      await page.waitForFunction(() => document.querySelector('.position-text').value.endsWith(' w'));
    }
  },

  'analysis, variations and comments': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('analyse?rules=brandubh-7');
      await page.waitForSelector('.arrow');
      await page.waitForSelector('.value-bar');
      await page.waitForSelector('.engine:has-text("attackers: win"):has-text("draw")');
      const legal = async () => (await page.locator('.square.movable').first().getAttribute('data-square'));
      await reader.square(await legal()).click();
      await page.locator('.square.target').first().click();
      await page.waitForSelector('.moves button[aria-current]');
      await page.fill('textarea[placeholder^="Comment"]', 'a remark');
      await page.selectOption('.annotation select', '3');
      await page.waitForSelector('.moves .comment');
      await page.waitForSelector('.moves button[aria-current]:has-text("!!")');
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press('ArrowLeft');
      await page.waitForSelector('.moves button[aria-current]', { state: 'detached' });
      await reader.square(await legal()).click();
      await page.locator('.square.target').last().click();
      await page.waitForSelector('.variation');
      await reader.screenshot('analysis');
    }
  },

  'a link reopens the game': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('analyse?rules=helmfrid-9&changes=king.armed%3Dnone&moves=d1-d3+e4-g4');
      await page.waitForSelector('.moves button:has-text("e4-g4")[aria-current]');
      const link = page.url();
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'tavlab.token').forEach((key) => localStorage.removeItem(key)));
      await page.goto('about:blank');
      await page.goto(link);
      await page.waitForSelector('.moves button:has-text("e4-g4")[aria-current]');
      await page.waitForSelector('.bar:has-text("king.armed=none")');
    }
  },

  'games are saved and opened': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('analyse?rules=helmfrid-9&moves=d1-d3+e4-g4');
      await page.waitForSelector('.moves button:has-text("e4-g4")');
      const [file] = await Promise.all([page.waitForEvent('download'), page.click('button:has-text("Save the game")')]);
      await reader.tab('analyse?rules=brandubh-7');
      await page.waitForSelector('.moves:has-text("No moves")');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('button:has-text("Open a game")')]);
      await chooser.setFiles(await file.path());
      await page.waitForSelector('.moves button:has-text("e4-g4")[aria-current]');
    }
  },

  'variations and comments are saved and opened': {
    async run(reader) {
      const { page } = reader, text = `[Rules "tavlei-9"]\n\n{First } 1. d1-d3 $3 ({or} 1. d1-d2 (1. f1-f2 {"quotes" &#125;} e3-g3) e3-d3)
        e3-g3 {on two&#10;lines} 2. a4-a2 *`;
      const open = async (file) => {
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('button:has-text("Open a game")')]);
        await chooser.setFiles(file);
      };
      const moves = () => page.locator('.moves').innerText();
      await reader.tab('analyse?rules=brandubh-7');
      await page.waitForSelector('.moves:has-text("No moves")');
      await open({ name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await page.waitForSelector('.moves button:has-text("a4-a2")[aria-current]');
      assert.equal(await page.locator('.variation').count(), 2);
      assert.match(await moves(), /First.*d1-d3!!.*or.*d1-d2.*"quotes" \}.*on two/s);
      await reader.screenshot('variations opened');
      await reader.expectAccessible();
      const before = await moves();
      const [saved] = await Promise.all([page.waitForEvent('download'), page.click('button:has-text("Save the game")')]);
      await reader.tab('analyse?rules=brandubh-7');
      await page.waitForSelector('.moves:has-text("No moves")');
      await open(await saved.path());
      await page.waitForSelector('.moves button:has-text("a4-a2")[aria-current]');
      assert.equal(await moves(), before);
      await page.selectOption('.joined select', 'csv');
      const [list] = await Promise.all([page.waitForEvent('download'), page.click('button:has-text("Save the game")')]);
      assert.match(list.suggestedFilename(), /\.csv$/);
      await page.setViewportSize(phone.viewport);
      await reader.expectNoOverflow();
      await reader.screenshot('phone variations');
    }
  },

  'analysis before a throw': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('analyse?rules=ur-finkel');
      await page.selectOption('.engine select[aria-label="Time for each position"]', '3');
      await page.waitForFunction(() => document.querySelectorAll('.engine-body tbody tr').length === 5);
      await page.waitForSelector('.engine-body .value-bar');
      const rows = await page.locator('.engine-body tbody tr').allInnerTexts();
      assert.match(rows[0], /the turn passes/);
      assert.match(rows[2], /0\.\d\d/);
      await reader.expectAccessible();
      await reader.screenshot('before a throw');
      await page.setViewportSize(phone.viewport);
      await reader.expectNoOverflow();
      await reader.screenshot('phone before a throw');
      await page.click('.engine-body tbody tr:nth-child(3) button');
      await page.waitForSelector('.moves button[aria-current]');
    }
  },

  'exact values and proofs': {
    async run(reader, server) {
      const { page } = reader;
      server.solve('ur-finkel', ['pieces=2']);
      await reader.tab('analyse?rules=ur-finkel&changes=pieces%3D2');
      await page.waitForSelector('.certain:has-text("Exact")');
      assert.match(await page.locator('.certain tbody').innerText(), /◆ 0\.\d\d\d/);
      await page.click('.certain tbody tr:nth-child(3) button');
      await page.waitForSelector('.certain .link:has-text("hand")');
      await reader.screenshot('exact');
      await reader.expectAccessible();
      await reader.tab('analyse?rules=brandubh-7&changes=limits.king_side_moves%3D2');
      await page.waitForSelector('.certain:has-text("Proved: ◆ attackers")');
      await page.waitForSelector('.engine-line');
      await reader.screenshot('proved');
      await page.emulateMedia({ colorScheme: 'dark' });
      await reader.expectAccessible();
      await reader.screenshot('proved dark');
      await page.setViewportSize(phone.viewport);
      await reader.expectNoOverflow();
      await reader.screenshot('phone proved dark');
    }
  },

  'a link tells that its rules have changed': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('analyse?rules=helmfrid-9&moves=d1-d3');
      await page.waitForFunction(() => /hash=[0-9a-f]{16}/.test(location.hash));
      assert.equal(await page.locator('.problem:has-text("have changed")').isVisible(), false);
      const other = page.url().replace(/hash=[0-9a-f]{16}/, 'hash=0123456789abcdef');
      await page.goto('about:blank');
      await page.goto(other);
      await page.waitForSelector('.problem:has-text("These rules have changed")');
      await page.waitForSelector('.moves button:has-text("d1-d3")[aria-current]');
    }
  },

  'two rule sets side by side': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('compare?rules=helmfrid-9&changes=king.armed%3Dnone');
      await page.waitForSelector('.compare-facts table');
      const board = (n) => page.locator('.two-boards section').nth(n);
      await board(0).locator('[data-square=d1]').click();
      await board(0).locator('[data-square=d3]').click();
      await page.waitForSelector('.played:has-text("d1-d3")');
      for (const n of [0, 1]) assert.match(await board(n).locator('[data-square=d3]').getAttribute('aria-label'), /attacker/);
      // A third rule set on the right board, and the numbers of all.
      await page.click('button:has-text("Add a rule set")');
      await page.locator('.compared select').nth(2).selectOption('tablut-9');
      await page.waitForFunction(() => document.querySelectorAll('.number-panels .panel').length === 3);
      await page.waitForSelector('.compare-facts th:has-text("C")');
      await page.waitForFunction(() => [...document.querySelectorAll('.compare-facts')].at(-1).textContent.includes('board.corners'));
      await board(1).locator('.compare-head select').selectOption('1');
      await page.waitForSelector('.two-columns h2:has-text("In B, not in A")');
      await page.click('button:has-text("Measure them")');
      await page.locator('.panel.form select').selectOption('0.5');
      await page.click('button:has-text("Start measuring")');
      await page.waitForSelector('.number-panels .panel:has-text("of 100 points")');
      await page.click('button:has-text("Stop")');
      await reader.screenshot('compare');
      await board(0).locator('[data-square=d1]').click();
      await board(0).locator('[data-square=d3]').click();
      await page.waitForSelector('.played:has-text("d1-d3")');
      await page.reload();  // the address no longer says what is compared
      await page.waitForFunction(() => document.querySelectorAll('.number-panels .panel').length === 3);
      await page.waitForSelector('.played:has-text("d1-d3")');
      await page.click('[aria-label="Remove C"]');
      await page.waitForFunction(() => document.querySelectorAll('.number-panels .panel').length === 2);
    }
  },

  'rules in small pictures': {
    async run(reader) {
      const { page } = reader;
      for (const [rules, piece] of [['helmfrid-9', 'King'], ['ur-finkel', null], ['tavreli', 'Volkhv'], ['bashni', null]]) {
        await reader.tab(`learn?rules=${rules}`);
        await page.waitForSelector('.examples figure');
        if (piece) await page.waitForSelector(`.examples figcaption:has-text("${piece}")`);
        await page.waitForSelector('dd .example svg[aria-label]');
        await reader.screenshot(`learn-${rules}`);
      }
    }
  },

  'the list of runs': {
    async run(reader) {
      await reader.tab('watch');
      await reader.page.waitForSelector('.watch h2');
      await reader.screenshot('watch');
    }
  },

  'a run is watched while it plays': {
    async run(reader, server) {
      const { page } = reader;
      const playing = server.startRun('calibrate', 'brandubh-7', '--agents', 'random', 'mcts:sims=50', '--games', '5000', '--threads', '1',
        '--out', 'live/now');
      try {
        await reader.tab('watch');
        await page.click('tr:has(.running) a:has-text("live/now")');
        await page.waitForSelector('.run-progress progress');
        const played = () => page.evaluate(() => document.querySelector('.run-progress progress').value);
        // A full page of games stays as it is while more are played.
        await page.waitForFunction(() => document.querySelectorAll('.game-list a[data-game]').length === 25);
        const before = await played(), shown = await page.textContent('.game-list tbody');
        await page.evaluate(() => scrollTo(0, 200));
        const top = await page.evaluate(() => scrollY);
        await page.waitForFunction((least) => document.querySelector('.run-progress progress').value > least, before);
        assert.equal(await page.textContent('.game-list tbody'), shown);
        assert.equal(await page.evaluate(() => scrollY), top);
        await page.waitForSelector('.band-row .interval');
        await page.click('.game-list a[data-game] >> nth=0');
        await page.waitForSelector('.replay svg.board');
        await reader.screenshot('run playing');
        playing.kill('SIGINT');
        await page.waitForSelector('.run-head:has-text("not running")');
      } finally {
        playing.kill('SIGKILL');
      }
    }
  },

  'a net with tree search shows its policy on the board': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('analyse?rules=tavlei-9');
      await page.selectOption('.engine select[aria-label="Which engine"]', 'net');
      await page.waitForSelector('.board .likely');
      await page.waitForSelector('.engine:has-text("draw")');
      await reader.screenshot('policy of a net');
      await page.uncheck('.engine label:has-text("Policy on the board") input');
      await page.waitForFunction(() => !document.querySelector('.board .likely'));
      await page.selectOption('.engine select[aria-label="Which engine"]', 'alphabeta');
      await page.waitForSelector('.engine:has-text("draw")', { state: 'detached' });
      await reader.tab('analyse?rules=chess');
      await page.waitForSelector('.engine-line');
      assert.equal(await page.locator('.engine select[aria-label="Which engine"]').count(), 0);
    }
  },

  'a change is shown in positions, and on both boards': {
    async run(reader) {
      const { page } = reader;
      await reader.changeRules('brandubh-7', 'king.armed=none');
      const figure = page.locator('.effects figure:has-text("captures")');
      await figure.waitFor();
      assert.match(await figure.textContent(), /captures nothing by the original rules|nothing by the change/);
      await reader.screenshot('change in positions');
      await figure.locator('a').click();
      await page.waitForSelector('main.tab-compare table:has-text("nothing")');
      assert.match(page.url(), /moves=/);
      await reader.changeRules('brandubh-7', 'limits.total_plies=2');
      await page.click('.effects figure:has-text("the game goes on") a');
      await page.waitForSelector('.compare-facts:has-text("Here the games part")');
    }
  },

  'a stored game is replayed, and goes to the analysis': {
    async run(reader, server) {
      const { page } = reader;
      await reader.tab('watch?run=' + encodeURIComponent(await server.storedRun()));
      await page.waitForSelector('.band-row .interval');
      await page.selectOption('.game-list label:has-text("Result") select', 'first');
      await page.waitForFunction(() => [...document.querySelectorAll('.game-list tbody td:nth-child(2)')]
        .every(({ textContent }) => textContent.startsWith('Attackers won')));
      await page.click('.game-list a[data-game] >> nth=0');
      await page.waitForSelector('.replay .moves button');
      assert.match(page.url(), /game=/);
      await page.click('.replay button[aria-label="One move on"]');
      await page.waitForSelector('.replay .moves button[aria-current]');
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => [...document.querySelectorAll('.replay .moves button')].indexOf(
        document.querySelector('.replay .moves button[aria-current]')) === 1);
      await page.click('.replay button:has-text("Play")');
      await page.waitForFunction(() => [...document.querySelectorAll('.replay .moves button')].indexOf(
        document.querySelector('.replay .moves button[aria-current]')) > 2);
      await page.click('.replay button:has-text("Pause")');
      await page.click('.replay button[aria-label="To the end"]');
      await page.waitForSelector('.replay .status:has-text("won")');
      await reader.screenshot('replay');
      const moves = await page.locator('.replay .moves button').count();
      await page.click('.replay button[aria-label="One move back"]');
      await page.click('.replay a:has-text("Analyse")');
      await page.waitForSelector('.tab-analyse .moves button[aria-current]');
      assert.equal(await page.locator('.tab-analyse .moves button').count(), moves);
      assert.equal(await page.evaluate(() => [...document.querySelectorAll('.tab-analyse .moves button')].indexOf(
        document.querySelector('.tab-analyse .moves button[aria-current]'))), moves - 2);
    }
  },

  'a report opens beside the page': {
    async run(reader, server) {
      const { page } = reader;
      await server.storedRun();
      await reader.tab('watch');
      const [report] = await Promise.all([reader.context.waitForEvent('page'), page.click('tr:has-text("stored/calibration") a:has-text("Report")')]);
      await report.waitForSelector('h1');
      assert.match(report.url(), /\/reports\/stored\/calibration$/);
      // Its scripts have no part in the page: neither its storage nor the API with its cookie.
      const seen = await report.evaluate(async () => {
        const answer = await fetch('/api/v1/about').then(({ status }) => status, () => 'blocked');
        try {
          return [answer, localStorage.length];
        } catch {
          return [answer, 'blocked'];
        }
      });
      assert.deepEqual(seen, ['blocked', 'blocked']);
    }
  },

  'phone width': {
    settings: phone,
    async run(reader, server) {
      await server.storedRun();
      await reader.tab('watch');
      await reader.page.waitForSelector('.runs a[target=_blank]');
      const right = await reader.page.evaluate(() => document.querySelector('.runs a[target=_blank]').getBoundingClientRect().right);
      assert.ok(right <= 390, `the link to the report ends at ${right}`);
      for (const tab of await allTabs(server)) {
        await reader.tab(tab);
        await reader.page.waitForTimeout(600);
        await reader.expectNoOverflow();
        await reader.screenshot(`phone ${tab}`);
      }
      await reader.startGame('copenhagen-11');
      await reader.square('d1').tap();
      await reader.square('d2').tap();
      await reader.waitForMoves(1);
      await reader.expectNoOverflow();
      await reader.screenshot('phone game');
    }
  },

  'in Russian': {
    settings: { locale: 'ru-RU' },
    async run(reader, server) {
      const { page } = reader;
      assert.match(await page.textContent('nav'), /Игра.*Правила/);
      for (const tab of await allTabs(server)) {
        await reader.tab(tab);
        await page.waitForTimeout(400);
        assert.doesNotMatch(await page.textContent('main'), /undefined|\{\w+\}/);
        await reader.screenshot(`russian ${tab}`);
      }
      // The page has one script; its modules are those of the sources.
      await page.route('**/source/*', (route) => route.fulfill({ path: join(sources, basename(route.request().url())) }));
      const counted = await page.evaluate(async () => {
        const { t } = await import('/source/words.js');
        return [0, 1, 2, 5, 11, 21, 22, 112].map((n) => t('says_selected', { square: 'd1', n }).split(', ')[1]);
      });
      assert.deepEqual(counted, ['0 ходов', '1 ход', '2 хода', '5 ходов', '11 ходов', '21 ход', '22 хода', '112 ходов']);
      await page.click('.settings summary');
      await page.selectOption('.menu select >> nth=0', 'en');
      await page.waitForSelector('nav:has-text("Learn")');
    }
  },

  'nothing is left in English on the Russian page': {
    settings: { locale: 'ru-RU' },
    async run(reader) {
      const { page } = reader, found = {};
      const expectRussian = async (where) => {
        await page.waitForTimeout(400);
        const wrong = [...await reader.latinWords(ownNames), ...await reader.cutTexts()];
        if (wrong.length > 0) found[where] = wrong;
      };
      for (const rules of ['helmfrid-9', 'tavreli', 'chess', 'ur-skiryuk', 'russian-draughts']) {
        for (const tab of ['learn', 'change', 'compare']) {
          await reader.tab(`${tab}?rules=${rules}`);
          await expectRussian(`${tab} ${rules}`);
        }
        await reader.tab('play?new=1');
        await page.click(`[data-rules="${rules}"]`);
        await expectRussian(`play ${rules}`);
        await page.click('.setup-form label:has-text("два человека")');
        await page.click('button.start');
        await page.waitForSelector('.table .status');
        await reader.playOut({ most: 6, choose: boldly });
        await expectRussian(`a game of ${rules}`);
        await reader.tab('play?new=1');
      }
      await reader.tab('change?rules=helmfrid-9&changes=king.armed%3Dnone');
      await page.waitForSelector('.changed-rule');
      await expectRussian('a changed rule');
      await reader.tab('watch');
      await expectRussian('watch');
      assert.deepEqual(found, {});
    }
  },

  'pieces have the names of their family': {
    settings: { locale: 'ru-RU' },
    async run(reader) {
      for (const [rules, square, name] of [['chess', 'b1', 'конь'], ['chess', 'c1', 'слон'], ['chess', 'd1', 'ферзь'],
        ['tavreli', 'b1', 'всадник'], ['tavreli', 'e1', 'волхв'], ['helmfrid-9', 'e5', 'король']]) {
        await reader.tab(`analyse?rules=${rules}`);
        await reader.page.waitForSelector(`main [data-square="${square}"][aria-label*="${name}"]`);
      }
    }
  },

  'accessibility, light and dark': {
    async run(reader, server) {
      for (const colorScheme of ['light', 'dark']) {
        await reader.page.emulateMedia({ colorScheme });
        for (const tab of await allTabs(server)) {
          await reader.tab(tab);
          await reader.page.waitForTimeout(800);
          await reader.expectAccessible();
          await reader.screenshot(`${colorScheme} ${tab}`);
        }
        await reader.startGame('tavreli');
        await reader.expectAccessible();
      }
    }
  },

  'a match of two games, with clocks': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('play?new=1');
      await page.click('[data-rules="brandubh-7"]');
      await page.click('.setup-form label:has-text("Match")');
      await page.selectOption('.setup-form .field:has-text("Clock") select', '5');
      await page.click('.setup-form label:has-text("two people")');
      await page.click('button.start');
      await page.waitForSelector('.clock');
      await page.click('button:has-text("Resign")');
      await page.click('dialog button:has-text("Resign")');
      await page.click('button:has-text("Second game")');
      await page.waitForSelector('.status:has-text("Attackers to move")');
      await page.click('button:has-text("Resign")');
      await page.click('dialog button:has-text("Resign")');
      await page.waitForSelector('.result:has-text("The match is drawn")');
    }
  },

  'dice entered by hand': {
    async run(reader) {
      const { page } = reader;
      await reader.tab('play?new=1');
      await page.click('[data-rules="ur-finkel"]');
      await page.click('.setup-form label:has-text("by hand")');
      await page.click('.setup-form label:has-text("two people")');
      await page.click('button.start');
      await page.click('.dice-buttons button:has-text("2")');
      await page.click('.tray button');
      await page.click('.dice-buttons button:has-text("1")');
      await reader.waitForMoves(3);
    }
  },

  'the server dies and returns in the middle of a game': {
    async run(reader, server) {
      const { page } = reader;
      await reader.startGame('brandubh-7');
      await reader.playOut({ most: 3 });
      const { moves, count } = await reader.position();
      await server.stop();
      await reader.clickMove(moves[0]);
      await page.waitForSelector('.connection:not([hidden])');
      await reader.screenshot('server away');
      await server.start();
      await reader.waitForMoves(count + 1);
      await page.waitForSelector('.connection', { state: 'hidden' });
      await page.reload();
      await reader.playOut({ most: 2 });
      assert.equal((await reader.position()).count, count + 3);
    }
  }
};
