/** A source as it is asked: its own id, and where its engine and item store have it. */

import type { ItemStore } from './item-store.ts';
import type { SearchEngine } from './search-engine.ts';

export interface Target {
  readonly id: string;
  /** The name that engine and item store have for it. Two sources on one index have one name. */
  readonly name: string;
  readonly engine: SearchEngine;
  readonly items: ItemStore;
}
