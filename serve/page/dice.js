// The throw: drawn in view by the probabilities that the server gives, or entered by hand.

import { button, calm, h, pause } from './dom.js';
import { rollText } from './names.js';
import { t, word } from './words.js';

const rolling = 700, flicker = 70;  // milliseconds

/** A number in [0, 1) from the browser's source of randomness. */
function random() {
  return crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
}

export function draw(throws) {
  let at = random();
  for (const { text, probability } of throws) {
    at -= probability;
    if (at < 0) return text;
  }
  return throws.at(-1).text;
}

/** Shows throws to be made. `onThrow(text)` is called once for each `ask`. */
export class Dice {
  constructor(onThrow) {
    this.onThrow = onThrow;
    this.face = h('output', { class: 'die', 'aria-hidden': 'true' });
    this.buttons = h('div', { class: 'dice-buttons' });
    this.element = h('div', { class: 'dice', hidden: true }, this.face, this.buttons);
    this.round = 0;
  }

  hide() {
    ++this.round;
    this.element.hidden = true;
  }

  /** Shows the roll that was made. */
  display(roll) {
    ++this.round;
    this.element.hidden = false;
    this.face.textContent = word(rollText(roll));
    this.buttons.replaceChildren();
  }

  /** `how`: 'roll' (a button), 'auto' (without asking) or 'by hand'. */
  ask(position, how) {
    ++this.round;
    this.element.hidden = false;
    const { throws } = position;
    if (how === 'by hand') {
      this.face.textContent = '?';
      this.buttons.replaceChildren(h('span', { class: 'quiet' }, t('enter_roll')), ...throws.map(({ text, probability }) =>
        button(word(rollText(text)), () => this.done(text), { title: `${(100 * probability).toFixed(1)} %` })));
    } else if (how === 'auto') {
      this.buttons.replaceChildren();
      this.roll(throws);
    } else {
      this.face.textContent = '?';
      this.buttons.replaceChildren(button(t('roll'), () => this.roll(throws), { class: 'main' }));
    }
  }

  async roll(throws) {
    const round = this.round, text = draw(throws);
    this.buttons.replaceChildren();
    this.face.classList.add('rolling');
    for (let spent = 0; spent < rolling && !calm(); spent += flicker) {
      this.face.textContent = word(rollText(throws[Math.floor(random() * throws.length)].text));
      await pause(flicker);
    }
    this.face.classList.remove('rolling');
    if (round === this.round) this.done(text);
  }

  done(text) {
    this.display(text);
    this.onThrow(text);
  }
}
