/**
 * Plans NEAR: looks up its words. Once the query is planned, its documents are found among those with enough of these
 * words.
 */
import type { FieldHeader } from '../../../engine/format.ts';
import type { IndexReader } from '../../../engine/index-reader.ts';
import { BLOCK_SIZE } from '../../../engine/postings/doc-block.ts';
import { ListUnion } from '../../../engine/postings/list-union.ts';
import type { TermInfo } from '../../../engine/postings/term-info.ts';
import { claimMemory } from '../../../shared/query-memory.ts';
import { tuning } from '../../../shared/thresholds.ts';
import { BlockSet } from '../../operators/block-set.ts';
import { Conjunction } from '../../operators/conjunction.ts';
import { DeferredDocs } from '../../operators/deferred-docs.ts';
import { Disjunction } from '../../operators/disjunction.ts';
import { distinct } from '../../operators/distinct.ts';
import { DocBitmap } from '../../operators/doc-bitmap.ts';
import { Nothing } from '../../operators/nothing.ts';
import { NO_BLOCK, type Operator } from '../../operators/operator.ts';
import { TermOperator } from '../../operators/term.ts';
import { openTerms, type TermPositions } from '../../phrase/term-positions.ts';
import { NearDocuments } from '../../proximity/near-documents.ts';
import { nearLists } from '../../proximity/near-lists.ts';
import type { SpanPlan } from '../../proximity/span-plan.ts';
import { operatorOfDocs } from '../docs-operator.ts';
import type { TermExpansion } from '../term-expansion.ts';
import { joinAlternatives } from './joined-alternatives.ts';
import type { NearWords } from './near-words.ts';

/** Candidates whose positions are gathered at a time. */
const CANDIDATES = tuning.patternCandidates;

/** `field` is undefined if no item has it. */
export function* planNear(
  index: IndexReader,
  expansion: TermExpansion,
  near: NearWords,
  field: FieldHeader | undefined,
  detail: string,
): Generator<void, Operator> {
  if (field === undefined) return new Nothing(detail);
  const lists = yield* termsOf(index, expansion, near, field);
  const joined = joinAlternatives({ plan: near.plan, lists });
  const inKernel = near.needsEnds ? null : nearLists(index, field, joined);
  const opened: (readonly TermPositions[])[] = [];
  for (const infos of joined.lists) opened.push(yield* openTerms(index, infos));
  const openedLists = { plan: joined.plan, lists: opened };
  const documents = new NearDocuments(index, field, openedLists, near.needsEnds, expansion.work);
  if (inKernel !== null) {
    return expansion.defer(
      new DeferredDocs('near', detail, {
        steps: documents.stepsIn(inKernel.most),
        most: inKernel.most,
        *find() {
          return operatorOfDocs(index, yield* inKernel.find(expansion.work), 'near', detail);
        },
      }),
    );
  }
  const candidates = yield* new Candidates(index, field, near, lists).of(near.plan);
  if (candidates.isNothing) return new Nothing(detail);
  claimMemory(4 * index.bitmapWords, 'the documents of NEAR');
  return expansion.defer(
    new DeferredDocs('near', detail, {
      steps: documents.stepsIn(candidates.cost),
      most: candidates.cost,
      *find() {
        return new DocBitmap(yield* found(index, documents, candidates), 'near', detail);
      },
    }),
  );
}

function* found(index: IndexReader, documents: NearDocuments, candidates: Operator): Generator<void, Uint32Array> {
  const words = new Uint32Array(index.bitmapWords);
  const docs = new Uint32Array(BLOCK_SIZE);
  const set = BlockSet.take();
  for (let block = candidates.nextBlock(0); block !== NO_BLOCK; block = candidates.nextBlock(block + 1)) {
    candidates.load(block, set);
    const count = set.collect(block * BLOCK_SIZE, docs, 0);
    for (let from = 0; from < count; from += CANDIDATES) {
      const slice = docs.subarray(from, Math.min(count, from + CANDIDATES));
      yield* documents.forEach(slice, slice.length, (doc) => {
        words[doc >>> 5]! |= 1 << (doc & 31);
      });
      yield;
    }
  }
  set.release();
  return words;
}

/** Returns the terms of each list. */
function* termsOf(
  index: IndexReader,
  expansion: TermExpansion,
  { words }: NearWords,
  field: FieldHeader,
): Generator<void, (readonly TermInfo[])[]> {
  const lists: (readonly TermInfo[])[] = [];
  for (const word of words) {
    if (word.kind === 'pattern') lists.push(yield* expansion.termsOf(field, word.automaton, word.source));
    else {
      const info = index.dictionary(field).find(word.term);
      lists.push(info === null ? [] : [info]);
    }
  }
  return lists;
}

/** Returns the documents with the words that an occurrence needs. */
class Candidates {
  readonly #index: IndexReader;
  readonly #field: FieldHeader;
  readonly #near: NearWords;
  readonly #lists: readonly (readonly TermInfo[])[];
  readonly #operators = new Map<number, Operator>();

  constructor(index: IndexReader, field: FieldHeader, near: NearWords, lists: readonly (readonly TermInfo[])[]) {
    this.#index = index;
    this.#field = field;
    this.#near = near;
    this.#lists = lists;
  }

  /** Recursion is as deep as the query is nested. */
  *of(plan: SpanPlan): Generator<void, Operator> {
    switch (plan.kind) {
      case 'near': {
        const left = yield* this.of(plan.left);
        // If the right side is missing, nothing is near it.
        return plan.isNot ? left : allOf([left, yield* this.of(plan.right)]);
      }
      case 'edge':
        return yield* this.of(plan.of);
      case 'either': {
        const found: Operator[] = [];
        for (const one of plan.of) found.push(yield* this.of(one));
        return anyOf(found);
      }
      case 'words': {
        const needed: Operator[] = [];
        for (const list of new Set(plan.elements.flat())) needed.push(yield* this.#ofList(list));
        return allOf(needed);
      }
    }
  }

  *#ofList(list: number): Generator<void, Operator> {
    let operator = this.#operators.get(list);
    if (operator === undefined) {
      operator = yield* this.#open(list);
      this.#operators.set(list, operator);
    }
    return operator;
  }

  *#open(list: number): Generator<void, Operator> {
    const index = this.#index;
    const infos = this.#lists[list]!;
    const word = this.#near.words[list]!;
    const source = word.kind === 'term' ? word.term : word.source;
    if (infos.length === 0) return new Nothing(source);
    if (infos.length === 1) return new TermOperator(index.list(infos[0]!), 'term', source);
    claimMemory(4 * index.bitmapWords, 'the documents of a pattern beside NEAR');
    const union = new ListUnion(index.postings, new Uint32Array(index.bitmapWords));
    for (const [n, info] of infos.entries()) {
      union.addTerm(info);
      if (n % TERMS_PER_SLICE === TERMS_PER_SLICE - 1) yield;
    }
    return new DocBitmap(union.words, 'terms', `${this.#field.name}:${source} (${infos.length} terms)`);
  }
}

const TERMS_PER_SLICE = 4096;

function allOf(operators: readonly Operator[]): Operator {
  const needed = distinct(operators);
  const nothing = needed.find(({ isNothing }) => isNothing);
  if (nothing !== undefined) return nothing;
  return needed.length === 1 ? needed[0]! : new Conjunction([...needed]);
}

function anyOf(operators: readonly Operator[]): Operator {
  const found = distinct(operators.filter(({ isNothing }) => !isNothing));
  if (found.length === 0) return new Nothing('no alternative');
  return found.length === 1 ? found[0]! : new Disjunction([...found]);
}
