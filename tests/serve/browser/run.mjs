// Tests the page of `tavlab serve` in a real browser:
//   node run.mjs BINARY [--screenshots FOLDER] [--only PART-OF-A-NAME] [--browser /usr/bin/chromium]

import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { Reader } from './reader.mjs';
import { Server } from './server.mjs';
import { tests } from './tests.mjs';

const { values: options, positionals: [binary] } = parseArgs({
  allowPositionals: true, options: {
    screenshots: { type: 'string' }, only: { type: 'string', default: '' }, browser: { type: 'string', default: '/usr/bin/chromium' }
  }
});
if (!binary) {
  console.error('usage: node run.mjs BINARY [--screenshots FOLDER] [--only NAME] [--browser PATH]');
  process.exit(2);
}
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });

const server = new Server(binary);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.stop().then(() => process.exit(1)));
await server.start();
const browser = await chromium.launch({ executablePath: options.browser, args: ['--no-sandbox'] });
let failed = 0;
for (const [name, { settings = {}, run }] of Object.entries(tests)) {
  if (!name.includes(options.only)) continue;
  const began = Date.now();
  const reader = new Reader(server, options.screenshots);
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
console.log(failed ? `${failed} failed` : 'all passed');
process.exit(failed ? 1 : 0);
