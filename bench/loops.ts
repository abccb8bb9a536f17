/**
 * `node dist/bench/loops.js [--milliseconds N]`: compares inner loops that src contains several times for speed with the
 * shorter equivalent code. Fails if the results differ.
 */
import { parseArgs } from 'node:util';
import { docGaps } from './loops/doc-gaps.ts';
import { frontCoding } from './loops/front-coding.ts';
import { timePair } from './loops/loop.ts';
import { Random } from './random.ts';
import { vocabulary } from './synthetic/vocabulary.ts';

const SEED = 1;
const WORDS = 20_000;

const { values } = parseArgs({ options: { milliseconds: { type: 'string', default: '1000' } } });
for (const pair of [frontCoding(vocabulary(WORDS, SEED)), docGaps(new Random(SEED))]) {
  const { present, shorter } = timePair(pair, Number(values.milliseconds));
  const ratio = (shorter / present).toFixed(2);
  console.log(`${pair.name}: ${present.toFixed(2)} ns, with shorter code ${shorter.toFixed(2)} ns (${ratio} x)`);
}
