// Tests the page of `tavlab serve` in a real browser:
//   node run.mjs BINARY [--wasm MODULE] [--screenshots FOLDER] [--only PART-OF-A-NAME] [--browser /usr/bin/chromium]

import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { Reader } from './reader.mjs';
import { Server } from './server.mjs';
import { Site } from './site.mjs';
import { siteTests } from './site_tests.mjs';
import { tests } from './tests.mjs';

const { values: options, positionals: [binary] } = parseArgs({
  allowPositionals: true, options: {
    wasm: { type: 'string' }, screenshots: { type: 'string' }, only: { type: 'string', default: '' }, browser: { type: 'string', default: '/usr/bin/chromium' }
  }
});
if (!binary) {
  console.error('usage: node run.mjs BINARY [--wasm MODULE] [--screenshots FOLDER] [--only NAME] [--browser PATH]');
  process.exit(2);
}
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });

const server = new Server(binary);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.stop().then(() => process.exit(1)));
await server.start();
const browser = await chromium.launch({ executablePath: options.browser, args: ['--no-sandbox'] });
let failed = 0;

const sites = new Map();

/** An export with the module or without it, made when the first test needs it. */
async function siteFor(module) {
  if (!sites.has(module)) {
    sites.set(module, new Site(binary, module && options.wasm));
    await sites.get(module).start();
  }
  return sites.get(module);
}

for (const [name, { settings = {}, module = false, run }] of Object.entries({ ...tests, ...siteTests })) {
  if (!name.includes(options.only)) continue;
  if (module && !(options.wasm && existsSync(options.wasm))) {
    console.log(`skipped ${name}: ${options.wasm ?? 'no --wasm'}: there is no module (cmake --build BUILD --target wasm)`);
    continue;
  }
  const began = Date.now();
  const reader = new Reader(siteTests[name] ? await siteFor(module) : server, options.screenshots);
  try {
    await reader.open(browser, settings);
    await run(reader, server);
    reader.check();
    console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    ++failed;
    console.log(`FAILED ${name}: ${error.stack}`);
    await reader.screenshot('failed ' + name).catch(() => {});
  }
  await reader.close();
}
await browser.close();
await server.stop();
for (const site of sites.values()) site.stop();
console.log(failed ? `${failed} failed` : 'all passed');
process.exit(failed ? 1 : 0);
