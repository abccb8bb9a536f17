/** The exports of the compiled code of the resident kernel (assembly/resident.ts): functions, and addresses by name. */
import type { GrowingMemory } from '../../kernel/wasm-memory.ts';
import type { BitsCode } from './block-bits.ts';
import type { BatchCode } from './phrase-batch.ts';
import type { RankingCode } from './ranked-block.ts';

type Region =
  | ('NORMS' | 'BOUNDS' | 'OFFERED' | 'PUT' | 'COMMON' | 'COMMON_RANKS')
  | ('REACHED' | 'RESIDENT' | 'LOWS' | 'RANKS');

export interface ResidentCode extends Record<Region, { readonly value: number }>, BitsCode, BatchCode, RankingCode {
  readonly memory: GrowingMemory;
  readonly block: { readonly value: number };
  readonly lacking: { readonly value: number };
  readonly through: { readonly value: number };
  readonly counted: { readonly value: number };
  readonly listed: { readonly value: number };
  readonly compared: { readonly value: number };
  readonly decoded: { readonly value: number };
  setPackBits(bits: number): void;
  setBlockBits(bits: number): void;
  setRoom(from: number, to: number): void;
  roomLeft(): number;
  keepDocs(table: number, count: number, blocks: number, at: number): void;
  keepRecords(table: number, count: number, at: number, packs: number): void;
  keepPositions(table: number, count: number, at: number): void;
  leavePositions(block: number, reaches: number): void;
  setSkips(bits: number, least: number): void;
  setPhrase(elements: number, isCounted: number): void;
  setElement(e: number, t: number, offset: number): void;
  setNear(isNot: number, isOrdered: number, distance: number, left: number, right: number): void;
  setSide(side: number, from: number, to: number, isRow: number): void;
  setClause(clause: number, first: number, end: number): void;
  setTerm(t: number, table: number, blocks: number, weight: number, codes: number): void;
  setLeast(least: number): void;
  setForm(form: number, from: number): void;
  intersectLists(
    required: number,
    count: number,
    from: number,
    to: number,
    budget: number,
    isCounted: number,
    isScored: number,
  ): number;
  uniteLists(alternatives: number, count: number, from: number, to: number, budget: number): number;
  nearLists(clauses: number, count: number, elements: number, from: number, to: number, budget: number): number;
  setBounds(t: number, bounds: number): void;
  rankLists(required: number, count: number, from: number, to: number, budget: number): number;
  keepBits(block: number): void;
  rankLows(block: number, count: number): number;
  keepLows(block: number, count: number, wanted: number): number;
}
