// What a screen reader says when something happens that it does not see.

import { h } from './dom.js';

const region = h('div', { class: 'unseen', 'aria-live': 'polite', role: 'status' });
document.body.append(region);

export function announce(text) {
  region.textContent = text;
}
