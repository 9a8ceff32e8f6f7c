// Choosing a rule set: a searchable list grouped by family. A subject whose rules are from a file has their text, `toml`.

import { ruleSets } from './api.js';
import { h, openFile, button } from './dom.js';
import { familyOrder, t, word } from './words.js';

/** onPick(subject); `withFile`: a rule set file may be opened too. */
export class Picker {
  constructor(onPick, { withFile = false } = {}) {
    this.onPick = onPick;
    this.search = h('input', {
      type: 'search', placeholder: t('search_rules'), 'aria-label': t('search_rules'), oninput: () => this.draw()
    });
    this.list = h('div', { class: 'picker-list', onkeydown: (event) => this.key(event) });
    this.element = h('div', { class: 'picker' }, this.search, this.list,
      withFile && button(t('open_rules_file'), async () => {
        const file = await openFile('.toml');
        if (file) this.pick({ rules: 'file', changes: [], toml: file.text });
      }, { class: 'plain' }));
    this.sets = [];
    this.chosen = null;
    this.file = null;
  }

  async load({ rules, toml }) {
    this.chosen = rules;
    this.file = toml;
    this.sets = await ruleSets();
    this.draw();
    this.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  draw() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.sets.filter((set) => {
      const text = `${set.id} ${set.title} ${set.source} ${set.family} ${word(set.family)}`.toLowerCase();
      return words.every((part) => text.includes(part));
    });
    const families = [...new Set(found.map((set) => set.family))].sort((a, b) => familyOrder.indexOf(a) - familyOrder.indexOf(b));
    const own = this.file && h('ul', {}, h('li', {}, h('button', {
      type: 'button', 'data-rules': 'file', 'aria-current': this.chosen === 'file' ? 'true' : null,
      onclick: () => this.pick({ rules: 'file', changes: [], toml: this.file })
    }, h('span', {}, titleIn(this.file)), h('span', { class: 'quiet' }, t('from_file')))));
    this.list.replaceChildren(...own ? [own] : [], ...families.map((family) => h('section', {},
      h('h3', {}, word('family ' + family)),
      h('ul', {}, found.filter((set) => set.family === family).map((set) => h('li', {}, h('button', {
        type: 'button', 'data-rules': set.id, 'aria-current': set.id === this.chosen ? 'true' : null,
        onclick: () => this.pick({ rules: set.id, changes: [], toml: null })
      }, h('span', {}, set.title), h('span', { class: 'quiet' }, `${set.columns}×${set.rows}`))))))));
    this.oneStop();
    if (found.length === 0) this.list.append(h('p', { class: 'quiet' }, t('none_found')));
  }

  /** The list is one stop of the tab key; arrows go through it. */
  oneStop() {
    const items = [...this.list.querySelectorAll('button[data-rules]')];
    const stop = items.find((item) => item.dataset.rules === this.chosen) ?? items[0];
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  }

  key(event) {
    const items = [...this.list.querySelectorAll('button[data-rules]')], at = items.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    items[Math.max(0, Math.min(items.length - 1, next))].focus();
  }

  pick(subject) {
    this.chosen = subject.rules;
    if (subject.toml && subject.toml !== this.file) {
      this.file = subject.toml;
      this.draw();
    }
    for (const item of this.list.querySelectorAll('button[data-rules]')) {
      if (item.dataset.rules === this.chosen) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    }
    this.oneStop();
    this.onPick(subject);
  }
}

/** The title in the text of a rule set file; the server reads the rest. */
export const titleIn = (toml) => toml.match(/^title *= *"(.*)" *$/m)?.[1] ?? t('from_file');

/** A drop-down list of all rule sets, and of the subject's own, for places with little room. */
export async function ruleList({ rules: value, toml }, onPick, label) {
  const sets = await ruleSets();
  const families = [...new Set(sets.map((set) => set.family))].sort((a, b) => familyOrder.indexOf(a) - familyOrder.indexOf(b));
  const list = h('select', { 'aria-label': label, onchange: () => onPick({ rules: list.value, changes: [], toml: null }) },
    !sets.some((set) => set.id === value) && h('option', { value }, toml ? titleIn(toml) : value),
    families.map((family) => h('optgroup', { label: word('family ' + family) },
      sets.filter((set) => set.family === family).map((set) => h('option', { value: set.id }, set.title)))));
  list.value = value;
  return list;
}
