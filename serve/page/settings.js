// What the reader has chosen and what a reload continues with, kept in localStorage.

const prefix = 'tavlab.';

export function load(name, otherwise = null) {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function save(name, value) {
  try {
    if (value === null) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Without storage (private windows) the page works, and forgets.
  }
}

/** The rule set that all tabs share: {rules, changes, toml}. */
let subject = load('subject', { rules: 'helmfrid-9', changes: [], toml: null });
export const currentSubject = () => subject;
export function setSubject(next) {
  subject = { rules: next.rules, changes: next.changes ?? [], toml: next.toml ?? null };
  save('subject', subject);
}

/** A subject as the server reads it. */
export function ruleRequest({ rules, changes, toml }) {
  return toml ? { toml, changes } : { rules, changes };
}

export const themes = ['device', 'light', 'dark'];
export const pieceStyles = ['plain', 'wood'];
export const theme = () => load('theme', 'device');
export const pieceStyle = () => load('pieces', 'plain');

/** The colours are those of the reports, whose style sheet follows the device: its rule for dark devices is
 *  made to hold always or never. */
export function applyLook() {
  const dark = '(prefers-color-scheme: dark)';
  for (const sheet of document.styleSheets) {
    if (!sheet.href?.endsWith('/colours.css')) continue;
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      if (rule.tavlabDark ??= rule.media.mediaText === dark) {
        rule.media.mediaText = { device: dark, light: 'not all', dark: 'all' }[theme()];
      }
    }
  }
  document.documentElement.style.colorScheme = { device: 'light dark', light: 'light', dark: 'dark' }[theme()];
  document.documentElement.dataset.pieces = pieceStyle();
}
