import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  type WriteStream,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { foldText } from '../../src/analysis/fold-text.ts';
import { wordsOf } from '../../src/analysis/query-tokens.ts';
import { type CaseRecord, caseRecords } from './case-lines.ts';
import { type CorpusProfile, Profiler } from './profile.ts';

/**
 * A case in the form for peers, one line per item, tab separated:
 *
 * - `corpus.tsv`: id, text, then `name U+001F value` for every property value. For peers that analyze.
 * - `tokens.tsv`: id, length, modified (ms), categories separated by U+001F, tokens separated by spaces. For peers whose
 *   analysis cannot be adapted to ours: they get the tokens, and their build time includes no analysis.
 */
export interface Corpus {
  readonly name: string;
  readonly casePath: string;
  readonly textsFile: string;
  readonly tokensFile: string;
  readonly profile: CorpusProfile;
}

/**
 * Exports a case into `directory`, or returns the result of an earlier run. Throws if that was another case with the same name.
 */
export async function exportCorpus(name: string, casePath: string, directory: string): Promise<Corpus> {
  mkdirSync(directory, { recursive: true });
  const textsFile = join(directory, 'corpus.tsv');
  const tokensFile = join(directory, 'tokens.tsv');
  const profileFile = join(directory, 'profile.json');
  if (!existsSync(profileFile)) {
    const texts = new Lines(textsFile);
    const tokens = new Lines(tokensFile);
    const profiler = new Profiler();
    for await (const record of caseRecords(casePath)) {
      const words = wordsOf(record.text);
      const length = Number(record.properties.length?.[0] ?? Number.NaN);
      const modified = Date.parse(record.properties.modified?.[0] ?? '');
      const categories = (record.properties.category ?? []).map(foldText);
      profiler.add(words, Buffer.byteLength(record.text), length, modified, categories);
      await texts.add(textLine(record));
      const columns = [record.id, number(length), number(modified), categories.join('\u001f'), words.join(' ')];
      await tokens.add(columns.join('\t'));
    }
    await Promise.all([texts.end(), tokens.end()]);
    writeFileSync(profileFile, JSON.stringify({ exported: realpathSync(casePath), ...profiler.finish() }));
  }
  const { exported, ...profile } = JSON.parse(readFileSync(profileFile, 'utf8')) as CorpusProfile & {
    exported: string;
  };
  if (exported !== realpathSync(casePath)) {
    throw new Error(`${directory} has the texts of ${exported}, not of ${casePath}: remove it, or name another --work`);
  }
  return { name, casePath, textsFile, tokensFile, profile };
}

function textLine(record: CaseRecord): string {
  const columns = [String(record.id), oneLine(record.text)];
  for (const [name, values] of Object.entries(record.properties)) {
    for (const value of values) columns.push(`${oneLine(name)}\u001f${oneLine(value)}`);
  }
  return columns.join('\t');
}

const separators = /\p{Cc}/gu;

/** Control characters separate tokens like spaces, so the indexed tokens stay the same. */
function oneLine(text: string): string {
  return text.replace(separators, ' ');
}

function number(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

/** Writes lines in large pieces, and waits if the disk is too slow. */
class Lines {
  readonly #stream: WriteStream;
  #pending = '';

  constructor(path: string) {
    this.#stream = createWriteStream(path);
  }

  async add(line: string): Promise<void> {
    this.#pending += `${line}\n`;
    if (this.#pending.length < 1 << 20) return;
    const isFull = !this.#stream.write(this.#pending);
    this.#pending = '';
    if (isFull) await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    this.#stream.end(this.#pending);
    await finished(this.#stream);
  }
}
