// Elements made from descriptions. Texts become text nodes: nothing is ever parsed as HTML.

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (key === 'value') element.value = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: h('a', { href: '#', onclick: open }, 'text', [more, elements]). */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

export function button(label, onclick, attributes = {}) {
  return h('button', { type: 'button', onclick, ...attributes }, label);
}

/** A labelled control. */
export function field(label, control, ...after) {
  return h('label', { class: 'field' }, h('span', { class: 'field-name' }, label), control, after);
}

/** A list to choose from: options are [value, label]. */
export function select(options, value, onchange, attributes = {}) {
  const list = h('select', { onchange: () => onchange(list.value), 'data-focus': 'select', ...attributes },
    options.map(([option, label]) => h('option', { value: option }, label)));
  list.value = value;
  return list;
}

/** A few choices side by side, as radio buttons. */
export function choice(label, options, value, onchange) {
  const name = 'choice-' + Math.random().toString(36).slice(2);
  return h('fieldset', { class: 'choice' }, h('legend', {}, label),
    h('div', { class: 'choice-row' }, options.map(([option, text]) => h('label', {},
      h('input', {
        type: 'radio', name, value: String(option), 'data-focus': `${label} ${option}`, checked: option === value,
        onchange: () => onchange(option)
      }), h('span', {}, text)))));
}

/** A table that scrolls by itself where it is too wide. */
export function table(label, heads, rows, css = '') {
  return h('div', { class: `scroll ${css}`, tabindex: '0', role: 'group', 'aria-label': label }, h('table', {},
    h('thead', {}, h('tr', {}, heads.map((head) => h('th', {}, head)))),
    h('tbody', {}, rows.map((cells) => h('tr', {}, cells.map((cell) => h('td', {}, cell)))))));
}

/** Replaces the children; what had the focus has it again, if it has a `data-focus` to be known by. */
export function redraw(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child || child === 0));
  if (key === undefined) return;
  [...element.querySelectorAll('[data-focus]')].find((found) => found.dataset.focus === key)?.focus();
}

/** Hands a text to the reader as a file. */
export function download(name, text) {
  const link = h('a', { href: URL.createObjectURL(new Blob([text], { type: 'text/plain' })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Lets the reader choose a file, and gives its name and its text, or null. */
export function openFile(accept) {
  return new Promise((resolve) => {
    const input = h('input', {
      type: 'file', accept, onchange: async () => {
        const [file] = input.files;
        resolve(file ? { name: file.name, text: await file.text() } : null);
      }
    });
    input.click();
  });
}

/** Asks a question; whether the answer is `yes`. */
export function confirmed(question, yes, no) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { class: 'chooser', 'aria-label': question, onclose: () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    } }, h('form', { method: 'dialog' }, h('p', {}, question), h('div', { class: 'buttons' },
      h('button', { value: 'yes', class: 'main' }, yes), h('button', { value: '' }, no))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
