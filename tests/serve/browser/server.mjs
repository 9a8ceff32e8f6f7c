// Starts and stops `tavlab serve` for the tests.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Server {
  constructor(binary) {
    this.binary = binary;
    this.folder = mkdtempSync(join(tmpdir(), 'tavlab-browser-'));
    this.tables = join(this.folder, 'tables');
    mkdirSync(this.tables);
  }

  /** Makes a table of exact values, which the server then finds. */
  solve(rules, changes) {
    const settings = changes.flatMap((change) => ['--set', change]);
    execFileSync(this.binary, ['solve', rules, ...settings, '--out', join(this.tables, `${rules}.table`)], { stdio: 'ignore' });
  }

  /** Starts on a free port, or again on the same one, which keeps the token; gives the address with its token. */
  async start() {
    this.port ??= await freePort();
    this.process = spawn(this.binary, ['serve', '--port', String(this.port), '--folder', this.folder, '--tables', this.tables], {
      stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, XDG_STATE_HOME: this.folder }
    });
    return new Promise((resolve, reject) => {
      let text = '';
      this.process.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      this.process.stdout.on('data', (part) => {
        text += part;
        const found = /^serving on (http\S+)/m.exec(text);
        if (!found) return;
        this.address = found[1];
        resolve(found[1]);
      });
    });
  }

  /** Starts a run of tavlab in the folder that is served. */
  startRun(...words) {
    return spawn(this.binary, words, { cwd: this.folder, stdio: 'ignore' });
  }

  /** The name of a finished run with games, played once. */
  async storedRun() {
    const name = 'stored/calibration';
    this.stored ??= new Promise((resolve, reject) => this.startRun('calibrate', 'brandubh-7', '--agents', 'random', 'greedy',
      '--games', '12', '--threads', '1', '--out', name).once('exit', (code) => code === 0 ? resolve(name) : reject(new Error(`${name}: ${code}`))));
    return this.stored;
  }

  stop() {
    return new Promise((resolve) => {
      this.process.removeAllListeners('exit');
      this.process.once('exit', resolve);
      this.process.kill('SIGKILL');
    });
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
