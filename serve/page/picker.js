// Choosing a rule set: a searchable list grouped by family.

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
    this.list = h('div', { class: 'picker-list' });
    this.element = h('div', { class: 'picker' }, this.search, this.list,
      withFile && button(t('open_rules_file'), async () => {
        const file = await openFile('.toml');
        if (file) this.onPick({ rules: 'file', changes: [], toml: file.text });
      }, { class: 'plain' }));
    this.sets = [];
    this.chosen = null;
  }

  async load(chosen) {
    this.chosen = chosen;
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
    this.list.replaceChildren(...families.map((family) => h('section', {},
      h('h3', {}, word('family ' + family)),
      h('ul', {}, found.filter((set) => set.family === family).map((set) => h('li', {}, h('button', {
        type: 'button', 'data-rules': set.id, 'aria-current': set.id === this.chosen ? 'true' : null,
        onclick: () => this.pick(set.id)
      }, h('span', {}, set.title), h('span', { class: 'quiet' }, `${set.columns}×${set.rows}`))))))));
    if (found.length === 0) this.list.append(h('p', { class: 'quiet' }, t('none_found')));
  }

  pick(id) {
    this.chosen = id;
    for (const item of this.list.querySelectorAll('button[data-rules]')) {
      if (item.dataset.rules === id) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    }
    this.onPick({ rules: id, changes: [], toml: null });
  }
}

/** A drop-down list of all rule sets, for places with little room. */
export async function ruleList(value, onPick, label) {
  const sets = await ruleSets();
  const families = [...new Set(sets.map((set) => set.family))].sort((a, b) => familyOrder.indexOf(a) - familyOrder.indexOf(b));
  const list = h('select', { 'aria-label': label, onchange: () => onPick({ rules: list.value, changes: [], toml: null }) },
    !sets.some((set) => set.id === value) && h('option', { value }, value),
    families.map((family) => h('optgroup', { label: word('family ' + family) },
      sets.filter((set) => set.family === family).map((set) => h('option', { value: set.id }, set.title)))));
  list.value = value;
  return list;
}
