/** An engine under test, with its item store, and the functions by which the suite calls it. */
import type { ItemStore } from '../../src/search/item-store.ts';
import type { SourceAnswer } from '../../src/search/search-answer.ts';
import type { SearchEngine } from '../../src/search/search-engine.ts';
import type { SearchRequest, Want } from '../../src/search/search-request.ts';
import { AppError } from '../../src/shared/errors.ts';
import { answered, type Hit, hitsOf } from '../support/asked-source.ts';
import type { NaiveItem } from '../support/naive/naive-case.ts';

export interface Subject {
  readonly engine: SearchEngine;
  readonly items: ItemStore;
  /** Whether its scores are its own, so that only their order is checked. */
  readonly hasOwnScores?: boolean;
  /** Releases everything that was opened. */
  close(): Promise<void>;
}

/** Opens an engine over sources with these names and items. */
export type OpenSubject = (sources: ReadonlyMap<string, readonly NaiveItem[]>) => Promise<Subject>;

/** A request. Members that most questions do not need may be omitted. */
export type Question = Omit<SearchRequest, 'sources' | 'want'> & {
  readonly sources?: SearchRequest['sources'];
  readonly want?: readonly Want[];
};

export const EVERYTHING: readonly Want[] = ['count', 'ids', 'keys'];

export class Asked {
  readonly subject: Subject;
  readonly #names: readonly string[];

  constructor(subject: Subject, names: Iterable<string>) {
    this.subject = subject;
    this.#names = [...names];
  }

  /** Serialized as for another process, to test that nothing in a request is lost. */
  request(question: Question): SearchRequest {
    const sources = this.#names.map((source) => ({ source }));
    return structuredClone({ sources, want: EVERYTHING, ...question });
  }

  async answers(question: Question, signal?: AbortSignal): Promise<readonly SourceAnswer[]> {
    return (await this.subject.engine.search(this.request(question), signal)).map(answered);
  }

  /** The items of each source. */
  async hits(question: Question): Promise<readonly (readonly Hit[])[]> {
    return Promise.all((await this.answers(question)).map(hitsOf));
  }

  async ids(question: Question): Promise<readonly (readonly number[])[]> {
    return (await this.hits(question)).map((hits) => hits.map(({ id }) => id));
  }

  async counts(question: Question): Promise<readonly (number | null)[]> {
    return (await this.answers({ want: ['count'], ...question })).map(({ count }) => count);
  }
}

/** Returns the code of the AppError that it throws, or else its result. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (fault) {
    return fault instanceof AppError ? fault.code : fault;
  }
}
