/** The random changes of the crash test. Change number n of a seed is always the same. A model applies them. */

const NAMES = ['a', 'b', 'c', 'd'];

const ACTIONS = [
  'create',
  'add',
  'add',
  'add',
  'add',
  'remove',
  'remove',
  'rename',
  'delete',
  'define',
  'code',
  'code',
  'review',
  'unreview',
  'note',
  'note',
  'renote',
  'unnote',
];
/** The viewer who marks items as reviewed: `review` and `unreview` are of the viewer `name`. */
export const VIEWERS = NAMES;
/** The one coding panel, exclusive. `define` gives it the choices `name` and `to`; `code` chooses `name`. */
export const PANEL = 'panel';

export function changeAt(seed, number) {
  const random = mulberry32(seed * 1_000_003 + number);
  const name = NAMES[Math.floor(random() * NAMES.length)];
  const action = ACTIONS[Math.floor(random() * ACTIONS.length)];
  const to = NAMES[Math.floor(random() * NAMES.length)];
  const count = random() < 0.1 ? 20_000 : 1 + Math.floor(random() * 20);
  const ids = Uint32Array.from({ length: count }, () => Math.floor(random() * 300_000));
  return { action, name, to, refs: [{ source: random() < 0.5 ? 's' : 't', ids }] };
}

/** Applies a change to a Map of names to Sets of members. */
export function applyChange(model, { action, name, to, refs }) {
  const set = model.get(name);
  if (action === 'note' || action === 'renote' || action === 'unnote') noteItem(model, { action, name, to });
  else if (action === 'review' || action === 'unreview') {
    model.reviewed ??= new Map(VIEWERS.map((one) => [one, new Set()]));
    move(action === 'review' ? 'add' : 'delete', model.reviewed.get(name), refs);
  } else if (action === 'define') {
    for (const one of [name, to]) if (!model.has(one)) model.set(one, new Set());
    model.choices = [...new Set([name, to])].map((one) => model.get(one));
  } else if (action === 'create') {
    if (!set) model.set(name, new Set());
  } else if (!set) {
    return;
  } else if (action === 'delete') {
    model.delete(name);
  } else if (action === 'rename') {
    if (model.has(to)) return;
    model.delete(name);
    model.set(to, set);
  } else if (action === 'code') {
    if (!model.choices?.includes(set)) return;
    const present = model.choices.filter((choice) => [...model.values()].includes(choice));
    for (const choice of present) move(choice === set ? 'add' : 'delete', choice, refs);
  } else move(action === 'add' ? 'add' : 'delete', set, refs);
}

/** Returns the names of the choices of the panel, in order; null before it exists. */
export function choicesOf(model) {
  if (model.choices === undefined) return null;
  return model.choices.flatMap((choice) => [...model].filter(([, set]) => set === choice).map(([name]) => name));
}

/** Notes are on one item. `note` adds one with the text `name`; the others change or delete the oldest. */
export const NOTED = { source: 's', id: 7 };

function noteItem(model, { action, name, to }) {
  model.notes ??= [];
  if (action === 'note' && model.notes.length < 200) model.notes.push(name);
  else if (action === 'renote' && model.notes.length > 0) model.notes[0] = to;
  else if (action === 'unnote') model.notes.shift();
}

function move(how, set, refs) {
  for (const { source, ids } of refs) for (const id of ids) set[how](`${source}${id}`);
}

function mulberry32(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
