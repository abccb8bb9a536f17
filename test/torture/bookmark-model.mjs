/**
 * A model of bookmarks that one client at a time uses: a state, and for each operation its answer and the next state. States
 * are values, so an operation returns a new one. It is written from the documents, and shares nothing with the program.
 *
 * An operation is `{id, kind, name, newName?, items?, undoes?}`; an outcome is `{status, changed?, size?, name?, items?}`.
 */

export const EMPTY = { names: {}, members: {}, effects: {} };

/** Returns `{state, outcome}`. `isKept(id)` says whether the effect of an operation is undone later, and must be kept. */
export function applyOperation(state, operation, isKept = () => true) {
  const { outcome, effect } = OPERATIONS[operation.kind](state, operation);
  if (effect === undefined) return { state, outcome };
  const next = afterEffect(state, effect);
  if (isKept(operation.id)) next.effects = { ...state.effects, [operation.id]: effect };
  return { state: next, outcome };
}

/** Returns a text, which is equal for equal states. */
export function keyOf({ names, members, effects }) {
  const sorted = (object) =>
    Object.keys(object)
      .sort()
      .map((key) => [key, object[key]]);
  return JSON.stringify([sorted(names), sorted(members), sorted(effects)]);
}

const refused = (status) => ({ outcome: { status } });
const sorted = (items) => [...new Set(items)].sort((a, b) => a - b);
const without = (items, others) => items.filter((item) => !others.includes(item));

const OPERATIONS = {
  read({ names, members }, { name }) {
    return name in names ? { outcome: { status: 200, items: members[names[name]] } } : refused(404);
  },
  create({ names }, { id, name }) {
    if (name in names) return refused(400);
    return {
      outcome: { status: 200, name, changed: 0, size: 0 },
      effect: { kind: 'create', set: id, name, items: [] },
    };
  },
  add: (state, operation) => moved(state, operation, (had, items) => without(items, had)),
  remove: (state, operation) => moved(state, operation, (had, items) => items.filter((item) => had.includes(item))),
  rename({ names, members }, { name, newName }) {
    if (!(name in names)) return refused(404);
    if (newName !== name && newName in names) return refused(400);
    const set = names[name];
    const outcome = { status: 200, name: newName, changed: 0, size: members[set].length };
    return newName === name ? { outcome } : { outcome, effect: { kind: 'rename', set, name, newName, items: [] } };
  },
  delete({ names, members }, { name }) {
    if (!(name in names)) return refused(404);
    const set = names[name];
    const items = members[set];
    const outcome = { status: 200, name, changed: items.length, size: 0 };
    return { outcome, effect: { kind: 'delete', set, name, items } };
  },
  undo(state, { undoes }) {
    const effect = state.effects[undoes];
    // The undone change was not made before, so no order with this operation here is legal.
    if (effect === undefined) return refused(null);
    const back = reverse(state, effect);
    if (back === null) return refused(409);
    const size = back.kind === 'delete' ? 0 : sizeAfter(state, back);
    const name = back.kind === 'rename' ? back.newName : back.name;
    return { outcome: { status: 200, name, changed: back.items.length, size }, effect: back };
  },
};

function moved({ names, members }, { kind, name, items: asked }, changedOf) {
  if (!(name in names)) return refused(404);
  const set = names[name];
  const items = changedOf(members[set], sorted(asked));
  const size = members[set].length + (kind === 'add' ? items.length : -items.length);
  const outcome = { status: 200, name, changed: items.length, size };
  return items.length === 0 ? { outcome } : { outcome, effect: { kind, set, name, items } };
}

/** Returns the inverse effect in the present state; null if later changes prevent it. */
function reverse({ names, members }, effect) {
  const { kind, set, items } = effect;
  const name = Object.keys(names).find((one) => names[one] === set);
  if (kind === 'delete') {
    return name === undefined && !(effect.name in names) ? { ...effect, kind: 'create' } : null;
  }
  if (name === undefined) return null;
  switch (kind) {
    case 'create':
      return String(members[set]) === String(items) ? { kind: 'delete', set, name, items } : null;
    case 'rename': {
      const isFree = name === effect.newName && !(effect.name in names);
      return isFree ? { kind, set, name, newName: effect.name, items: [] } : null;
    }
    default: {
      const isAdded = kind === 'remove';
      const changed = isAdded ? without(items, members[set]) : items.filter((item) => members[set].includes(item));
      return changed.length === 0 ? null : { kind: isAdded ? 'add' : 'remove', set, name, items: changed };
    }
  }
}

function sizeAfter({ members }, { kind, set, items }) {
  if (kind === 'create') return items.length;
  const size = members[set].length;
  return kind === 'add' ? size + items.length : kind === 'remove' ? size - items.length : size;
}

function afterEffect(state, { kind, set, name, newName, items }) {
  const names = { ...state.names };
  const members = { ...state.members };
  switch (kind) {
    case 'create':
      names[name] = set;
      members[set] = items;
      break;
    case 'delete':
      delete names[name];
      delete members[set];
      break;
    case 'rename':
      delete names[name];
      names[newName] = set;
      break;
    case 'add':
      members[set] = sorted([...members[set], ...items]);
      break;
    case 'remove':
      members[set] = without(members[set], items);
      break;
  }
  return { ...state, names, members };
}
