/**
 * Indexes a case whose terms were analyzed elsewhere. Records types, values and lengths, and maps fields and documents
 * of the terms to those of the index. document-indexer.ts is its counterpart for text.
 */
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FieldSpec, fieldSpec } from '../schema/field-types.ts';
import { CONTENT_FIELD, ID_FIELD, PARENT_FIELD } from '../schema/well-known-fields.ts';
import { AppError } from '../shared/errors.ts';
import type { TermCursor } from '../shared/term-cursor.ts';
import {
  type AnalyzedInput,
  type AnalyzedNumbers,
  occurrencesOf,
  openMerged,
  openSegments,
} from './analyzed/analyzed-input.ts';
import type { AnalyzedThreadPool } from './analyzed/analyzed-thread-pool.ts';
import { addLengths, addPairs, type FieldCounts, NO_COUNTS, PresentDocs, tokensOf } from './analyzed/field-counts.ts';
import { ListOrdering } from './analyzed/ordered-cursor.ts';
import { eachSketch, SketchedTexts } from './analyzed/sketched-texts.ts';
import { TermCounter } from './analyzed/term-counts.ts';
import { keeperAmong } from './analyzed/text-file.ts';
import { UnsearchedTexts } from './analyzed/unsearched-texts.ts';
import { HOLD_LIMITS, type HoldLimits } from './columns/field-files.ts';
import type { ColumnValues } from './columns/values/column-values.ts';
import { AnalyzedCursor, NO_DOCUMENT } from './inversion/analyzed-cursor.ts';
import type { EncodedTerms } from './inversion/encoded-lists.ts';
import type { FieldState } from './inversion/field-state.ts';
import { FIELDS_MAX, FieldTable } from './inversion/field-table.ts';
import { withoutUnused } from './inversion/indexing-thread-pool.ts';
import { TokenCounts } from './inversion/token-counts.ts';
import type { SketchEnd } from './neardup/sketch-row.ts';
import type { ExpectedTexts } from './spelling/text-division.ts';
import { TextCollector, writeSpelledTexts } from './spelling/text-speller.ts';
import type { FrameKeeper } from './spelling/text-stretch.ts';
import { tapTexts } from './spelling/text-tap.ts';
import { PagedBytes } from './store/page-file.ts';

/**
 * Call `passItem` or `beginDocument` for each item in case order, with ascending documents, then add each field once. `finish`
 * reads all terms once and returns them for a second pass.
 */
export class AnalyzedIndexer {
  readonly #table: FieldTable;
  readonly #directory: string;
  readonly #input: AnalyzedInput;
  readonly #onType: (doc: number, field: string) => void;
  /** Indexed by field of the input: the field of the index, or null if it has no terms. */
  readonly #fieldIds: (number | null)[] = [];
  /** The documents that have a field, from properties or text. */
  readonly #present = new Map<FieldState, PresentDocs>();
  readonly #docOfItem = new GrowingNumbers();
  /** Threads that read the same terms, or null if the calling thread does all the work. */
  readonly #pool: AnalyzedThreadPool | null;
  #collector: TextCollector | null = null;
  /** Texts to reconstruct from terms. */
  #spelled: ExpectedTexts | null = null;
  readonly #unsearched = new UnsearchedTexts();
  #doc = -1;

  constructor(
    directory: string,
    input: AnalyzedInput,
    onType: (doc: number, field: string) => void,
    openPool: (() => AnalyzedThreadPool) | null = null,
    limits: HoldLimits = HOLD_LIMITS,
  ) {
    this.#directory = directory;
    this.#input = input;
    this.#onType = onType;
    this.#table = new FieldTable(directory, limits);
    this.#addFields(input.fields);
    mkdirSync(directory, { recursive: true });
    this.#pool = openPool?.() ?? null;
    const counting = { fieldIds: this.#fieldIds, textField: this.#contentField.id, path: join(directory, 'counts') };
    this.#pool?.count(counting);
    if (this.#pool !== null) this.#table.values.useThreadPool(this.#pool);
  }

  get fields(): readonly FieldState[] {
    return this.#table.fields;
  }

  /** The whole values of all fields. */
  get values(): ColumnValues {
    return this.#table.values;
  }

  /** Refuses columns of whole values that an earlier part of the index refused. */
  refuseColumns(names: Iterable<string>): void {
    this.#table.values.refuse(names);
  }

  /** Adds an item that is not searched. If it is stored, `doc` is its document, and its text is reconstructed from terms. */
  passItem(doc: number | null = null): void {
    if (doc !== null) this.#unsearched.add(this.#docOfItem.length, doc);
    this.#docOfItem.push(NO_DOCUMENT);
  }

  beginDocument(doc: number): void {
    this.#doc = doc;
    this.#docOfItem.push(doc);
  }

  /** Adds all values of one field, in order. Ignores fields that the case does not search. */
  addField(name: string, values: readonly string[]): void {
    const field = this.#table.find(name);
    if (field === null) return;
    const present = field.analysis === 'exact' ? withoutEmpty(values) : values;
    if (present.length === 0) return;
    this.#presenceOf(field).add(this.#doc);
    for (let i = 0; i < present.length; i++) {
      if (!field.addValue(this.#doc, present[i]!)) this.#onType(this.#doc, name);
    }
    field.countValues(present);
    this.#table.values.add(name, field.analysis, this.#doc, present);
  }

  /** Records that the document has a text, with or without terms. */
  addText(): void {
    this.#presenceOf(this.#contentField).add(this.#doc);
  }

  /** Takes the values of a document that is not searched. They affect only the types of fields. */
  observe(name: string, values: readonly string[]): void {
    const field = this.#table.find(name);
    if (field !== null && field.analysis !== 'exact') for (const value of values) field.observe(value);
  }

  /** Adds a number that every item has and that is not indexed as terms: `id`, `parentId`. */
  addNumber(name: string, value: number): void {
    this.#table.find(name)!.addNumber(this.#doc, value);
  }

  /**
   * Returns all terms of all documents, in order. Calls `onPart` regularly with the progress, 0 to 1, or null if unknown.
   * Throws CASE_UNREADABLE for invalid terms.
   */
  async finish(onPart: (part: number | null) => Promise<void>): Promise<TermCursor | EncodedTerms> {
    this.#table.values.end();
    const all = await occurrencesOf(this.#input.segments);
    let part = all === null ? null : 0;
    const pause = (): Promise<void> => onPart(part);
    const onOccurrences = (count: number): Promise<void> => {
      part = all === null ? null : Math.min(1, count / all);
      return onPart(part);
    };
    const numbers = { fieldIds: this.#fieldIds, docOfItem: this.#docOfItem.values() };
    const pool = this.#pool;
    if (pool === null || !(await this.#takeCounts(pool, numbers, onOccurrences))) {
      await this.#countTokens(numbers, onOccurrences);
    }
    await pool?.haveSorted();
    const textField = this.#contentField.id;
    const lists = { directory: this.#directory, prefix: 'list-' };
    const ordering = new ListOrdering(lists);
    const openTerms = async (docOfItem: Uint32Array): Promise<TermCursor> =>
      new AnalyzedCursor(await openMerged(this.#input.segments, ordering), numbers.fieldIds, docOfItem);
    await this.#spellUnsearched(openTerms, pause);
    const expected = this.#spelled;
    const path = join(this.#directory, 'texts');
    if (pool !== null) {
      const fields = this.fields.map((field) => withoutUnused(field.fieldLengths()));
      const texts = expected === null ? null : { expected, field: textField, path };
      const handedOver = await this.#input.inThreads!.handOver(numbers.docOfItem);
      const encoding = { handedOver, fieldIds: this.#fieldIds, fields, texts };
      const pieces = (documentCount: number) => pool.encode({ ...encoding, documentCount }, this.#unsearched);
      return { pieces, inThreads: true };
    }
    const terms = await openTerms(numbers.docOfItem);
    if (expected === null) return terms;
    this.#collector = new TextCollector(path, expected);
    return tapTexts(terms, textField, this.#collector);
  }

  async #spellUnsearched(
    openTerms: (docOfItem: Uint32Array) => Promise<TermCursor>,
    pause: () => Promise<void>,
  ): Promise<void> {
    const { spelling } = this.#input;
    if (spelling === null) return;
    const input = this.#input;
    const order = {
      input,
      fieldIds: this.#fieldIds,
      itemCount: this.#docOfItem.length,
      textField: this.#contentField.id,
    };
    const path = join(this.#directory, 'unsearched-texts');
    await this.#unsearched.spell({ ...order, ...spelling, path, openTerms }, pause);
  }

  /** Writes the texts that were reconstructed from terms. Call it after all terms have been read. */
  async writeTexts(keeper: FrameKeeper, onSketch: SketchEnd, pause: () => Promise<void>): Promise<void> {
    await this.#pool?.writeTexts(keeper, onSketch, pause);
    const rest = keeperAmong(this.#unsearched.takeBefore(Number.POSITIVE_INFINITY), keeper);
    const collected = this.#collector?.collected();
    const sketched = new SketchedTexts();
    if (collected !== undefined) await writeSpelledTexts(this.#spelled!, [collected], sketched.keeper(rest), pause);
    eachSketch(sketched.take(), onSketch);
    rest.end();
  }

  /** Must be called once the terms are written, or to abandon the build. */
  async close(): Promise<void> {
    await this.#pool?.close();
    this.#collector?.close();
    this.#table.close();
    await rm(this.#directory, { recursive: true, force: true });
  }

  #addFields(specs: readonly FieldSpec[]): void {
    if (!specs.some(({ name }) => name === CONTENT_FIELD)) this.#addField(fieldSpec(CONTENT_FIELD));
    for (const spec of specs) {
      const isNumber = spec.name === ID_FIELD || spec.name === PARENT_FIELD;
      const field = this.#addField(isNumber ? fieldSpec(spec.name) : spec);
      this.#fieldIds.push(isNumber ? null : field.id);
    }
    for (const name of [ID_FIELD, PARENT_FIELD]) if (this.#table.find(name) === null) this.#addField(fieldSpec(name));
  }

  #addField(spec: FieldSpec): FieldState {
    const name = JSON.stringify(spec.name.slice(0, SHOWN_UNITS));
    if (this.#table.find(spec.name) !== null) {
      throw new AppError('CASE_UNREADABLE', `the analyzed terms of the case have the field ${name} twice`);
    }
    const field = this.#table.add(spec);
    if (field !== null) return field;
    throw new AppError('CASE_UNREADABLE', `the analyzed terms of the case have more than ${FIELDS_MAX} fields`);
  }

  get #contentField(): FieldState {
    return this.#table.find(CONTENT_FIELD)!;
  }

  #presenceOf(field: FieldState): PresentDocs {
    let presence = this.#present.get(field);
    if (presence === undefined) {
      presence = new PresentDocs(new PagedBytes(this.#table.files.pages));
      this.#present.set(field, presence);
    }
    return presence;
  }

  async #countTokens(numbers: AnalyzedNumbers, onOccurrences: (occurrences: number) => Promise<void>): Promise<void> {
    const counts = new TokenCounts(this.#doc + 1);
    const left = new Set(this.#present.keys());
    const counter = new TermCounter(numbers, counts, this.#contentField.id, (id, marked) => {
      left.delete(this.fields[id]!);
      this.#endField(this.fields[id]!, { ...counts.counted(), marked });
    });
    await counter.count(await openSegments(this.#input.segments), onOccurrences);
    for (const field of left) this.#endField(field, NO_COUNTS);
  }

  /**
   * Translates a thread's counts from documents of the case's own index to items. Returns false if there are fewer items than
   * documents.
   */
  async #takeCounts(
    pool: AnalyzedThreadPool,
    { docOfItem }: AnalyzedNumbers,
    onOccurrences: (occurrences: number) => Promise<void>,
  ): Promise<boolean> {
    const { fields, positionMax } = await pool.counted(onOccurrences);
    const documents = await this.#input.inThreads!.itemsOfDocuments();
    if (positionMax > documents.positionMax) return false;
    const { itemOf } = documents;
    const docOf = (document: number): number => (itemOf[document]! < 0 ? NO_DOCUMENT : docOfItem[itemOf[document]!]!);
    const inPieces = documents.inPieces.map((item) => docOfItem[item]!);
    const counts = new TokenCounts(this.#doc + 1);
    const left = new Set(this.#present.keys());
    for (const { field: id, pairs, marked } of fields) {
      const field = this.fields[id]!;
      addPairs(counts, pairs, docOf);
      const isText = field === this.#contentField;
      this.#endField(field, { ...counts.counted(), marked: isText ? [...marked.map(docOf), ...inPieces] : [] });
      counts.clear();
      left.delete(field);
    }
    for (const field of left) this.#endField(field, NO_COUNTS);
    return true;
  }

  #endField(field: FieldState, counts: FieldCounts): void {
    const present = this.#present.get(field)?.documents() ?? new Uint32Array(0);
    if (field === this.#contentField && this.#input.spelling !== null) {
      const tokens = tokensOf(present, counts);
      this.#spelled = { docs: present, tokens, inPieces: counts.marked, ...this.#input.spelling };
    }
    addLengths(field, present, counts);
  }
}

function withoutEmpty(values: readonly string[]): readonly string[] {
  if (values.length === 1) return values[0] === '' ? NO_VALUES : values;
  return values.includes('') ? values.filter((value) => value !== '') : values;
}

const NO_VALUES: readonly string[] = [];

/** Maximum length of a name in messages, in units. */
const SHOWN_UNITS = 200;

class GrowingNumbers {
  #values = new Uint32Array(1024);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  push(value: number): void {
    if (this.#count === this.#values.length) {
      const grown = new Uint32Array(this.#count * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#count++] = value;
  }

  values(): Uint32Array {
    return this.#values.subarray(0, this.#count);
  }
}
