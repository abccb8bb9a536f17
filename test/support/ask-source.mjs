/** A source for scripts that work on compiled code. Errors of a damaged index are thrown. */

/** `{engine, name}` of an opened source. */
export async function countOf(source, query) {
  return (await answerOf(source, { query, want: ['count'] })).count;
}

export async function idsOf(source, query) {
  return idsIn(await answerOf(source, { query, want: ['ids'] }));
}

/** Returns `{count, items}`, where an item is `[id, score]`. */
export async function topOf(source, query, limit) {
  const request = { query, limit, sort: { by: 'relevance' }, want: ['count', 'ids', 'keys'] };
  const { count, items } = await answerOf(source, request);
  const found = [];
  for await (const { ids, keys } of items) for (const [i, id] of ids.entries()) found.push([id, keys[i]]);
  return { count, items: found };
}

export async function answerOf({ engine, name }, request) {
  return answered(await engine.search({ ...request, sources: [{ source: name }] }));
}

export async function fieldValuesOf({ engine, name }, field) {
  return answered(await engine.fieldValues(field, [name]));
}

export async function fieldsOf({ engine, name }) {
  return answered(await engine.fields([name]));
}

/** Returns records in the order of the ids, and null for unknown ones. */
export function recordsOf({ items, name }, ids) {
  return items.records(Array.from(ids, (id) => ({ source: name, id })));
}

export async function storedTextOf({ items, name }, id) {
  const pieces = [];
  // A piece may reuse the memory of the previous one.
  for await (const piece of (await items.storedText({ source: name, id })).pieces) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

export async function idsIn({ items }) {
  const ids = [];
  for await (const batch of items) for (const id of batch.ids) ids.push(id);
  return ids;
}

function answered([outcome]) {
  if (outcome.kind !== 'value') throw outcome.fault;
  return outcome.value;
}
