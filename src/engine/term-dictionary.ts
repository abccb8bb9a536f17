import type { TermAutomaton } from '../automaton/automaton.ts';
import { DEAD } from '../automaton/automaton.ts';
import { ByteReader } from '../codec/byte-reader.ts';
import { type FieldHeader, INLINE_POSITIONS_MAX, SHORT_LIST_MAX } from './format.ts';
import type { StreamReader } from './store.ts';
import { compareBytes } from './term-source.ts';

/** Where the posting list of a term lies, and how long it is. */
export interface TermInfo {
  readonly docFreq: number;
  /** The document of a list of one, else -1, and the term's frequency in it, else 0. */
  readonly doc: number;
  readonly tf: number;
  /** The positions of a list of one, where they stand in the dictionary. */
  readonly inlinePositions: Uint32Array | null;
  readonly postingsOffset: number;
  readonly postingsBytes: number;
  readonly frequenciesOffset: number;
  readonly frequenciesBytes: number;
  readonly positionsOffset: number;
  readonly positionsBytes: number;
}

/** Hears of a term that a walk found. The bytes are valid during the call. */
export type TermVisitor = (info: TermInfo, term: Uint8Array, termLength: number) => void;

/** Terms whose places a dictionary remembers: an analyst's queries share most of theirs. */
const RECENT_TERMS = 4096;

/** Blocks walked between two yields of a walk. */
const BLOCKS_PER_SLICE = 256;

/** The terms of one field: found by name, or walked in order. */
export class TermDictionary {
  readonly #field: FieldHeader;
  readonly #terms: StreamReader;
  readonly #index: StreamReader;
  /** First term of every block: `#firstTerms[#firstStarts[b] … #firstEnds[b])`; loaded with the first question. */
  #firstTerms: Uint8Array = EMPTY;
  #firstStarts: Uint32Array = NONE;
  #firstEnds: Uint32Array = NONE;
  #blockOffsets: Float64Array | null = null;
  readonly #recent = new Map<string, TermInfo | null>();

  constructor(field: FieldHeader, terms: StreamReader, index: StreamReader) {
    this.#field = field;
    this.#terms = terms;
    this.#index = index;
  }

  /** The list that marks where values begin in documents with several (`VALUE_MARK`), or null where none has. */
  valueMarks(): TermInfo | null {
    if (this.#field.blockCount === 0) return null;
    const block = new DictionaryBlock(this.#loadBlock(0));
    return block.isFirstEmpty ? block.info(0) : null;
  }

  /** The list of a folded term, or null where the field does not have the term. Recent answers are remembered. */
  find(term: string): TermInfo | null {
    const known = this.#recent.get(term);
    if (known !== undefined) return known;
    const info = this.#lookUp(utf8Of(term));
    if (this.#recent.size >= RECENT_TERMS) this.#recent.clear();
    this.#recent.set(term, info);
    return info;
  }

  #lookUp(term: Uint8Array): TermInfo | null {
    if (term.length === 0 || this.#field.blockCount === 0) return null;
    const block = new DictionaryBlock(this.#loadBlock(this.#blockOf(term, term.length)));
    const entry = block.find(term);
    return entry < 0 ? null : block.info(entry);
  }

  /**
   * Visits the terms from `lower` to `upper` in order, both inclusive, null for open, that the automaton accepts, all
   * where it is null. Yields now and then, so that whoever drives it can do other work or stop.
   */
  *walk(
    lower: Uint8Array | null,
    upper: Uint8Array | null,
    automaton: TermAutomaton | null,
    visit: TermVisitor,
  ): Generator<void> {
    if (this.#field.blockCount === 0) return;
    const walk = new Walk(lower ?? EMPTY, upper, automaton, visit);
    const first = lower === null ? 0 : this.#blockOf(lower, lower.length);
    let walked = 0;
    for (let block = first; block < this.#field.blockCount; block++) {
      if (automaton !== null && walk.isDead) {
        block = this.#nextLiveBlock(block, automaton);
        if (block < 0) return;
      }
      if (++walked % BLOCKS_PER_SLICE === 0) {
        automaton?.prepareForMany();
        yield;
      }
      if (!walk.block(new DictionaryBlock(this.#loadBlock(block)))) return;
    }
  }

  /**
   * The first block at or after `block` that can hold an accepted term: where the automaton dies on the first term of
   * a block, nothing can be accepted before the next text that it lives on. -1 where there is none.
   */
  #nextLiveBlock(block: number, automaton: TermAutomaton): number {
    this.#loadIndex();
    const start = this.#firstStarts[block]!;
    const end = this.#firstEnds[block]!;
    const text = decoder.decode(this.#firstTerms.subarray(start, end));
    const target = nextLiveText(text, automaton);
    if (target === text) return block;
    if (target === null) return -1;
    const bytes = encoder.encode(target);
    return Math.max(block, this.#blockOf(bytes, bytes.length));
  }

  /** The block that holds a term if any does: the last whose first term is not greater; the first at least. */
  #blockOf(term: Uint8Array, length: number): number {
    this.#loadIndex();
    let low = 0;
    let high = this.#field.blockCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const start = this.#firstStarts[middle]!;
      const order = compareBytes(this.#firstTerms, start, this.#firstEnds[middle]!, term, 0, length);
      if (order <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #loadBlock(block: number): ByteReader {
    this.#loadIndex();
    const offset = this.#blockOffsets![block]!;
    const length = this.#blockOffsets![block + 1]! - offset;
    this.#terms.fetch(offset, length);
    return new ByteReader(this.#terms.bytes, this.#terms.start, this.#terms.start + length);
  }

  #loadIndex(): void {
    if (this.#blockOffsets !== null) return;
    const { blockCount, termsIndex, firstBlock } = this.#field;
    this.#index.fetch(termsIndex.offset, termsIndex.length);
    const bytes = this.#index.bytes;
    const reader = new ByteReader(bytes, this.#index.start, this.#index.start + termsIndex.length);
    const starts = new Uint32Array(blockCount);
    const ends = new Uint32Array(blockCount);
    const offsets = new Float64Array(blockCount + 1);
    offsets[0] = firstBlock;
    for (let block = 0; block < blockCount; block++) {
      const length = reader.varint();
      starts[block] = reader.offset;
      reader.offset += length;
      ends[block] = reader.offset;
      offsets[block + 1] = offsets[block]! + reader.varint();
    }
    this.#firstTerms = bytes;
    this.#firstStarts = starts;
    this.#firstEnds = ends;
    this.#blockOffsets = offsets;
  }
}

/** UTF-8 of a term: most are ASCII, and then the encoder's own call costs more than the work. */
function utf8Of(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length);
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    if (unit > 127) return encoder.encode(term);
    bytes[i] = unit;
  }
  return bytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text itself where the automaton lives on it, else the first text after it that the automaton may live on. */
function nextLiveText(text: string, automaton: TermAutomaton): string | null {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const states = [automaton.start];
  let dead = -1;
  for (let i = 0; i < points.length && dead < 0; i++) {
    const state = automaton.step(states[i]!, points[i]!);
    if (state === DEAD) dead = i;
    else states.push(state);
  }
  if (dead < 0) return text;
  for (let i = dead; i >= 0; i--) {
    const point = automaton.nextLive(states[i]!, points[i]!);
    if (point >= 0) return String.fromCodePoint(...points.slice(0, i), point);
  }
  return null;
}

const EMPTY = new Uint8Array(0);
const NONE = new Uint32Array(0);

/** One block, its terms and, decoded only where they are wanted, its infos. */
class DictionaryBlock {
  readonly count: number;
  readonly bytes: Uint8Array;
  /** Where the terms begin and the infos do. */
  readonly termsStart: number;
  readonly #infos: ByteReader;
  #postings: number;
  #frequencies: number;
  #positions: number;
  #nextInfo = 0;

  constructor(reader: ByteReader) {
    this.count = reader.u8();
    const termsBytes = reader.varint();
    this.#postings = reader.varint();
    this.#frequencies = reader.varint();
    this.#positions = reader.varint();
    this.bytes = reader.bytes;
    this.termsStart = reader.offset;
    reader.offset += termsBytes;
    this.#infos = reader;
  }

  /** Whether the first term is the empty one. */
  get isFirstEmpty(): boolean {
    return this.bytes[this.termsStart] === 0 && this.bytes[this.termsStart + 1] === 0;
  }

  /** The entry of a term, or -1. */
  find(term: Uint8Array): number {
    const { bytes, count } = this;
    let at = this.termsStart;
    // Bytes that the entry before this one had in common with the term.
    let matched = 0;
    for (let entry = 0; entry < count; entry++) {
      let shared = bytes[at++]!;
      if (shared > 127) shared = (shared & 127) | (bytes[at++]! << 7);
      let length = bytes[at++]!;
      if (length > 127) length = (length & 127) | (bytes[at++]! << 7);
      const end = at + length;
      // The entry is greater, or shares the first bytes of a character that the format does not count as shared.
      if (shared < matched) matched = shared;
      if (shared === matched) {
        let i = at;
        while (i < end && matched < term.length && bytes[i] === term[matched]) {
          i++;
          matched++;
        }
        if (matched === term.length) return i === end ? entry : -1;
        if (i < end && bytes[i]! > term[matched]!) return -1;
      }
      at = end;
    }
    return -1;
  }

  /** The info of an entry. Entries must be asked for in ascending order. */
  info(entry: number): TermInfo {
    const infos = this.#infos;
    if (this.#nextInfo < entry) this.#skipTo(entry);
    this.#nextInfo = entry + 1;
    const docFreq = infos.varint();
    if (docFreq === 1) return this.#single();
    const postingsBytes = infos.varint();
    const positionsBytes = infos.varint();
    const frequenciesBytes = docFreq > SHORT_LIST_MAX ? infos.varint() : 0;
    const info: TermInfo = {
      docFreq,
      doc: -1,
      tf: 0,
      inlinePositions: null,
      postingsOffset: this.#postings,
      postingsBytes,
      frequenciesOffset: this.#frequencies,
      frequenciesBytes,
      positionsOffset: this.#positions,
      positionsBytes,
    };
    this.#postings += postingsBytes;
    this.#positions += positionsBytes;
    this.#frequencies += frequenciesBytes;
    return info;
  }

  #single(): TermInfo {
    const infos = this.#infos;
    const doc = infos.varint();
    const tf = infos.varint();
    let inlinePositions: Uint32Array | null = null;
    let positionsBytes = 0;
    if (tf > INLINE_POSITIONS_MAX) positionsBytes = infos.varint();
    else {
      inlinePositions = new Uint32Array(tf);
      for (let i = 0, next = 0; i < tf; i++) {
        const position = next + infos.varint();
        inlinePositions[i] = position;
        next = position + 1;
      }
    }
    const info: TermInfo = {
      docFreq: 1,
      doc,
      tf,
      inlinePositions,
      postingsOffset: this.#postings,
      postingsBytes: 0,
      frequenciesOffset: this.#frequencies,
      frequenciesBytes: 0,
      positionsOffset: this.#positions,
      positionsBytes,
    };
    this.#positions += positionsBytes;
    return info;
  }

  /** Passes over the infos up to an entry, adding up the bytes of their lists. */
  #skipTo(entry: number): void {
    const { bytes } = this;
    let at = this.#infos.offset;
    let value = 0;
    const varint = (): void => {
      let byte = bytes[at++]!;
      value = byte & 127;
      for (let scale = 128; byte > 127; scale *= 128) {
        byte = bytes[at++]!;
        value += (byte & 127) * scale;
      }
    };
    for (; this.#nextInfo < entry; this.#nextInfo++) {
      varint();
      const docFreq = value;
      varint();
      if (docFreq === 1) {
        varint();
        if (value > INLINE_POSITIONS_MAX) {
          varint();
          this.#positions += value;
        } else for (let left = value; left > 0; left--) while (bytes[at++]! > 127);
        continue;
      }
      this.#postings += value;
      varint();
      this.#positions += value;
      if (docFreq <= SHORT_LIST_MAX) continue;
      varint();
      this.#frequencies += value;
    }
    this.#infos.offset = at;
  }
}

/**
 * A walk through blocks in order. The automaton's states for the bytes of the current term are kept, so that a term
 * costs only the bytes that it does not share with the one before it, and what shares a dead prefix costs nothing.
 */
class Walk {
  readonly #lower: Uint8Array;
  readonly #upper: Uint8Array | null;
  readonly #steps: StepTable | null;
  readonly #visit: TermVisitor;
  #term = new Uint8Array(1024);
  /** State after the first n bytes of the term, where a character ends there. */
  #states = new Int32Array(1025);
  /** Length of the prefix after which the automaton was dead, or accepted anything; a large number for neither. */
  #decided = UNDECIDED;
  /** Whether the automaton was dead on the last term: then a jump may pay. True before the first. */
  isDead = true;
  #isPastLower = false;

  constructor(lower: Uint8Array, upper: Uint8Array | null, automaton: TermAutomaton | null, visit: TermVisitor) {
    this.#lower = lower;
    this.#upper = upper;
    this.#visit = visit;
    this.#steps = automaton === null ? null : new StepTable(automaton);
    if (automaton !== null) this.#states[0] = automaton.start;
  }

  /** Visits what a block has; false when the walk is over. */
  block(block: DictionaryBlock): boolean {
    const { bytes, count } = block;
    let term = this.#term;
    let at = block.termsStart;
    for (let entry = 0; entry < count; entry++) {
      let shared = bytes[at++]!;
      if (shared > 127) shared = (shared & 127) | (bytes[at++]! << 7);
      let rest = bytes[at++]!;
      if (rest > 127) rest = (rest & 127) | (bytes[at++]! << 7);
      const length = shared + rest;
      if (length > term.length) term = this.#grow(length);
      for (let i = shared; i < length; i++) term[i] = bytes[at++]!;
      if (length === 0) continue;
      // Below the lower bound too: the states must stand for the bytes that the next term shares.
      const isAccepted = this.#steps === null || this.#accepts(this.#steps, shared, length);
      if (!isAccepted && this.#upper === null) continue;
      if (!this.#isPastLower && !this.#isAtLower(length)) continue;
      if (this.#upper !== null && this.#isPastUpper(length)) return false;
      if (isAccepted) this.#visit(block.info(entry), term, length);
    }
    return true;
  }

  #isAtLower(length: number): boolean {
    this.#isPastLower = compareBytes(this.#term, 0, length, this.#lower, 0, this.#lower.length) >= 0;
    return this.#isPastLower;
  }

  #isPastUpper(length: number): boolean {
    const upper = this.#upper!;
    return compareBytes(this.#term, 0, length, upper, 0, upper.length) > 0;
  }

  #accepts(steps: StepTable, shared: number, length: number): boolean {
    if (shared >= this.#decided) return !this.isDead;
    const term = this.#term;
    const states = this.#states;
    let state = states[shared]!;
    for (let i = shared; i < length; ) {
      const byte = term[i]!;
      if (byte < 0x80) {
        const next = steps.ascii[(state << 7) | byte]!;
        state = next === UNKNOWN_STEP ? steps.explore(state, byte) : next;
        i++;
      } else {
        const size = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
        state = steps.step(state, codePointAt(term, i, size));
        i += size;
      }
      if (steps.isDecided(state)) {
        this.#decided = i;
        this.isDead = state === DEAD;
        return !this.isDead;
      }
      states[i] = state;
    }
    this.#decided = UNDECIDED;
    this.isDead = false;
    return steps.isAccepting(state);
  }

  #grow(length: number): Uint8Array<ArrayBuffer> {
    const term = new Uint8Array(length * 2);
    term.set(this.#term);
    this.#term = term;
    const states = new Int32Array(length * 2 + 1);
    states.set(this.#states);
    this.#states = states;
    return term;
  }
}

const UNDECIDED = 0x7fff_ffff;
const UNKNOWN_STEP = -1;

function codePointAt(term: Uint8Array, i: number, size: number): number {
  const lead = term[i]!;
  if (size === 2) return ((lead & 31) << 6) | (term[i + 1]! & 63);
  if (size === 3) return ((lead & 15) << 12) | ((term[i + 1]! & 63) << 6) | (term[i + 2]! & 63);
  return ((lead & 7) << 18) | ((term[i + 1]! & 63) << 12) | ((term[i + 2]! & 63) << 6) | (term[i + 3]! & 63);
}

/** The steps of an automaton on ASCII, as a table: most of what a walk asks. */
class StepTable {
  readonly #automaton: TermAutomaton;
  /** The state after a byte: `ascii[(state << 7) | byte]`, or {@link UNKNOWN_STEP}. */
  ascii = new Int32Array(64 << 7).fill(UNKNOWN_STEP);
  /** By state: bit 0: known, bit 1: accepting, bit 2: dead or accepting everything. */
  #flags = new Uint8Array(64);

  constructor(automaton: TermAutomaton) {
    this.#automaton = automaton;
    this.#note(automaton.start);
    this.#note(DEAD);
  }

  explore(state: number, byte: number): number {
    const next = this.step(state, byte);
    this.ascii[(state << 7) | byte] = next;
    return next;
  }

  step(state: number, codePoint: number): number {
    const next = this.#automaton.step(state, codePoint);
    if (next >= this.#flags.length || this.#flags[next] === 0) this.#note(next);
    return next;
  }

  isAccepting(state: number): boolean {
    return (this.#flags[state]! & 2) !== 0;
  }

  isDecided(state: number): boolean {
    return (this.#flags[state]! & 4) !== 0;
  }

  #note(state: number): void {
    while (state >= this.#flags.length) {
      const flags = new Uint8Array(this.#flags.length * 2);
      flags.set(this.#flags);
      this.#flags = flags;
      const ascii = new Int32Array(this.ascii.length * 2).fill(UNKNOWN_STEP, this.ascii.length);
      ascii.set(this.ascii);
      this.ascii = ascii;
    }
    if (this.#flags[state] !== 0) return;
    const isDecided = state === DEAD || this.#automaton.acceptsAll(state);
    this.#flags[state] = 1 | (state !== DEAD && this.#automaton.isAccepting(state) ? 2 : 0) | (isDecided ? 4 : 0);
  }
}
