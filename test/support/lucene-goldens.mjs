/**
 * Compares an opened Lucene index of a case with Lucene's own facts about it: segments, fields with hashes of their terms and
 * postings, stored values, and the token sequences of fragments. Works on compiled code and on sources.
 */
import { createHash } from 'node:crypto';

/** Returns lines that describe the differences. `goldens` has the parsed files `segments`, `fields` and `items`. */
export async function differencesFromGoldens(index, goldens) {
  const { differences, fragments } = await differencesOfFields(index, goldens.fields);
  return [
    ...differencesOfSegments(index, goldens.segments),
    ...differences,
    ...(await differencesOfItems(index, goldens.items, fragments)),
  ];
}

function differencesOfSegments(index, golden) {
  const { commit, segments, maxDoc } = index;
  const found = {
    segmentsFile: commit.file,
    generation: commit.generation,
    version: commit.version,
    counter: commit.counter,
    luceneVersion: commit.luceneVersion,
    id: commit.id,
    maxDoc,
    numDocs: segments.reduce((sum, segment) => sum + segment.maxDoc - segment.delCount, 0),
    segments: segments.map(({ name, maxDoc, delCount, info }, i) => ({
      name,
      maxDoc,
      delCount,
      delGen: commit.segments[i].delGen ?? -1,
      compound: info.isCompound,
      codec: commit.segments[i].codec,
      version: info.luceneVersion,
      id: commit.segments[i].id,
      diagnostics: info.diagnostics.get('source'),
    })),
  };
  return differing(
    'segments',
    found,
    golden,
    Object.keys(found).filter((name) => name !== 'segments'),
  ).concat(
    golden.segments.flatMap((expected, i) =>
      found.segments[i] === undefined
        ? [`segment ${expected.name} is missing`]
        : differing(`segment ${expected.name}`, found.segments[i], expected, Object.keys(found.segments[i])),
    ),
  );
}

const optionNames = {
  none: 'NONE',
  docs: 'DOCS',
  freqs: 'DOCS_AND_FREQS',
  positions: 'DOCS_AND_FREQS_AND_POSITIONS',
  offsets: 'DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS',
};
const docValuesNames = {
  none: 'NONE',
  numeric: 'NUMERIC',
  binary: 'BINARY',
  sorted: 'SORTED',
  sortedSet: 'SORTED_SET',
  sortedNumeric: 'SORTED_NUMERIC',
};

/** Also the tokens of every document in `content`, by number in the index. */
async function differencesOfFields(index, goldens) {
  const differences = [];
  const fragments = new Map();
  const expected = new Map(goldens.map((golden) => [`${golden.segment} ${golden.number}`, golden]));
  for (const segment of index.segments) {
    for (const field of segment.fields) {
      const key = `${segment.name} ${field.number}`;
      const golden = expected.get(key);
      expected.delete(key);
      if (golden === undefined) {
        differences.push(`field ${key}: not expected`);
        continue;
      }
      const found = {
        field: field.name,
        indexOptions: optionNames[field.indexOptions],
        omitsNorms: field.omitsNorms,
        vectors: field.hasTermVectors,
        payloads: field.hasPayloads,
        docValues: docValuesNames[field.docValues],
        pointDims: field.pointDims,
        pointBytes: field.pointBytes,
        ...termFacts(await segment.terms(field), segment, field.name === 'content' ? fragments : null),
      };
      differences.push(...differing(`field ${key}`, found, golden, Object.keys(found)));
    }
  }
  return { differences: [...differences, ...[...expected.keys()].map((key) => `field ${key} is missing`)], fragments };
}

/** Terms are truncated in goldens. */
const TERM_UNITS = 80;

function termFacts(terms, segment, fragments) {
  if (terms === null) return { termsSha256: undefined };
  const hashes = [createHash('sha256'), createHash('sha256')];
  const { statistics } = terms;
  while (terms.next()) {
    const text = Buffer.from(terms.bytes.subarray(0, terms.length)).toString();
    hashes[0].update(`${text}\t${terms.docFreq}\t${terms.totalTermFreq}\n`);
    const postings = [];
    for (let count = terms.read(), last = -1; count > 0; count = terms.read()) {
      for (let i = 0; i < count; i++) {
        const doc = terms.docs[i];
        if (doc !== last) postings.push([doc, 0]);
        last = doc;
        postings.at(-1)[1]++;
        if (fragments !== null) addToken(fragments, segment.docBase + doc, terms.positions[i], text);
      }
    }
    hashes[1].update(`${text}\t${postings.map(([doc, freq]) => `${doc}:${freq},`).join('')}\n`);
  }
  return {
    terms: statistics.terms,
    docCount: statistics.docCount,
    sumDocFreq: statistics.sumDocFreq,
    sumTotalTermFreq: statistics.sumTotalTermFreq,
    min: Buffer.from(statistics.smallest).toString().slice(0, TERM_UNITS),
    max: Buffer.from(statistics.largest).toString().slice(0, TERM_UNITS),
    termsSha256: hashes[0].digest('hex'),
    postingsSha256: hashes[1].digest('hex'),
  };
}

function addToken(fragments, doc, position, text) {
  let fragment = fragments.get(doc);
  if (fragment === undefined) {
    fragment = { positions: [], texts: [] };
    fragments.set(doc, fragment);
  }
  fragment.positions.push(position);
  fragment.texts.push(text);
}

function fragmentFacts({ positions, texts } = { positions: [], texts: [] }) {
  const order = Uint32Array.from(positions.keys()).sort((a, b) => positions[a] - positions[b]);
  const hash = createHash('sha256');
  let lines = '';
  for (const i of order) {
    lines += `${positions[i]}\t${texts[i]}\n`;
    if (lines.length < 1 << 16) continue;
    hash.update(lines);
    lines = '';
  }
  return { tokens: positions.length, terms: new Set(texts).size, sha256: hash.update(lines).digest('hex') };
}

const kindNames = { int: 'integer', long: 'long', float: 'float', double: 'double', binary: 'binary' };

async function differencesOfItems(index, goldens, fragments) {
  const differences = [];
  const expected = new Map(goldens.map((golden) => [golden.luceneId, golden]));
  for (const segment of index.segments) {
    for await (const batch of segment.storedDocuments()) {
      for (const { doc, values } of batch) {
        const luceneId = segment.docBase + doc;
        const golden = expected.get(luceneId);
        if (!segment.isLive(doc) || !values.some(({ field }) => field.name === 'id')) continue;
        expected.delete(luceneId);
        if (golden === undefined) differences.push(`document ${luceneId}: not expected`);
        else differences.push(...differencesOfItem(values, golden, fragments));
      }
    }
  }
  return [...differences, ...[...expected.keys()].map((luceneId) => `document ${luceneId} is missing`)];
}

function differencesOfItem(values, golden, fragments) {
  const found = { storedOrder: values.map(({ field }) => field.name), properties: {}, kinds: {}, binarySha256: {} };
  for (const { field, kind, value } of values) {
    const expected = golden.properties[field.name] ?? [];
    found.properties[field.name] ??= [];
    const own = found.properties[field.name];
    if (kind !== 'string') found.kinds[field.name] = kindNames[kind];
    if (kind === 'binary') found.binarySha256[field.name] = createHash('sha256').update(value).digest('hex');
    else own.push(isSameNumber(kind, value, expected[own.length]) ? expected[own.length] : String(value));
  }
  const expectedFragments = golden.fragments ?? [];
  found.fragments = expectedFragments.map(({ luceneId }) => ({ luceneId, ...fragmentFacts(fragments.get(luceneId)) }));
  const expected = { binarySha256: {}, fragments: [], kinds: {}, ...golden };
  return differing(`item ${golden.id}`, found, expected, Object.keys(found));
}

/** Java prints numbers in its own way. */
function isSameNumber(kind, value, text) {
  if (kind === 'float') return Object.is(Math.fround(Number(text)), value);
  return kind === 'double' && Object.is(Number(text), value);
}

function differing(what, found, expected, names) {
  return names
    .filter((name) => canonical(found[name]) !== canonical(expected[name]))
    .map((name) => `${what}: ${name} is ${shown(found[name])}, expected ${shown(expected[name])}`);
}

function canonical(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const shown = (value) => canonical(value)?.slice(0, 200);
