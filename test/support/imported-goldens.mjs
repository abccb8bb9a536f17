/**
 * Compares our index of a case of IPED with IPED's own answers about that case: items with every stored value, terms and
 * positions of every field, texts. The modules of the program are passed in, because tests use sources, and scripts their
 * compiled form.
 */
import { createHash } from 'node:crypto';

/**
 * Returns descriptions of the differences. `TermPositions` is the class of that name. `goldens` has items as IPED's own code
 * reads them.
 */
export async function differencesOfImport(index, TermPositions, goldens) {
  const differences = [];
  const tell = (...words) => differences.push(words.join(' '));
  const docs = compareItems(index, goldens, tell);
  const contents = new Map();
  for (const field of index.fields.values()) {
    if (field.termCount === 0) continue;
    const tokens = tokensByDocument(index, field, TermPositions);
    if (field.name === 'content') contents.set('content', tokens);
    else compareField(index, field, tokens, goldens, docs, tell);
  }
  await compareTexts(index, contents.get('content') ?? new Map(), goldens, docs, tell);
  return differences;
}

/** Document by id. */
function compareItems(index, goldens, tell) {
  const docs = new Map();
  if (index.documentCount !== goldens.length) tell(`${index.documentCount} items, not ${goldens.length}`);
  for (const golden of goldens) {
    const doc = index.docOf(golden.id);
    if (doc < 0) {
      tell(`item ${golden.id} is missing`);
      continue;
    }
    docs.set(golden.id, doc);
    if (index.originNumber(doc) !== golden.luceneId) {
      tell(`item ${golden.id}: document ${index.originNumber(doc)}, not ${golden.luceneId}`);
    }
    const properties = new Map(index.item(doc).properties);
    const order = [...new Set(golden.storedOrder)].join();
    if ([...properties.keys()].join() !== order)
      tell(`item ${golden.id}: order of properties`, [...properties.keys()].join());
    for (const name of new Set([...properties.keys(), ...Object.keys(golden.properties)])) {
      const found = JSON.stringify(properties.get(name));
      const expected = JSON.stringify(golden.properties[name]);
      if (found !== expected) tell(`item ${golden.id}: ${name} is ${found}, not ${expected}`);
    }
  }
  return docs;
}

/** Returns the terms of each document by position or, for a field without positions, in order of terms. */
function tokensByDocument(index, field, TermPositions) {
  const tokens = new Map();
  const add = (doc, position, term) => {
    let ofDoc = tokens.get(doc);
    if (ofDoc === undefined) {
      ofDoc = [];
      tokens.set(doc, ofDoc);
    }
    ofDoc.push([position, term]);
  };
  const block = new Uint32Array(65_536);
  for (const { term, info } of termsOf(index, field)) {
    const positions = new TermPositions(index, info);
    const { list } = positions;
    for (let n = 0; n < list.blocks.length; n++) {
      const count = list.decodeBlock(n, block);
      const docs = block.slice(0, count).map((doc) => doc + list.blocks[n] * 65_536);
      positions.forEach(docs, count, (i, found, length) => {
        for (let p = 0; p < length; p++) add(docs[i], found[p], term);
      });
    }
  }
  for (const ofDoc of tokens.values()) ofDoc.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
  return tokens;
}

function termsOf(index, field) {
  const found = [];
  const dictionary = index.dictionary(field);
  const mark = dictionary.valueMarks();
  if (mark !== null) found.push({ term: '', info: mark });
  const walk = dictionary.walk({ lower: null, upper: null }, null, (bucket, first, end) => {
    for (let entry = first; entry < end; entry++) {
      found.push({ term: Buffer.from(bucket.term(entry)).toString(), info: bucket.info(entry) });
    }
  });
  while (!walk.next().done);
  return found;
}

/**
 * Compares the terms of a field, which are the case's analysis of its values. The positions of a value begin where those of the
 * previous one end.
 */
function compareField(index, field, tokens, goldens, docs, tell) {
  for (const golden of goldens) {
    if (isNode(golden)) continue;
    const values = golden.properties[field.name] ?? [];
    const found = (tokens.get(docs.get(golden.id)) ?? []).map(([, term]) => term);
    let expected;
    if (field.analysis === 'exact') expected = [...new Set(values)].sort();
    else if (field.analysis === 'whole') expected = values.map((value) => index.analyzer.foldWhole(value));
    else expected = values.flatMap((value) => index.analyzer.tokens(value)).map(({ term }) => term ?? null);
    if (field.analysis === 'exact') found.sort();
    if (JSON.stringify(found) === JSON.stringify(expected)) continue;
    tell(`item ${golden.id}: terms of ${field.name} are ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  }
}

/** The text of a document in the index. */
export function spelledText(index, doc) {
  const { offset, length } = index.textExtent(doc);
  const stream = index.texts;
  stream.fetch(offset, length);
  return Buffer.from(stream.bytes.subarray(stream.start, stream.start + length)).toString();
}

/** Tree nodes are not searched. They have texts, but no terms. */
const isNode = ({ properties }) => properties.treeNode?.includes('true') === true;

async function compareTexts(index, tokens, goldens, docs, tell) {
  for (const golden of goldens) {
    const doc = docs.get(golden.id);
    if (isNode(golden)) {
      const text = spelledText(index, doc);
      const lines = text === '' ? [] : text.split(' ').map((term, position) => `${position}\t${term}\n`);
      const hash = createHash('sha256').update(lines.join('')).digest('hex');
      if (golden.fragments.length === 1 && hash !== golden.fragments[0].sha256)
        tell(`node ${golden.id}: its text differs`);
      continue;
    }
    const found = tokens.get(doc) ?? [];
    const begins = found.filter(([, term]) => term === '').map(([position]) => position);
    const pieces = [[]];
    for (const [position, term] of found) {
      if (term === '') pieces.push([]);
      else pieces.at(-1).push([position - (begins[pieces.length - 2] ?? 0), term]);
    }
    if (pieces.length !== golden.fragments.length) tell(`item ${golden.id}: ${pieces.length} pieces of text`);
    for (const [n, piece] of pieces.entries()) {
      const hash = createHash('sha256');
      for (const [position, term] of piece) hash.update(`${position}\t${term}\n`);
      if (hash.digest('hex') !== golden.fragments[n]?.sha256) tell(`item ${golden.id}: tokens of piece ${n} differ`);
    }
    if (pieces.length > 1) continue;
    if (spelledText(index, doc) !== pieces[0].map(([, term]) => term).join(' '))
      tell(`item ${golden.id}: the text is not its tokens`);
  }
}
