/** Verifies the pairs of a field: finds them again in the positions of its frequent terms, and compares them with the stored lists. */
import {
  type CheckedDictionaries,
  type DictionaryEntry,
  DictionaryScan,
  type StreamEnds,
} from '../dictionary/verify-dictionary.ts';
import { type FieldHeader, PAIR_MARK } from '../format.ts';
import { BLOCK_SIZE } from '../postings/doc-block.ts';
import type { TermInfo } from '../postings/term-info.ts';
import { type CheckedLists, ListCheck, type TrueImpact } from '../postings/verify-list.ts';
import type { Verification } from '../verify-findings.ts';
import type { FrequentTerm } from './frequent-terms.ts';
import { PairFinder } from './pair-finder.ts';
import { VisitedPairs } from './visited-pairs.ts';

/** A digest of a list: its number of documents, and a hash of these and their frequencies. */
class Digest {
  docFreq = 0;
  hash = 0;
  #doc = -1;
  #tf = 0;

  posting(doc: number, tf: number): void {
    this.docFreq++;
    this.hash = (Math.imul(this.hash ^ doc, 0x9e37_79b1) + tf) | 0;
  }

  /** Adds one occurrence. Documents must ascend. */
  occurrence(doc: number): void {
    if (doc !== this.#doc) this.end();
    this.#doc = doc;
    this.#tf++;
  }

  /** Call this after the last occurrence. */
  end(): void {
    if (this.#tf > 0) this.posting(this.#doc, this.#tf);
    this.#tf = 0;
  }
}

/** Input of the check of pairs, and the lists in which they are found again. */
export interface CheckedPairs extends CheckedLists, CheckedDictionaries {
  dictionary(field: FieldHeader): { find(term: string): TermInfo | null };
}

export class PairCheck {
  readonly #verification: Verification<CheckedPairs>;
  readonly #ends: StreamEnds;
  readonly #lists: ListCheck;

  /** `ends`: the ends of the lists of all terms. */
  constructor(verification: Verification<CheckedPairs>, ends: StreamEnds) {
    this.#verification = verification;
    this.#ends = ends;
    this.#lists = new ListCheck(verification.index, false);
  }

  /** `terms` are the frequent terms of the field, in order. */
  async check(
    field: FieldHeader,
    terms: readonly Uint8Array[],
    impact: TrueImpact,
    pause: () => Promise<void>,
  ): Promise<void> {
    const { findings } = this.#verification;
    const where = `pairs of ${JSON.stringify(field.name)}`;
    const areDue = terms.length > 0;
    const isThere = field.pairs !== null;
    findings.expect(
      areDue === isThere,
      () => where,
      () => (areDue ? 'they are missing' : 'there are none to be made'),
    );
    if (field.pairs === null) return;
    const expected = await this.#found(field, terms, where, pause);
    if (expected === null) return;
    const scan = new DictionaryScan(this.#verification.index, field.pairs, field.name, this.#ends);
    const entries = scan.entries();
    for (;;) {
      let isDone = false;
      const isSound = findings.attempt(
        () => `terms, ${where}, after ${scan.name}`,
        () => {
          const { done, value } = entries.next();
          isDone = done === true;
          if (value) this.#compare(value, scan.name, expected, impact);
        },
      );
      if (!isSound) this.#ends.isLost = true;
      if (!isSound || isDone) break;
      await pause();
    }
    findings.expect(
      scan.termCount === expected.size,
      () => where,
      () => `${scan.termCount}, expected ${expected.size}`,
    );
  }

  #compare(entry: DictionaryEntry, name: string, expected: ReadonlyMap<string, Digest>, impact: TrueImpact): void {
    const { findings } = this.#verification;
    findings.checked('pairs');
    findings.attempt(
      () => `postings, ${name}`,
      () => {
        const digest = new Digest();
        this.#lists.term(entry.list, impact, (doc, tf) => digest.posting(doc, tf));
        const other = expected.get(utf8.decode(entry.bytes.subarray(0, entry.length)));
        if (other === undefined) throw new RangeError('its terms are never adjacent');
        if (digest.docFreq !== other.docFreq || digest.hash !== other.hash) {
          throw new RangeError('it has other documents or frequencies than the positions of its terms');
        }
      },
    );
  }

  /** Returns digests of the pairs in the positions, or null if these cannot be read. */
  async #found(
    field: FieldHeader,
    terms: readonly Uint8Array[],
    where: string,
    pause: () => Promise<void>,
  ): Promise<ReadonlyMap<string, Digest> | null> {
    const { index, findings } = this.#verification;
    const texts = terms.map((term) => utf8.decode(term));
    const byPair = new Map<number, Digest>();
    try {
      const dictionary = index.dictionary(field);
      const frequent = terms.map((term, n): FrequentTerm => ({ term, info: dictionary.find(texts[n]!)! }));
      const blocks = Math.ceil(index.documentCount / BLOCK_SIZE);
      const pairs = new VisitedPairs((first, second, doc) => {
        const pair = first * terms.length + second;
        let digest = byPair.get(pair);
        if (digest === undefined) {
          digest = new Digest();
          byPair.set(pair, digest);
        }
        digest.occurrence(doc);
      });
      const finder = new PairFinder(frequent, index, { from: 0, to: blocks, blocks }, pairs);
      for (const _ of finder.find()) await pause();
    } catch (error) {
      findings.addError(where, error);
      this.#ends.isLost = true;
      return null;
    }
    const byText = new Map<string, Digest>();
    for (const [pair, digest] of byPair) {
      digest.end();
      byText.set(texts[Math.floor(pair / terms.length)]! + PAIR_MARK + texts[pair % terms.length]!, digest);
    }
    return byText;
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
