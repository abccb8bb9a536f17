/** Reviewed items of each viewer. Only the viewer marks an item, directly or by a decision in a review. */
import { atOnce, runInSlices } from '../../shared/slices.ts';
import { bookmarkName } from '../bookmark-name.ts';
import type { ChangeParts } from '../kinds/apply-change.ts';
import { storedName } from '../kinds/kind-name.ts';
import { KindSets } from '../kinds/kind-sets.ts';
import type { Asking, MemberChanges, MembersTarget, SelectionChange } from '../member-changes.ts';
import { type Direction, listing, MemberSet } from '../member-set.ts';
import type { Includes, References, SourceItems } from '../references.ts';

/** The viewer's name on a server without authentication. */
export const NOBODY_KNOWN = 'anonymous';

export interface ReviewedChange extends SelectionChange {
  readonly viewer: string;
}

export class Reviewed {
  readonly #parts: ChangeParts;
  readonly #members: MemberChanges;
  readonly #sets: KindSets;

  constructor(parts: ChangeParts, members: MemberChanges) {
    this.#parts = parts;
    this.#members = members;
    this.#sets = new KindSets(parts, 'reviewed');
  }

  /** Everyone who ever marked an item, sorted by name. */
  viewers(): readonly string[] {
    return this.#sets.names();
  }

  /** The viewer's items in the present sources; empty for an unknown viewer. */
  readMembers(viewer: string, isPresent: Includes): Promise<SourceItems[]> {
    return runInSlices(listing(this.#membersOf(viewer), isPresent));
  }

  members(viewer: string, isPresent: Includes): SourceItems[] {
    return atOnce(listing(this.#membersOf(viewer), isPresent));
  }

  size(viewer: string, isPresent: Includes): number {
    return this.#membersOf(viewer).size(isPresent);
  }

  /** Marks items, or removes the marks. Rejects with INVALID_REQUEST for a name that no set can have. */
  async change(direction: Direction, viewer: string, refs: References, asking: Asking): Promise<ReviewedChange> {
    const name = viewerName(viewer);
    const [change] = await this.#members.submitTogether(() => [this.target(direction, name)], refs, asking);
    return { viewer: name, changed: change!.changed, size: change!.size };
  }

  /** Returns the change for a transaction that also changes other sets by the same items. */
  target(direction: Direction, viewer: string): MembersTarget {
    const name = viewerName(viewer);
    const set = this.#sets.find(name) ?? null;
    return { action: direction, kind: direction, set, name: storedName('reviewed', name) };
  }

  #membersOf(viewer: string): MemberSet {
    const set = this.#sets.find(viewer.normalize('NFC'));
    return set === undefined ? new MemberSet() : this.#parts.state.set(set);
  }
}

function viewerName(viewer: string): string {
  return bookmarkName(viewer, 'viewer');
}
