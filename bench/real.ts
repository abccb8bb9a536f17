/**
 * `node dist/bench/real.js --case DIR… [--work DIR] [--engines A,B] [--per-class N] [--rounds N] [--commands A,B] [--class
 * PREFIX,PREFIX] [--asks first,opened,again] [--json FILE]`.
 *
 * Compares cases of many real texts (real-case.ts) with Lucene, Lucene with renumbered documents, and tantivy, by class of
 * query: the public queries, and phrases, intersections, unions and negations of words that occur together. For each case there are tables of first queries in new processes, of first
 * queries in warm ones, and of repeated queries; for
 * several cases, of the growth of times with the number of items. Answers are compared first.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { workDirectory } from './engines/installed.ts';
import type { Command } from './engines/line-process.ts';
import { classRows, type RealResult } from './real/class-rows.ts';
import { ASKS, type Ask, type MeasuredCase, measureCase } from './real/measured-case.ts';
import { classTable, growthTable } from './real/tables.ts';
import { megabytes } from './report/table.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string', multiple: true, default: [] },
    work: { type: 'string', default: workDirectory },
    engines: { type: 'string', default: 'case-access,lucene,lucene-bp,tantivy' },
    commands: { type: 'string', default: 'COUNT,IDS,TOP_10,TOP_10_COUNT,TOP_100_COUNT' },
    class: { type: 'string', default: '' },
    'per-class': { type: 'string', default: '30' },
    rounds: { type: 'string', default: '2' },
    iterations: { type: 'string', default: '10' },
    asks: { type: 'string', default: ASKS.join() },
    json: { type: 'string' },
  },
});
if (values.case.length === 0) throw new Error('real.js needs --case DIR; make bench-real-case makes one');
const commands = values.commands.split(',') as Command[];
const asks = values.asks.split(',') as Ask[];
const TITLES = {
  first: 'asked for the first time',
  opened: 'asked for the first time of an index that a warm process has opened anew, the best time',
  again: 'asked again, the best time',
};

const cases: MeasuredCase[] = [];
for (const casePath of values.case) {
  const measured = await measureCase(casePath, {
    work: values.work,
    engines: values.engines.split(','),
    commands,
    classes: values.class.split(','),
    perClass: Number(values['per-class']),
    rounds: Number(values.rounds),
    iterations: Number(values.iterations),
    asks,
  });
  cases.push(measured);
  const { name, items, textBytes, disagreements, differences } = measured;
  const answers = measured.queries.length * (measured.engines.length - 1);
  console.log(`${differences} of ${answers} answers of peers differ, ${disagreements} for no known reason`);
  if (disagreements > 0) process.exitCode = 1;
  for (const ask of asks) {
    console.log(
      `\n${name}: ${items} items, ${megabytes(textBytes)} MB of text, ${TITLES[ask]}; load ${loadavg()[0]!.toFixed(1)}`,
    );
    console.log(classTable(measured, commands, ask));
  }
}
if (cases.length > 1) {
  for (const ask of asks) {
    for (const middle of ['medians', 'means'] as const)
      console.log(`\n${middle} of the public queries, ${TITLES[ask]}\n${growthTable(cases, commands, ask, middle)}`);
  }
}
if (values.json !== undefined) {
  const { name, items, textBytes } = cases[0]!;
  const rows = asks.flatMap((ask) => classRows(cases[0]!, commands, ask));
  writeFileSync(values.json, JSON.stringify({ name, items, textBytes, commands, rows } satisfies RealResult));
}
