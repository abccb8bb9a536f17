/** `node dist/bench/synthetic-case.js --items N --out DIR [--seed S] [--words MEAN] [--vocabulary N]`. */
import { parseArgs } from 'node:util';
import { writeSyntheticCase } from './synthetic/write-case.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    words: { type: 'string', default: '60' },
    vocabulary: { type: 'string', default: '300000' },
  },
});
const items = Number(values.items);
const out = values.out ?? `bench/.work/cases/synthetic-${items}`;
const start = performance.now();
await writeSyntheticCase(out, {
  items,
  seed: Number(values.seed),
  words: Number(values.words),
  vocabulary: Number(values.vocabulary),
});
const seconds = (performance.now() - start) / 1000;
console.log(`${out}: ${items} items in ${seconds.toFixed(1)} s (${Math.round(items / seconds)} a second)`);
