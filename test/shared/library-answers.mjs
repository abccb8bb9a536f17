/**
 * Runs the queries of a table {class, query, hits, hash} on an engine. The hash is a 64-bit FNV over the ids in ascending
 * order, printed in hexadecimal. Equal count and hash mean the same set.
 */
import { parseQuery } from '../../dist/grammar/parse.js';
import { answerOf } from '../support/ask-source.mjs';

const FNV_OFFSET = 1469598103934665603n;
const FNV_PRIME = 1099511628211n;
const SHOWN_PER_CLASS = 5;

/** Returns how many answers differ. */
export async function checkLibrary(source, table) {
  const classes = new Map();
  const rows = table.split('\n').slice(1);
  for (const row of rows.filter((line) => line !== '')) {
    const [name, query, hits, hash] = row.split('\t');
    const summary = classes.get(name) ?? { equal: 0, different: 0, milliseconds: 0, slowest: 0 };
    classes.set(name, summary);
    const started = performance.now();
    const answer = await hashOf(source, query);
    const elapsed = performance.now() - started;
    summary.milliseconds += elapsed;
    summary.slowest = Math.max(summary.slowest, elapsed);
    if (answer === `${hits} ${hash}`) {
      summary.equal++;
    } else {
      summary.different++;
      if (summary.different <= SHOWN_PER_CLASS) {
        console.log(`DIFFERS  ${name}: ${query}: expected ${hits} ${hash}, found ${answer}`);
      }
    }
  }
  print(classes);
  return sum(classes, 'different');
}

async function hashOf(source, query) {
  try {
    const { count: counted, items } = await answerOf(source, { query: parseQuery(query), want: ['count', 'ids'] });
    let hash = FNV_OFFSET;
    let count = 0;
    let last = -1;
    for await (const { ids } of items) {
      for (const id of ids) {
        if (id <= last) return `ids out of order: ${id} after ${last}`;
        hash = BigInt.asUintN(64, (hash ^ BigInt(id)) * FNV_PRIME);
        last = id;
        count++;
      }
    }
    return count === counted ? `${count} ${hash.toString(16)}` : `${count} ids but a count of ${counted}`;
  } catch (error) {
    return `${error?.name ?? 'error'}: ${error?.message ?? error}`;
  }
}

function print(classes) {
  const line = (name, { equal, different, milliseconds, slowest }) =>
    `${name.padEnd(24)} ${String(equal).padStart(7)} ${String(different).padStart(10)} ` +
    `${milliseconds.toFixed(0).padStart(9)} ${slowest.toFixed(1).padStart(11)}`;
  console.log(`${'class'.padEnd(24)}   equal  different  total ms  slowest ms`);
  for (const name of Array.from(classes.keys()).sort()) console.log(line(name, classes.get(name)));
  const all = { equal: sum(classes, 'equal'), different: sum(classes, 'different') };
  const slowest = Math.max(...Array.from(classes.values(), (summary) => summary.slowest));
  console.log(line('all', { ...all, milliseconds: sum(classes, 'milliseconds'), slowest }));
}

function sum(classes, key) {
  return Array.from(classes.values()).reduce((total, summary) => total + summary[key], 0);
}
