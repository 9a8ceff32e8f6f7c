// What a reader does with an export of the page: with files alone, and with the rules in WebAssembly (`module: true`).

import assert from 'node:assert/strict';
import { askModule, phone } from './reader.mjs';

/** One request of each kind for each family; `seconds` differ. */
function requests(families) {
  const all = [];
  for (const [rules, moves, illegal] of families) {
    const game = { rules, moves };
    all.push(['/rules', { rules, language: 'ru' }], ['/rules', { rules, language: 'en' }], ['/position', game],
      ['/why', { ...game, move: illegal }], ['/position', { ...game, moves: [...moves, 'nonsense'] }],
      ['/compare', { a: game, b: { rules: 'chess', moves } }], ['/games/write', { ...game, headers: [['Event', 'Пробная']] }],
      ...[1, 2, 3].map((level) => ['/reply', { ...game, level, seed: 7 }]),
      ['/exact', game], ['/position', { ...game, language: 'ru' }], ['/why', { ...game, move: illegal, language: 'ru' }],
      ['/reply', { ...game, agent: 'alphabeta:nodes=2000,net=auto,ties=random' }],
      ['/analysis', { ...game, agent: 'alphabeta:depth=2', seconds: 5 }]);
  }
  return [...all, ['/rules', { rules: 'helmfrid-9', changes: ['king.armed=none'] }],
    ['/rules', { rules: 'helmfrid-9', changes: ['king.armd=none'] }], ['/rules', { rules: 'no-such' }],
    ['/rules', { rules: 'helmfrid-9', changes: ['king.armd=none'], language: 'ru' }],
    ['/analysis', { rules: 'ur-finkel', agent: 'alphabeta:depth=1', seconds: 5 }],
    ['/games/read', { text: '[Rules "helmfrid-9"]\n\n1. d1-d2 $1 {a & b} (1. d1-c1) *' }],
    ['/games/read', { text: '[Rules "helmfrid-9"]\n\n1. d1-d2 *' }], ['/reply', { rules: 'brandubh-7', agent: 'mcts:sims=50,eval=auto' }]];
}

/** Without the seconds, and without the net, which only the server has. */
const comparable = (text) => text.replaceAll(/"seconds":[-+.\de]+/g, '"seconds":0').replace(/"net":"[-\w]+"/, '"net":null');

/** A server's answer; of a stream the last event. */
async function askServer(address, [path, body]) {
  const { origin, searchParams } = new URL(address);
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST', body: JSON.stringify(body), headers: { 'X-Tavlab-Token': searchParams.get('token') }
  });
  const text = await response.text();
  return text.startsWith('event:') ? text.trimEnd().split('data: ').at(-1) : text;
}

export const siteTests = {
  'an export without a server: rules, atlas and a replay': {
    async run(reader) {
      const { page } = reader;
      assert.equal(await page.textContent('nav'), 'LearnWatch');
      await page.waitForSelector('.without-server:has-text("tavlab serve")');
      await reader.tab('learn?rules=tavreli');
      await page.waitForSelector('h1:has-text("Tavreli")');
      await page.waitForSelector('.rules-board [data-square]');
      assert.equal(await page.locator('button:has-text("Guided")').count(), 0);
      await reader.screenshot('export learn');
      await reader.tab('watch');
      await page.focus('.atlas .point');
      await page.waitForSelector('.atlas-card .small-board .cell');
      await reader.screenshot('export watch');
      await page.click('.runs a:has-text("even")');
      await page.waitForSelector('.run-head h2:has-text("even")');
      await page.waitForSelector('.band-row');
      assert.ok(await page.locator('.game-list').isHidden());
      await reader.screenshot('export run');
      const [report] = await Promise.all([reader.context.waitForEvent('page'), page.click('.run-head a[target=_blank]')]);
      await report.waitForSelector('.replay svg');
      const before = await report.innerHTML('.replay >> nth=0');
      await report.click('.replay [data-go=on] >> nth=0');
      assert.notEqual(await report.innerHTML('.replay >> nth=0'), before);
      await report.close();
      await reader.tab('watch');
      await page.focus('.atlas .point');
      await page.click('.atlas-card a');
      await page.waitForSelector('main.tab-learn :has-text("king armed: none")');
    }
  },

  'an export in Russian, on a phone': {
    settings: { ...phone, locale: 'ru-RU' },
    async run(reader) {
      for (const tab of ['learn?rules=helmfrid-9', 'watch', 'watch?run=even']) {
        await reader.tab(tab);
        await reader.page.waitForSelector('main h1, main .atlas-row, main .band-row');
        assert.doesNotMatch(await reader.page.textContent('main'), /undefined|\{\w+\}/);
        await reader.expectNoOverflow();
        await reader.expectAccessible();
        await reader.screenshot(`export phone ${tab.replaceAll(/\W/g, ' ')}`);
      }
      assert.match(await reader.page.textContent('.without-server'), /без сервера/);
      await reader.tab('learn?rules=helmfrid-9');
      assert.match(await reader.page.textContent('main h1'), /[а-я]/);
    }
  },

  'a stored game is replayed without a server': {
    module: true,
    async run(reader) {
      const { page } = reader;
      await reader.tab('watch?run=even');
      await page.click('.game-list a[data-game] >> nth=1');
      await page.waitForSelector('.replay .moves button');
      await page.click('.replay button[aria-label="To the end"]');
      await page.waitForSelector('.replay .status:has-text("won")');
    }
  },

  'the module answers as the server does': {
    module: true,
    async run(reader, server) {
      const families = [['helmfrid-9', ['d1-d2'], 'e5-e5'], ['alea-evangelii-19', [], 'a1-b2'], ['tavreli', ['e2-e4'], 'e7-e2'],
        ['chess', ['e2-e4', 'e7-e5'], 'e1-e3'], ['ur-finkel', ['[1]'], 'a1-a2'], ['russian-draughts', ['c3-d4'], 'a1-b2']];
      const asked = requests(families), answers = await askModule(reader.page, asked);
      for (const [i, request] of asked.entries()) {
        const expected = await askServer(server.address, request);
        assert.equal(comparable(answers[i]), comparable(expected), JSON.stringify(request));
      }
    }
  },

  'a whole game without a server, by clicks': {
    module: true,
    async run(reader) {
      const { page } = reader;
      await reader.startGame('brandubh-7');
      await reader.square('d1').click();
      await reader.square('e2').click();
      await page.waitForSelector('.status.problem:has-text("d1")');
      const boldly = (moves, n) => moves.find(({ captured }) => captured.length > 0) ?? moves[(n * 7919) % moves.length];
      const end = await reader.playOut({ choose: boldly, most: 200 });
      assert.equal(end.node, 'terminal');
      await page.waitForSelector('.result .verdict');
      await reader.screenshot('export game');
    }
  },

  'the computer plays without a server': {
    module: true,
    async run(reader) {
      const { page } = reader;
      await reader.startGame('brandubh-7', { people: false });
      await reader.waitForMoves(1);
      await page.click('button:has-text("Hint")');
      await page.waitForSelector('.arrow');
      const { moves, count } = await reader.position();
      await reader.clickMove(moves[0]);
      await reader.waitForMoves(count + 2);
      // A search that is not waited for is stopped, and the next one runs.
      await reader.tab('analyse?rules=copenhagen-11');
      await page.waitForSelector('.engine-line button');
      await reader.tab('analyse?rules=chess&moves=e2-e4');
      await page.waitForSelector('.engine-line button:text-matches("^[a-h][78]")');
      await reader.screenshot('export analyse');
    }
  }
};
