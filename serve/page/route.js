// The address: which tab is open, and what it shows. Everything is after the #, so it never leaves the browser.

export function currentRoute() {
  const [tab, query = ''] = location.hash.slice(1).split('?');
  return { tab, parameters: new URLSearchParams(query) };
}

export function address(tab, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)).toString();
  return `#${tab}${query ? '?' + query : ''}`;
}

/** `quietly` replaces the address without opening anything. */
export function goTo(tab, parameters = {}, quietly = false) {
  if (quietly) history.replaceState(null, '', address(tab, parameters));
  else location.hash = address(tab, parameters);
}

/** Where the API has a run. */
export const runPath = (name) => '/folders/' + name.split('/').map(encodeURIComponent).join('/');

const separator = '\n';

/** A game as parameters of an address: the moves to `node`, or else to the current position, and the hash of its rules if it is known. */
export function gameLink(game, node = null) {
  const { subject, start } = game;
  return {
    rules: subject.toml ? '' : subject.rules, toml: subject.toml ?? '', changes: subject.changes.join(separator),
    position: start ?? '', moves: game.moves(node ?? game.node).join(' '), hash: game.hash ?? ''
  };
}

/** Compares a changed rule set with the original, after some moves. */
export function compareLink({ rules, toml, changes }, moves = []) {
  return address('compare', { rules: toml ? '' : rules, toml: toml ?? '', changes: changes.join(separator), moves: moves.join(' ') });
}

/** The other way: {subject, start, moves, ply, hash}; ply is the place in the moves if it is not their end. Null if the address has no game. */
export function linkedGame(parameters) {
  const rules = parameters.get('rules'), toml = parameters.get('toml');
  if (!rules && !toml) return null;
  return {
    subject: { rules: rules ?? 'file', toml, changes: (parameters.get('changes') ?? '').split(separator).filter(Boolean) },
    start: parameters.get('position'), moves: (parameters.get('moves') ?? '').split(' ').filter(Boolean),
    ply: parameters.get('ply'), hash: parameters.get('hash')
  };
}
