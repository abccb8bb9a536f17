import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FieldState } from './field-state.ts';
import { CONTENT_FIELD } from './format.ts';
import { RUN_LIMITS, RunBuilder, type RunLimits } from './run-builder.ts';
import { RunReader, writeRun } from './run-file.ts';
import { RunMerger } from './run-merger.ts';
import type { TermSource } from './term-source.ts';

/** Distinct fields of a case; properties beyond it are kept with their items but not searched. */
export const FIELDS_MAX = 200_000;

/** What a document had that could not be indexed as it stood. */
export type IndexerProblem = 'type' | 'fields' | 'positions';

/**
 * Documents in ascending order → fields and runs of postings. For each document: `beginDocument`, then every field
 * once by `addField` or by `beginText`, `addText`, `endText`, then `endDocument`. Runs that are full go to files in a
 * directory of their own; `finish` gives all terms merged.
 */
export class DocumentIndexer {
  readonly fields: FieldState[] = [];
  readonly #byName = new Map<string, FieldState>();
  readonly #runs: RunBuilder;
  readonly #directory: string;
  readonly #files: string[] = [];
  readonly #onProblem: (problem: IndexerProblem, doc: number, field: string) => void;
  readonly #content: FieldState;
  #doc = 0;

  constructor(
    runDirectory: string,
    onProblem: (problem: IndexerProblem, doc: number, field: string) => void,
    limits: RunLimits = RUN_LIMITS,
  ) {
    this.#directory = runDirectory;
    this.#onProblem = onProblem;
    this.#runs = new RunBuilder(limits);
    this.#content = this.#field(CONTENT_FIELD)!;
  }

  beginDocument(doc: number): void {
    this.#doc = doc;
  }

  /** All values of one field, in order; at least one. */
  addField(name: string, values: readonly string[]): void {
    const field = this.#field(name);
    if (field === null) {
      this.#onProblem('fields', this.#doc, name);
      return;
    }
    this.#runs.beginField(this.#doc, field.id);
    for (const value of values) {
      this.#runs.addValue(value, field.analysis);
      if (!field.addValue(this.#doc, value)) this.#onProblem('type', this.#doc, name);
    }
    field.countValues(values);
    this.#endField(field);
  }

  /** Values of a document that is not searched: they count for the types of fields. */
  observe(name: string, values: readonly string[]): void {
    const field = this.#field(name);
    if (field !== null) for (const value of values) field.observe(value);
  }

  /** A number that every item has, without terms: `id`, `parentId`. */
  addNumber(name: string, value: number): void {
    const field = this.#field(name)!;
    field.addValue(this.#doc, String(value));
    field.addDocument(this.#doc, 1);
  }

  beginText(): void {
    this.#runs.beginField(this.#doc, this.#content.id);
    this.#runs.beginValue();
  }

  addText(text: string): void {
    this.#runs.addText(text);
    // A text can be larger than a run: the merge puts its positions together again.
    if (!this.#runs.isFull) return;
    this.#writeRun();
    this.#runs.clearWithinValue();
  }

  endText(): void {
    this.#runs.endValue();
    this.#endField(this.#content);
  }

  #endField(field: FieldState): void {
    const { tokens, isCut } = this.#runs.endField();
    field.addDocument(this.#doc, tokens);
    if (isCut) this.#onProblem('positions', this.#doc, field.name);
  }

  /** Ends the document; writes the run to a file where it is full. */
  endDocument(): void {
    if (!this.#runs.isFull) return;
    this.#writeRun();
    this.#runs.clear();
  }

  #writeRun(): void {
    mkdirSync(this.#directory, { recursive: true });
    const path = join(this.#directory, `run-${this.#files.length}`);
    writeRun(path, this.#runs.invert());
    this.#files.push(path);
  }

  /** All terms of all documents, in order. The last run stays in memory. */
  finish(): TermSource {
    const last = this.#runs.invert();
    return new RunMerger([...this.#files.map((path) => new RunReader(path)), last]);
  }

  /** Removes the run files. */
  removeRuns(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #field(name: string): FieldState | null {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (this.fields.length >= FIELDS_MAX) return null;
    const field = new FieldState(this.fields.length, name);
    this.fields.push(field);
    this.#byName.set(name, field);
    return field;
  }
}
