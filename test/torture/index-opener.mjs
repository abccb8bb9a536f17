/**
 * Opens generations of an index that may be damaged, requests everything possible, and prints the results of each as one JSON
 * line: `{verify, answers}`. `verify` is `sound`, `found` or a complaint. An answer is a digest, the code of an AppError, or a
 * complaint. Usage: node index-opener.mjs GENERATION...
 */
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { parseQuery } from '../../dist/grammar/parse.js';
import { IndexReader } from '../../dist/src/engine/index-reader.js';
import { verifyStructure } from '../../dist/src/engine/verify/verify-structure.js';
import { VerifyFindings } from '../../dist/src/engine/verify-findings.js';
import { EmbeddedEngine } from '../../dist/src/query/embedded-engine.js';
import { EmbeddedItems } from '../../dist/src/query/embedded-items.js';
import { OpenIndexes } from '../../dist/src/query/open-indexes.js';
import { fieldsOf, fieldValuesOf, idsOf, recordsOf, storedTextOf, topOf } from '../support/ask-source.mjs';
import { QUERIES } from './small-case.mjs';

for (const directory of process.argv.slice(2)) {
  // In either order, so that neither depends on the effects of the other.
  const isVerifiedFirst = directory.length % 2 === 0;
  const first = isVerifiedFirst ? await verify(directory) : null;
  const answers = await answersOf(directory);
  const report = { verify: first ?? (await verify(directory)), answers };
  writeSync(1, `${JSON.stringify(report)}\n`);
}

async function verify(directory) {
  const findings = new VerifyFindings();
  try {
    await verifyStructure(directory, findings, async () => undefined);
    return findings.count === 0 ? 'sound' : 'found';
  } catch (error) {
    return `threw ${error.stack}`;
  }
}

async function answersOf(directory) {
  let index;
  try {
    index = await IndexReader.open(directory);
  } catch (error) {
    return [complaint(error)];
  }
  const answers = [];
  try {
    const indexes = new OpenIndexes(new Map([['it', index]]));
    const source = { name: 'it', engine: new EmbeddedEngine(indexes), items: new EmbeddedItems(indexes) };
    for (const text of QUERIES) {
      const query = parseQuery(text);
      answers.push(await digest(() => idsOf(source, query)));
      answers.push(await digest(() => topOf(source, query, 10)));
    }
    answers.push(await digest(() => fieldsOf(source)));
    for (const field of ['category', 'tag', 'name']) answers.push(await digest(() => fieldValuesOf(source, field)));
    for (let id = 0; id < index.documentCount + 2; id += 3) answers.push(await digest(() => itemOf(source, id)));
  } finally {
    await index.close();
  }
  return answers;
}

async function itemOf(source, id) {
  const [item] = await recordsOf(source, [id]);
  if (item === null) return null;
  const text = item.text === 'stored' ? (await storedTextOf(source, id)).toString('latin1') : null;
  return { item, text };
}

async function digest(ask) {
  try {
    const answer = await ask();
    return createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16);
  } catch (error) {
    return complaint(error);
  }
}

function complaint(error) {
  return error.name === 'AppError' ? error.code : `threw ${error.stack}`;
}
