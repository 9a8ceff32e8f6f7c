// Requests to the server: the token, errors, event streams, and what happens while the server is away.

import { pause } from './dom.js';
import { isExport, localAnswer } from './local.js';
import { language } from './words.js';

const base = '/api/v1';
const longestWait = 5000;

/** Fires 'change' when the server goes away or returns; see `isAway`. */
export const connection = new EventTarget();
let away = false;
export const isAway = () => away;

function setAway(value) {
  if (away === value) return;
  away = value;
  connection.dispatchEvent(new Event('change'));
}

export class ApiError extends Error {
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The token comes in the address, once; it is then removed from what others can see of the address. */
export function takeToken() {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (!token) return;
  localStorage.setItem('tavlab.token', token);
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
}

async function failure(response) {
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    // Not from tavlab: the status must do.
  }
  return new ApiError(error.code ?? 'http', error.message ?? `${response.status} ${response.statusText}`, response.status);
}

/** Waits for the server as long as it takes: every request can be repeated, for all state is here. */
async function connect(method, path, body, signal) {
  for (let wait = 250; ; wait = Math.min(2 * wait, longestWait)) {
    try {
      const response = await fetch(base + path, {
        method, signal, body: body === undefined ? undefined : JSON.stringify(body),
        headers: { 'X-Tavlab-Token': localStorage.getItem('tavlab.token') ?? '', 'X-Tavlab-Errors': 'answer', 'Content-Type': 'application/json' }
      });
      setAway(false);
      if (!response.ok) throw await failure(response);
      return response;
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
      setAway(true);
      await pause(wait);
      signal?.throwIfAborted();
    }
  }
}

/** The answer as JSON; an answer cut off in the middle is asked for again. */
async function answer(method, path, body, signal) {
  if (isExport) return checked(await localAnswer(path, body, signal));
  for (;;) {
    const response = await connect(method, path, body, signal);
    try {
      return checked(await response.json());
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
      setAway(true);
      await pause(250);
    }
  }
}

function checked(json) {
  if (json.error) throw new ApiError(json.error.code, json.error.message, 400);
  return json;
}

/** Every request says in which language its answer is read. */
const inLanguage = (body) => ({ language: language(), ...body });
export const get = (path, signal) => answer('GET', `${path}${path.includes('?') ? '&' : '?'}language=${language()}`, undefined, signal);
export const post = (path, body, signal) => answer('POST', path, inLanguage(body), signal);

/** Calls on[event](data) for each event of a stream, until it ends. Closing is aborting the signal. */
export async function stream(path, body, on, signal) {
  if (isExport) return on.done?.(checked(await localAnswer(path, inLanguage(body), signal, on)));
  for (;;) {
    const response = await connect('POST', path, inLanguage(body), signal);
    if (response.headers.get('Content-Type') === 'application/json') checked(await response.json());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '', ended = false;
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value.replaceAll('\r\n', '\n');
        const events = text.split('\n\n');
        text = events.pop();
        for (const event of events) {
          const { name, data } = parseEvent(event);
          if (!name) continue;
          if (name === 'fault') throw new ApiError(data.code, data.message, 200);
          ended ||= name === 'done';
          on[name]?.(data);
        }
      }
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
    }
    if (ended) return;
    setAway(true);
    await pause(500);
    signal?.throwIfAborted();
  }
}

function parseEvent(text) {
  let name = '', data = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    if (line.startsWith('data:')) data += line.slice(5).trim();
  }
  return { name: data ? name : '', data: data ? JSON.parse(data) : null };
}

/** What the server says about itself; asked before anything else. */
export const about = { read_only: false };

export async function greet() {
  Object.assign(about, await get('/about'));
}

/** Servers that others can reach ask for a password, and give the token for it. */
export async function logIn(password) {
  const { token } = await post('/login', { password });
  localStorage.setItem('tavlab.token', token);
}

const kept = new Map();

/** Answers that do not change while the server runs are asked for once. */
function once(key, ask) {
  if (!kept.has(key)) {
    kept.set(key, ask().catch((error) => {
      kept.delete(key);
      throw error;
    }));
  }
  return kept.get(key);
}

export const ruleSets = () => once('rulesets', async () => (await get('/rulesets')).rulesets);
export const families = () => once('families', async () => (await get('/families')).families);
export const rulesOf = (request) => once('rules ' + JSON.stringify(request), () => post('/rules', request));
export const examplesOf = (request) => once('examples ' + JSON.stringify(request), async () => (await post('/examples', request)).examples);
