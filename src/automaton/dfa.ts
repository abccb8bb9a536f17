/**
 * A deterministic automaton over terms, built lazily from a nondeterministic one: a transition is computed on first use. Most
 * patterns have far more states than the terms of any index reach. A term is matched in time linear in its length, whatever the
 * pattern.
 */
import type { TermAutomaton } from './automaton.ts';
import { ByteSteps } from './byte-steps.ts';
import { DEAD } from './code-point-automaton.ts';
import { CodePointClasses } from './code-point-classes.ts';
import { AUTOMATON_STATES_MAX, TABLE_ENTRIES_MAX, tooComplex } from './limits.ts';
import type { Nfa } from './nfa.ts';
import { acceptingClosure, universalStates } from './nfa-properties.ts';
import { NOTHING_REQUIRED, type RequiredTexts } from './required-texts.ts';
import { doubledTable, UNKNOWN } from './transition-table.ts';

/** The one state for all sets that accept every continuation. */
const ACCEPT_ALL = 1;

/** Represents the members that accept every continuation. */
const EVERYTHING: readonly number[] = [];
const PREFIX_MAX = 64;
const STATES_PER_SLICE = 16;

export class Dfa implements TermAutomaton {
  readonly start: number;
  readonly prefix: string;
  readonly required: readonly string[];
  readonly ending: string;
  readonly isSufficient: boolean;
  readonly isInOrder: boolean;
  readonly bytes: ByteSteps;
  readonly #nfa: Nfa;
  readonly #classes: CodePointClasses;
  /** A state is a row of `1 << #shift` entries, one for each class: the next state, or UNKNOWN. */
  readonly #shift: number;
  #table: Int32Array;
  /** Indexed by state: 1 if it accepts. */
  #accepting = new Uint8Array(16);
  /** Indexed by state: the NFA states that it represents, ascending: those with reading edges, and accepting ones. */
  readonly #members: Uint16Array[] = [];
  #memberCount = 0;
  readonly #stateOfMembers = new Map<string, number>();
  readonly #canAccept: Uint8Array;
  readonly #isUniversal: Uint8Array;
  readonly #nfaAccept: number;
  /** Indexed by state of the NFA: the number of the last {@link #close} that reached it. */
  readonly #reached: Uint32Array;
  #round = 0;

  /** Throws AppError QUERY_INVALID if the table cannot hold even the first states. */
  constructor(nfa: Nfa, start: number, accept: number, texts: RequiredTexts = NOTHING_REQUIRED) {
    this.#nfa = nfa;
    this.#nfaAccept = accept;
    this.#classes = new CodePointClasses(nfa.sets);
    this.#shift = Math.ceil(Math.log2(this.#classes.count));
    this.#canAccept = acceptingClosure(nfa, accept);
    this.#isUniversal = universalStates(nfa, accept);
    this.#reached = new Uint32Array(nfa.stateCount);
    this.#table = new Int32Array(16 << this.#shift).fill(UNKNOWN);
    this.#addState(new Uint16Array(0), false);
    this.#addState(new Uint16Array(0), true);
    this.#table.fill(DEAD, 0, 1 << this.#shift);
    this.#table.fill(ACCEPT_ALL, 1 << this.#shift, 2 << this.#shift);
    this.start = this.#stateOf([start]);
    this.prefix = this.#findPrefix();
    this.required = texts.required;
    this.ending = texts.ending;
    this.isSufficient = texts.isSufficient;
    this.isInOrder = texts.isInOrder;
    this.bytes = new ByteSteps(this);
  }

  /** Throws AppError QUERY_INVALID if the automaton would exceed its limits. */
  step(state: number, codePoint: number): number {
    const codePointClass = this.#classes.classOf(codePoint);
    const next = this.#table[(state << this.#shift) + codePointClass]!;
    return next === UNKNOWN ? this.#explore(state, codePointClass) : next;
  }

  isAccepting(state: number): boolean {
    return this.#accepting[state] === 1;
  }

  acceptsAll(state: number): boolean {
    return state === ACCEPT_ALL;
  }

  areAlike(first: number, last: number): boolean {
    return this.#classes.areAlike(first, last);
  }

  /** Memory of the transitions found so far, in bytes. */
  get tableBytes(): number {
    return this.#table.byteLength + this.bytes.tableBytes;
  }

  *isWithin(members: number): Generator<void, boolean> {
    for (let state = this.start; state < this.#members.length; state++) {
      for (let one = 0; one < this.#classes.count; one++) {
        if (this.#table[(state << this.#shift) + one] !== UNKNOWN) continue;
        if (this.#memberCount >= members || this.#isHalfFull()) return false;
        this.#explore(state, one);
      }
      if (state % STATES_PER_SLICE === 0) yield;
    }
    return true;
  }

  /** Whether half of the limits is used up. The other half is reserved for terms. */
  #isHalfFull(): boolean {
    const states = 2 * (this.#members.length + 1);
    return states > AUTOMATON_STATES_MAX || states << this.#shift > TABLE_ENTRIES_MAX;
  }

  #explore(state: number, codePointClass: number): number {
    const targets: number[] = [];
    for (const member of this.#members[state]!) {
      const edges = this.#nfa.edges[member]!;
      for (let i = 0; i < edges.length; i += 2) {
        if (this.#classes.setHasClass(edges[i]!, codePointClass)) targets.push(edges[i + 1]!);
      }
    }
    const next = this.#stateOf(targets);
    this.#table[(state << this.#shift) + codePointClass] = next;
    return next;
  }

  /** Returns the state for everything that some NFA states reach by epsilon edges; made if needed. */
  #stateOf(nfaStates: number[]): number {
    const members = this.#close(nfaStates);
    if (members === EVERYTHING) return ACCEPT_ALL;
    if (members.length === 0) return DEAD;
    const key = String.fromCharCode(...members);
    const known = this.#stateOfMembers.get(key);
    if (known !== undefined) return known;
    const state = this.#addState(Uint16Array.from(members), members.includes(this.#nfaAccept));
    this.#stateOfMembers.set(key, state);
    return state;
  }

  /** Returns the epsilon closure of some states, ascending: only states with edges, and accepting ones. */
  #close(nfaStates: number[]): readonly number[] {
    const { edges, epsilons, supersedingStates } = this.#nfa;
    const round = ++this.#round;
    const members: number[] = [];
    const stack = nfaStates;
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      if (this.#reached[state] === round || this.#canAccept[state] === 0) continue;
      if (this.#isUniversal[state] === 1) return EVERYTHING;
      this.#reached[state] = round;
      if (edges[state]!.length > 0 || state === this.#nfaAccept) members.push(state);
      for (const target of epsilons[state]!) stack.push(target);
    }
    members.sort((a, b) => a - b);
    const superseding = members.findLastIndex((member) => supersedingStates.has(member));
    return superseding > 0 ? members.slice(superseding) : members;
  }

  #addState(members: Uint16Array, isAccepting: boolean): number {
    const state = this.#members.length;
    this.#memberCount += members.length;
    if (state >= AUTOMATON_STATES_MAX) throw tooComplex('too many states', AUTOMATON_STATES_MAX);
    if ((state + 1) << this.#shift > TABLE_ENTRIES_MAX || this.#memberCount > TABLE_ENTRIES_MAX) {
      throw tooComplex('too large a table of states', TABLE_ENTRIES_MAX);
    }
    this.#members.push(members);
    if (state === this.#accepting.length) this.#grow();
    this.#accepting[state] = isAccepting ? 1 : 0;
    return state;
  }

  #grow(): void {
    const accepting = new Uint8Array(this.#accepting.length * 2);
    accepting.set(this.#accepting);
    this.#accepting = accepting;
    this.#table = doubledTable(this.#table);
  }

  /** Follows the start as long as there is exactly one possible code point. */
  #findPrefix(): string {
    let prefix = '';
    let state = this.start;
    while (prefix.length < PREFIX_MAX && !this.isAccepting(state)) {
      const codePoint = this.#onlyCodePoint(state);
      if (codePoint === undefined) break;
      prefix += String.fromCodePoint(codePoint);
      state = this.step(state, codePoint);
    }
    return prefix;
  }

  #onlyCodePoint(state: number): number | undefined {
    let only: number | undefined;
    for (const member of this.#members[state]!) {
      const edges = this.#nfa.edges[member]!;
      for (let i = 0; i < edges.length; i += 2) {
        if (this.#canAccept[edges[i + 1]!] === 0) continue;
        const set = this.#nfa.sets[edges[i]!]!;
        if (set.length !== 2 || set[0] !== set[1] || (only !== undefined && only !== set[0])) return undefined;
        only = set[0];
      }
    }
    return only;
  }
}
