/**
 * Opens generations of an index that may be damaged, asks everything that can be asked, and says in one JSON line for
 * each what came: `{verify, answers}`. `verify` is `sound`, `found` or a complaint; an answer is a digest, the code of
 * an AppError, or a complaint. Usage: node index-opener.mjs GENERATION...
 */
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { parseQuery } from '../../dist/grammar/parse.js';
import { IndexReader } from '../../dist/src/engine/index-reader.js';
import { Findings } from '../../dist/src/engine/verify/verify-findings.js';
import { verifyStructure } from '../../dist/src/engine/verify/verify-structure.js';
import { EmbeddedEngine } from '../../dist/src/query/embedded-engine.js';
import { IndexSearch } from '../../dist/src/query/index-search.js';
import { QUERIES } from './small-case.mjs';

for (const directory of process.argv.slice(2)) {
  // Either order: what one leaves behind must not help the other.
  const isVerifiedFirst = directory.length % 2 === 0;
  const first = isVerifiedFirst ? await verify(directory) : null;
  const answers = await answersOf(directory);
  const report = { verify: first ?? (await verify(directory)), answers };
  writeSync(1, `${JSON.stringify(report)}\n`);
}

async function verify(directory) {
  const findings = new Findings();
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
    const engine = new EmbeddedEngine(index);
    const search = new IndexSearch(index);
    for (const text of QUERIES) {
      const query = parseQuery(text);
      answers.push(await digest(() => [...search.ids(query)]));
      answers.push(await digest(() => search.top(query, 10)));
    }
    answers.push(await digest(() => engine.fields()));
    for (const field of ['category', 'tag', 'name']) answers.push(await digest(() => engine.fieldValues(field)));
    for (let id = 0; id < engine.itemCount + 2; id += 3) answers.push(await digest(() => itemOf(engine, id)));
  } finally {
    await index.close();
  }
  return answers;
}

function itemOf(engine, id) {
  const item = engine.item(id);
  if (item === undefined) return null;
  const text = item.text === 'stored' ? Buffer.concat([...engine.storedText(id).pieces()]).toString('latin1') : null;
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
