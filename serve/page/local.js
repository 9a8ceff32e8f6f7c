// Answers in a page that `tavlab serve --export` wrote, which has no server: from files beside the page, and from the rules in
// WebAssembly where the export has them.

import { t } from './words.js';

/** What the page is: "no" with a server, else "files" or "module". */
const kind = document.querySelector('meta[name="tavlab-export"]').content;

/** Whether there is no server. */
export const isExport = kind !== 'no';
/** Whether positions are answered: by a server, or by the module of an export. */
export const canPlay = kind !== 'files';

export class LocalError extends Error {}

async function file(name, signal) {
  const response = await fetch(name, { signal });
  if (response.status === 404) throw new LocalError(t('needs_server'));
  if (!response.ok) throw new LocalError(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

const json = async (name, signal) => (await file(name, signal)).json();

/** Whether there is a file for each language: all but the list of runs and what the copy can do. */
const inLanguages = (where) => ['/rulesets', '/families', '/atlas'].includes(where) || where.startsWith('/folders/');

/** Answers with a file for each rule set. */
const ofRules = ['/rules', '/examples'];

/** The answer to a GET, which names its language. */
function stored(path, signal) {
  const [where, query] = path.split('?');
  const language = inLanguages(where) ? '.' + new URLSearchParams(query).get('language') : '';
  const answer = json(`api${where}${language}.json`, signal);
  return where.endsWith('/games') ? answer.then((list) => filtered(list, new URLSearchParams(query))) : answer;
}

/** The part of a list of games that a server would have sent. */
function filtered(list, query) {
  const [rules, result, offset, limit] = ['rules', 'result', 'offset', 'limit'].map((name) => query.get(name) ?? '');
  const games = list.games.filter((game) => (!rules || game.rules === rules) && (!result || game.result === result));
  return { ...list, parts: list.parts.slice(0, 1), total: games.length, offset: Number(offset), games: games.slice(Number(offset)).slice(0, Number(limit) || games.length) };
}

let changed = null;

/** The name of the file with the rules of a request; undefined if none was written. */
async function rulesFile({ rules, changes = [], toml }) {
  if (toml || !rules) return undefined;
  if (changes.length === 0) return rules;
  changed ??= json('api/changed.json');
  const same = (others) => others.length === changes.length && others.every((each) => changes.includes(each));
  return (await changed).find((each) => each.rules === rules && same(each.changes))?.name;
}

async function compile() {
  const response = await file('tavlab.wasm');
  return WebAssembly.compile(await response.arrayBuffer());
}

let compiled = null;

/** A worker that answers one request after the other. What a request asks is all that it needs, so a worker can be ended at any
 *  time, and another one goes on. */
class Helper {
  constructor() {
    this.waiting = new Map();  // {path, body, on, resolve, reject} by their numbers
    this.next = 1;
  }

  ask(path, body, on, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const number = this.next++;
      this.waiting.set(number, { path, body, on, resolve, reject });
      signal?.addEventListener('abort', () => {
        if (!this.waiting.has(number)) return;
        const runs = this.waiting.keys().next().value === number;
        this.waiting.delete(number);
        if (runs) this.restart();
        reject(signal.reason);
      });
      if (this.worker) this.worker.then((worker) => this.send(worker, number));
      else this.start();
    });
  }

  send(worker, number) {
    const request = this.waiting.get(number);
    if (request) worker.postMessage({ number, path: request.path, body: request.body });
  }

  start() {
    compiled ??= compile();
    this.worker = compiled.then((module) => {
      const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
      worker.addEventListener('message', ({ data }) => this.hear(data));
      worker.postMessage({ module });
      for (const number of this.waiting.keys()) this.send(worker, number);
      return worker;
    });
    this.worker.catch((error) => {
      compiled = this.worker = null;
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
    });
  }

  restart() {
    this.worker.then((worker) => worker.terminate(), () => {});
    this.worker = null;
    if (this.waiting.size > 0) this.start();
  }

  hear({ number, event, json: text, message }) {
    const request = this.waiting.get(number);
    if (!request) return;
    if (event === 'progress') return request.on?.progress?.(JSON.parse(text));
    this.waiting.delete(number);
    if (event === 'broken') {
      this.restart();
      request.reject(new LocalError(message));
    } else {
      request.resolve(JSON.parse(text));
    }
  }
}

/** Searches have a worker of their own, so that the board answers while one runs. */
const quick = new Helper(), search = new Helper();
const searches = ['/analysis', '/reply'];

/** The answer that a server would give; `on.progress` is told how a search goes. */
export async function localAnswer(path, body, signal, on) {
  if (body === undefined) return stored(path, signal);
  const name = ofRules.includes(path) ? await rulesFile(body) : undefined;
  if (name) return json(`api${path}/${encodeURIComponent(name)}.${body.language}.json`, signal);
  if (!canPlay) throw new LocalError(t('needs_server'));
  return (searches.includes(path) ? search : quick).ask(path, body, on, signal);
}
