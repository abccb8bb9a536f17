/** Lists of terms in a test, written as a segment of Lucene: a cursor over them that also provides their fields in memory. */
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFile } from '../../src/cases/lucene/data-file.ts';
import type { FieldInfo } from '../../src/cases/lucene/field-infos.ts';
import { FieldTerms } from '../../src/cases/lucene/field-terms.ts';
import { listMemory } from '../../src/lucene/lucene-lists.ts';
import type { ListedField } from '../../src/shared/term-cursor.ts';
import { temporaryDir } from './endings.ts';
import { ListCursor, type ListedTerm } from './list-cursor.ts';
import { writeTerms } from './lucene-writer.ts';
import { seeded } from './seeded.ts';

/** `order` has the documents in the order of the segment, which is that of a term's occurrences. */
export class WrittenSegment extends ListCursor {
  readonly #lists: readonly ListedTerm[];
  readonly #order: readonly number[];
  readonly #fields: number[];
  #terms: FieldTerms | null = null;
  #file: number | null = null;
  #marksAt = 0;
  #marks = 0;

  constructor(lists: readonly ListedTerm[], order: readonly number[]) {
    super(lists);
    this.#lists = lists;
    this.#order = order;
    this.#fields = [...new Set(lists.map(([field]) => field))];
  }

  nextField(): ListedField | null {
    this.#terms?.finish();
    this.#closeField();
    const field = this.#fields.shift();
    if (field === undefined) return null;
    const own = this.#lists.filter(([other]) => other === field);
    const marks = own.filter(([, term]) => term === '').flatMap(([, , occurrences]) => occurrences);
    this.#marks = marks.length;
    if (marks.length > 0) {
      this.#marksAt = listMemory.take(8 * marks.length);
      const words = new Uint32Array(listMemory.buffer, this.#marksAt, 2 * marks.length);
      for (const [n, [doc, position]] of marks.entries()) {
        words[n] = doc;
        words[marks.length + n] = position;
      }
    }
    this.#terms = this.#open(own.filter(([, term]) => term !== ''));
    const { terms, lists } = this.#terms?.areas ?? { terms: 0, lists: 0 };
    return { field, terms, lists, marksAt: this.#marksAt, marks: marks.length };
  }

  #open(lists: readonly ListedTerm[]): FieldTerms | null {
    if (lists.length === 0) return null;
    const ownNumber = new Map(this.#order.map((doc, n) => [doc, n]));
    const terms = new Map(
      lists.map(([, term, occurrences]) => {
        const postings = new Map<number, number[]>();
        for (const [doc, position] of occurrences) {
          const own = ownNumber.get(doc)!;
          const positions = postings.get(own);
          if (positions === undefined) postings.set(own, [position]);
          else positions.push(position);
        }
        // A term without documents gets one that belongs to no item.
        if (postings.size === 0) postings.set(this.#order.length, [0]);
        return [Buffer.from(term).toString('latin1'), [...postings]] as const;
      }),
    );
    const written = writeTerms(terms, { hasFreqs: true, hasPositions: true, random: seeded(terms.size) });
    const parts = [written.tree, written.docs, written.positions];
    const directory = temporaryDir();
    const path = join(directory, 'segment');
    writeFileSync(path, Buffer.concat(parts));
    this.#file = openSync(path, 'r');
    rmSync(directory, { recursive: true });
    const [tree, docs, positions] = parts.map((part, n) => {
      const start = parts.slice(0, n).reduce((sum, { length }) => sum + length, 0);
      return new DataFile('segment', this.#file!, start, part.length, (finding) => new Error(finding) as never);
    });
    const statistics = {
      ...written,
      terms: terms.size,
      docCount: 1,
      smallest: Buffer.alloc(0),
      largest: Buffer.alloc(0),
    };
    const map = { items: Int32Array.of(...this.#order, -1), positionBases: null, room: Number.POSITIVE_INFINITY };
    const files = { tree: tree!, docs: docs!, positions: positions! };
    const field = { name: 'field', indexOptions: 'positions' } as FieldInfo;
    return new FieldTerms(field, statistics, files, this.#order.length + 1, undefined, map);
  }

  #closeField(): void {
    this.#terms?.close();
    this.#terms = null;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    if (this.#marksAt > 0) listMemory.giveBack(this.#marksAt, 8 * this.#marks);
    this.#marksAt = 0;
  }

  override close(): void {
    this.#closeField();
  }
}
