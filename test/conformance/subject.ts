/** An engine under test, with its item store, and the ways in which the suite asks it. */
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
  /** Gives back whatever opening took. */
  close(): Promise<void>;
}

/** Opens an engine over sources of these names and items. */
export type OpenSubject = (sources: ReadonlyMap<string, readonly NaiveItem[]>) => Promise<Subject>;

/** A request in which what most questions do not care about may be left out. */
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

  /** As it would travel: nothing in a request is lost on the way to another process. */
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

/** The code of the AppError that it ends with, else what it comes to. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (fault) {
    return fault instanceof AppError ? fault.code : fault;
  }
}
