// The frame: tabs, settings, the line about the server, and the address.

import { connection, greet, isAway, logIn, takeToken } from './api.js';
import { woodDefinitions } from './board.js';
import { button, field, h, select } from './dom.js';
import { canPlay } from './local.js';
import { applyLook, pieceStyle, pieceStyles, save, theme, themes } from './settings.js';
import { currentRoute } from './route.js';
import './speech.js';  // its element is kept below
import { language, languages, setLanguage, t } from './words.js';

/** What each tab is made by. A tab's modules are fetched when it is opened, or else as soon as the first one is there. */
const all = {
  play: async () => (await import('./play.js')).Play,
  learn: async () => (await import('./learn.js')).Learn,
  analyse: async () => (await import('./analyse.js')).Analyse,
  change: async () => (await import('./change.js')).Change,
  compare: async () => (await import('./compare.js')).Compare,
  watch: async () => (await import('./watch.js')).Watch
};
const kinds = canPlay ? all : { learn: all.learn, watch: all.watch };
const first = Object.keys(kinds)[0];
const tabs = new Map();
let open = null;

const main = h('main', { id: 'main', tabindex: '-1' });
const problem = h('p', { class: 'connection', role: 'alert', hidden: true });
const nav = h('nav', { 'aria-label': t('tabs') });
const menu = h('details', { class: 'settings' });

function drawFrame() {
  document.documentElement.lang = language();
  nav.replaceChildren(...Object.keys(kinds).map((name) =>
    h('a', { href: '#' + name, 'aria-current': name === open ? 'page' : null }, t('tab_' + name))));
  const look = (name) => (value) => {
    save(name, value);
    applyLook();
  };
  menu.replaceChildren(h('summary', { 'aria-label': t('settings') }, h('span', { 'aria-hidden': 'true' }, '⚙')),
    h('div', { class: 'menu' },
      setting(t('language'), select(Object.entries(languages), language(), (value) => {
        setLanguage(value);
        location.reload();
      })),
      setting(t('colours'), select(themes.map((name) => [name, t('theme_' + name)]), theme(), look('theme'))),
      setting(t('pieces'), select(pieceStyles.map((name) => [name, t('pieces_' + name)]), pieceStyle(), look('pieces')))));
}

function setting(label, control) {
  return h('label', {}, h('span', {}, label), control);
}

async function follow() {
  const { tab, parameters } = currentRoute();
  const name = kinds[tab] ? tab : first;
  if (open !== name) tabs.get(open)?.close();
  open = name;
  if (!tabs.has(name)) {
    try {
      const Tab = await kinds[name]();
      if (!tabs.has(name)) tabs.set(name, new Tab());
    } catch (error) {
      main.replaceChildren(h('p', { class: 'problem' }, error.message));
      return;
    }
    if (open !== name) return;  // another one was opened meanwhile
  }
  for (const link of nav.children) {
    if (link.hash === '#' + name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${t('tab_' + name)} · tavlab`;
  main.className = 'tab-' + name;
  // Learn has the name of its rules for a heading.
  main.replaceChildren(name === 'learn' ? '' : h('h1', { class: 'unseen' }, t('tab_' + name)), tabs.get(name).element);
  try {
    await tabs.get(name).open(parameters);
  } catch (error) {
    main.prepend(h('p', { class: 'problem' }, error.message));
  }
}

connection.addEventListener('change', () => {
  problem.hidden = !isAway();
  problem.textContent = isAway() ? t('server_away') : '';
});

takeToken();
drawFrame();
document.body.replaceChildren(
  h('a', { class: 'skip', href: '#main', onclick: (event) => {
    event.preventDefault();
    main.focus();
  } }, t('skip')),
  h('header', {}, h('a', { class: 'name', href: '#' + first }, 'tavlab'), nav, menu), problem,
  canPlay ? '' : h('p', { class: 'without-server quiet' }, t('without_server')), main,
  document.querySelector('.unseen'), woodDefinitions());
document.addEventListener('click', (event) => { if (!menu.contains(event.target)) menu.open = false; });
// A style sheet's rules are there only once it has loaded; modules may run before.
if (document.readyState === 'complete') applyLook();
else addEventListener('load', applyLook);
begin();

/** The page goes on without the server, so it must have everything. What fails here is tried again when it is opened. */
async function fetchTabs() {
  for (const load of Object.values(kinds)) await load().catch(() => {});
}

async function begin() {
  try {
    await greet();
    addEventListener('hashchange', follow);
    await follow();
    fetchTabs();
  } catch (error) {
    if (error.code === 'password') askPassword();
    else main.replaceChildren(h('p', { class: 'problem' }, error.message));
  }
}

function askPassword(message = '') {
  const password = h('input', { type: 'password', autocomplete: 'current-password' });
  main.replaceChildren(h('form', { class: 'form', onsubmit: async (event) => {
    event.preventDefault();
    try {
      await logIn(password.value);
      await begin();
    } catch (error) {
      askPassword(error.message);
    }
  } }, field(t('password'), password), h('p', { class: 'problem', role: 'alert', hidden: !message }, message),
  button(t('enter'), null, { type: 'submit', class: 'main' })));
  password.focus();
}
