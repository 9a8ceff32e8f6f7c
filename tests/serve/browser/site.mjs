// An export of the page (`tavlab serve --export`), and a web server that knows nothing of tavlab.

import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm' };

export class Site {
  /** `module` is the file of the WebAssembly module, or nothing. */
  constructor(binary, module) {
    const folder = mkdtempSync(join(tmpdir(), 'tavlab-site-'));
    this.folder = join(folder, 'site');
    const run = (...words) => execFileSync(binary, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    run('calibrate', 'brandubh-7', '--set', 'king.armed=none', '--agents', 'random', 'greedy', '--games', '2', '--out', 'runs/even', '--quiet');
    run('serve', '--export', 'site', '--folder', 'runs', ...(module ? ['--wasm', module] : []));
  }

  /** Serves it below a folder, as hosts of pages do. */
  async start() {
    this.server = createServer((request, response) => {
      const { pathname } = new URL(request.url, 'http://here');
      const path = normalize(decodeURIComponent(pathname.endsWith('/') ? pathname + 'index.html' : pathname));
      const file = join(this.folder, path.replace(/^\/below\//, ''));
      if (!path.startsWith('/below/') || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => { this.server.listen(0, '127.0.0.1', resolve); });
    this.address = `http://127.0.0.1:${this.server.address().port}/below/`;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }
}
