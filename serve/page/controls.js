// A control for a parameter of the rules, by its type. Values are texts as in rule set files: "[king, defenders]".

import { h, select } from './dom.js';
import { t } from './words.js';

const listed = (text) => text.replace(/^\[|\]$/g, '').split(',').map((part) => part.trim()).filter(Boolean);
const listText = (items) => `[${items.join(', ')}]`;

const kinds = { boolean, integer, choice, choice_list: choiceList, text_list: textList, choice_or_text_list: choiceOrTextList };

export function control(parameter, text, onChange) {
  return h('div', { class: 'control' }, kinds[parameter.type](parameter, text, onChange, parameter.name));
}

/** The choices as they are written in files, with their names. */
const named = ({ choices, choices_words: words }) => choices.map((choice, i) => [choice, words[i]]);

const focusKey = ({ key }, part = '') => ({ 'data-focus': key + part });

function boolean(parameter, text, onChange, name) {
  return h('label', { class: 'check' }, h('input', {
    type: 'checkbox', checked: text === 'true', onchange: (event) => onChange(String(event.target.checked)), ...focusKey(parameter)
  }), h('b', {}, name));
}

function integer(parameter, text, onChange, name) {
  const { minimum, maximum, zero_name: zero, zero_words } = parameter, isNumber = /^\d+$/.test(text) && !(zero && text === '0');
  const number = h('input', {
    type: 'number', min: minimum, max: maximum, value: isNumber ? text : '', 'aria-label': name, ...focusKey(parameter),
    onchange: () => { if (number.value !== '') onChange(number.value); }
  });
  return [h('b', {}, name), number, zero && h('label', { class: 'check' }, h('input', {
    type: 'checkbox', checked: !isNumber, ...focusKey(parameter, ' zero'),
    onchange: (event) => event.target.checked ? onChange(zero) : number.focus()
  }), zero_words)];
}

function choice(parameter, text, onChange, name) {
  return [h('b', {}, name), select(named(parameter), text, onChange,
    { 'aria-label': name, ...focusKey(parameter) })];
}

function choiceList(parameter, text, onChange, name) {
  const chosen = new Set(listed(text));
  return [h('b', {}, name), h('span', { class: 'checks', role: 'group', 'aria-label': name }, named(parameter).map(([option, words]) =>
    h('label', { class: 'check' }, h('input', {
      type: 'checkbox', checked: chosen.has(option), ...focusKey(parameter, ' ' + option), onchange: (event) => {
        if (event.target.checked) chosen.add(option);
        else chosen.delete(option);
        onChange(listText(parameter.choices.filter((at) => chosen.has(at))));
      }
    }), words)))];
}

function textList(parameter, text, onChange, name) {
  const input = h('input', {
    type: 'text', value: listed(text).join(', '), 'aria-label': name, ...focusKey(parameter, ' list'),
    onchange: () => onChange(listText(listed(input.value)))
  });
  return [h('b', {}, name), input];
}

function choiceOrTextList(parameter, text, onChange, name) {
  const isList = text.startsWith('['), own = 'a list';
  const list = select([...named(parameter), [own, t('own_list')]], isList ? own : text,
    (value) => {
      if (value !== own) return onChange(value);
      list.after(textList(parameter, '[]', onChange, name)[1]);
    }, { 'aria-label': name, ...focusKey(parameter) });
  return [h('b', {}, name), list, isList && textList(parameter, text, onChange, name)[1]];
}
