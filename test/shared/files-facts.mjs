/**
 * Compares facts about a case, measured from its files by another reader, with the engine and the case reader: counts by
 * queries and by walking all items, and the bytes of samples.
 */
import { createHash } from 'node:crypto';
import { parseQuery } from '../../dist/grammar/parse.js';
import { countOf, fieldValuesOf, idsOf, recordsOf, storedTextOf } from '../support/ask-source.mjs';

/** Returns how many facts differ. */
export async function checkFiles(source, json) {
  const expected = JSON.parse(json);
  const facts = new Facts();
  await checkItems(source, expected, facts);
  await checkCounts(source, expected, facts);
  await checkExtensions(source, expected, facts);
  await checkSamples(source, expected, facts);
  console.log(`${facts.equal} facts equal, ${facts.different} different`);
  return facts.different;
}

class Facts {
  equal = 0;
  different = 0;

  check(name, found, expected) {
    if (String(found) === String(expected)) {
      this.equal++;
    } else {
      this.different++;
      console.log(`DIFFERS  ${name}: expected ${expected}, found ${found}`);
    }
  }
}

/** Facts that can be counted by reading every item that a search can hit. */
async function checkItems(source, expected, facts) {
  const { summary, caseReader } = source;
  const ids = await idsOf(source, { kind: 'all' });
  const items = await recordsOf(source, ids);
  const having = (test) => items.filter(test).length;
  facts.check('records', summary.itemCount, expected.records.all);
  facts.check('tree nodes', summary.itemCount - summary.searchableCount, expected.records.treeNode);
  facts.check('items', ids.length, expected.items);
  facts.check('searchable items', summary.searchableCount, expected.items);
  facts.check('least id', ids[0], expected.idMin);
  facts.check('greatest id', ids.at(-1), expected.idMax);
  const lengths = items.map((item) => Number(valuesOf(item, 'length')[0] ?? 0));
  facts.check(
    'total length',
    lengths.reduce((total, length) => total + length, 0),
    expected.totalLength,
  );
  // A part reference of a case directory: file, offset, length. The last two are null for a whole file.
  const isRange = (part) => part !== null && part !== 'stored' && part[1] !== null;
  facts.check(
    'inline texts',
    having(({ text }) => text === 'stored'),
    expected.textForms.inline,
  );
  const ownFiles = having(({ text }) => text !== null && text !== 'stored' && !isRange(text));
  facts.check('texts in files of their own', ownFiles, expected.textForms['own file']);
  facts.check(
    'texts in packs',
    having(({ text }) => isRange(text)),
    expected.textForms['range of a pack file'],
  );
  facts.check(
    'contents in packs',
    having(({ content }) => isRange(content)),
    expected.contentAsRange,
  );
  facts.check(
    'items with a thumbnail',
    having(({ thumb }) => thumb !== null),
    expected.withThumb,
  );
  let pictures = 0;
  for (const { thumb } of items) {
    if (thumb === null) continue;
    const bytes = await bytesOf(caseReader, thumb);
    if (bytes[0] === 0xff && bytes[1] === 0xd8) pictures++;
  }
  facts.check('thumbnails that are JPEG', pictures, expected.withThumb);
}

async function checkCounts(source, expected, facts) {
  const check = async (name, query, count) => facts.check(name, await countOf(source, parseQuery(query)), count);
  await check('subitem:true', 'subitem:true', expected.subitems);
  await check('deleted:true', 'deleted:true', expected.deleted);
  await check('carved:true', 'carved:true', expected.carved);
  await check('with text', 'content:*', expected.withText);
  await check('without ext', '*:* NOT ext:*', expected.withoutExt);
  await check('with a place', 'common\\:geo\\:locations:*', expected.withGeo);
  await check('treeNode:true', 'treeNode:true', 0);
  for (const [category, count] of Object.entries(expected.perCategory)) {
    await check(`category ${category}`, `category:"${category}"`, count);
    await check(`category ${category}, case ignored`, `category:"${category.toUpperCase()}"`, count);
  }
  for (const [word, count] of Object.entries(expected.words)) await check(`word ${word}`, word, count);
}

/** Counts by value exactly, and by query. `ext:a` also finds the extension `a-b`. */
async function checkExtensions(source, expected, facts) {
  const counts = new Map();
  const { isComplete, values } = await fieldValuesOf(source, 'ext');
  facts.check('all extensions are listed', isComplete, true);
  for (const { value, items } of values) {
    counts.set(value.toLowerCase(), (counts.get(value.toLowerCase()) ?? 0) + items);
  }
  facts.check('distinct extensions', counts.size, Object.keys(expected.perExt).length);
  for (const [ext, count] of Object.entries(expected.perExt)) {
    facts.check(`items with the value ext ${ext}`, counts.get(ext) ?? 0, count);
    const wanted = ` ${tokens(ext)} `;
    const meant = Object.entries(expected.perExt).filter(([other]) => ` ${tokens(other)} `.includes(wanted));
    const total = meant.reduce((sum, [, items]) => sum + items, 0);
    facts.check(`ext:"${ext}"`, await countOf(source, parseQuery(`ext:"${ext}"`)), total);
  }
}

async function checkSamples(source, expected, facts) {
  const { caseReader } = source;
  for (const sample of expected.samples) {
    const [item] = await recordsOf(source, [sample.id]);
    facts.check(`name of ${sample.id}`, valuesOf(item, 'name')[0], sample.name);
    facts.check(`length of ${sample.id}`, valuesOf(item, 'length')[0], sample.length);
    const content = await bytesOf(caseReader, item.content);
    facts.check(`bytes of ${sample.id}`, content.length, sample.length);
    facts.check(`content of ${sample.id}`, sha256(content), sample.contentSha256);
    const text = item.text === null ? null : sha256(await textOf(source, item));
    facts.check(`text of ${sample.id}`, text, sample.textSha256);
    const byName = await idsOf(source, parseQuery(`name:"${sample.name}"`));
    facts.check(`name:"${sample.name}" finds ${sample.id}`, byName.includes(sample.id), true);
  }
}

/** Returns the text as valid UTF-8, as it is served. */
async function textOf(source, { id, text }) {
  const bytes = text === 'stored' ? await storedTextOf(source, id) : await bytesOf(source.caseReader, text);
  return Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), 'utf8');
}

async function bytesOf(caseReader, part) {
  const source = await caseReader.openPart(part);
  try {
    const chunks = [];
    for await (const chunk of source.stream()) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await source.close();
  }
}

function valuesOf(item, name) {
  return item.properties.find(([property]) => property === name)?.[1] ?? [];
}

function tokens(text) {
  return text.split(/[^\p{L}\p{Nd}]+/u).join(' ');
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
