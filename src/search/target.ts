/** A source in a request: its id, its engine and item store, and its name there. */
import type { ItemStore } from './item-store.ts';
import type { SearchEngine } from './search-engine.ts';

export interface Target {
  readonly id: string;
  /** Its name in engine and item store. Two sources on one index have the same name. */
  readonly name: string;
  readonly engine: SearchEngine;
  readonly items: ItemStore;
}
