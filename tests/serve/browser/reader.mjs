// Someone who reads the page: opens tabs, makes moves by clicks or keys, and notices what goes wrong.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Site } from './site.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const patience = 15000;  // milliseconds

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The answers of the WebAssembly module of a page without a server, as it writes them. */
export function askModule(page, asked) {
  return page.evaluate(async (all) => {
    const worker = new Worker(new URL('worker.js', location.href), { type: 'module' });
    const answers = [];
    const ended = new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data: { event, json, message } }) => {
        if (event === 'progress') return;
        answers.push(json ?? message);
        if (answers.length === all.length) resolve(answers);
      });
      worker.addEventListener('error', (error) => reject(new Error(error.message)));
    });
    worker.postMessage({ module: await WebAssembly.compile(await (await fetch('tavlab.wasm')).arrayBuffer()) });
    all.forEach(([path, body], number) => worker.postMessage({ number, path, body }));
    return ended.finally(() => worker.terminate());
  }, asked);
}

export class Reader {
  constructor(server, screenshots) {
    Object.assign(this, { server, screenshots, problems: [] });
  }

  async open(browser, settings) {
    this.context = await browser.newContext({
      viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce', ...settings
    });
    const page = this.page = await this.context.newPage();
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => this.problems.push(`script error: ${error.message}`));
    page.on('console', (message) => {
      // Other failed loads are those of a server that was stopped.
      if (message.type() !== 'error' || /Failed to load resource(?!.*status of 400)/.test(message.text())) return;
      this.problems.push(message.text());
    });
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') this.problems.push(`request to ${request.url()}`);
    });
    await page.goto(this.server.address);
    await page.waitForSelector('main > *');
  }

  close() {
    return this.context.close();
  }

  check() {
    assert.deepEqual(this.problems, []);
  }

  async screenshot(name) {
    if (this.screenshots) await this.page.screenshot({ path: join(this.screenshots, name.replaceAll(/\W+/g, '-') + '.png') });
  }

  /** Opens a tab by its address, as a link does. */
  async tab(hash) {
    await this.page.evaluate((to) => { location.hash = to; }, hash);
    await this.page.waitForSelector(`main.tab-${hash.split('?')[0]} > *`);
  }

  async startGame(rules, { people = true, changes = '' } = {}) {
    if (changes) await this.changeRules(rules, changes);
    await this.tab('play?new=1');
    if (!changes) await this.page.click(`[data-rules="${rules}"]`);
    await this.page.waitForFunction((id) => document.querySelector('[aria-current=true][data-rules]')?.dataset.rules === id, rules);
    await this.page.click(`.setup-form label:has-text("${people ? 'two people' : 'computer'}")`);
    await this.page.click('button.start');
    await this.page.waitForSelector('.table .status');
    assert.equal(await this.page.evaluate(() => JSON.parse(localStorage.getItem('tavlab.play')).game.subject.rules), rules);
  }

  async changeRules(rules, changes) {
    await this.tab('change?' + new URLSearchParams({ rules, changes }));
    await this.page.waitForSelector('.changed-rule');
  }

  /** Asks the API about the game as the page keeps it: what may be played is not what the page says. */
  async position() {
    const asked = await this.page.evaluate(() => {
      const { game } = JSON.parse(localStorage.getItem('tavlab.play'));
      const moves = [];
      for (let [node, place] = [game.tree, [...game.place]]; place.length > 0;) {
        node = node[2][place.shift()];
        moves.push(node[0]);
      }
      const { rules, changes } = game.subject;
      return { rules, changes, position: game.start, moves };
    });
    return { ...JSON.parse(await this.answer('/position', asked)), count: asked.moves.length };
  }

  /** What the server answers, or the module of a page without one. */
  async answer(path, body) {
    if (this.server instanceof Site) return (await askModule(this.page, [[path, body]]))[0];
    return this.page.evaluate(async ([to, json]) => {
      const headers = { 'X-Tavlab-Token': localStorage.getItem('tavlab.token') };
      return (await fetch('/api/v1' + to, { method: 'POST', headers, body: JSON.stringify(json) })).text();
    }, [path, body]);
  }

  /** Waits until the page has kept so many moves and rolls. */
  async waitForMoves(count) {
    await this.page.waitForFunction((wanted) => {
      const kept = JSON.parse(localStorage.getItem('tavlab.play'))?.game;
      return kept && kept.place.length >= wanted;
    }, count);
  }

  square(name) {
    return this.page.locator(`main [data-square="${name}"]`);
  }

  async clickMove({ squares, text }) {
    const [from, to] = [squares[0], squares.at(-1)];
    const before = await this.count();
    if (from === '') {
      await this.page.click('.tray button >> nth=0');
      if (await this.count() > before) return;
    } else {
      await this.square(from).click();
    }
    if (to === '') await this.page.click('.tray button:last-child');
    else if ((await this.square(to).getAttribute('class')).includes('target')) await this.square(to).click();
    await this.answerChooser(text);
  }

  async keyMove({ squares, text }) {
    const [from, to] = [squares[0], squares.at(-1)], before = await this.count();
    if (from === '') {
      await this.pressEnterOn('.tray button >> nth=0');
      if (await this.count() > before) return;
    } else {
      await this.moveCursor(from);
      await this.page.keyboard.press('Enter');
    }
    if (to === '') {
      await this.pressEnterOn('.tray button:last-child');
    } else if (await this.count() === before) {
      await this.moveCursor(to);
      await this.page.keyboard.press('Enter');
    }
    const chooser = this.page.locator('dialog.chooser');
    if (await chooser.count() > 0) await this.pressEnterOn(`dialog.chooser button[value="${text}"]`);
  }

  /** As one does who reached it with the tab key. */
  async pressEnterOn(selector) {
    await this.page.focus(selector);
    await this.page.keyboard.press('Enter');
  }

  /** Walks the cursor to a square with the arrow keys. */
  async moveCursor(name) {
    await this.page.focus('main [role=gridcell][tabindex="0"]');
    const cursor = () => this.page.evaluate(() => document.activeElement.dataset.square);
    for (let steps = 0; steps < 60; ++steps) {
      const at = await cursor();
      if (at === name) return;
      const dx = name.charCodeAt(0) - at.charCodeAt(0), dy = Number(name.slice(1)) - Number(at.slice(1));
      if (dy !== 0) await this.page.keyboard.press(dy > 0 ? 'ArrowUp' : 'ArrowDown');
      // Along the rank if the right one is reached, or no square lies that way.
      if (dx !== 0 && (dy === 0 || await cursor() === at)) await this.page.keyboard.press(dx > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    assert.fail(`no way to ${name}`);
  }

  async answerChooser(text) {
    const chooser = this.page.locator('dialog.chooser');
    if (await chooser.count() > 0) await chooser.locator(`button[value="${text}"]`).click();
  }

  count() {
    return this.page.evaluate(() => JSON.parse(localStorage.getItem('tavlab.play')).game.place.length);
  }

  /** Plays to the end, or so many moves and rolls. `choose(moves, n)` gives the move. */
  async playOut({ most = 400, byKeys = false, choose = (moves, n) => moves[(n * 7919) % moves.length] } = {}) {
    for (let n = 0; n < most; ++n) {
      const position = await this.position();
      if (position.node === 'terminal') return position;
      if (position.node === 'chance') {
        await (byKeys ? this.pressEnterOn('.dice-buttons button') : this.page.click('.dice-buttons button'));
      } else {
        const move = choose(position.moves, n);
        await (byKeys ? this.keyMove(move) : this.clickMove(move));
      }
      await this.waitForMoves(position.count + 1);
    }
    return this.position();
  }

  async expectNoOverflow() {
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  }

  /** Words of Latin letters that a reader sees or hears, besides those allowed: names of rule sets, parameters and
   *  files have digits, dots, dashes, slashes or signs in them, pieces one letter or two. */
  async latinWords(allowed) {
    const texts = await this.page.evaluate(() => {
      const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        if (!walker.currentNode.parentElement.closest('code, script, style, [lang=en]')) found.push(walker.currentNode.data);
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
        found.push(...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''));
      }
      return found;
    });
    const words = texts.flatMap((text) => text.split(/\s+/)).filter((word) => !/[\d/=._-]/.test(word.replace(/[.,:;)»]+$/, '')));
    return [...new Set(words.flatMap((word) => word.match(/[A-Za-z]{3,}|\b(?:of|to|or|no|at|on|in|is)\b/g) ?? []))].filter((word) => !allowed.has(word));
  }

  /** Buttons, links of the bar and cells of tables whose text does not fit into them. */
  async cutTexts() {
    return this.page.evaluate(() => [...document.querySelectorAll('button, th, td, legend, select, .bar > *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && getComputedStyle(element).overflowX !== 'visible')
      .map((element) => element.textContent.slice(0, 40)));
  }

  /** Serious violations of the accessibility rules that axe-core knows. */
  async expectAccessible() {
    if (!await this.page.evaluate(() => 'axe' in window)) await this.page.evaluate(axe);
    const found = await this.page.evaluate(async () => (await axe.run()).violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`));
    assert.deepEqual(found, []);
  }
}
